"""Completes what was found by what jewels do: they lie on each other, and the ground does not."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.well.drawing import correlation, edges_of, outline_of
from calibration.well.falling import MOVES, in_their_pieces
from calibration.well.gravity import jewel_cells, lying_jewels
from calibration.well.jewels import SAME_LOOK, SIDE, SMOOTH, Kind, Seen, apart, look_of
from capture.frame import Pixels
from engine.columns import LENGTH
from vision.lattice import Lattice

FLOATS = 0.5
"""Share of a kind's jewels that must float, in several columns at once, for it to be ground."""
DRAWN_ALIKE = 0.58
"""Correlation of where edges are with where they usually are, from which a cell is drawn as jewels are."""
WEAK = 0.7
"""Share of the usual strength of edges below which a kind may be ground or a ghost."""
USUAL = 0.75
"""Quantile of the strength of edges of the other kinds that is the usual one: there may be several ghosts."""
VARIED = 5.0
"""Grey levels by which the cells of a kind of jewel differ at most, in the middle."""
UNEVEN = 4.0
"""Times the usual spread of the other kinds' cells from which a kind must be drawn just as jewels are."""
LEAST_SPREAD = 0.5
"""Grey levels: a smaller usual spread counts as that."""
DRAWN_THE_SAME = 0.9
"""Correlation, likewise, of a kind whose cells differ so much: a grid over the ground has edges around each cell too,
and JPEG smears them."""
FEWEST_VARIED = 3
"""Cells from which a kind's spread tells."""
FEWEST_TOLD = 8
"""Jewels, and cells above them, from which it is told how alike they are drawn."""
MOST = 0.75
"""Share of them that it is told by: jewels of colours not known yet may be among those cells."""
MOST_CELLS = 12
"""Cells of a kind that are looked at."""
NEARBY = 2
"""Cells around one within which bare ground is held against it."""
CORE = slice(SIDE // 4, SIDE - SIDE // 4)
"""The middle of a look, which a ghost's outline leaves to the ground."""


def complete(pictures: Sequence[Pixels], kinds: Sequence[Kind], lattice: Lattice) -> list[Kind]:
    """Return the kinds of jewels, each with all its jewels, the commonest first.

    Args:
        pictures: of one window.
        kinds: as found by what recurs; ground, ghosts and parts of jewels may be among them.
        lattice: of the well.
    """
    # gaps in stacks make jewels seem to float: they are filled before anything is dropped for it
    drawn = without_ground(pictures, kinds, lattice, may_float=True)
    stacked = without_ground(pictures, with_stacks(pictures, drawn, lattice), lattice, may_float=False)
    there = jewel_cells(stacked, lattice, len(pictures))
    own = [Kind(kind.look, tuple(s for s in kind.seen if not _part_of_another(s, there))) for kind in stacked]
    own = [kind for kind in own if kind.seen]
    resting = [kind for kind in own if any(_rests(seen, there) for seen in kind.seen)]
    falling = [kind for kind in own if not any(kind is other for other in resting)]
    new = [kind for kind in falling if not _known_elsewhere(pictures, kind, resting, lattice)]
    new = in_their_pieces(pictures, new, resting, lying_jewels(there), lattice)
    return sorted([*resting, *new], key=lambda k: (-len(k.seen), tuple(k.look.mean(axis=(0, 1)))))


def _rests(seen: Seen, there: Sequence[NDArray[np.bool_]]) -> bool:
    """Tell whether a jewel lies on the floor or on others."""
    cells, row, col = there[seen.frame], round(seen.row), round(seen.col)
    inside = 0 <= row < cells.shape[0] and 0 <= col < cells.shape[1]
    return seen.on_lattice and inside and bool(cells[row:, col].all())


def _known_elsewhere(pictures: Sequence[Pixels], kind: Kind, resting: Sequence[Kind], lattice: Lattice) -> bool:
    """Tell whether a kind that was only seen falling is a part of one that was seen at rest, a bit off its place."""
    for seen in kind.seen:
        for move in MOVES:
            look = look_of(pictures[seen.frame], lattice, seen.row + float(move), seen.col)
            if any(float(apart(look, other.look)) <= SAME_LOOK for other in resting):
                return True
    return False


def goes_on(pictures: Sequence[Pixels], kinds: Sequence[Kind], lattice: Lattice) -> bool:
    """Tell whether jewels lie below the lowest row or beside it: then the well is larger."""
    height, width = pictures[0].shape[:2]
    below = [(lattice.rows, col) for col in range(lattice.cols)]
    beside = [(lattice.rows - n, col) for n in range(1, LENGTH + 1) for col in (-1, lattice.cols)]
    found = 0
    for row, col in (*below, *beside):
        x, y = lattice.corner(row, col)
        if x < 0 or y < 0 or x + 0.9 * lattice.pitch_x > width or y + 0.9 * lattice.pitch_y > height:
            continue
        looks = [look_of(picture, lattice, row, col) for picture in pictures]
        found += any(float(apart(look, kind.look)) <= SAME_LOOK / 2 for look in looks for kind in kinds)
    return found >= 2


def _part_of_another(seen: Seen, there: Sequence[NDArray[np.bool_]]) -> bool:
    """Tell whether a find between two cells is a part of a jewel in one of them."""
    cells, col = there[seen.frame], round(seen.col)
    if seen.on_lattice or not 0 <= col < cells.shape[1]:
        return False
    rows = (int(np.floor(seen.row)), int(np.ceil(seen.row)))
    return any(0 <= row < cells.shape[0] and bool(cells[row, col]) for row in rows)


def without_ground(pictures: Sequence[Pixels], kinds: Sequence[Kind], lattice: Lattice, may_float: bool) -> list[Kind]:
    """Return the kinds without those that are ground or a ghost.

    Ground floats, or its edges are elsewhere than those of jewels, or they are weak and its cells vary, or its cells
    vary far more than those of the other kinds. A ghost has weak edges and lies on stacks only.
    """
    left = [_Drawn.of(pictures, kind, lattice) for kind in kinds]
    while len(left) > 1:
        there = jewel_cells([drawn.kind for drawn in left], lattice, len(pictures))
        doubts = [
            max(_doubt(drawn, left, there), -1.0 if may_float else _floating(drawn, there) - FLOATS) for drawn in left
        ]
        worst = int(np.argmax(doubts))
        if doubts[worst] <= 0:
            break
        del left[worst]
    return [drawn.kind for drawn in left]


@dataclass(frozen=True, slots=True, eq=False)
class _Drawn:
    """How a kind's cells are drawn: where edges are, and how far cells are from each other."""

    kind: Kind
    cells: list[tuple[int, int, int]]
    edges: NDArray[np.float32] | None
    strength: float
    spread: float

    @classmethod
    def of(cls, pictures: Sequence[Pixels], kind: Kind, lattice: Lattice) -> "_Drawn":
        cells = [
            (seen.frame, round(seen.row), round(seen.col))
            for seen in kind.seen
            if seen.on_lattice and 0 <= round(seen.row) < lattice.rows and 0 <= round(seen.col) < lattice.cols
        ]
        some = cells[:: 1 + len(cells) // MOST_CELLS]
        edges = [edges_of(pictures[frame], lattice, row, col) for frame, row, col in some]
        looks = [look_of(pictures[frame], lattice, row, col) for frame, row, col in some]
        middle = np.median(looks, axis=0) if looks else None
        spread = float(np.median([apart(look, middle) for look in looks])) if middle is not None else 0.0
        usual = np.mean(edges, axis=0).astype(np.float32) if edges else None
        return cls(kind, cells, usual, float(usual.mean()) if usual is not None else 0.0, spread)


def _doubt(drawn: _Drawn, every: Sequence[_Drawn], there: Sequence[NDArray[np.bool_]]) -> float:
    """Return how sure it is, by how a kind is drawn, that it is none of jewels; more than 0 where it is."""
    others = [other.edges for other in every if other is not drawn and other.edges is not None]
    if drawn.edges is None or not others:
        return 0.0
    doubt = 0.0
    likeness = correlation(drawn.edges, np.mean(others, axis=0))
    if likeness < DRAWN_ALIKE:
        # of two kinds each is unlike the other: the more varied one goes first
        doubt = max(doubt, DRAWN_ALIKE - likeness + 0.01 * drawn.spread)
    several = len(drawn.cells) >= FEWEST_VARIED
    spreads = [other.spread for other in every if other is not drawn and other.edges is not None]
    if several and drawn.spread > UNEVEN * max(LEAST_SPREAD, float(np.median(spreads))):
        doubt = max(doubt, DRAWN_THE_SAME - likeness)
    strengths = [other.strength for other in every if other is not drawn and other.edges is not None]
    usual = float(np.quantile(strengths, USUAL))
    if drawn.strength < WEAK * usual:
        varied = several and drawn.spread > VARIED
        if varied or _on_top([_above(there[frame], row, col) for frame, row, col in drawn.cells]):
            doubt = max(doubt, WEAK - drawn.strength / usual)
    return doubt


def _on_top(above: Sequence[int]) -> bool:
    """Tell whether all cells of a kind are on top of stacks, as a ghost's are, by how many jewels are right above each.

    There are less than a piece has; now and then the piece itself hangs on to them, close above its ghost.
    """
    near = sum(count < LENGTH for count in above)
    return 2 * near > len(above) and max(above, default=0) < 2 * LENGTH


def _above(cells: NDArray[np.bool_], row: int, col: int) -> int:
    """Return how many jewels are above a cell without a gap."""
    return int(np.logical_and.accumulate(cells[:row, col][::-1]).sum())


def _floating(drawn: _Drawn, there: Sequence[NDArray[np.bool_]]) -> float:
    """Return the share of a kind's jewels that float; 0 where a single piece may be all of these."""
    by_frame: dict[int, set[int]] = {}
    floating = 0
    for frame, row, col in drawn.cells:
        if not there[frame][row:, col].all():
            floating += 1
            by_frame.setdefault(frame, set()).add(col)
    columns = max((len(cols) for cols in by_frame.values()), default=0)
    return floating / len(drawn.cells) if columns > 1 else 0.0


def with_stacks(pictures: Sequence[Pixels], kinds: Sequence[Kind], lattice: Lattice) -> list[Kind]:
    """Return the kinds with every jewel that lies below a known one, and those that continue a stack upwards."""
    there = jewel_cells(kinds, lattice, len(pictures))
    likeness = _likeness(pictures, lattice, outline_of(pictures, lattice, there))
    drawn = likeness >= _alike_enough(likeness, there)
    found: list[tuple[Seen, NDArray[np.float32]]] = []
    for frame, (picture, known) in enumerate(zip(pictures, there, strict=True)):
        bare = ~(known | drawn[frame])
        for col in range(lattice.cols):
            lying = known[:, col]
            top = lattice.rows
            while top > 0 and (
                lying[top - 1]
                or _below_a_stack(lying, top - 1)
                or (drawn[frame, top - 1, col] and not _shows_ground(picture, lattice, top - 1, col, bare))
            ):
                top -= 1
                if not lying[top]:
                    found.append((Seen(frame, float(top), float(col)), look_of(picture, lattice, top, col)))
    return _joined(kinds, found)


def _below_a_stack(lying: NDArray[np.bool_], row: int) -> bool:
    """Tell whether two jewels lie right above a cell: one alone may be the falling piece's end, three the piece."""
    above = 0
    while row - above - 1 >= 0 and lying[row - above - 1]:
        above += 1
    return above > 3


def _likeness(pictures: Sequence[Pixels], lattice: Lattice, outline: NDArray[np.float32] | None) -> NDArray[np.float64]:
    """Return (pictures, rows, cols) the correlation of each cell's edges with those of jewels; -1 without jewels."""
    if outline is None:
        return np.full((len(pictures), lattice.rows, lattice.cols), -1.0)
    return np.array(
        [
            [
                [correlation(edges_of(picture, lattice, row, col), outline) for col in range(lattice.cols)]
                for row in range(lattice.rows)
            ]
            for picture in pictures
        ]
    )


def _alike_enough(likeness: NDArray[np.float64], there: Sequence[NDArray[np.bool_]]) -> float:
    """Return the correlation with the outline from which a cell is drawn as jewels are.

    Bare cells have edges at their borders too where a grid is drawn over the ground; JPEG smears them until they are
    drawn much like jewels. So it is nearer to what jewels have than to what most cells above them have.
    """
    jewels = np.stack(there)
    above = ~np.logical_or.accumulate(jewels, axis=1)
    if jewels.sum() < FEWEST_TOLD or above.sum() < FEWEST_TOLD:
        return DRAWN_ALIKE
    lowest, highest = np.quantile(likeness[jewels], 1 - MOST), np.quantile(likeness[above], MOST)
    return max(DRAWN_ALIKE, float(lowest + highest) / 2)


def _shows_ground(picture: Pixels, lattice: Lattice, row: int, col: int, bare: NDArray[np.bool_]) -> bool:
    """Tell whether a cell's middle is that of the ground well above it, or of a bare cell nearby.

    A gap between jewels has the edges of all of them around it, and a photograph is not the same all over a well.

    Args:
        picture: one.
        lattice: of the well.
        row, col: of the cell.
        bare: (rows, cols) bool, cells that neither hold a known jewel nor are drawn as jewels are.
    """
    near = [(r, c) for r, c in np.argwhere(bare).tolist() if max(abs(r - row), abs(c - col)) <= NEARBY]
    middle = _middle_of(picture, lattice, row, col)
    grounds = [_middle_of(picture, lattice, *place) for place in ((max(0, row - LENGTH - 1), col), *near)]
    return any(float(np.abs(middle - ground).max()) <= SMOOTH for ground in grounds)


def _middle_of(picture: Pixels, lattice: Lattice, row: int, col: int) -> NDArray[np.float32]:
    """Return the median colour, BGR, of a cell's middle."""
    return np.asarray(np.median(look_of(picture, lattice, row, col)[CORE, CORE], axis=(0, 1)), np.float32)


def _joined(kinds: Sequence[Kind], found: list[tuple[Seen, NDArray[np.float32]]]) -> list[Kind]:
    """Return the kinds with further jewels, as members of the nearest kind or as new kinds."""
    joined = [(kind.look, list(kind.seen)) for kind in kinds]
    for seen, look in found:
        distances = [apart(look, known) for known, _ in joined]
        if distances and min(distances) <= SAME_LOOK:
            joined[int(np.argmin(distances))][1].append(seen)
        else:
            joined.append((look, [seen]))
    merged = [Kind(look, tuple(seen)) for look, seen in joined]
    return sorted(merged, key=lambda kind: (-len(kind.seen), tuple(kind.look.mean(axis=(0, 1)))))
