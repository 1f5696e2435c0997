"""Real Columns windows on a virtual display: real keys, seen through screenshots only."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.columns import PRESETS, State, with_hidden
from practice.columns import render_still, well_rectangle
from practice.columns.export_skin import export_skin
from tests.practice.live_window import Live, clean_environment, wait_for

Open = Callable[..., Any]
pytestmark = pytest.mark.display
SLOW = {"row_ms": "60000", "motion": "steps"}
"""A piece that is wholly in view stays where it is."""


def told(line: dict[str, Any], look: str, scale: float, preset: str = "jewel", **more: Any) -> np.ndarray:
    """The whole window as it must look by the truth log."""
    rules = PRESETS[preset]
    board = with_hidden(rules, np.array(line["board"], np.int8))
    piece = np.array(line["piece"] if line["piece"] is not None else [0, 0, 0], np.int8)
    col = line["col"] if line["col"] is not None else 0
    state = State(board, piece, np.array(line["next"], np.int8), col, 2, line["score"], line["jewels"])
    return render_still(look, scale, rules, state, top=line["top"], **more)


def last(live: Live) -> dict[str, Any]:
    return live.lines()[-1]


def locked(live: Live, count: int) -> dict[str, Any]:
    """Wait for the `count`-th lock of the first game."""

    def look() -> dict[str, Any] | None:
        return next((line for line in live.lines() if line["moves"] == count), None)

    return wait_for(look, what=f"lock {count}")


def entered(live: Live, count: int) -> dict[str, Any]:
    """Wait until the piece after `count` locks is on its way."""

    def look() -> dict[str, Any] | None:
        return next((line for line in live.lines() if line["moves"] == count and line["piece"]), None)

    return wait_for(look, what=f"piece {count}")


@pytest.fixture
def open_columns(open_window: Open) -> Open:
    return partial(open_window, game="columns", seed=3, specials=0.0)


@pytest.fixture(scope="module")
def slow(display: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """One window whose pieces wait for keys, for the tests that can share one."""
    live = Live(
        display, tmp_path_factory.mktemp("slow"), {}, game="columns", title_suffix=f"{os.getpid()}slow", seed=2,
        specials=0.0, settings=SLOW, speed=4.0,
    )  # fmt: skip
    yield live
    live.close()


@pytest.mark.sweep(3)
@pytest.mark.parametrize(
    ("look", "scale", "preset"), [("cave", 0.5, "jewel"), ("temple", 1.0, "web"), ("vista", 2.0, "wide")]
)
def test_the_screen_shows_what_the_truth_log_says(open_columns: Open, look: str, scale: float, preset: str) -> None:
    live = open_columns(look=look, scale=scale, rules=preset, settings=SLOW)
    first = live.settled(1)
    first |= {"top": 0.0}
    expected = told(first, look, scale, preset)
    assert (live.height, live.width) == expected.shape[:2]
    assert live.shows(expected)
    live.tool("key", "Left")
    live.tool("key", "Up")
    turned = first | {"col": first["col"] - 1, "piece": [first["piece"][2], *first["piece"][:2]]}
    assert live.shows(told(turned, look, scale, preset))
    live.tool("key", "space")
    drop = locked(live, 1)
    assert drop["locked"] == [turned["col"], turned["piece"]]
    second = entered(live, 1)
    assert live.shows(told(second | {"top": 0.0}, look, scale, preset))
    assert live.close() == 0


def test_pieces_go_where_the_keys_say(slow: Live) -> None:
    start = last(slow)["moves"]
    for number, (col, turns) in enumerate(((0, 0), (5, 1), (2, 2), (3, 0), (4, 1)), start):
        piece = entered(slow, number)["piece"]
        side = "Left" if col < 3 else "Right"
        keys = ["Up"] * turns + [side] * abs(col - 3) + ["space"]
        slow.tool("key", "--delay", 20, *keys)
        line = locked(slow, number + 1)
        assert line["locked"] == [col, np.roll(piece, turns).tolist()]


def test_a_key_that_stays_down_counts_once_though_the_keyboard_repeats_it(slow: Live) -> None:
    number = last(slow)["moves"]
    entered(slow, number)
    slow.tool("keydown", "Left")
    time.sleep(1.2)  # the server repeats a key after 0.66 s, as often as 25 times a second
    slow.tool("keyup", "Left")
    slow.tool("key", "space")
    assert locked(slow, number + 1)["locked"][0] == 2


def test_p_covers_the_well_and_nothing_moves_until_p_again(slow: Live) -> None:
    number = last(slow)["moves"]
    line = entered(slow, number)
    time.sleep(0.2)
    shown = slow.grab()
    slow.tool("key", "p")
    wait_for(lambda: last(slow)["paused"], what="the pause")
    slow.tool("key", "space")
    time.sleep(0.2)
    assert slow.shows(told(line, "cave", 1.0, paused=True))
    slow.tool("key", "p")
    wait_for(lambda: not last(slow)["paused"], what="the end of the pause")
    time.sleep(0.1)
    assert last(slow)["moves"] == number
    assert slow.shows(shown)


def test_another_window_in_front_pauses_the_game(open_columns: Open, slow: Live) -> None:
    live = open_columns(look="vista", settings={"row_ms": "400"})
    live.tool("windowfocus", "--sync", live.window)
    wait_for(lambda: not last(live)["paused"], what="the focus")
    time.sleep(0.3)
    slow.tool("windowfocus", "--sync", slow.window)
    wait_for(lambda: last(live)["paused"], what="the pause")
    time.sleep(0.1)
    held = live.grab()
    time.sleep(0.6)
    assert np.array_equal(live.grab(), held)
    x, y, width, height = (round(number) for number in well_rectangle("vista", 1.0, 14, 6))
    live.tool("windowfocus", "--sync", live.window)
    line = wait_for(lambda: last(live) if not last(live)["paused"] else None, what="the end of the pause")
    assert line["moves"] == 0
    time.sleep(0.3)
    assert (live.grab()[y : y + height, x : x + width] != held[y : y + height, x : x + width]).any()


def test_held_keys_want_to_be_held(open_columns: Open) -> None:
    live = open_columns(settings={**SLOW, "keys": "held"})
    time.sleep(0.3)
    for _ in range(3):
        live.tool("key", "Left")  # 12 ms
    for key in ("Left", "Up", "space"):
        live.tool("keydown", key, "sleep", 0.09, "keyup", key)  # one process: a second takes its time to start
    line = locked(live, 1)
    assert line["locked"][0] == 2
    piece = live.lines()[0]["piece"]
    assert line["locked"][1] == np.roll(piece, 1).tolist()


def test_pieces_fall_by_themselves_at_their_speed_to_the_end(open_columns: Open) -> None:
    live = open_columns(look="temple", rules="jewel:rows=6,hard_drop=no", settings={"row_ms": "40"})
    wait_for(lambda: last(live)["over"], 60, "the end")
    locks = [locked(live, count)["time_ns"] / 1e9 for count in (1, 2)]
    assert 0.44 < locks[1] - locks[0] < 1.5  # 0.25 s wait, 3 rows of 40 ms, 0.1 s grace
    covered = wait_for(lambda: last(live) if not last(live)["settled"] else None, what="the words over the board")
    assert covered["over"]
    assert live.shows(told(covered, "temple", 1.0, "jewel:rows=6", over=True))
    live.tool("key", "Return")
    assert wait_for(lambda: last(live)["game"] == 2, what="a new game")


def test_a_skin_is_shown(open_columns: Open, tmp_path: Path) -> None:
    export_skin("cave", tmp_path / "skin")
    live = open_columns(skin=str(tmp_path / "skin"), settings=SLOW)
    first = live.settled(1)
    assert live.shows(told(first | {"top": 0.0}, "cave", 1.0))


def test_the_command_opens_the_window(display: str, tmp_path: Path) -> None:
    truth = tmp_path / "truth.jsonl"
    command = [sys.executable, "run_bot.py", "practice", "columns", "--set", "row_ms=50", "--truth", str(truth)]
    process = subprocess.Popen(command, env=clean_environment(DISPLAY=display), cwd=Path(__file__).parents[2])
    try:
        wait_for(lambda: truth.exists() and truth.read_text().count("\n") >= 3, 60, "a few states")
    finally:
        process.terminate()
    assert process.wait(15) == 0
