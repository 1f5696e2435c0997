"""Real windows on a virtual display, touched by a real mouse and keyboard and seen through screenshots only."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.bilging import State
from practice.bilging import board_rectangle, render_still
from practice.bilging.export_skin import export_skin
from tests.practice.live_window import PROGRAM, Live, clean_environment, wait_for

Open = Callable[..., Any]
pytestmark = pytest.mark.display


def board_of(picture: np.ndarray, look: str, scale: float) -> np.ndarray:
    x, y, width, height = (round(number) for number in board_rectangle(look, scale))
    return picture[y : y + height, x : x + width]


def told(line: dict[str, Any], look: str, scale: float) -> np.ndarray:
    """The board as it must look by the truth log."""
    state = State(np.array(line["board"], dtype=np.int8), line["water_px"], line["moves"], line["score"])
    return board_of(render_still(look, scale, state), look, scale)


def cell_point(look: str, scale: float, row: float, col: float) -> tuple[float, float]:
    x, y, width, _ = board_rectangle(look, scale)
    return x + col * width / 6, y + row * width / 6


@pytest.mark.sweep(2)
@pytest.mark.parametrize(("look", "scale"), [("deck", 3.0), ("lagoon", 1.25), ("chart", 0.5), ("chart", 2.0)])
def test_the_screen_shows_what_the_truth_log_says(open_window: Open, look: str, scale: float) -> None:
    live = open_window(look=look, scale=scale, seed=3, speed=100)
    live.point(5, 5)
    first = live.settled(1)
    expected = told(first, look, scale)
    assert (live.height, live.width) == render_still(look, scale, State(np.zeros((12, 6), np.int8), 0, 0, 0)).shape[:2]
    assert np.array_equal(board_of(live.grab(), look, scale), expected)
    live.click(*cell_point(look, scale, 4.5, 3.0))
    live.point(live.width - 5, live.height - 5)
    second = live.settled(2)
    assert second["move"] == 4 * 5 + 2
    assert second["moves"] == 1
    assert second["board"] != first["board"]
    if look != "chart":  # its cursor stays
        # the last drops, too, must have gone
        assert live.shows(told(second, look, scale), lambda picture: board_of(picture, look, scale))
    assert live.close() == 0


def test_a_settled_line_is_never_written_before_the_screen_shows_it(deck: Live) -> None:
    told_before = deck.told()
    for row in range(2, 8):
        deck.click(*cell_point("deck", 1.0, row + 0.5, 3.0))
        line = deck.settled(told_before + row - 1)
        picture = board_of(deck.grab(), "deck", 1.0)
        assert line["time_ns"] <= time.monotonic_ns()
        expected = told(line, "deck", 1.0)
        above = max(0, row * 45 - 100)  # of the cursor and any drop
        assert np.array_equal(picture[:above], expected[:above])
        differing = (picture != expected).any(axis=2).mean()
        assert differing < 0.12, f"{differing:.3f} of the board differs: more than a cursor"


def test_the_pair_under_the_pointer_is_the_real_games(deck: Live) -> None:
    for row, (x, col) in enumerate([(0, 0), (22, 0), (67, 0), (68, 1), (112, 1), (113, 2), (203, 4), (269, 4)]):
        told_before = deck.told()
        deck.click(92 + x, 46 + 45 * row + 22)
        assert deck.settled(told_before + 1)["move"] == row * 5 + col, f"board x {x}"


def test_two_quick_presses_are_two_swaps_and_other_buttons_none(deck: Live) -> None:
    told_before, moves_before = deck.told(), deck.lines()[-1]["moves"]
    deck.point(*cell_point("deck", 1.0, 2.5, 3.0))
    deck.tool("click", 3)
    deck.tool("click", 2)
    deck.tool("click", "--repeat", 2, "--delay", 60, 1)
    assert deck.settled(told_before + 2)["moves"] == moves_before + 2
    time.sleep(0.2)
    assert deck.told() == told_before + 2


def test_the_swap_happens_on_the_press(deck: Live) -> None:
    told_before = deck.told()
    deck.point(*cell_point("deck", 1.0, 2.5, 3.0))
    deck.tool("mousedown", 1)
    deck.settled(told_before + 1)
    deck.tool("mouseup", 1)
    time.sleep(0.2)
    assert deck.told() == told_before + 1


def test_keys_play_too(deck: Live) -> None:
    deck.click(*cell_point("deck", 1.0, 6.5, 3.0))
    deck.point(5, 5)  # hides the cursor; the keys bring it back in the middle
    told_before, moves_before = deck.told(), deck.lines()[-1]["moves"]
    deck.tool("windowfocus", deck.window)
    deck.tool("key", "--delay", 40, "Up", "Left", "space")
    assert deck.settled(told_before + 1)["move"] == 6 * 5 + 1
    deck.tool("key", "p")
    deck.tool("key", "space")
    time.sleep(0.2)
    last = deck.lines()[-1]
    assert (last["settled"], last["moves"]) == (False, moves_before + 1)
    deck.tool("key", "--delay", 40, "p", "r")
    assert deck.settled(told_before + 3)["moves"] == 0


def test_animations_take_their_time_and_speed_shortens_them(open_window: Open) -> None:
    slow, fast = (open_window(look="deck", seed=1, speed=speed, position=[40, 60]) for speed in (0.5, 100))
    spans = []
    for live in (fast, slow):
        live.tool("windowraise", live.window)
        live.click(*cell_point("deck", 1.0, 1.5, 3.0))
        live.settled(2)
        _, began, rest = live.lines()
        assert (began["settled"], rest["settled"]) == (False, True)
        spans.append((rest["time_ns"] - began["time_ns"]) / 1e6)
        live.tool("windowminimize", live.window)
    assert spans[0] < 60
    assert spans[1] >= 240


def test_it_looks_the_same_after_being_covered_and_minimised(open_window: Open) -> None:
    live = open_window(look="lagoon", seed=2)
    live.point(5, 5)
    time.sleep(0.2)
    before = live.grab()
    cover = open_window(look="chart", seed=2, position=[200, 160])
    assert not np.array_equal(live.grab(), before)
    cover.close()
    assert live.shows(before)
    live.tool("windowminimize", "--sync", live.window)
    wait_for(lambda: not np.array_equal(live.grab(), before), what="the window to go")
    live.tool("windowmap", "--sync", live.window)
    live.place()
    assert live.shows(before)


def test_under_a_desktop_scale_the_picture_is_drawn_at_the_screens_own_pixels(open_window: Open) -> None:
    scale = 1.5
    live = open_window({"QT_SCALE_FACTOR": "1.5"}, look="deck", seed=3, speed=100)
    live.point(5, 5)
    assert (live.width, live.height) == (800 * scale, 600 * scale)
    assert live.shows(told(live.settled(1), "deck", scale), lambda picture: board_of(picture, "deck", scale))
    live.click(*cell_point("deck", scale, 4.5, 2.0))
    assert live.settled(2)["move"] == 4 * 5 + 1


def test_the_same_seed_shows_the_same_pixels(open_window: Open) -> None:
    pictures = []
    for _ in range(2):
        live = open_window(look="chart", seed=77)
        live.point(5, 5)
        time.sleep(0.2)
        pictures.append(live.grab())
        live.close()
    assert np.array_equal(*pictures)


def test_a_skin_can_be_played(open_window: Open, tmp_path: Path) -> None:
    export_skin("deck", tmp_path / "skin")
    live = open_window(skin=str(tmp_path / "skin"), seed=3, speed=100)
    live.point(5, 5)
    assert np.array_equal(board_of(live.grab(), "deck", 1.0), told(live.settled(1), "deck", 1.0))
    live.click(*cell_point("deck", 1.0, 4.5, 3.0))
    assert live.settled(2)["moves"] == 1


@pytest.mark.timed
def test_a_window_that_nothing_happens_in_uses_no_processor_time(open_window: Open) -> None:
    live = open_window(look="deck", seed=3)
    live.point(5, 5)
    time.sleep(0.5)

    def spent() -> int:
        fields = Path(f"/proc/{live.process.pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])

    before = spent()
    time.sleep(1.5)
    assert spent() - before <= 2  # of 150 ticks


def test_the_program_never_imports_the_eyes_or_opencv() -> None:
    program = (
        "import sys, practice.bilging.window, practice.bilging.skin;"
        "rooms = {'cv2', 'vision', 'capture', 'policy', 'control', 'bot', 'calibration'};"
        "bad = rooms & {name.split('.')[0] for name in sys.modules};"
        "sys.exit(f'imported {bad}' if bad else 0)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_describing_the_window_imports_no_qt() -> None:
    program = "import sys, practice.bilging, practice.options; sys.exit('PySide6' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.parametrize("where", ["", ":987", "nonsense"])
def test_without_a_display_it_says_so_in_one_line(where: str) -> None:
    environment = clean_environment(DISPLAY=where)
    environment.pop("WAYLAND_DISPLAY", None)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "{}"], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("refused: no display: ")
    assert done.stderr.count("\n") == 1


def test_the_variables_that_opencv_leaves_behind_do_no_harm(open_window: Open) -> None:
    folder = str(Path(os.__file__).parent)
    live = open_window({"QT_QPA_PLATFORM_PLUGIN_PATH": folder, "QT_QPA_FONTDIR": folder}, look="chart", seed=1)
    assert live.settled(1)["moves"] == 0
