"""What lies beside a well may end in a wall too: a window's frame, or a line of the wallpaper."""

import numpy as np

from calibration.well.evidence import missing_sides
from calibration.well.jewels import SIDE, Kind, Seen
from calibration.well.walls import Walls
from vision.lattice import Lattice

ROWS, COLS, MORE = 6, 3, 4
"""Of the well, and columns beside it up to a line of the wallpaper."""
STACKS = Kind(np.zeros((SIDE, SIDE, 3), np.float32), tuple(Seen(0, 5.0, float(col)) for col in range(COLS)))


def walls(within: float, own: float, line: float) -> Walls:
    """Walls around well and surroundings: the line between both, the outermost one, and all others beside the well."""
    uprights, levels = np.zeros((1, COLS + MORE + 1, ROWS)), np.zeros((1, ROWS + 1, COLS + MORE))
    uprights[:, 0], levels[:, [0, ROWS]] = 1.0, 1.0
    uprights[:, COLS], uprights[:, -1], uprights[:, COLS + 1 : -1] = own, line, within
    size = 10 * ROWS, 10 * (COLS + MORE)
    return Walls(size, 0.0, 0.0, 10.0, (0,), uprights, levels, uprights, levels)


def well(cols: int) -> Lattice:
    return Lattice(0.0, 0.0, 10.0, 10.0, ROWS, cols)


def test_a_wall_by_itself_within_a_well_is_its_end() -> None:
    """Seen with a window on a wallpaper of lines: twelve columns were found where there are seven."""
    assert missing_sides(walls(0.8, 1.0, 0.95), well(COLS + MORE), [STACKS]) == ("right wall",)
    assert missing_sides(walls(0.8, 1.0, 0.95), well(COLS), [STACKS]) == ()


def test_the_lines_of_a_grid_are_none() -> None:
    assert missing_sides(walls(0.95, 1.0, 1.0), well(COLS + MORE), [STACKS]) == ()
    assert missing_sides(walls(0.3, 0.3, 1.0), well(COLS + MORE), [STACKS]) == ()
