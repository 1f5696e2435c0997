"""What lies beside a board: tiles in a row of their own are no line of it, and a line too few is told."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.calibrate import calibrate
from capture.frame import Frame, Pixels
from tests.vision.drawn_window import Drawn, Look, draw_window, perturb, random_codes, random_look
from vision.screen import Screen

SCREEN = Screen(game="swap3", rows=8, cols=8, colours=8)


def with_a_row_beside(window: Drawn, side: str, gap: float, seed: int) -> Pixels:
    """Copy eight of its tiles into a line beside the board, so far (in cells) from it: a preview, or what was won."""
    picture, lattice, rng = window.picture.copy(), window.lattice, np.random.default_rng(seed)
    for k in range(8):
        row, col = rng.integers(0, 8, 2)
        (left, top), (right, bottom) = lattice.corner(row, col), lattice.corner(row + 1, col + 1)
        tile = window.picture[round(top) : round(bottom), round(left) : round(right)]
        x, y = lattice.corner(*((-1 - gap, k) if side == "top" else (k, -1 - gap)))
        picture[round(y) : round(y) + len(tile), round(x) : round(x) + tile.shape[1]] = tile
    return picture


@pytest.mark.parametrize("any_size", [False, True])
@pytest.mark.parametrize(("side", "gap"), [("top", 0.1), ("left", 0.08)])
def test_tiles_that_stand_apart_from_a_board_are_no_line_of_it(side: str, gap: float, any_size: bool) -> None:
    """Three pixels off the lattice: the board was refused, or taken for one of nine columns."""
    look = Look(pitch=40, rows=8, cols=8, kinds=6, gap=2, ground="flat")
    codes = random_codes(np.random.default_rng(1), look)
    window = draw_window(look, codes, 1, scene_seed=1, margins=(2, 2, 2, 2))
    result = calibrate([Frame(with_a_row_beside(window, side, gap, 1), 0)], SCREEN, any_size=any_size).result
    assert result.reasons == ()
    assert (result.rows, result.cols) == (8, 8)
    assert result.board is not None
    assert result.board[:2] == pytest.approx((window.lattice.x, window.lattice.y), abs=4)


def random_window(seed: int, how: str) -> tuple[np.random.Generator, Drawn, list[Pixels]]:
    """Draw two boards of a random window, spoilt in some way; returns the dice as they lie then, and the first."""
    rng = np.random.default_rng(seed)
    rows, cols, kinds = (int(number) for number in rng.integers((6, 6, 4), (13, 13, 9)))
    look = replace(random_look(rng, 18, 40), rows=rows, cols=cols, kinds=kinds)
    drawn = [draw_window(look, random_codes(rng, look), number, scene_seed=seed) for number in range(2)]
    return rng, drawn[0], [np.ascontiguousarray(perturb(each.picture, rng, how)) for each in drawn]


def test_a_row_too_few_is_told_though_a_line_shows_but_two_kinds() -> None:
    """The board was moved up by a line, and what it left at the bottom was not held against it."""
    _, window, pictures = random_window(3, "jpeg")
    rows, cols = window.lattice.rows - 1, window.lattice.cols
    result = calibrate([Frame(picture, 0) for picture in pictures], SCREEN, rows=rows, cols=cols).result
    assert not result.passed
    assert any("the board goes on at the" in reason for reason in result.reasons)


def test_a_board_that_has_grown_is_still_doubted_where_a_dialog_lies() -> None:
    """A dialog over three of the seven cells of the top row: the board passed without that row."""
    rng, window, pictures = random_window(2, "gamma")
    rows, cols = window.lattice.rows, window.lattice.cols
    row, col = int(rng.integers(0, rows - 2)), int(rng.integers(0, cols - 1))
    left, top = window.lattice.corner(row, col)
    right, bottom = window.lattice.corner(row + rng.uniform(1, 3), min(cols + 1, col + rng.uniform(1, 5)))
    pictures[0][round(top) : round(bottom), round(left) : round(right)] = (224, 229, 235)
    result = calibrate([Frame(pictures[0], 0)], SCREEN, any_size=True).result
    assert not result.passed or (result.rows, result.cols) == (rows, cols)


def test_a_place_that_is_right_by_itself_goes_before_one_that_was_moved() -> None:
    """The likeliest place lay a column and 0.2 of a cell off; moved by a column it passed, 7 pixels off."""
    _, window, pictures = random_window(42, "gamma")
    assert_found(window, pictures[:1])


def test_tiles_on_a_ground_of_many_shades_lie_in_the_middle_of_the_cells() -> None:
    """The place was 0.4 of a cell off: all was read right there, and presses would have gone beside the tiles."""
    _, window, pictures = random_window(87, "jpeg")
    assert_found(window, pictures)


def assert_found(window: Drawn, pictures: list[Pixels]) -> None:
    lattice = window.lattice
    frames = [Frame(picture, 0) for picture in pictures]
    result = calibrate(frames, SCREEN, rows=lattice.rows, cols=lattice.cols).result
    assert result.reasons == ()
    assert result.board is not None
    assert result.board[:2] == pytest.approx((lattice.x, lattice.y), abs=lattice.pitch_x / 12)
