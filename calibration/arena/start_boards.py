"""Boards with which games begin, and what their cells show: floor, up to three sorts of boxes, players in the corners.

The rules (docs/hypersonic.md) tell: boxes lie mirrored in x and in y with the same content, none lies in a corner or
beside one, players begin in the corners, the first two always.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.arena.turns import Range, Turns, apart
from engine.hypersonic import COLS, ROWS, STARTS
from vision.arena.layers import CELLS, IS_WALL, SAMPLES, SIDE

THRESHOLDS: Final = (2.0, 3.0, 4.5, 6.5, 9.0, 12.0, 16.0, 20.0, 25.0, 30.0)
"""Mean grey levels within which two cells may show the same, tried from the smallest: floors may be of rough stone."""
MOST_BOXES: Final = 3
SOON: Final = 8
"""Turns within which the same board is the same game: no box can have broken."""
FEWEST_FLOOR: Final = 20
PART: Final = 4
"""Samples a side that are averaged where boards are held against their mirror images."""

CORNERS: Final = tuple(y * COLS + x for x, y in STARTS)
"""Cell where each player begins."""
BESIDE: Final = tuple(
    y * COLS + x
    for y in range(ROWS)
    for x in range(COLS)
    if any(abs(x - start_x) + abs(y - start_y) == 1 for start_x, start_y in STARTS)
)
"""Cells beside these, always free of boxes."""

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class StartBoards:
    """What the boards at the beginning of games show.

    Attributes:
        turns: which turns they are.
        kinds: (starts, CELLS) int64: FLOOR_LIKE, a number of a sort of box from 0, or OTHER (walls, corners).
        boxes: sorts of boxes seen.
        players: how many play.
    """

    turns: tuple[int, ...]
    kinds: Ints
    boxes: int
    players: int


FLOOR_LIKE: Final = -1
OTHER: Final = -2


def mirror_images(cell: int) -> tuple[int, int, int]:
    """Return the cells that mirror one in x, in y and in both."""
    y, x = divmod(cell, COLS)
    return y * COLS + COLS - 1 - x, (ROWS - 1 - y) * COLS + x, (ROWS - 1 - y) * COLS + COLS - 1 - x


INNER: Final = np.array([c for c in range(CELLS) if not IS_WALL[c] and c not in CORNERS])
"""Cells that hold neither wall nor player when a game begins."""
MIRRORED: Final = np.array([mirror_images(int(c)) for c in INNER])


def find_start_boards(turns: Turns) -> StartBoards | None:
    """Return the boards with which games begin, None where none was seen.

    Boards of one window may lie a little to both sides of a threshold: where the next one finds more, which show the
    same sorts of boxes, these are taken.
    """
    coarse = _coarse(turns)
    unlike = np.stack([np.abs(coarse[:, INNER] - coarse[:, MIRRORED[:, k]]).mean(axis=2) for k in range(3)]).max(axis=0)
    worst = unlike.max(axis=1)
    first: StartBoards | None = None
    for threshold in THRESHOLDS:
        symmetric = worst <= 1.5 * threshold
        starts = [
            turn
            for turn in range(len(turns))
            if symmetric[turn] and not (turn and symmetric[turn - 1]) and _peopled(turns, turn, threshold)
        ]
        starts = _first_of_each(turns, starts, threshold)
        if first is not None:
            more = _sort(turns, starts, threshold) if set(starts) > set(first.turns) else None
            return first if more is None or not _same_sorts(first, more) else more
        first = _sort(turns, starts, threshold) if starts else None
    return first


def _same_sorts(some: StartBoards, more: StartBoards) -> bool:
    """Tell whether boards are sorted the same way among more of them, whatever the numbers of the sorts."""
    kept = more.kinds[[more.turns.index(turn) for turn in some.turns]]
    pairs = {*zip(some.kinds.reshape(-1).tolist(), kept.reshape(-1).tolist(), strict=True)}
    one_to_one = len(pairs) == len(np.unique(some.kinds)) == len(np.unique(kept))
    return one_to_one and (some.boxes, some.players) == (more.boxes, more.players)


def _first_of_each(turns: Turns, starts: list[int], threshold: float) -> list[int]:
    """Return start boards without those that the players have only come back to."""
    kept: list[int] = []
    for turn in starts:
        back = kept and turn - kept[-1] <= SOON
        if back and distance(turns.cells[turn, INNER], turns.cells[kept[-1], INNER]) <= threshold / 4:
            continue
        kept.append(turn)
    return kept


def _coarse(turns: Turns) -> Floats:
    """Return cells averaged to a few parts, (turns, CELLS, parts * 3)."""
    side = SIDE // PART
    cells = turns.cells.reshape(len(turns), CELLS, side, PART, side, PART, 3)
    mean = cells.mean(axis=(3, 5), dtype=np.float32)
    return np.asarray(mean.reshape(len(turns), CELLS, side * side * 3), np.float32)


def distance(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> float:
    """Return the mean difference of what two places show, uint8 of one shape, in grey levels."""
    return float(np.abs(one.astype(np.int16) - other).mean())


def _peopled(turns: Turns, turn: int, threshold: float) -> bool:
    """Tell whether somebody else stands in each of the first two corners, as what lies beside them is floor."""
    cells = turns.cells[turn]
    first, second = CORNERS[:2]
    floors = [cells[b] for b in BESIDE]
    someone = min(distance(cells[corner], floor) for corner in (first, second) for floor in floors)
    return someone > threshold and distance(cells[first], cells[second]) > threshold


def _sort(turns: Turns, starts: list[int], threshold: float) -> StartBoards | None:
    """Sort the cells of start boards by what they show, None where that does not follow the rules."""
    groups: list[Range] = []
    numbers = np.full((len(starts), CELLS), -1, np.int64)
    for k, turn in enumerate(starts):
        for cell in INNER:
            seen = turns.between(turn, int(cell))
            distances = [float(apart(seen, group)) for group in groups]
            nearest = int(np.argmin(distances)) if distances else -1
            if nearest < 0 or distances[nearest] > threshold:
                groups.append(seen)
                nearest = len(groups) - 1
                if len(groups) > 4 * MOST_BOXES + 8:
                    return None
            numbers[k, cell] = nearest
    free = _seen_free(turns, groups, threshold)
    boxes = [g for g in range(len(groups)) if g not in free]
    if not boxes or len(boxes) > MOST_BOXES:
        return None
    kinds = np.full(numbers.shape, OTHER, np.int64)
    for number in range(len(groups)):
        kinds[numbers == number] = FLOOR_LIKE if number in free else boxes.index(number)
    for k in range(len(starts)):
        inner = kinds[k, INNER]
        if any((inner != kinds[k, MIRRORED[:, image]])[_inner(MIRRORED[:, image])].any() for image in range(3)):
            return None
        if int((inner == FLOOR_LIKE).sum()) < FEWEST_FLOOR:
            return None
    return StartBoards(tuple(starts), kinds, len(boxes), _players(turns, starts, groups, free, threshold))


def _inner(cells: NDArray[np.int64]) -> NDArray[np.bool_]:
    return np.isin(cells, INNER)


def _seen_free(turns: Turns, groups: list[Range], threshold: float) -> set[int]:
    """Return the groups that were ever seen where no box can lie: they are floor."""
    free = set()
    places = turns.cells[:, [*CORNERS, *BESIDE]].reshape(-1, SAMPLES, 3)
    some = places[:: max(1, len(places) // 2000)].astype(np.float32)
    for number, group in enumerate(groups):
        if (apart((some, some), group) <= threshold).any():
            free.add(number)
    return free


def _players(turns: Turns, starts: list[int], groups: list[Range], free: set[int], threshold: float) -> int:
    """Return how many corners are taken in most start boards."""
    counts = []
    for turn in starts:
        taken = [
            min(float(apart(turns.between(turn, corner), groups[number])) for number in free) > threshold
            for corner in CORNERS
        ]
        counts.append(4 if taken[3] else 3 if taken[2] else 2)
    return int(np.median(counts))
