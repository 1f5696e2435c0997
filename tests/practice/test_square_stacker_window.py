"""Real Square Stacker windows on a virtual display: real drags, seen through screenshots only."""

import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.square_stacker import EMPTY, PRESETS, from_places, legal_moves
from practice.square_stacker import board_rectangle, hand_centres, lift, render_still
from practice.square_stacker.export_skin import export_skin
from tests.practice.live_window import Live, wait_for

Open = Callable[..., Any]
pytestmark = pytest.mark.display


def told(line: dict[str, Any], look: str, scale: float) -> np.ndarray:
    """The whole window as it must look by the truth log, no points fading."""
    state = from_places(np.array(line["board"], dtype=np.int8), line["combo"], line["score"], line["moves"])
    return render_still(look, scale, state, best=line["best"])


def below(picture: np.ndarray) -> np.ndarray:
    """The look "squares" at scale 1 below the points that fade."""
    return picture[142:]


def cell_point(look: str, scale: float, cell: int) -> tuple[float, float]:
    """Where the pointer must be for a piece held by its middle to land in a cell."""
    x, y, width, _ = board_rectangle(look, scale)
    pitch = width / 3
    right, down = lift(look)
    return x + (cell % 3 + 0.5 - right) * pitch, y + (cell // 3 + 0.5 - down) * pitch


def some_move(line: dict[str, Any], number: int) -> int:
    state = from_places(np.array(line["board"], dtype=np.int8), line["combo"], line["score"], line["moves"])
    moves = legal_moves(PRESETS["wpi"], state)
    return int(moves[number % len(moves)])


def drag(live: Live, look: str, scale: float, piece: int, cell: int) -> None:
    start, end = hand_centres(look, scale)[piece], cell_point(look, scale, cell)
    half = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    live.drag(start, half, end)


@pytest.fixture(scope="module")
def squares(display: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """One quick window of the look "squares" for the tests that can share one."""
    folder = tmp_path_factory.mktemp("squares")
    live = Live(
        display, folder, {}, game="square_stacker", title_suffix=f"{os.getpid()}squares", seed=2, speed=100,
        scores=str(folder / "scores.jsonl"),
    )  # fmt: skip
    yield live
    live.close()


@pytest.mark.sweep(3)
@pytest.mark.parametrize(("look", "scale"), [("squares", 2.0), ("rings", 0.5), ("discs", 3.0)])
def test_the_screen_shows_what_the_truth_log_says(open_window: Open, look: str, scale: float) -> None:
    live = open_window(game="square_stacker", look=look, scale=scale, seed=3, speed=100)
    first = live.settled(1)
    expected = told(first, look, scale)
    assert (live.height, live.width) == expected.shape[:2]
    assert np.array_equal(live.grab(), expected)
    drag(live, look, scale, 1, 5)
    second = live.settled(2)
    assert second["moves"] == 1
    assert second["board"][5] == first["board"][10]
    assert second["board"][10] == [EMPTY] * 3
    assert np.array_equal(live.grab(), told(second, look, scale))
    assert live.close() == 0


def test_many_drags_are_told_and_shown_move_by_move(squares: Live) -> None:
    line = squares.lines()[-1]
    for number in range(12):
        before = squares.told()
        move = some_move(line, 5 * number)
        drag(squares, "squares", 1.0, move // 9, move % 9)
        line = squares.settled(before + 1)
        picture = squares.grab()
        assert line["moves"] == number + 1
        assert np.array_equal(below(picture), below(told(line, "squares", 1.0)))
        if line["over"]:
            break
    assert line["moves"] >= 6


def test_a_drop_elsewhere_snaps_back(squares: Live) -> None:
    squares.tool("windowfocus", squares.window)
    before = squares.told()
    squares.tool("key", "r")
    fresh = squares.settled(before + 1)
    x, y = hand_centres("squares", 1.0)[0]
    for end in ((584, 330), (388, 90), (x - 40, y), (-30, 300)):
        squares.drag((x, y), (400, 300), end)
        before += 1
        back = squares.settled(before + 1)
        assert (back["board"], back["moves"]) == (fresh["board"], 0)
    assert squares.shows(told(fresh, "squares", 1.0))


def test_an_interrupted_drag_snaps_back(squares: Live) -> None:
    squares.tool("windowfocus", squares.window)
    before, told_lines = squares.told(), len(squares.lines())
    board = squares.lines()[-1]["board"]
    squares.drag(hand_centres("squares", 1.0)[1], (400, 300), (300, 400), release=False)
    wait_for(lambda: len(squares.lines()) > told_lines, what="the held piece")
    assert squares.lines()[-1]["settled"] is False
    assert squares.lines()[-1]["board"][10] == [EMPTY] * 3
    squares.tool("key", "Escape")
    assert squares.settled(before + 1)["board"] == board
    squares.tool("mouseup", 1)
    time.sleep(0.1)
    assert squares.told() == before + 1


def test_moving_the_mouse_alone_does_nothing(squares: Live) -> None:
    count = len(squares.lines())
    squares.point(*hand_centres("squares", 1.0)[0])
    squares.point(*cell_point("squares", 1.0, 0))
    squares.click(164, 51)  # the gear
    squares.click(*hand_centres("squares", 1.0)[0], button=3)
    time.sleep(0.2)
    assert len(squares.lines()) == count


def play_to_the_end(squares: Live) -> dict[str, Any]:
    """Play a game of its own from its first move to its last; returns the last settled state."""
    squares.tool("windowfocus", squares.window)
    before = squares.told()
    squares.tool("key", "r")
    line = squares.settled(before + 1)
    while not line["over"]:
        before, move = squares.told(), some_move(line, 0)
        drag(squares, "squares", 1.0, move // 9, move % 9)
        line = squares.settled(before + 1)
    return line


def test_a_game_to_its_end_is_scored_covered_and_begun_again(squares: Live) -> None:
    for _ in range(5):
        line = play_to_the_end(squares)
        shown = squares.grab()
        if squares.lines()[-1]["settled"]:  # else this process slept until the panel had covered the board
            break
    assert np.array_equal(below(shown), below(told(line, "squares", 1.0)))
    covered = wait_for(lambda: squares.lines()[-1] if not squares.lines()[-1]["settled"] else None, what="the panel")
    assert covered["over"]
    assert covered["time_ns"] - line["time_ns"] >= 0.39e9
    wait_for(lambda: (squares.grab() != shown)[426, 288].any(), what="its picture")
    changed = (squares.grab() != shown).any(axis=2)
    assert not changed[:, 600:].any()
    kept = [json.loads(text) for text in (squares.truth.parent / "scores.jsonl").read_text().splitlines()]
    assert (kept[-1]["score"], kept[-1]["moves"]) == (line["score"], line["moves"])
    before = squares.told()
    squares.click(288, 426)
    again = squares.settled(before + 1)
    assert (again["game"], again["moves"], again["score"]) == (line["game"] + 1, 0, 0)
    assert again["best"] == line["best"]


def test_animations_take_their_time(open_window: Open) -> None:
    live = open_window(game="square_stacker", look="squares", seed=3, speed=0.5)
    live.drag(hand_centres("squares", 1.0)[0], (500, 300), (584, 330))
    live.settled(2)
    _, held, rest = live.lines()
    assert (held["settled"], rest["settled"]) == (False, True)
    assert (rest["time_ns"] - held["time_ns"]) / 1e6 >= 300


def test_under_a_desktop_scale_the_picture_is_drawn_at_the_screens_own_pixels(open_window: Open) -> None:
    scale = 1.5
    live = open_window({"QT_SCALE_FACTOR": "1.5"}, game="square_stacker", look="squares", seed=3, speed=100)
    first = live.settled(1)
    expected = told(first, "squares", scale)
    picture = live.grab()
    height, width = (min(a, b) for a, b in zip(picture.shape[:2], expected.shape[:2], strict=True))
    assert max(abs(a - b) for a, b in zip(picture.shape[:2], expected.shape[:2], strict=True)) <= 1
    assert np.array_equal(picture[: height - 1, : width - 1], expected[: height - 1, : width - 1])
    drag(live, "squares", scale, 0, 8)
    assert live.settled(2)["board"][8] == first["board"][9]


def test_a_skin_can_be_played(open_window: Open, tmp_path: Path) -> None:
    export_skin("rings", tmp_path / "skin")
    live = open_window(game="square_stacker", skin=str(tmp_path / "skin"), seed=3, speed=100)
    first = live.settled(1)
    assert np.array_equal(live.grab(), told(first, "rings", 1.0))
    drag(live, "rings", 1.0, 2, 0)
    assert live.settled(2)["board"][0] == first["board"][11]
