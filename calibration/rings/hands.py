"""Hands of three pieces that may belong to a board: beside it on one of its four sides."""

import itertools
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.rings.places import OFF, RING_EXTENTS, SIDE, Places, cell_centres
from calibration.rings.shapes import SAME_SIZE
from calibration.rings.sites import Site, occupants
from vision.lattice import Lattice

HAND_REACH = (0.75, 2.5)
"""How far the hand lies from the outermost cells, in pitches."""
HAND_PITCH = (0.6, 1.7)
"""Distance of the pieces in hand, in pitches."""
HAND_SIDES = ("right", "below", "left", "above")
"""In order of likelihood."""


def with_hands(
    sites: Sequence[Site], xy: NDArray[np.float64], lattice: Lattice, off: float, cells_seen: int
) -> Iterator[Places]:
    """Yield the board with each hand that may belong to it.

    Args:
        sites: all that were found.
        xy: (sites, 2) where they are.
        lattice: the board's cells.
        off: mean distance of the sites on them from their middles, in pixels.
        cells_seen: cells that show something.
    """
    pitch = (lattice.pitch_x + lattice.pitch_y) / 2
    sizes = _ring_sizes(sites, xy, lattice, pitch)
    beyond = _cells_beyond(sites, xy, lattice, pitch, sizes)
    # cells that show but wells tell nothing of rings
    known = sizes if _distinct(sizes) >= SIDE else sizes[:0]
    hands = [(side, *one) for side in HAND_SIDES for one in _hands(sites, xy, lattice, pitch, side, known)]
    if not hands:
        # it may be drawn in another size than the board
        any_size = ((side, *one) for side in HAND_SIDES for one in _hands(sites, xy, lattice, pitch, side, sizes[:0]))
        hands = [one for one in any_size if one[-1] == SIDE]
    for side, hand, seen in hands:
        apart = np.abs(beyond[:, None] - np.array(hand)).max(axis=2).min(axis=1)
        strays = int((apart > 0.3 * pitch).sum())
        yield Places(lattice, hand, side, cells_seen, seen, strays, off)


def _ring_sizes(sites: Sequence[Site], xy: NDArray[np.float64], lattice: Lattice, pitch: float) -> NDArray[np.float64]:
    """Return the extents of the shapes in the cells that a ring may have."""
    seen = occupants(sites, xy, cell_centres(lattice), pitch, OFF)
    extents = [s.extent for k in seen.tolist() if k >= 0 for s in sites[k].shapes]
    low, high = RING_EXTENTS[0] * pitch, RING_EXTENTS[1] * pitch
    return np.array([e for e in extents if low <= e <= high])


def _distinct(sizes: NDArray[np.float64]) -> int:
    """Return how many sizes there are, like ones counted once."""
    ordered = np.sort(sizes)
    return int((ordered[1:] / ordered[:-1] - 1 > SAME_SIZE).sum()) + 1 if len(ordered) else 0


def _ring_like(site: Site, pitch: float, sizes: NDArray[np.float64]) -> bool:
    low, high = RING_EXTENTS[0] * pitch, RING_EXTENTS[1] * pitch
    extents = [s.extent for s in site.shapes if low <= s.extent <= high]
    if len(sizes) < SIDE:
        return bool(extents)
    return any(bool((np.abs(sizes / e - 1) <= SAME_SIZE).any()) for e in extents)


def _hands(
    sites: Sequence[Site],
    xy: NDArray[np.float64],
    lattice: Lattice,
    pitch: float,
    side: str,
    sizes: NDArray[np.float64],
) -> Iterator[tuple[tuple[tuple[float, float], ...], int]]:
    """Yield (three places, how many of them are seen) on one side of the board."""
    upright = side in ("right", "left")
    axis = 0 if upright else 1
    first, last = lattice.centre(0, 0)[axis], lattice.centre(SIDE - 1, SIDE - 1)[axis]
    away = xy[:, axis] - last if side in ("right", "below") else first - xy[:, axis]
    middle = lattice.centre(1, 1)[1 - axis]
    along = xy[:, 1 - axis] - middle
    near = (away >= HAND_REACH[0] * pitch) & (away <= HAND_REACH[1] * pitch)
    near &= np.abs(along) <= (HAND_PITCH[1] + OFF) * pitch
    members = [k for k in np.flatnonzero(near).tolist() if _ring_like(sites[k], pitch, sizes)]
    done: set[tuple[int, ...]] = set()
    for k in members:
        line = [m for m in members if abs(xy[m, axis] - xy[k, axis]) <= OFF * pitch]
        for count in (3, 2, 1):
            for chosen in itertools.combinations(sorted(line), count):
                if k not in chosen or chosen in done:
                    continue
                done.add(chosen)
                spots = _spots(sorted(float(along[m]) for m in chosen), pitch)
                if spots is None:
                    continue
                level = float(np.mean([xy[m, axis] for m in chosen]))
                at = tuple((level, middle + s) if upright else (middle + s, level) for s in spots)
                yield at, count


def _spots(along: list[float], pitch: float) -> tuple[float, ...] | None:
    """Return where three pieces stand along a line, from one to three of them; 0 is level with the board's middle."""
    tolerance = 2 * OFF * pitch
    if len(along) == SIDE:
        spots = tuple(along)
    else:
        # a hand of which some are played stands evenly around the board's middle
        off = [abs(a) for a in along]
        outer = [o for o in off if o > tolerance]
        step = float(np.mean(outer)) if outer else pitch
        if any(abs(o - step) > tolerance for o in outer) or len({round(a / step) for a in along}) < len(along):
            return None
        if len(along) == 1 and abs(step - pitch) > tolerance:
            return None
        spots = (-step, 0.0, step)
    first, second = spots[1] - spots[0], spots[2] - spots[1]
    if abs(first - second) > tolerance or not HAND_PITCH[0] * pitch <= (first + second) / 2 <= HAND_PITCH[1] * pitch:
        return None
    return spots


def _cells_beyond(
    sites: Sequence[Site], xy: NDArray[np.float64], lattice: Lattice, pitch: float, sizes: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return (n, 2) where more cells seem to lie on the lattice beyond the board: another game's board has many."""
    beyond = np.array(
        [
            lattice.centre(row, col)
            for row in range(-2, SIDE + 2)
            for col in range(-2, SIDE + 2)
            if not (0 <= row < SIDE and 0 <= col < SIDE)
        ]
    )
    seen = occupants(sites, xy, beyond, pitch, OFF)
    return beyond[[k >= 0 and _ring_like(sites[k], pitch, sizes) for k in seen.tolist()]]
