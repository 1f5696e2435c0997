"""How far a well reaches: lattice lines along which what is left and right, or above and below, differs all the way."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.well.pitch import Grid
from calibration.well.wall_kernel import MOST_REACH, POINTS, share_of_wall
from capture.frame import Pixels
from vision.lattice import Lattice

NEAR, FAR = 0.12, 0.3
"""Between these distances from a line, in pitches, the ground on either side of it is looked at."""
AT_EDGE = 0.2
"""Pitches within which the window's own edge is a wall."""
EDGE_SHARE = 0.8
"""What the window's edge counts for as a wall: any board that fills the window has it for nothing."""
GOES_ON = 0.3
"""What it costs a well that its side walls go on above it or below; where a wall ends it, only if they surely do."""
SURELY = 0.9
WITHIN, WITHIN_SHARE = 0.3, 0.8
"""What it costs a well that a wall runs through it one cell from its edge, and the share from which one does."""
NO_FLOOR = 0.3
"""What it costs a well that nothing lies in its two lowest rows."""
FEWEST_ROWS, MOST_ROWS = 6, 30
FEWEST_COLS, MOST_COLS = 3, 16
HOLDS = 0.5
"""Share of a side's length that must be a wall for the side to speak for a well of that size."""
MOST_PICTURES = 3
"""Pictures that are looked at, about: walls are in all of them."""


@dataclass(frozen=True, slots=True, eq=False)
class Walls:
    """How much of each cell's sides is a wall, picture by picture.

    Attributes:
        size: height and width of the pictures.
        x, y: pixel at which line 0 lies.
        pitch: pixels.
        pictures: numbers of the pictures that were looked at.
        uprights: (pictures, lines across, rows) share of a vertical line's piece beside each row of cells, 0 to 1.
        levels: (pictures, lines down, cols) share of a horizontal line's piece at each column of cells.
        parted_uprights: likewise of the vertical lines, only where their two sides differ: a mere line parts nothing.
        parted_levels: likewise of the horizontal lines.
    """

    size: tuple[int, int]
    x: float
    y: float
    pitch: float
    pictures: tuple[int, ...]
    uprights: NDArray[np.float64]
    levels: NDArray[np.float64]
    parted_uprights: NDArray[np.float64]
    parted_levels: NDArray[np.float64]


def see_walls(pictures: Sequence[Pixels], grid: Grid) -> Walls:
    """Look along all lines of a grid; one begins half a cell from the grid's points."""
    pitch = grid.pitch
    x = float(np.mod(grid.x + pitch / 2, pitch))
    y = float(np.mod(grid.y + pitch / 2, pitch))
    # a line right outside the window is its edge
    x -= pitch if x > (1 - AT_EDGE) * pitch else 0
    y -= pitch if y > (1 - AT_EDGE) * pitch else 0
    some = tuple(range(0, len(pictures), 1 + len(pictures) // MOST_PICTURES))
    uprights = np.stack([_shares(pictures[number], x, y, pitch) for number in some])
    levels = np.stack([_shares(np.swapaxes(pictures[number], 0, 1), y, x, pitch) for number in some])
    height, width = pictures[0].shape[:2]
    return Walls((height, width), x, y, pitch, some, uprights[:, 0], levels[:, 0], uprights[:, 1], levels[:, 1])


def _shares(picture: NDArray[np.uint8], x: float, y: float, pitch: float) -> NDArray[np.float64]:
    """Return (2, lines, rows) the share of each vertical line's pieces that is a wall, and that parts two sides."""
    height, width = picture.shape[:2]
    lines = int((width + AT_EDGE * pitch - x) / pitch) + 1
    rows = max(1, int((height + AT_EDGE * pitch - y) / pitch))
    at = y + (np.arange(rows * POINTS) + 0.5) / POINTS * pitch
    ys = np.clip(at.astype(int), 0, height - 1)
    middles = x + np.arange(lines) * pitch
    inside = np.flatnonzero((middles >= AT_EDGE * pitch) & (middles <= width - AT_EDGE * pitch))

    def columns(offsets: NDArray[np.float64]) -> NDArray[np.intp]:
        return np.asarray(np.clip((middles[inside, None] + offsets).astype(int), 0, width - 1))

    reach = np.linspace(NEAR * pitch, FAR * pitch, MOST_REACH)
    close = np.arange(-NEAR * pitch, NEAR * pitch + 1)
    shares = np.zeros((2, lines, rows))
    shares[0] = EDGE_SHARE
    for share, drawn in zip(shares, (close, close[:0]), strict=True):
        share[inside] = share_of_wall(picture, ys, columns(-reach), columns(reach), columns(drawn), rows)
    return shares


def find_wells(
    walls: Walls,
    inside: NDArray[np.float64],
    rows: int | None,
    cols: int | None,
    count: int,
) -> list[tuple[float, Lattice]]:
    """Return the likeliest wells, best first, with how likely each is.

    Args:
        walls: from `see_walls`.
        inside: (rows, cols) weight of what was seen in each cell of the grid and belongs into a well.
        rows, cols: of the well, where they are known.
        count: how many at most.
    """
    tall, wide = inside.shape
    of_upright, of_level = walls.uprights.mean(axis=0), walls.levels.mean(axis=0)
    upright = np.concatenate([np.zeros((of_upright.shape[0], 1)), np.cumsum(of_upright - HOLDS, axis=1)], axis=1)
    level = np.concatenate([np.zeros((of_level.shape[0], 1)), np.cumsum(of_level - HOLDS, axis=1)], axis=1)
    beyond = np.pad(of_upright, ((0, 0), (1, 1)))  # column r is the row above line r
    held = np.zeros((tall + 1, wide + 1))
    held[1:, 1:] = inside.cumsum(axis=0).cumsum(axis=1)
    found: list[tuple[float, Lattice]] = []
    for across in range(cols or FEWEST_COLS, min(cols or MOST_COLS, wide) + 1):
        for down in range(rows or max(FEWEST_ROWS, across), min(rows or MOST_ROWS, tall) + 1):
            left = np.arange(wide - across + 1)
            top = np.arange(tall - down + 1)
            sides = (upright[:, down:] - upright[:, :-down])[:, : len(top)]
            ends = (level[:, across:] - level[:, :-across])[:, : len(left)]
            score = sides[left].T + sides[left + across].T + ends[top] + ends[top + down]
            score = score / (2 * (across + down))
            goes_on = np.minimum(beyond[left], beyond[left + across]).T
            above, below = (
                np.where(part >= SURELY, part, part * (1 - HOLDS - end / across))
                for part, end in ((goes_on[top], ends[top]), (goes_on[top + down + 1], ends[top + down]))
            )
            score -= GOES_ON * np.maximum(above, below)
            within = (ends[top + 1] / across, sides[left + 1].T / down, sides[left + across - 1].T / down)
            score -= WITHIN * np.clip((np.maximum.reduce(within) + HOLDS - WITHIN_SHARE) / (1 - WITHIN_SHARE), 0, 1)
            floor = held[down:, across:] - held[down - 2 : -2, across:]
            floor -= held[down:, :-across] - held[down - 2 : -2, :-across]
            score -= NO_FLOOR * (floor <= 0)
            score += 0.5 * (
                held[down:, across:] - held[:-down, across:] - held[down:, :-across] + held[:-down, :-across]
            )
            best = int(np.argmax(score))
            j, i = divmod(best, len(left))
            where = Lattice(
                walls.x + i * walls.pitch, walls.y + j * walls.pitch, walls.pitch, walls.pitch, down, across
            )
            found.append((float(score[j, i]), where))
    found.sort(key=lambda entry: -entry[0])
    return found[:count]


def weights_inside(
    grid: Grid, walls: Walls, x: NDArray[np.float64], y: NDArray[np.float64], weight: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return (rows, cols) the weight of points in each cell of the grid, 1 in all.

    Args:
        grid: with its lines in `walls`.
        walls: from `see_walls`.
        x, y, weight: (n,) of the points.
    """
    inside = np.zeros((walls.uprights.shape[2], walls.levels.shape[2]))
    i = np.floor((x - walls.x) / grid.pitch).astype(int)
    j = np.floor((y - walls.y) / grid.pitch).astype(int)
    there = (i >= 0) & (j >= 0) & (i < inside.shape[1]) & (j < inside.shape[0])
    np.add.at(inside, (j[there], i[there]), weight[there])
    return inside / max(1e-9, float(inside.sum()))
