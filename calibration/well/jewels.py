"""The kinds of jewels: cells that hold what recurs in one size, sorted by what they show, without the ground."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.well.cells import cut_cell
from calibration.well.find_well import Place
from capture.frame import Pixels
from engine.jit import njit
from vision.lattice import Lattice

SIDE = 12
"""Pixels a side at which looks are compared: small, because jewels on their way down lie between pixels."""
INNER = 2
"""Of these, pixels at each edge that are left out: gaps and neighbours."""
SAME_LOOK = 16.0
"""Mean difference of the worst channel, grey levels, within which two cells hold the same kind."""
SMOOTH = 26.0
"""Likewise within which neighbouring cells may both be ground that shades off."""
LEAST_SIDE = 0.4
"""Pitches that a region must be wide or high to stand for a jewel."""
OFF = 0.06
"""Pitches by which a region of a size may lie off its usual place in the cell."""
ON_GRID = 0.5
"""Share of the regions of one size in the well that lie on its grid, from which the grid is one of them; of others, a
few come to lie there as they fall."""
TOP_COLUMNS = 2
"""A look that so many columns of the uppermost row show at once is ground: pieces come one at a time."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One jewel, or what may be one.

    Attributes:
        frame: number of the picture.
        row: from the well's top, a fraction while it falls; far outside for the preview's.
        col: likewise.
    """

    frame: int
    row: float
    col: float

    @property
    def on_lattice(self) -> bool:
        """Whether it lies in a cell."""
        return abs(self.row - round(self.row)) < OFF and abs(self.col - round(self.col)) < OFF


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """A kind of jewel.

    Attributes:
        look: (SIDE, SIDE, 3) float32, the median of its jewels.
        seen: where they are.
    """

    look: NDArray[np.float32]
    seen: tuple[Seen, ...]


def look_of(picture: Pixels, lattice: Lattice, row: float, col: float) -> NDArray[np.float32]:
    """Return what a cell shows, (SIDE, SIDE, 3) float32, each pixel the mean of four."""
    fine = cut_cell(picture, lattice, row, col, 2 * SIDE)
    return np.asarray(fine.reshape(SIDE, 2, SIDE, 2, 3).mean(axis=(1, 3)), np.float32)


def apart(looks: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the mean difference of the worst channel of looks (..., SIDE, SIDE, 3) from another, edges left out."""
    flat = np.ascontiguousarray(looks, np.float32).reshape(-1, SIDE, SIDE, 3)
    found = np.empty(len(flat), np.float32)
    _apart(flat, np.ascontiguousarray(other, np.float32), found)
    return found.reshape(looks.shape[:-3])


@njit
def _apart(looks: NDArray[np.float32], other: NDArray[np.float32], found: NDArray[np.float32]) -> None:
    """Write the differences of looks (n, SIDE, SIDE, 3) from another into `found` (n,); it is asked 100,000 times."""
    for n in range(looks.shape[0]):
        total = 0.0
        for y in range(INNER, SIDE - INNER):
            for x in range(INNER, SIDE - INNER):
                worst = 0.0
                for channel in range(3):
                    worst = max(worst, abs(float(looks[n, y, x, channel]) - float(other[y, x, channel])))
                total += worst
        found[n] = total / ((SIDE - 2 * INNER) ** 2)


def find_kinds(pictures: Sequence[Pixels], place: Place) -> list[Kind]:
    """Return the kinds of jewels in a well, the commonest first; empty where nothing stands out of the ground."""
    lattice = place.lattice
    looks = np.array(
        [
            [[look_of(p, lattice, row, col) for col in range(lattice.cols)] for row in range(lattice.rows)]
            for p in pictures
        ]
    )
    groups = _by_look(pictures, lattice, _candidates(place))
    ground = _ground_looks(looks, groups)
    kinds = [kind for kind in groups if not any(apart(kind.look, look) <= SAME_LOOK for look in ground)]
    kinds = [Kind(kind.look, (*kind.seen, *_more(kind, looks))) for kind in kinds]
    return sorted(kinds, key=lambda kind: (-len(kind.seen), tuple(kind.look.mean(axis=(0, 1)))))


def likeliest_kinds(kinds: Sequence[Kind], most: int) -> list[Kind]:
    """Return the kinds without those that one piece alone showed on its way, where there are more than can be.

    A piece that is just coming in shows a part of a jewel, or of the ground between two.
    """
    if len(kinds) <= most:
        return list(kinds)
    return [kind for kind in kinds if _places(kind) > 1 or any(seen.on_lattice for seen in kind.seen)]


def _places(kind: Kind) -> int:
    """Return in how many places a kind was seen; two parts of one jewel are in one."""
    return len({(seen.frame, int(np.floor(seen.row + 0.5)), round(seen.col)) for seen in kind.seen})


def _candidates(place: Place) -> list[Seen]:
    """Return what has the size of something on the grid: in the cells, on its way down, or three in the preview."""
    regions, lattice, grid = place.regions, place.lattice, place.grid
    col = (regions.x - lattice.x) / lattice.pitch_x - 0.5
    row = (regions.y - lattice.y) / lattice.pitch_y - 0.5
    members = grid.members
    inside = (col > -0.4) & (col < lattice.cols - 0.6) & (row > -0.4) & (row < lattice.rows - 0.6)
    members = members[inside[members]]
    found: dict[tuple[int, int, int], tuple[float, Seen]] = {}
    sizes = np.unique(regions.boxes[members, 2:], axis=0)
    sizes = sizes[sizes.max(axis=1) >= LEAST_SIDE * grid.pitch]
    of_size = (np.abs(regions.boxes[:, None, 2:] - sizes[None]) <= 0.5).all(axis=2)
    still = inside & regions.still
    # a part of a jewel that came to lie on the grid as it fell does not say where in their cells other parts lie
    of_grid = of_size[members].sum(axis=0) >= ON_GRID * of_size[inside].sum(axis=0)
    others = still & of_size[:, of_grid].any(axis=1)
    for alike in of_size.T:
        own = members[alike[members]]
        # what falls does not say where cells cut jewels
        x0 = _usual(col[own])
        y0 = _usual(row[next((rest for rest in (alike & still, others) if rest.sum() > 1), own)])
        for k in np.flatnonzero(alike).tolist():
            seen_col, seen_row = float(col[k]) - x0, float(row[k]) - y0
            within = -0.5 < seen_col < lattice.cols - 0.5
            if within and (abs(seen_col - round(seen_col)) > OFF or not -1 < seen_row < lattice.rows - 0.9):
                continue
            if within:
                seen_col = float(round(seen_col))
                seen_row = float(round(seen_row)) if abs(seen_row - round(seen_row)) < OFF else seen_row
            key = (int(regions.frame[k]), round(2 * seen_row), round(2 * seen_col))
            area = float(regions.area[k])
            if key not in found or found[key][0] < area:
                found[key] = (area, Seen(int(regions.frame[k]), seen_row, seen_col))
    every = [seen for _, seen in found.values()]
    outside = [s for s in every if not -0.5 < s.col < lattice.cols - 0.5]
    three = {s for s in outside if _in_a_column(s, outside)}
    return [s for s in every if s in three or -0.5 < s.col < lattice.cols - 0.5]


def _usual(places: NDArray[np.float64]) -> float:
    """Return where in their cells things lie, -0.5 to 0.5, 0 being the middle: on a circle, most lie together."""
    angles = np.exp(2j * np.pi * places)
    support = (np.abs(angles[:, None] - angles[None, :]) < 2 * np.pi * OFF).sum(axis=1)
    near = angles[np.abs(angles - angles[int(np.argmax(support))]) < 2 * np.pi * OFF]
    return float(np.angle(near.mean()) / (2 * np.pi))


def _in_a_column(seen: Seen, others: list[Seen]) -> bool:
    """Tell whether a candidate outside the well is one of three above each other, evenly, as a preview shows them."""
    steps = sorted(
        s.row - seen.row for s in others if s.frame == seen.frame and abs(s.col - seen.col) < OFF and s is not seen
    )
    near = [step for step in steps if 0.9 < abs(step) < 3.2]
    return any(
        abs(b - 2 * a) < 2 * OFF or abs(a - 2 * b) < 2 * OFF or abs(a + b) < 2 * OFF
        for n, a in enumerate(near)
        for b in near[n + 1 :]
    )


def _by_look(pictures: Sequence[Pixels], lattice: Lattice, candidates: list[Seen]) -> list[Kind]:
    """Group candidates by what they show, each with the nearest group so far."""
    groups: list[tuple[list[Seen], list[NDArray[np.float32]]]] = []
    # what lies on the lattice is sharper than what falls: it forms the groups
    for seen in sorted(candidates, key=lambda s: (not s.on_lattice, s.frame, s.row, s.col)):
        look = look_of(pictures[seen.frame], lattice, seen.row, seen.col)
        distances = [apart(look, members[0]) for _, members in groups]
        if distances and min(distances) <= SAME_LOOK:
            own = groups[int(np.argmin(distances))]
            own[0].append(seen)
            own[1].append(look)
        else:
            groups.append(([seen], [look]))
    return [Kind(np.median(np.stack(looks), axis=0).astype(np.float32), tuple(seen)) for seen, looks in groups]


def _more(kind: Kind, looks: NDArray[np.float32]) -> list[Seen]:
    """Return further cells that look like a kind: jewels whose parts run together with those beside them."""
    known = {(seen.frame, round(seen.row), round(seen.col)) for seen in kind.seen if seen.on_lattice}
    alike = np.argwhere(apart(looks, kind.look) <= SAME_LOOK).tolist()
    return [Seen(frame, float(row), float(col)) for frame, row, col in alike if (frame, row, col) not in known]


def _ground_looks(looks: NDArray[np.float32], groups: list[Kind]) -> list[NDArray[np.float32]]:
    """Return the looks among the groups' that the ground has: shown by the uppermost row, or shading off from there."""
    ground: list[NDArray[np.float32]] = []
    for kind in groups:
        same = apart(looks[:, 0], kind.look) <= SAME_LOOK
        if int(same.sum(axis=1).max()) >= TOP_COLUMNS:
            ground.append(kind.look)
    waiting = [kind for kind in groups if not any(kind.look is look for look in ground)]
    spread = True
    while spread and ground:
        spread = False
        for kind in list(waiting):
            if any(_shades_off(seen, looks, ground) for seen in kind.seen if seen.on_lattice):
                ground.append(kind.look)
                waiting.remove(kind)
                spread = True
    return ground


def _shades_off(seen: Seen, looks: NDArray[np.float32], ground: list[NDArray[np.float32]]) -> bool:
    """Tell whether a cell is nearly the same as the one above it, which is ground."""
    row, col = round(seen.row), round(seen.col)
    of_frame = looks[seen.frame]
    if not (0 < row < len(of_frame) and 0 <= col < len(of_frame[0])):
        return False
    above = of_frame[row - 1][col]
    smooth = float(apart(of_frame[row][col], above)) <= SMOOTH
    return smooth and any(float(apart(above, look)) <= SAME_LOOK for look in ground)
