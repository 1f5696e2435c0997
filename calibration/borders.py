"""Where exactly the cells begin: equal tiles tell the pitch, not where one cell ends and the next begins.

Three things tell it: the zone over which cells of one kind agree (it ends where the neighbours begin, and is centred on
the cell), straight lines at the borders between cells, and a pair of lines exactly one board apart.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from calibration.cell_likeness import interior_pairs, likeness
from calibration.registration import like_pairs
from capture.frame import Pixels
from vision.cells import sample_cells
from vision.lattice import Lattice

Axis = Literal["x", "y"]
"""Along which a length is measured."""

EDGE = 40.0
"""Step in the strongest channel that counts as a full edge, in grey levels."""
AGREE = 30.0
"""Difference in the strongest channel from which two cells wholly disagree, in grey levels."""
REACH = 0.4
"""How far beyond a cell its agreement with others is followed, in pitches."""
WIDEST_GAP = 0.13
"""Widest gap between tiles, in pitches."""
LINE_WEIGHT = 0.3
"""What a full set of border lines is worth against likeness, when the phase is chosen."""


def edge_profile(pictures: Sequence[Pixels], lattice: Lattice, axis: Axis) -> NDArray[np.float64]:
    """Return how much of the board's length is an edge at each pixel boundary, 0 to 1.

    Entry k is the boundary between pixels k-1 and k; the picture's own borders count as edges.
    """
    parts = []
    for picture in pictures:
        if axis == "x":
            low, high = max(0, round(lattice.y)), round(lattice.y + lattice.height)
            strip = picture[low:high].astype(np.int16)
            step = np.abs(np.diff(strip, axis=1)).max(axis=2)
            parts.append(np.minimum(step / EDGE, 1.0).mean(axis=0))
        else:
            low, high = max(0, round(lattice.x)), round(lattice.x + lattice.width)
            strip = picture[:, low:high].astype(np.int16)
            step = np.abs(np.diff(strip, axis=0)).max(axis=2)
            parts.append(np.minimum(step / EDGE, 1.0).mean(axis=1))
    return np.concatenate([[1.0], np.mean(parts, axis=0), [1.0]])


def _at(profile: NDArray[np.float64], place: NDArray[np.float64] | float) -> NDArray[np.float64]:
    return np.asarray(np.interp(place, np.arange(len(profile)), profile))


def border_lines(profile: NDArray[np.float64], start: float, pitch: float, cells: int) -> float:
    """Return how much of the borders between cells is edge: one line a border, or two with a gap between."""
    lines = start + pitch * np.arange(1, cells)
    best = 0.0
    for gap in np.arange(0.0, WIDEST_GAP * pitch, 0.5):
        best = max(best, min(float(_at(profile, lines - gap / 2).mean()), float(_at(profile, lines + gap / 2).mean())))
    return best


def _axis(lattice: Lattice, axis: Axis) -> tuple[float, float, int]:
    if axis == "x":
        return lattice.x, lattice.pitch_x, lattice.cols
    return lattice.y, lattice.pitch_y, lattice.rows


def _moved(lattice: Lattice, axis: Axis, by: float) -> Lattice:
    return replace(lattice, x=lattice.x + by) if axis == "x" else replace(lattice, y=lattice.y + by)


def outline(pictures: Sequence[Pixels], lattice: Lattice) -> float:
    """Return how much of the board's outline is edge, 0 to 1: the weaker side of each axis, averaged."""
    sides = []
    axes: tuple[Axis, Axis] = ("x", "y")
    for axis in axes:
        start, pitch, cells = _axis(lattice, axis)
        profile = edge_profile(pictures, lattice, axis)
        ends = [float(_at(profile, end + np.arange(-1.0, 1.1, 0.5)).max()) for end in (start, start + pitch * cells)]
        sides.append(min(ends))
    return float(np.mean(sides))


def choose_phase(pictures: Sequence[Pixels], lattice: Lattice, axis: Axis) -> Lattice:
    """Move a lattice by up to half a cell to where cells are most alike and borders are lines."""
    start, pitch, cells = _axis(lattice, axis)
    profile = edge_profile(pictures, lattice, axis)
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


@dataclass(frozen=True, slots=True)
class Zone:
    """Over what length cells of one kind agree, in pitches from the cell's beginning."""

    low: float
    high: float
    pairs: int


def agreement_zones(pictures: Sequence[Pixels], lattice: Lattice) -> tuple[Zone, Zone]:
    """Return the zones of agreement along x and y."""
    n = int(min(48, max(16, round(lattice.pitch_x))))
    wide = replace(
        lattice,
        x=lattice.x - lattice.pitch_x,
        y=lattice.y - lattice.pitch_y,
        rows=lattice.rows + 2,
        cols=lattice.cols + 2,
    )
    reach = int(REACH * n)
    inner = slice(int(0.1 * n) + reach, -(int(0.1 * n) + reach))
    along_x: list[NDArray[np.float32]] = []
    along_y: list[NDArray[np.float32]] = []
    count = 0
    for picture in pictures:
        cells = sample_cells(picture, wide, n)
        whole = cells.transpose(0, 2, 1, 3, 4).reshape(wide.rows * n, wide.cols * n, 3)
        pairs = like_pairs(sample_cells(picture, lattice, 16).reshape(-1, 16, 16, 3), 0.35)
        for pair in pairs:
            first, second = (
                whole[(r + 1) * n - reach : (r + 2) * n + reach, (c + 1) * n - reach : (c + 2) * n + reach]
                for r, c in (divmod(int(k), lattice.cols) for k in pair)
            )
            apart = np.minimum(np.abs(first - second).max(axis=2) / AGREE, 1.0)
            along_x.append(apart[inner].mean(axis=0))
            along_y.append(apart[:, inner].mean(axis=1))
        count += len(pairs)
    if not count:
        return Zone(0.0, 1.0, 0), Zone(0.0, 1.0, 0)
    x, y = (_zone(np.mean(p, axis=0), n, reach, count) for p in (along_x, along_y))
    return x, y


def _zone(profile: NDArray[np.float32], n: int, reach: int, count: int) -> Zone:
    middle = float(np.median(profile[reach + int(0.3 * n) : reach + int(0.7 * n)]))
    ends = []
    for side in (profile, profile[::-1]):
        level = middle + 0.5 * (float(side[: reach + n // 4].max()) - middle)
        i = reach + n // 2
        while i > 0 and side[i] < level:
            i -= 1
        inside = (side[i] - level) / max(float(side[i] - side[i + 1]), 1e-6)
        ends.append((i + 0.5 + float(np.clip(inside, 0.0, 1.0)) - reach) / n)
    return Zone(ends[0], 1.0 - ends[1], count)


def snap_to_lines(profile: NDArray[np.float64], start: float, pitch: float, cells: int, zone: Zone) -> float:
    """Return where the first cell begins, to a quarter of a pixel or better.

    Args:
        profile: of edges along the axis.
        start: first estimate, to which `zone` refers.
        pitch: length of a cell.
        cells: cells along the axis.
        zone: where cells of one kind agree.
    """
    centred = start + ((zone.low + zone.high) / 2 - 0.5) * pitch
    # a zone as long as the cell leaves no doubt; with gaps, or ground that disagrees, tiles may sit off centre
    doubt = 0.4 + 0.02 * pitch + abs(zone.high - zone.low - 1.0) * pitch / 2
    best, best_at = 0.0, centred
    for quarter in range(math.ceil(4 * (centred - 2 * doubt)), math.floor(4 * (centred + 2 * doubt)) + 1):
        at = quarter / 4
        outer = min(float(_at(profile, at)), float(_at(profile, at + cells * pitch)))
        lines = border_lines(profile, at, pitch, cells)
        score = outer + 0.5 * lines - 0.25 * ((at - centred) / doubt) ** 2
        if score > best:
            best, best_at = score, at
    if best < 0.5:
        return centred
    return best_at


def settle_borders(pictures: Sequence[Pixels], lattice: Lattice) -> Lattice:
    """Return a lattice of right pitch moved to where its cells begin."""
    lattice = choose_phase(pictures, choose_phase(pictures, lattice, "x"), "y")
    zone_x, zone_y = agreement_zones(pictures, lattice)
    x = snap_to_lines(edge_profile(pictures, lattice, "x"), lattice.x, lattice.pitch_x, lattice.cols, zone_x)
    y = snap_to_lines(edge_profile(pictures, lattice, "y"), lattice.y, lattice.pitch_y, lattice.rows, zone_y)
    return replace(lattice, x=x, y=y)
