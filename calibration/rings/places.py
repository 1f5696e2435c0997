"""Where nine cells and three hand places lie: concentric shapes on one lattice, and three more beside it."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.rings.shapes import Shape
from vision.lattice import Lattice

SIDE = 3
"""Rows and columns of the board, and pieces in a hand."""
SMALLEST_PITCH = 24.0
"""Pixels; smaller cells have rings too thin to be read."""
FEWEST_CELLS = 5
"""Cells that must show something flat and symmetric, a ring or a mark, for a board to be believed."""
RING_EXTENTS = (0.06, 0.56)
"""Half a ring's side, smallest and largest, in pitches."""
OFF = 0.03
"""How far a shape's middle may lie off its place, in pitches."""
SQUARE = 0.05
"""How much the two pitches may differ."""
HAND_REACH = (0.75, 2.5)
"""How far the hand lies from the outermost cells, in pitches."""
HAND_PITCH = (0.6, 1.7)
"""Distance of the pieces in hand, in pitches."""
SAME_SIZE = 0.06
"""Relative difference up to which two shapes have one size."""
MOST_SITES = 160
"""Sites that are looked at, the largest first: a textured ground makes many small ones."""
MOST_PLACES = 4
"""Places that are told apart at most, the likeliest: a ground with many shapes suggests thousands."""
HAND_SIDES = ("right", "below", "left", "above")
"""In order of likelihood."""
OPPOSITE = {"right": "left", "below": "above", "left": "right", "above": "below"}
CONTINUES = 3 * OFF
"""How far the hand may lie off the next line of the lattice, in pitches, and pass for a line of cells."""


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """A point that shapes share as their middle.

    Attributes:
        x, y: of the point, in pixels.
        shapes: concentric, of all frames, the largest first.
    """

    x: float
    y: float
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Places:
    """The twelve places of a window.

    Attributes:
        lattice: the cells.
        hand: (x, y) of the middle of each piece.
        side: of the board where the hand lies.
        cells_seen: cells that show something.
        hand_seen: hand places that do; the others follow from these.
        strays: cells beyond the board that look like cells.
        off: mean distance of the shapes from their places, in pixels.
    """

    lattice: Lattice
    hand: tuple[tuple[float, float], ...]
    side: str
    cells_seen: int
    hand_seen: int
    strays: int
    off: float

    @property
    def pitch(self) -> float:
        """The mean of the two pitches."""
        return (self.lattice.pitch_x + self.lattice.pitch_y) / 2

    @property
    def likelihood(self) -> float:
        """How well the window is explained: more is better."""
        return self.cells_seen + self.hand_seen - self.strays - self.off / (OFF * self.pitch)

    def centres(self) -> NDArray[np.float64]:
        """Return (12, 2) the middles: cells row by row, then the hand."""
        cells = [self.lattice.centre(row, col) for row in range(SIDE) for col in range(SIDE)]
        return np.array([*cells, *self.hand])

    def lines(self) -> NDArray[np.int64]:
        """Return (3, 3) the numbers of the cells in the lines that run along the hand, the farthest from it first."""
        grid = np.arange(SIDE * SIDE).reshape(SIDE, SIDE)
        lines = grid.T if self.side in ("right", "left") else grid
        return lines[::-1] if self.side in ("left", "above") else lines

    def turned(self) -> "Places | None":
        """Return the same twelve places with the hand at the other end, None unless it continues the lattice."""
        lines = self.centres()[self.lines()]
        step = lines[1, 0] - lines[0, 0]
        if float(np.abs(lines[-1] + step - self.hand).max()) > CONTINUES * self.pitch:
            return None
        lattice = replace(self.lattice, x=self.lattice.x + float(step[0]), y=self.lattice.y + float(step[1]))
        hand = tuple((float(x), float(y)) for x, y in lines[0])
        return replace(self, lattice=lattice, hand=hand, side=OPPOSITE[self.side])


def sites_of(shapes: Sequence[Shape], size: tuple[int, int]) -> list[Site]:
    """Gather concentric shapes of all frames; `size` is (height, width) of the frames."""
    tolerance = max(1.5, 0.006 * min(size))
    groups: list[list[Shape]] = []
    for shape in sorted(shapes, key=lambda s: -s.extent):
        near = (g for g in groups if abs(g[0].x - shape.x) <= tolerance and abs(g[0].y - shape.y) <= tolerance)
        group = next(near, None)
        if group is not None:
            group.append(shape)
        elif len(groups) < MOST_SITES:
            groups.append([shape])
    sites = []
    for group in groups:
        weight = [s.extent for s in group]
        x = float(np.average([s.x for s in group], weights=weight))
        y = float(np.average([s.y for s in group], weights=weight))
        sites.append(Site(x, y, tuple(group)))
    return sites


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
    found = [places for lattice, off, seen in fits for places in _with_hand(sites, xy, lattice, off, seen)]
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
                if int((_occupants(sites, xy, _cells(lattice), pitch, 2 * OFF) >= 0).sum()) >= FEWEST_CELLS:
                    yield lattice


def _cells(lattice: Lattice) -> NDArray[np.float64]:
    return np.array([lattice.centre(row, col) for row in range(SIDE) for col in range(SIDE)])


def _occupants(
    sites: Sequence[Site], xy: NDArray[np.float64], at: NDArray[np.float64], pitch: float, off: float
) -> NDArray[np.int64]:
    """Return (places,) the site on each place, -1 where there is none."""
    apart = np.abs(xy[None] - at[:, None]).max(axis=2)
    fits = np.array([s.shapes[-1].extent <= RING_EXTENTS[1] * pitch for s in sites])
    apart[:, ~fits] = np.inf
    nearest = apart.argmin(axis=1)
    return np.where(apart[np.arange(len(at)), nearest] <= off * pitch, nearest, -1)


def _fitted(sites: Sequence[Site], xy: NDArray[np.float64], lattice: Lattice) -> tuple[Lattice, float, int] | None:
    """Fit a lattice to the sites on it; returns it, the mean residual in pixels and how many cells are seen."""
    pitch = (lattice.pitch_x + lattice.pitch_y) / 2
    for off in (3 * OFF, OFF):
        seen = _occupants(sites, xy, _cells(lattice), pitch, off)
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


def _with_hand(
    sites: Sequence[Site], xy: NDArray[np.float64], lattice: Lattice, off: float, cells_seen: int
) -> Iterator[Places]:
    """Yield the board with each hand that may belong to it."""
    pitch = (lattice.pitch_x + lattice.pitch_y) / 2
    sizes = _ring_sizes(sites, xy, lattice, pitch)
    beyond = _cells_beyond(sites, xy, lattice, pitch, sizes)
    for side in HAND_SIDES:
        for hand, seen in _hands(sites, xy, lattice, pitch, side, sizes):
            apart = np.abs(beyond[:, None] - np.array(hand)).max(axis=2).min(axis=1)
            strays = int((apart > 0.3 * pitch).sum())
            yield Places(lattice, hand, side, cells_seen, seen, strays, off)


def _ring_sizes(sites: Sequence[Site], xy: NDArray[np.float64], lattice: Lattice, pitch: float) -> NDArray[np.float64]:
    """Return the extents of the shapes in the cells that a ring may have."""
    seen = _occupants(sites, xy, _cells(lattice), pitch, OFF)
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
    # cells that show but wells tell nothing of rings
    known = sizes if _distinct(sizes) >= SIDE else sizes[:0]
    members = [k for k in np.flatnonzero(near).tolist() if _ring_like(sites[k], pitch, known)]
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
    seen = _occupants(sites, xy, beyond, pitch, OFF)
    return beyond[[k >= 0 and _ring_like(sites[k], pitch, sizes) for k in seen.tolist()]]
