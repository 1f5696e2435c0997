"""A picture that holds a part of a well only, or in which a grid of cells goes on beyond what looks like its end."""

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.well.calibrate import calibrate_well
from calibration.well.cut_off import sides_out_of_view, sides_within_grid, view_fault
from calibration.well.jewels import SIDE, Kind, Seen
from calibration.well.walls import Walls
from capture.folder import load_image
from capture.frame import Frame, Pixels
from tests.calibration.test_well_packed_pictures import COLS, LEFT, PITCH, ROWS, stacks, window
from vision.columns import SCREEN
from vision.lattice import Lattice

REAL = os.environ.get("SPYGLASS_REAL")
real = pytest.mark.skipif(not REAL, reason="SPYGLASS_REAL is not set: no real pictures here")
SIZES = ((13, 7), (14, 6))
STACKS = Kind(np.zeros((SIDE, SIDE, 3), np.float32), tuple(Seen(0, 5.0, float(col)) for col in range(3)))
LINES, MORE = 6, 2
"""Rows of cells, and columns beside the well."""


def grid(parts: float) -> Walls:
    """A grid of cells that goes on right of three columns; all of its lines are drawn, one of them parts two sides."""
    uprights, levels = np.full((1, 4 + MORE, LINES), 0.9), np.full((1, LINES + 1, 3 + MORE), 0.9)
    parted_uprights, parted_levels = np.zeros_like(uprights), np.zeros_like(levels)
    parted_uprights[:, 3] = parts
    size = LINES * 10 + 20, (3 + MORE) * 10 + 20
    return Walls(size, 10.0, 10.0, 10.0, (0,), uprights, levels, parted_uprights, parted_levels)


WELL = Lattice(10.0, 10.0, 10.0, 10.0, LINES, 3)


def test_a_line_of_a_grid_that_goes_on_is_no_end() -> None:
    assert sides_within_grid(grid(0.0), WELL, [STACKS]) == ("right wall",)
    assert sides_within_grid(grid(1.0), WELL, [STACKS]) == ()


def test_one_that_stands_out_is_an_end_though_it_parts_nothing() -> None:
    walls = grid(0.0)
    walls.uprights[:, 1:3] = 0.3
    assert sides_within_grid(walls, WELL, [STACKS]) == ()


def test_where_the_grid_does_not_go_on_it_ends() -> None:
    walls = grid(0.0)
    walls.levels[:, :, 3:] = 0.2
    assert sides_within_grid(walls, WELL, [STACKS]) == ()


def test_sides_beyond_which_the_picture_holds_no_whole_cell_are_out_of_view() -> None:
    at_left = Lattice(0.0, 10.0, 10.0, 10.0, LINES, 3)
    walls = grid(1.0)
    assert "left wall" not in sides_out_of_view(walls, Lattice(20.0, 10.0, 10.0, 10.0, LINES, 3), [STACKS])
    assert "left wall" in sides_out_of_view(
        Walls(walls.size, 0.0, 10.0, 10.0, (0,), walls.uprights, walls.levels, walls.uprights, walls.levels),
        at_left,
        [STACKS],
    )


@pytest.mark.parametrize(
    ("unseen", "size", "trusted"),
    [
        ((), (12, 7), True),
        (("floor", "top"), (13, 7), True),
        (("top",), (12, 7), False),
        (("left wall", "right wall"), (14, 6), True),
        (("floor", "left wall"), (14, 6), False),
    ],
)
def test_two_sides_out_of_view_are_believed_of_a_preset_s_size_only(
    unseen: tuple[str, ...], size: tuple[int, int], trusted: bool
) -> None:
    assert (view_fault(unseen, size, SIZES) == "") is trusted


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    "part",
    [
        (slice(PITCH, None), slice(None)),
        (slice(PITCH // 8 * 7, None), slice(None)),
        (slice(5 * PITCH + 20, None), slice(None)),
        (slice(None, -PITCH), slice(None)),
        (slice(None), slice(LEFT + PITCH, None)),
        (slice(None), slice(None, LEFT + (COLS - 1) * PITCH)),
    ],
    ids=["a row", "most of a row", "five rows and a part", "the lowest row", "a column", "the last column"],
)
def test_a_picture_of_a_part_of_a_well_wants_the_size_told(part: tuple[slice, slice]) -> None:
    """Seen with a real window: whatever was cut off, the rest passed as a well of its own."""
    picture = np.ascontiguousarray(window(stacks(1), 1)[part])
    result = calibrate_well([Frame(picture, 0)], SCREEN).result
    assert not result.passed
    assert any("--rows" in reason for reason in result.reasons)


def test_a_whole_well_that_ends_where_its_window_does_is_found() -> None:
    result = calibrate_well([Frame(window(stacks(1), 1), 0)], SCREEN).result
    assert result.passed, result.reasons
    assert (result.rows, result.cols) == (ROWS, COLS)


def picture_of(name: str) -> Pixels:
    return load_image(Path(REAL or "") / "columns_web" / f"{name}.png")


@real
def test_the_lines_of_a_real_grid_are_no_end_however_bright() -> None:
    """The last column was empty, and its line in a brighter picture a better wall than before: 13 x 6 were found."""
    brighter = np.asarray(cv2.convertScaleAbs(picture_of("frame_006"), alpha=1.25), np.uint8)
    result = calibrate_well([Frame(brighter, 0)], SCREEN).result
    assert not result.passed or (result.rows, result.cols) == (13, 7)


@pytest.mark.sweep(3)
@real
@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("frame_010", (slice(30, None), slice(None))),
        ("frame_010", (slice(300, None), slice(None))),
        ("frame_017", (slice(300, None), slice(None))),
        ("frame_006", (slice(69, None), slice(None))),
        ("frame_006", (slice(None, -69), slice(None))),
        ("frame_014", (slice(None, -20), slice(None))),
        ("frame_006", (slice(None), slice(377, None))),
    ],
)
def test_a_part_of_a_real_well_is_no_well(name: str, part: tuple[slice, slice]) -> None:
    picture = np.ascontiguousarray(picture_of(name)[part])
    assert not calibrate_well([Frame(picture, 0)], SCREEN).result.passed
