"""Where exactly the cells begin: equal tiles tell the pitch, not where one cell ends and the next begins.

Three things tell it: the zone over which cells of one kind agree (it ends where the neighbours begin, and its ends are
mirror images), straight lines at the borders between cells, and a pair of lines exactly one board apart.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from calibration.cell_likeness import interior_pairs, likeness
from calibration.tile_centres import Centre, tile_centres
from capture.frame import Pixels
from vision.cells import sample_cells
from vision.difference import difference
from vision.lattice import Lattice

Axis = Literal["x", "y"]
"""Along which a length is measured."""

AXES: tuple[Axis, Axis] = ("x", "y")

Part = tuple[float, float]
"""A stretch of the board, from and to, as shares of its length."""
PARTS: dict[Axis, tuple[Part, ...]] = {"x": ((0.0, 1.0), (0.0, 0.34), (0.66, 1.0)), "y": ((0.0, 1.0),)}
"""Stretches in which the outline is looked for: water below may have one where the dry ground has none."""

EDGE = 40
"""Step in the strongest channel that counts as a full edge, in grey levels."""
LINES_SEEN = 0.08
"""Score of lines below which they are taken for chance."""
BESIDE = 2
"""Pixels aside at which the grounds on both sides of a border are compared."""
WIDEST_GAP = 0.13
"""Widest gap between tiles, in pitches."""
LINE_WEIGHT = 0.3
"""What a full set of border lines is worth against likeness, when the phase is chosen."""
LINES_BESIDE_OUTLINE = 0.5
"""What it is worth against a full outline, when borders are looked for near the tiles' centre."""
OFF_CENTRE = 0.12
"""What a board loses that lies off the tiles' centre by as much as that is in doubt; with the square of how far."""
LEAST_DOUBT_PX, DOUBT = 0.5, 0.015
"""How far off the true centre the one found may be, in pixels and in pitches, where the tiles are even."""
UNEVEN, UNEVEN_DOUBT = 0.1, 0.4
"""Asymmetry beyond which tiles are uneven, and the doubt that each unit beyond it adds, in pitches."""


def _steps(picture: Pixels) -> NDArray[np.uint8]:
    """Return (height, width - 1) how far pixels k-1 and k differ, where the ground two pixels further differs as well.

    So a stroke drawn across one ground does not count, while the border between two grounds does.
    """
    near = difference(picture[:, 1:], picture[:, :-1])
    far = np.full_like(near, EDGE)
    far[:, BESIDE:-BESIDE] = difference(picture[:, 2 * BESIDE + 1 :], picture[:, : -2 * BESIDE - 1])
    return np.asarray(np.minimum(near, far), np.uint8)


class EdgeMap:
    """Where pictures have edges, summed so that the profile of any board is had at once.

    Args:
        pictures: of one size.
    """

    def __init__(self, pictures: Sequence[Pixels]) -> None:
        self._sums = {}
        for axis in AXES:
            turned = [p if axis == "x" else np.ascontiguousarray(p.transpose(1, 0, 2)) for p in pictures]
            for kind in ("edge", "step"):
                total = np.zeros((turned[0].shape[0], turned[0].shape[1] - 1), np.float32)
                for picture in turned:
                    strength = _steps(picture) if kind == "step" else difference(picture[:, 1:], picture[:, :-1])
                    total += np.minimum(strength, EDGE)
                total /= EDGE * len(pictures)
                zero = np.zeros((1, total.shape[1]))
                self._sums[axis, kind] = np.concatenate([zero, np.cumsum(total, axis=0, dtype=np.float64)])

    def profile(
        self, lattice: Lattice, axis: Axis, kind: Literal["edge", "step"] = "edge", part: Part = (0.0, 1.0)
    ) -> NDArray[np.float64]:
        """Return how much of the board's length is an edge at each pixel boundary, (pixels + 1,) 0 to 1.

        Entry k is the boundary between pixels k-1 and k; the picture's own borders count as edges. A "step" is an
        edge between two grounds, not a stroke drawn on one. `part` is the stretch of the board that is looked at.
        """
        sums = self._sums[axis, kind]
        start, length = (lattice.y, lattice.height) if axis == "x" else (lattice.x, lattice.width)
        low = min(max(0, round(start + part[0] * length)), len(sums) - 2)
        high = max(low + 1, min(len(sums) - 1, round(start + part[1] * length)))
        return np.concatenate([[1.0], (sums[high] - sums[low]) / (high - low), [1.0]])


def _at(profile: NDArray[np.float64], place: NDArray[np.float64] | float) -> NDArray[np.float64]:
    return np.asarray(np.interp(place, np.arange(len(profile)), profile))


def border_lines(profile: NDArray[np.float64], start: float, pitch: float, cells: int) -> float:
    """Return how much of the borders between cells is edge: one line a border, or two with a gap between.

    Args:
        profile: (pixels + 1,) from `EdgeMap.profile`.
        start: where the first cell begins, in pixels.
        pitch: pixels a cell.
        cells: how many there are along the axis.

    Returns:
        0 to 1.
    """
    lines = start + pitch * np.arange(1, cells)
    # not the mean: a ground may have lines of its own on every other border
    few = (cells - 1) // 4
    half = np.arange(0.0, WIDEST_GAP * pitch, 0.5)[:, None] / 2
    sides = [np.sort(_at(profile, lines + side * half), axis=1)[:, few] for side in (-1, 1)]
    return max(0.0, float(np.minimum(*sides).max()))


def _axis(lattice: Lattice, axis: Axis) -> tuple[float, float, int]:
    if axis == "x":
        return lattice.x, lattice.pitch_x, lattice.cols
    return lattice.y, lattice.pitch_y, lattice.rows


def _moved(lattice: Lattice, axis: Axis, by: float) -> Lattice:
    return replace(lattice, x=lattice.x + by) if axis == "x" else replace(lattice, y=lattice.y + by)


def outline(edges: EdgeMap, lattice: Lattice) -> float:
    """Return how much of the board's outline is edge, 0 to 1: the weaker side of each axis, averaged."""
    sides = []
    for axis in AXES:
        start, pitch, cells = _axis(lattice, axis)
        profile = edges.profile(lattice, axis)
        ends = [float(_at(profile, end + np.arange(-1.0, 1.1, 0.5)).max()) for end in (start, start + pitch * cells)]
        sides.append(min(ends))
    return float(np.mean(sides))


def choose_phase(pictures: Sequence[Pixels], edges: EdgeMap, lattice: Lattice, axis: Axis) -> Lattice:
    """Move a lattice by up to half a cell to where cells are most alike and borders are lines."""
    start, pitch, cells = _axis(lattice, axis)
    profile = edges.profile(lattice, axis)
    pairs = interior_pairs(lattice.rows, lattice.cols)
    best, best_by = -1.0, 0.0
    for k in range(-4, 5):
        by = k * pitch / 8
        trial = _moved(lattice, axis, by)
        alike = np.mean([np.mean(likeness(sample_cells(p, trial, 8), pairs) ** 2) for p in pictures])
        near = np.arange(by - pitch / 16, by + pitch / 16, 0.5)
        line, line_by = max((border_lines(profile, start + float(b), pitch, cells), float(b)) for b in near)
        score = float(alike) + LINE_WEIGHT * line
        if score > best:
            best, best_by = score, line_by if line > 0.5 else by
    return _moved(lattice, axis, best_by)


def _above_median(profile: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.maximum(profile - np.median(profile), 0.0))


def snap_to_lines(edges: EdgeMap, lattice: Lattice, axis: Axis, centre: Centre) -> float:
    """Return where the first cell begins, to a quarter of a pixel or better.

    Args:
        edges: of the pictures.
        lattice: first estimate, to which `centre` refers.
        axis: along which.
        centre: where the tiles are centred.
    """
    start, pitch, cells = _axis(lattice, axis)
    edge = _above_median(edges.profile(lattice, axis))
    steps = [_above_median(edges.profile(lattice, axis, "step", part)) for part in PARTS[axis]]
    centred = start + centre.offset * pitch
    doubt = LEAST_DOUBT_PX + pitch * (DOUBT + UNEVEN_DOUBT * max(0.0, centre.asymmetry - UNEVEN))
    best, best_at = LINES_SEEN, centred
    for quarter in range(math.ceil(4 * (centred - 2 * doubt)), math.floor(4 * (centred + 2 * doubt)) + 1):
        at = quarter / 4
        ends = np.array([at, at + cells * pitch])
        outer = max(float(_at(step, ends).mean()) for step in steps)
        lines = border_lines(edge, at, pitch, cells)
        score = outer + LINES_BESIDE_OUTLINE * lines - OFF_CENTRE * ((at - centred) / doubt) ** 2
        if score > best:
            best, best_at = score, at
    return best_at


def settle_borders(pictures: Sequence[Pixels], edges: EdgeMap, lattice: Lattice) -> Lattice:
    """Return a lattice of right pitch moved to where its cells begin."""
    lattice = choose_phase(pictures, edges, choose_phase(pictures, edges, lattice, "x"), "y")
    centre_x, centre_y = tile_centres(pictures, lattice)
    x = snap_to_lines(edges, lattice, "x", centre_x)
    y = snap_to_lines(edges, lattice, "y", centre_y)
    return replace(lattice, x=x, y=y)
