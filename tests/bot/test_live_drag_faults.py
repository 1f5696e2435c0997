"""What windows and people do while the bot drags: pieces covered, drags cut short; nothing lands where it must not."""

import json
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from Xlib import X
from Xlib.display import Display

from bot.examining.score_witness import EVERY, ScoreWitness
from bot.practice_process import PracticeChoice
from capture.window import find_window
from engine.square_stacker import CELLS, EMPTY, PRESETS, State, from_places, validate
from tests.bot.live_play import Bot, Table, laid
from vision.profile import Profile, load_profile
from vision.profile_sections import InputSection

pytestmark = [pytest.mark.live, pytest.mark.display]

Person = Callable[..., str]

COVERED = 0.4
"""Share of a piece that a note lies over."""

SLOW = InputSection(hold_ms=150.0, gap_ms=20.0, drag_ms=900.0, drag_steps=12)
"""Drags that leave a person time to come in between."""
LIFTED_S = 0.45
"""After a press: the piece is on its way, far from being dropped."""
LIFTS = 3
"""Drags that are waited for, to be there in the middle of one."""


@pytest.fixture
def table(stacker_profile: Path, tmp_path: Path, person: Person) -> Iterator[Table]:
    person("mousemove", 1300, 1000)  # out of the corner where an earlier test may have left it
    choice = PracticeChoice("square_stacker", seed=6, speed=3.0, title_suffix=tmp_path.name, position="60,60")
    with laid(choice, stacker_profile, tmp_path) as table:
        yield table


@pytest.fixture
def unhurried(table: Table, tmp_path: Path) -> None:
    """The table's profile with slow drags."""
    folder = tmp_path / "unhurried"
    subprocess.run(["cp", "-r", str(table.profile), str(folder)], check=True)
    path = folder / "profile.toml"
    lines = path.read_text(encoding="utf-8").splitlines()
    slow = SLOW.model_dump(exclude_none=True)
    named = [next((name for name in slow if line.startswith(f"{name} = ")), None) for line in lines]
    assert set(slow) <= set(named)
    lines = [f"{name} = {json.dumps(slow[name])}" if name else line for name, line in zip(named, lines, strict=True)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert load_profile(folder).input == SLOW
    table.profile = folder


def state_shown(table: Table) -> State:
    """What the window says it shows, once nothing moves."""
    until = time.monotonic() + 5
    while not table.shown()["settled"]:
        assert time.monotonic() < until, "pieces still move or hang"
        time.sleep(0.02)
    shown = table.shown()
    return from_places(np.array(shown["board"], np.int8), shown["combo"], shown["score"], shown["moves"])


def assert_legal(table: Table) -> None:
    """Whatever happened, the game is in order and all pieces of it are where pieces lie."""
    state = state_shown(table)
    assert not validate(PRESETS["wpi"], state)
    held = 3 - state.moves % 3
    assert int((state.hand != EMPTY).any(axis=1).sum()) == held


def button_down() -> bool:
    display = Display()
    try:
        return bool(display.screen().root.query_pointer().mask & X.Button1Mask)
    finally:
        display.close()


def wait_for_press(table: Table, after: int, seconds: float = 30) -> None:
    """Return as soon as one press more than `after` was made."""
    until = time.monotonic() + seconds
    while len(table.presses()) <= after:
        assert time.monotonic() < until, "nothing was pressed"
        time.sleep(0.005)


def lift(table: Table) -> int:
    """Wait for a drag and return in the middle of it: the moves made before. A stall may hide the middle of one."""
    for _ in range(LIFTS):
        wait_for_press(table, len(table.presses()))
        time.sleep(LIFTED_S)
        shown = table.shown()
        if button_down() and not shown["settled"]:
            return int(shown["moves"])
    pytest.fail(f"{LIFTS} drags, and none was still under way {LIFTED_S} s after its press")


def decisions(table: Table) -> list[dict[str, Any]]:
    lines = (table.folder / "recording" / "events.jsonl").read_text(encoding="utf-8").splitlines()
    return [event for event in map(json.loads, lines) if event["event"] == "decision"]


# -- windows ---------------------------------------------------------------------------------------------------------


def on_screen(table: Table, profile: Profile, place: int) -> tuple[float, float]:
    """The middle of a piece's place on the display."""
    window = find_window(table.title)
    area = window.client_area()
    window.close()
    assert profile.rings is not None
    x, y = profile.rings.hand[place]
    return area.x + x, area.y + y


def test_a_piece_that_is_partly_covered_is_not_played_until_it_is_seen_again(
    table: Table,
    unhurried: None,
    bots: Callable[..., Bot],
    person: Person,
    open_window: Callable[..., Any],
) -> None:
    """A note comes over a piece beside the one that is being dragged, from its right edge, but not over its middle."""
    profile = load_profile(table.profile)
    pitch = profile.lattice.pitch_x
    cover = open_window("a note", 1200, 900, round(pitch), round(pitch))
    subprocess.run(["wmctrl", "-r", "a note", "-b", "add,above"], check=True)
    person("search", "--name", table.title, "windowactivate", "--sync")
    bot = bots(moves=9)
    bot.wait_for_moves(3)
    moves = lift(table)
    hand = np.array(table.shown()["board"])[CELLS:]
    piece = next(place for place in (1, 0, 2) if (hand[place] != EMPTY).any())
    x, y = on_screen(table, profile, piece)
    person("search", "--name", "a note", "windowmove", round(x + pitch * (0.5 - COVERED)), round(y - pitch / 2))
    bot.wait_for_moves(moves + 1)
    pressed = len(table.presses())
    time.sleep(4)
    assert len(table.presses()) == pressed, "wrong press: a piece was partly covered"
    assert table.moves_shown() == moves + 1
    assert cover.clicks() == [], "wrong press"
    assert_legal(table)
    person("search", "--name", "a note", "windowmove", 1200, 900)
    status, document, _ = bot.end()
    assert status == 0, document["ending"]
    assert document["outcomes"] == {"as planned": 9}
    assert table.moves_shown() == 9
    assert cover.clicks() == [], "wrong press"
    assert_legal(table)


def test_a_closed_window_ends_the_run(table: Table, unhurried: None, bots: Callable[..., Bot]) -> None:
    bot = bots(moves=500)
    bot.wait_for_moves(2)
    lift(table)
    table.window.terminate()
    status, document, err = bot.end(seconds=30)
    assert status == 3
    assert "closed" in document["ending"]
    assert len(err.strip().splitlines()) == 1
    assert not button_down(), "button left down"


# -- drags cut short -------------------------------------------------------------------------------------------------


def test_a_hand_on_the_mouse_in_mid_drag_ends_the_run_and_drops_nothing(
    table: Table, unhurried: None, bots: Callable[..., Bot], person: Person
) -> None:
    bot = bots(moves=500)
    bot.wait_for_moves(2)
    moves = lift(table)
    person("mousemove_relative", "--", 120, 60)
    moved = time.monotonic()
    status, document, _ = bot.end(seconds=20)
    assert status == 3
    assert "mouse" in document["ending"]
    assert [when for when, _, _ in table.presses() if when > moved + 0.05] == []
    assert not button_down(), "button left down"
    assert_legal(table)
    assert table.moves_shown() == moves, "the piece went back to the hand"


def test_the_corner_in_mid_drag_is_the_fail_safe(
    table: Table, unhurried: None, bots: Callable[..., Bot], person: Person
) -> None:
    bot = bots(moves=500)
    bot.wait_for_moves(2)
    moves = lift(table)
    person("mousemove", 0, 0)
    status, document, _ = bot.end(seconds=20)
    assert status == 3
    assert "corner" in document["ending"] or "mouse" in document["ending"]
    assert not button_down(), "button left down"
    assert_legal(table)
    assert table.moves_shown() == moves


def test_ctrl_c_in_mid_drag_leaves_no_button_down(table: Table, unhurried: None, bots: Callable[..., Bot]) -> None:
    bot = bots(moves=500)
    bot.wait_for_moves(2)
    moves = lift(table)
    bot.process.send_signal(signal.SIGINT)
    status, document, _ = bot.end(seconds=20)
    assert status == 3
    assert "Ctrl+C" in document["ending"]
    assert not button_down(), "button left down"
    assert_legal(table)
    assert table.moves_shown() == moves + 1, "the drag was brought to its end"


def test_the_stop_key_in_mid_drag_ends_the_run_after_it(
    table: Table, unhurried: None, bots: Callable[..., Bot], person: Person
) -> None:
    bot = bots(moves=500)
    bot.wait_for_moves(2)
    moves = lift(table)
    person("key", "F12")
    status, document, _ = bot.end(seconds=20)
    assert status == 3
    assert "stop key" in document["ending"]
    assert not button_down(), "button left down"
    assert_legal(table)
    assert table.moves_shown() <= moves + 1


def test_a_piece_that_snaps_back_is_dragged_once_more(
    table: Table, unhurried: None, bots: Callable[..., Bot], person: Person
) -> None:
    """Escape gives the held piece back: the window shows the old board, and the loop takes the input for lost."""
    bot = bots(moves=5)
    bot.wait_for_moves(2)
    moves = lift(table)
    person("key", "Escape")
    bot.wait_for_moves(moves + 1)
    status, document, _ = bot.end()
    assert status == 0, document["ending"]
    assert document["outcomes"] == {"as planned": 5, "input lost": 1}
    assert document["moves_confirmed"] == 5 == table.moves_shown()
    assert len(decisions(table)) == 5, "the move was repeated, not decided anew"
    assert_legal(table)


def test_a_window_that_takes_the_keyboard_in_mid_drag_is_waited_for(
    table: Table, unhurried: None, bots: Callable[..., Bot], person: Person, open_window: Callable[..., Any]
) -> None:
    bot = bots(moves=5)
    bot.wait_for_moves(2)
    moves = lift(table)
    other = open_window("another program", 1100, 700, 300, 300)
    time.sleep(4)
    assert not button_down(), "button left down"
    assert table.moves_shown() <= moves + 1
    assert_legal(table)
    pressed = len(table.presses())
    time.sleep(1)
    assert len(table.presses()) == pressed, "wrong press: the game is not in front"
    person("search", "--name", table.title, "windowactivate")
    status, document, _ = bot.end()
    assert status == 0, document["ending"]
    assert document["moves_confirmed"] == 5 == table.moves_shown()
    assert document["outcomes"]["as planned"] == 5
    assert set(document["outcomes"]) <= {"as planned", "input lost"}
    assert other.clicks() == [], "wrong press"
    assert_legal(table)


# -- the score ---------------------------------------------------------------------------------------------------------


def test_the_score_is_read_off_the_window(table: Table, bots: Callable[..., Bot]) -> None:
    place = load_profile(table.profile).score
    assert place is not None
    with ScoreWitness(table.title, place) as witness:
        witness.look(0)
        status, document, _ = bots(moves=20).end()
        assert status == 0, document["ending"]
        time.sleep(1.5)  # the points of the last move fade
        witness.moved(EVERY - 1)
        witness.moved(EVERY)
        table.window.terminate()
        table.window.wait(10)
        witness.look(EVERY + 1)
    reads = witness.read()
    score = table.shown()["score"]
    assert score > 0
    assert [(read.move, read.score) for read in reads] == [(0, 0), (EVERY, score)]
    assert reads[0].time_ns < reads[1].time_ns


def test_a_window_without_a_score_is_not_looked_at() -> None:
    with ScoreWitness("no such window", None) as witness:
        witness.look(100)
    assert witness.read() == []
