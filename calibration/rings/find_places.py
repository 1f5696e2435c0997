"""Finds the nine cells and three hand places: concentric shapes on one lattice, and three more beside it."""

import itertools
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.rings.hands import HAND_SIDES, with_hands
from calibration.rings.places import OFF, RING_EXTENTS, SIDE, Places, cell_centres
from calibration.rings.sites import Site, occupants
from vision.lattice import Lattice

SMALLEST_PITCH = 24.0
"""Pixels; smaller cells have rings too thin to be read."""
FEWEST_CELLS = 5
"""Cells that must show something flat and symmetric, a ring or a mark, for a board to be believed."""
SQUARE = 0.05
"""How much the two pitches may differ."""
MOST_PLACES = 4
"""Places that are told apart at most, the likeliest: a ground with many shapes suggests thousands."""


def find_places(sites: Sequence[Site], size: tuple[int, int], hint: Lattice | None = None) -> list[Places]:
    """Return where board and hand may be, the likeliest first, MOST_PLACES at most.

    Args:
        sites: of all frames.
        size: (height, width) of the frames.
        hint: where the board is, as a person gave it; fitted by up to a tenth of a cell.
    """
    if not sites:
        return []
    xy = np.array([(s.x, s.y) for s in sites])
    # pairs of one lattice's sites suggest it again and again
    fits = dict.fromkeys(
        fit
        for lattice in ([hint] if hint is not None else _lattices(sites, xy, size))
        if (fit := _fitted(sites, xy, lattice) or ((lattice, 0.0, 0) if hint is not None else None)) is not None
    )
    found = [places for lattice, off, seen in fits for places in with_hands(sites, xy, lattice, off, seen)]
    found.sort(key=lambda p: (-round(p.likelihood, 2), HAND_SIDES.index(p.side)))
    distinct: list[Places] = []
    for places in found:
        if not any(_same(places, other) for other in distinct):
            distinct.append(places)
            if len(distinct) == MOST_PLACES:
                break
    return distinct


def _same(a: Places, b: Places) -> bool:
    tolerance = 0.1 * b.pitch
    return bool(np.abs(a.centres() - b.centres()).max() <= tolerance)


def _lattices(sites: Sequence[Site], xy: NDArray[np.float64], size: tuple[int, int]) -> Iterator[Lattice]:
    """Yield each lattice of nine cells that a pair of aligned sites suggests and enough sites lie on."""
    tried: set[tuple[int, int, int]] = set()
    largest = (min(size) + 8) / (SIDE - 1 + 2 * RING_EXTENTS[0])
    for i, j in itertools.permutations(range(len(sites)), 2):
        dx, dy = xy[j] - xy[i]
        along = max(dx, dy)
        if min(abs(dx), abs(dy)) > OFF * along or along < SMALLEST_PITCH:
            continue
        across = dx > dy
        for steps in (1, 2):
            pitch = along / steps
            if not SMALLEST_PITCH <= pitch <= largest or sites[i].shapes[0].extent > RING_EXTENTS[1] * pitch:
                continue
            for row, col in itertools.product(range(SIDE), repeat=2):
                if (col if across else row) + steps >= SIDE:
                    continue
                x, y = xy[i, 0] - col * pitch, xy[i, 1] - row * pitch
                if min(x, y) < 0 or x + 2 * pitch > size[1] or y + 2 * pitch > size[0]:
                    continue
                key = (round(x / 4), round(y / 4), round(pitch / 2))
                if key in tried:
                    continue
                tried.add(key)
                lattice = Lattice(x - pitch / 2, y - pitch / 2, pitch, pitch, SIDE, SIDE)
                if int((occupants(sites, xy, cell_centres(lattice), pitch, 2 * OFF) >= 0).sum()) >= FEWEST_CELLS:
                    yield lattice


def _fitted(sites: Sequence[Site], xy: NDArray[np.float64], lattice: Lattice) -> tuple[Lattice, float, int] | None:
    """Fit a lattice to the sites on it; returns it, the mean residual in pixels and how many cells are seen."""
    pitch = (lattice.pitch_x + lattice.pitch_y) / 2
    for off in (3 * OFF, OFF):
        seen = occupants(sites, xy, cell_centres(lattice), pitch, off)
        there = np.flatnonzero(seen >= 0)
        rows, cols = there // SIDE, there % SIDE
        if len(there) < FEWEST_CELLS or len(set(rows)) < SIDE or len(set(cols)) < SIDE:
            return None
        target = xy[seen[there]]
        fit_x = np.polyfit(cols, target[:, 0], 1)
        fit_y = np.polyfit(rows, target[:, 1], 1)
        if abs(fit_x[0] / fit_y[0] - 1) > SQUARE:
            return None
        lattice = Lattice(
            float(fit_x[1] - fit_x[0] / 2), float(fit_y[1] - fit_y[0] / 2), float(fit_x[0]), float(fit_y[0]), SIDE, SIDE
        )
        pitch = (lattice.pitch_x + lattice.pitch_y) / 2
    residual = np.hypot(np.polyval(fit_x, cols) - target[:, 0], np.polyval(fit_y, rows) - target[:, 1])
    return lattice, float(residual.mean()), len(there)
