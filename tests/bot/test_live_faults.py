"""What windows and people do while the bot plays: no click lands outside the board, each fault ends as it should."""

import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.calibrating.frames import calibrate_window
from bot.calibrating.wishes import CalibrationWishes
from bot.demo import PRACTICE_INPUT
from bot.games import GAMES
from bot.practice_process import PracticeChoice
from bot.virtual_display import VirtualDisplay
from tests.bot.live_play import Bot, Table, laid

pytestmark = [pytest.mark.live, pytest.mark.display]

Person = Callable[..., str]


@pytest.fixture
def table(display: VirtualDisplay, tmp_path: Path, person: Person) -> Iterator[Table]:
    person("mousemove", 1300, 1000)  # out of the corner where an earlier test may have left it
    choice = PracticeChoice("bilging", seed=5, speed=3.0, title_suffix=tmp_path.name, position="60,60")
    with laid(choice, tmp_path / "profile", tmp_path) as table:
        calibration = calibrate_window(GAMES["bilging"](), choice.title, CalibrationWishes("own", PRACTICE_INPUT))
        assert calibration.result.passed, calibration.result.reasons
        calibration.save(table.profile)
        yield table


def test_a_moved_window_is_followed(
    table: Table, bots: Callable[..., Bot], person: Person, boards_seen: Callable[[], None]
) -> None:
    bot = bots(moves=14)
    bot.wait_for_moves(3)
    for x, y in ((300, 200), (120, 90), (420, 310)):
        person("search", "--name", table.title, "windowmove", x, y)
        bot.wait_for_moves(table.moves_shown() + 2)
    status, document, _ = bot.end()
    assert status == 0, document["ending"]
    assert document["moves_confirmed"] == 14
    assert document["score"] == table.shown()["score"] > 0
    assert not document["score_at_least"]
    boards_seen()


def test_a_covered_window_is_waited_for(
    table: Table,
    bots: Callable[..., Bot],
    open_window: Callable[..., Any],
    boards_seen: Callable[[], None],
) -> None:
    bot = bots(moves=10)
    bot.wait_for_moves(3)
    cover = open_window("a window in the way", 40, 40, 900, 700)
    before = table.moves_once_still(1.5)
    assert before < 10
    time.sleep(4)
    assert table.moves_shown() == before
    assert cover.clicks() == [], "wrong press"
    cover.close()
    status, document, _ = bot.end()
    assert status == 0, document["ending"]
    assert document["moves_confirmed"] == 10
    assert cover.clicks() == [], "wrong press"
    boards_seen()


def test_a_minimised_window_is_waited_for(
    table: Table, bots: Callable[..., Bot], person: Person, boards_seen: Callable[[], None]
) -> None:
    bot = bots(moves=10)
    bot.wait_for_moves(3)
    person("search", "--name", table.title, "windowminimize")
    time.sleep(2)
    pressed = len(table.presses())
    time.sleep(1)
    assert len(table.presses()) == pressed, "wrong press"
    person("search", "--name", table.title, "windowactivate")
    status, document, _ = bot.end()
    assert status == 0, document["ending"]
    assert document["moves_confirmed"] == 10
    boards_seen()


def test_a_closed_window_ends_the_run(table: Table, bots: Callable[..., Bot], boards_seen: Callable[[], None]) -> None:
    bot = bots(moves=500)
    bot.wait_for_moves(3)
    table.window.terminate()
    status, document, err = bot.end(seconds=30)
    assert status == 3
    assert "closed" in document["ending"]
    assert len(err.strip().splitlines()) == 1
    boards_seen()


def test_a_hand_on_the_mouse_ends_the_run_at_once(
    table: Table, bots: Callable[..., Bot], person: Person, boards_seen: Callable[[], None]
) -> None:
    bot = bots(moves=500)
    bot.wait_for_moves(3)
    for _ in range(3):  # no hand moves a mouse once: what it does in the moment of a press is undone
        person("mousemove_relative", "--", 50, 13)
    moved = time.monotonic()
    status, document, _ = bot.end(seconds=20)
    assert status == 3
    assert "mouse" in document["ending"]
    assert [when for when, _, _ in table.presses() if when > moved + 0.05] == []
    boards_seen()


def test_the_corner_is_the_fail_safe(table: Table, bots: Callable[..., Bot], person: Person) -> None:
    bot = bots(moves=500)
    bot.wait_for_moves(3)
    status, document, _ = bot.end_under(lambda: person("mousemove", 0, 0))
    assert status == 3
    assert "corner" in document["ending"]


def test_the_stop_key_ends_the_run(table: Table, bots: Callable[..., Bot], person: Person) -> None:
    bot = bots(moves=500)
    bot.wait_for_moves(3)
    person("key", "F12")
    status, document, _ = bot.end(seconds=20)
    assert status == 3
    assert "stop key" in document["ending"]


def test_ctrl_c_ends_the_run_with_its_summary(table: Table, bots: Callable[..., Bot]) -> None:
    bot = bots(moves=500)
    bot.wait_for_moves(3)
    bot.process.send_signal(signal.SIGINT)
    status, document, _ = bot.end(seconds=20)
    assert status == 3
    assert "Ctrl+C" in document["ending"]
    assert document["moves"] >= 2
