"""Lines of cells beside a board, told tiles or none: how far the board goes on, and where it may be moved."""

import numpy as np
import pytest

from calibration.beyond import _are_ground, _are_of_tiles, _outside, _shares, grown, moved, ways_to_move
from calibration.board_extent import _core, _grow
from vision.lattice import Lattice
from vision.sighting import UNKNOWN

BOARD = Lattice(10, 20, 5, 4, 6, 8)


@pytest.mark.parametrize(
    ("sides", "larger", "aside"),
    [
        (("top",), Lattice(10, 16, 5, 4, 7, 8), Lattice(10, 16, 5, 4, 6, 8)),
        (("bottom",), Lattice(10, 20, 5, 4, 7, 8), Lattice(10, 24, 5, 4, 6, 8)),
        (("left",), Lattice(5, 20, 5, 4, 6, 9), Lattice(5, 20, 5, 4, 6, 8)),
        (("right",), Lattice(10, 20, 5, 4, 6, 9), Lattice(15, 20, 5, 4, 6, 8)),
        (("top", "right"), Lattice(10, 16, 5, 4, 7, 9), Lattice(15, 16, 5, 4, 6, 8)),
        (("left", "right"), Lattice(5, 20, 5, 4, 6, 10), BOARD),
        ((), BOARD, BOARD),
    ],
)
def test_a_board_grows_by_a_line_or_is_moved_by_one(sides: tuple[str, ...], larger: Lattice, aside: Lattice) -> None:
    assert grown(BOARD, sides) == larger  # type: ignore[arg-type]
    assert moved(BOARD, sides) == aside  # type: ignore[arg-type]


def test_a_board_is_moved_where_it_goes_on_at_one_of_two_opposite_sides_and_never_back() -> None:
    assert ways_to_move(("top", "left"), ()) == ("top", "left")
    assert ways_to_move(("top", "bottom", "left"), ()) == ("left",)
    assert ways_to_move(("top", "left"), ("bottom",)) == ("left",)
    assert ways_to_move(("top",), ("top",)) == ("top",)


def line(*codes: int) -> np.ndarray:
    return np.array([UNKNOWN if code < 0 else code for code in codes], np.int8)


def test_a_line_of_tiles_shows_two_kinds_and_mostly_tiles_in_every_frame() -> None:
    tiles = line(1, 1, 1, 1, 1, 1, 2, -1, -1, -1)
    assert _are_of_tiles([tiles])
    assert not _are_of_tiles([line(1, 1, 1, 1, 1, 2, -1, -1, -1, -1)]), "too few"
    assert not _are_of_tiles([line(1, 1, 1, 1, 1, 1, 1, -1, -1, -1)]), "one thing over and over"
    assert _are_of_tiles([line(*[1] * 10), line(*[2] * 10)]), "another in the next frame"
    assert not _are_of_tiles([tiles, line(1, 1, 1, 1, 1, 2, -1, -1, -1, -1)])


def test_ground_is_most_of_a_boards_last_line_and_of_the_next_one_in_every_frame() -> None:
    ground, half = [3, 3, 3, 1], [3, 3, 1, 2]
    assert _are_ground([np.array([ground, ground], np.int8)] * 2)
    assert not _are_ground([np.array([ground, half], np.int8)])
    assert not _are_ground([np.array([half, ground], np.int8)])
    assert not _are_ground([np.array([ground, ground], np.int8), np.array([ground, half], np.int8)])
    nothing = np.full((2, 4), UNKNOWN, np.int8)
    assert not _are_ground([nothing]), "what is no tile is no ground that was taken for one"


@pytest.mark.parametrize(("side", "out"), [("top", 0.5), ("bottom", 0.25), ("left", 0.4), ("right", 0.2)])
def test_how_much_of_a_line_lies_out_of_the_picture(side: str, out: float) -> None:
    """Of one up to a tenth of which does the parts that a cover may leave are looked at, else what lies in view."""
    wide = Lattice(-2, -2, 5, 4, 6, 8)
    assert _outside(wide, side, 37, 21) == pytest.approx(out)  # type: ignore[arg-type]
    (share,) = _shares(wide, side, 37, 21)  # type: ignore[arg-type]
    assert share == pytest.approx(1 - out)
    assert _shares(Lattice(-0.5, -0.4, 5, 4, 6, 8), side, 39, 24) == (0.25, 0.5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("share", "first", "last", "surface", "told"),
    [
        ([0, 1, 1, 1, 0], 1, 3, False, (1, 3, False, False)),
        ([0.7, 0.7, 1, 1, 0.69], 2, 3, False, (0, 3, False, True)),
        ([0.35, 1, 1, 1, 0.36], 1, 3, False, (1, 3, False, True)),
        ([1, 0.5, 1, 1, 1], 2, 3, False, (2, 4, True, False)),
        ([1, 0.5, 1, 1, 1], 2, 3, True, (0, 4, False, False)),
        ([0, 1, 1, 0.2, 1, 0, 1], 1, 2, True, (1, 4, False, False)),
        ([0, 1, 1, 0.11, 0], 1, 2, True, (1, 2, False, True)),
        ([0, 1, 1, 0.1, 0], 1, 2, True, (1, 2, False, False)),
        ([0, 1, 1, 0.2], 1, 2, True, (1, 2, False, True)),
    ],
    ids=[
        "as it is",
        "two lines more, and half of one",
        "up to where it is clear",
        "what lies behind a line that is none",
        "a layer that begins in that line",
        "it begins in one line only",
        "it may begin here",
        "it does not",
        "at the picture's end",
    ],
)
def test_a_board_reaches_as_far_as_lines_are_of_tiles(
    share: list[float], first: int, last: int, surface: bool, told: tuple[int, int, bool, bool]
) -> None:
    assert _grow(np.array(share, np.float64), first, last, surface) == told


@pytest.mark.parametrize(
    ("first", "count", "told"),
    [(2, 8, (3, 8)), (2, 5, (3, 5)), (2, 4, (2, 5)), (2, 3, (2, 4)), (-1, 6, (1, 3)), (8, 6, (8, 11)), (7, 6, (8, 10))],
)
def test_the_middle_leaves_out_a_line_at_each_side_where_three_are_left(
    first: int, count: int, told: tuple[int, int]
) -> None:
    """Of a picture of twelve lines."""
    assert _core(first, count, 12) == told
