"""Square Stacker as a newcomer sees it: pieces dragged from hand to cell, every drop confirmed, nothing misread."""

import json
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from Xlib import X

from bot.calibrating import placing
from bot.calibrating.carrying import Carried, carry_a_piece
from bot.calibrating.placing import calibrate_by_placing
from bot.calibrating.wishes import CalibrationWishes
from bot.demo import PRACTICE_INPUT
from bot.exit_status import Stopped
from bot.games import GAMES
from bot.practice_process import RESTART_KEY, PracticeChoice
from bot.virtual_display import VirtualDisplay
from capture.x11 import connect
from engine.square_stacker import CELLS, EMPTY
from tests.bot.live_play import Bot, demo, laid, replay

pytestmark = [pytest.mark.live, pytest.mark.display, pytest.mark.timeout(360)]

ROOT = Path(__file__).resolve().parents[2]
OVER = "the game is over"


def play(*options: str | Path) -> tuple[int, dict[str, Any], str]:
    return demo("square_stacker", *options, seconds=240)


def assert_played_cleanly(status: int, document: dict[str, Any], error: str, moves: int) -> None:
    assert status == 0, error
    assert document["cells_misread"] == 0, "misread"
    assert document["moves_confirmed"] == document["moves"] <= moves
    assert document["moves"] == moves or document["ending"] == OVER
    assert document["cells_read"] > 60 * document["moves"]
    assert document["outcomes"] == {"as planned": document["moves"]}


def assert_scores_read(document: dict[str, Any]) -> None:
    if shutil.which("tesseract") is None:
        pytest.skip("no tesseract: scores are not read")
    reads = document["scores_read"]
    assert reads[-1]["move"] == document["moves"]
    assert [read["read"] for read in reads] == [read["true"] for read in reads]


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("look", "scale", "moves"),
    [
        ("discs", 0.5, 12),
        ("rings", 2, 12),
    ],
)
def test_every_drop_is_confirmed_and_no_slot_misread(look: str, scale: float, moves: int, tmp_path: Path) -> None:
    status, document, error = play(
        f"--look={look}", f"--scale={scale}", f"--moves={moves}", "--speed=4", f"--record={tmp_path / 'recording'}"
    )
    assert_played_cleanly(status, document, error, moves)
    assert document["calibration"]["kinds"] == 7
    latency = document["latency_ms"]
    # The goals are 5 and 2 ms, and `bench live` measures them; here other work may take the cores. A reaction holds
    # the whole drag: eight milliseconds of hold at either end, forty of motion.
    assert latency["capture"]["p50"] <= 10.0
    assert latency["read"]["p50"] <= 4.0
    assert latency["reaction"]["p50"] <= 150.0
    assert_scores_read(document)


def test_pieces_of_two_sizes_are_played_too(stacker_profile: Path, tmp_path: Path, person: Callable[..., str]) -> None:
    """By the real game's rules, as far as known: more colours and two sizes come as the score rises."""
    person("mousemove", 1300, 1000)
    choice = PracticeChoice(
        "square_stacker", seed=3, speed=4.0, rules="coolmath", title_suffix=tmp_path.name, position="60,60"
    )
    with laid(choice, stacker_profile, tmp_path) as table:
        bot = Bot(table, moves=45, policy="strongest", rules="coolmath")
        try:
            status, document, error = bot.end(seconds=120)
        finally:
            bot.kill()
        assert status == 0, error
        assert document["outcomes"] == {"as planned": document["moves"]}
        assert document["moves"] == 45 == table.moves_shown()
        lines = [json.loads(line) for line in table.truth.read_text(encoding="utf-8").splitlines()]
    hands = np.array([line["board"] for line in lines if line["settled"]])[:, CELLS:]
    assert ((hands != EMPTY).sum(axis=2) == 2).any(), "no piece of two sizes came"
    # and the recording plays on from score and combo, which decide what pieces come
    status, replayed = replay(tmp_path / "recording")
    assert (status, replayed["same"]) == (0, 45), replayed["differences"]


@pytest.mark.parametrize("presses", [1, 3])
def test_a_person_can_stop_a_calibration_that_plays(
    presses: int, display: VirtualDisplay, tmp_path: Path, person: Callable[..., str], eventually: Callable[..., None]
) -> None:
    """While the first piece is carried slowly, and while pieces are put down one after the other."""
    person("mousemove", 1300, 1000)
    choice = PracticeChoice("square_stacker", title_suffix=tmp_path.name, position="60,60")
    with laid(choice, tmp_path / "profile", tmp_path) as table:
        ended = threading.Event()

        def take_the_mouse() -> None:
            eventually(lambda: ended.is_set() or len(table.presses()) >= presses, 60)
            for _ in range(3):  # a hand's motion lasts; a single step may fall in with one of the bot's and be undone
                person("mousemove_relative", "--", 30, 14)

        hurry = threading.Thread(target=take_the_mouse)
        hurry.start()
        try:
            with pytest.raises(Stopped, match="mouse") as caught:
                calibrate_by_placing(
                    GAMES["square_stacker"](), table.title, CalibrationWishes("own", PRACTICE_INPUT), RESTART_KEY
                )
        finally:
            ended.set()
            hurry.join()
        assert "\n" not in str(caught.value)
        pressed = len(table.presses())
        time.sleep(0.5)
        assert len(table.presses()) == pressed, "wrong press"
        assert table.shown()["settled"]


CALIBRATING = """
import sys
from bot.calibrating.placing import calibrate_by_placing
from bot.calibrating.wishes import CalibrationWishes
from bot.demo import PRACTICE_INPUT, RESTART_KEY
from bot.games import GAMES
calibrate_by_placing(GAMES["square_stacker"](), sys.argv[1], CalibrationWishes("own", PRACTICE_INPUT), RESTART_KEY)
"""


@contextmanager
def button_watched() -> Iterator[Callable[[], bool]]:
    """Ask the display whether the left button is down."""
    asking = connect()
    try:
        yield lambda: bool(asking.screen().root.query_pointer().mask & X.Button1Mask)
    finally:
        asking.close()


def test_a_calibration_that_is_killed_while_it_carries_a_piece_lets_go_of_it(
    display: VirtualDisplay, tmp_path: Path, person: Callable[..., str], eventually: Callable[..., None]
) -> None:
    """The drag is made by a thread that no signal reaches."""
    person("mousemove", 1300, 1000)
    choice = PracticeChoice("square_stacker", title_suffix=tmp_path.name, position="60,60")
    with laid(choice, tmp_path / "profile", tmp_path) as table, button_watched() as button_down:
        running = subprocess.Popen([sys.executable, "-c", CALIBRATING, table.title], cwd=ROOT)
        try:
            eventually(button_down, 60)
            running.terminate()
            assert running.wait(20) == -signal.SIGTERM
            held = button_down()
        finally:
            running.kill()
            person("mouseup", 1)
        assert not held


def test_the_stop_key_ends_a_calibration_while_it_carries_a_piece(
    display: VirtualDisplay, tmp_path: Path, person: Callable[..., str], eventually: Callable[..., None]
) -> None:
    person("mousemove", 1300, 1000)
    choice = PracticeChoice("square_stacker", title_suffix=tmp_path.name, position="60,60")
    pressed_s: list[float] = []
    with laid(choice, tmp_path / "profile", tmp_path) as table, button_watched() as button_down:

        def stop() -> None:
            eventually(button_down, 60)
            pressed_s.append(time.monotonic())
            person("key", "F12")

        stopping = threading.Thread(target=stop)
        stopping.start()
        wishes = CalibrationWishes("own", PRACTICE_INPUT)
        with pytest.raises(Stopped, match="the stop key was pressed"):
            calibrate_by_placing(GAMES["square_stacker"](), table.title, wishes, RESTART_KEY)
        ended_s = time.monotonic()
        stopping.join()
        assert not button_down(), "button left down"
        assert len(table.presses()) == 1, "wrong press"
        assert table.shown()["moves"] == 0, "the piece was not put back"
    assert ended_s - pressed_s[0] < 1.2  # the drag takes two seconds


def test_how_a_piece_hangs_is_seen_in_the_next_game_where_a_stall_hid_it(
    display: VirtualDisplay, tmp_path: Path, person: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The profile said that it hangs at the pointer; no drop hit its cell, and `play` took the rules for others."""
    person("mousemove", 1300, 1000)
    unseen = [Carried(None, (0.0, 0.0), (0.0, 0.0))]
    monkeypatch.setattr(placing, "carry_a_piece", lambda desk: unseen.pop() if unseen else carry_a_piece(desk))
    choice = PracticeChoice("square_stacker", look="discs", speed=8.0, title_suffix=tmp_path.name, position="60,60")
    with laid(choice, tmp_path / "profile", tmp_path) as table:
        wishes = CalibrationWishes("own", PRACTICE_INPUT)
        calibration = calibrate_by_placing(GAMES["square_stacker"](), table.title, wishes, RESTART_KEY)
    assert calibration.result.passed, calibration.result.reasons
    assert calibration.profile.rings is not None
    assert calibration.profile.rings.drop_dy < -0.3
    assert placing.NOT_SEEN_TO_MOVE not in calibration.notes


def test_the_end_of_the_game_ends_the_run(tmp_path: Path) -> None:
    recording = tmp_path / "recording"
    status, document, error = play("--policy=random", "--moves=300", "--speed=6", f"--record={recording}")
    assert_played_cleanly(status, document, error, 300)
    assert document["ending"] == OVER
    assert 10 < document["moves"] < 300
    assert_scores_read(document)


def test_a_demo_leaves_a_recording_that_replays_bit_for_bit_and_a_picture(tmp_path: Path) -> None:
    recording = tmp_path / "recording"
    status, document, error = play("--moves=20", "--speed=6", "--seed=4", f"--record={recording}")
    assert_played_cleanly(status, document, error, 20)
    assert cv2.imread(document["picture"]) is not None
    status, replayed = replay(recording)
    assert status == 0, replayed["differences"]
    assert (replayed["decisions"], replayed["same"], replayed["different"]) == (20, 20, 0)
    assert_scores_read(document)
    # score and combo are on no board: what was decided with them comes out again only if they are carried along
    assert document["score"] > 0
