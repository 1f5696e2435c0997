"""Finds an arena of 13 x 11 cells by its walls: thirty cells that look alike, at every odd row and column."""

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.outcome import Rectangle
from capture.frame import Pixels
from engine.hypersonic import COLS, ROWS
from engine.jit import njit
from vision.arena.layers import CELLS, IS_WALL
from vision.cells import sample_cells
from vision.lattice import Lattice

COARSE_WIDTH: Final = 240
"""Pixels to which a picture's longer side is brought for the first search."""
SMALLEST_SHARE: Final = 0.4
"""An arena is at least so much of the window's width or height."""
PARTS: Final = 2
"""Parts a side into which a cell is cut for the first search."""
PITCH_STEP: Final = 0.012
"""From one pitch that is tried to the next, as a share of it."""
ALIKE: Final = 26.0
"""Standard deviation of walls, in grey levels, from which they are no walls."""
FIRST_WALLS: Final = 5
"""So many are looked at before the others."""
MOST_APART: Final = 40.0
"""Grey levels that a cell counts at most: one that is like no wall must not outweigh many that are."""
NOISE: Final = 2.0
"""Grey levels that are added to what walls differ by: those of a drawn window do not differ at all."""
LESS: Final = 1 - 1e-9
"""By less than this share sums may differ for being rounded."""
TRIES: Final = 4
"""Places of the first search that are looked at closely."""
WORTH: Final = 0.1
"""A place that is so many times less likely than one that was looked at closely is left alone."""
FINE: Final = 12
"""Parts a side for the close look."""
CLOSE: Final = (0.1, 0.04, 0.016, 0.006, 0.002)
"""Steps of the close look, in cells."""
PLATEAU: Final = 0.9
"""Walls end somewhat within their cells, so places near the best are as good; those of so much of its merit count."""
PLATEAU_STEP, PLATEAU_REACH = 0.01, 0.15
"""In cells: how finely and how far that is looked into."""
LEAST_CLEAR: Final = 2.0
"""How many times less the walls must differ from each other than other cells from them."""
LEAST_CONTRAST: Final = 6.0
"""Grey levels by which other cells differ from walls, at least."""

WALLS: Final = np.flatnonzero(IS_WALL)
OTHERS: Final = np.flatnonzero(~IS_WALL)
FAR_FIRST: Final = WALLS[7 * np.arange(len(WALLS)) % len(WALLS)]
"""The walls in an order in which the first ones lie far from each other."""


def find_arena(picture: Pixels, hint: Rectangle | None) -> Lattice | None:
    """Return the cells of the arena that a picture shows, None where there is none.

    Args:
        picture: (height, width, 3) uint8 BGR.
        hint: x, y, width and height of the arena where a person has said so; moved by a fraction of a cell at most.
    """
    if hint is not None:
        x, y, width, height = hint
        starts = [Lattice(x, y, width / COLS, height / ROWS, ROWS, COLS)]
    else:
        starts = _coarse(picture)
    best, merit = None, 0.0
    for start in starts:
        if best is not None and _merit(picture, start) < WORTH * merit:
            continue
        lattice, found = _climb(picture, start)
        if found > merit:
            best, merit = lattice, found
    if best is None:
        return None
    for _ in range(2):
        best, merit = _climb(picture, _centred(picture, best, merit))
    return _centred(picture, best, merit)


def _coarse(picture: Pixels) -> list[Lattice]:
    """Return likely arenas, the likeliest first."""
    height, width = picture.shape[:2]
    shrink = min(1.0, COARSE_WIDTH / max(height, width))
    size = (max(1, round(width * shrink)), max(1, round(height * shrink)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    # sums over rectangles, one row and column more than the picture
    sums = np.asarray(cv2.integral(small, sdepth=cv2.CV_64F), np.float64)
    shrink_x, shrink_y = size[0] / width, size[1] / height
    largest = min(size[0] / COLS, size[1] / ROWS) * 1.01
    pitch = SMALLEST_SHARE * min(size[0] / COLS, size[1] / ROWS)
    found: list[tuple[float, Lattice]] = []
    while pitch <= largest:
        merit, x, y = _scan(sums, pitch, PARTS)
        if merit > 0:
            lattice = Lattice(x / shrink_x, y / shrink_y, pitch / shrink_x, pitch / shrink_y, ROWS, COLS)
            found.append((merit, lattice))
        pitch *= 1 + PITCH_STEP
    found.sort(key=lambda pair: -pair[0])
    chosen: list[Lattice] = []
    for _, lattice in found:
        if all(_apart(lattice, other) for other in chosen):
            chosen.append(lattice)
    return chosen[:TRIES]


def _apart(one: Lattice, other: Lattice) -> bool:
    """Tell whether two lattices are different places, not one a little moved."""
    far = max(abs(one.x - other.x), abs(one.y - other.y), abs(one.x + one.width - other.x - other.width))
    return far > one.pitch_x / 2


@njit
def _scan(sums: NDArray[np.float64], pitch: float, parts: int) -> tuple[float, float, float]:
    """Return the likeliest place of an arena of one pitch: its merit and its corner (x, y); merit 0 for none.

    Args:
        sums: (height + 1, width + 1, 3) sums over all above and left.
        pitch: pixels a cell.
        parts: parts a side of a cell; places that are tried are half a part apart.
    """
    height, width = sums.shape[0] - 1, sums.shape[1] - 1
    step = pitch / parts
    best, best_x, best_y = 0.0, 0.0, 0.0
    cells = np.zeros((CELLS, parts * parts, 3))
    mean = np.zeros((parts * parts, 3))
    across = int((width - COLS * pitch) / (step / 2)) + 1
    down = int((height - ROWS * pitch) / (step / 2)) + 1
    columns = _edges(across, COLS, pitch, parts, width)
    rows = _edges(down, ROWS, pitch, parts, height)
    for place in range(across * down):
        column, row = place % across, place // across
        spread = 0.0
        for number in range(len(FAR_FIRST)):
            wall = FAR_FIRST[number]
            _average_parts(sums, columns[column, wall % COLS], rows[row, wall // COLS], cells[wall])
            if number + 1 in (FIRST_WALLS, len(FAR_FIRST)):
                spread = _spread(cells, number + 1, mean)
                if spread > ALIKE:
                    break
        if spread > ALIKE:
            continue
        total, worth = 0.0, len(OTHERS) * (spread + NOISE)
        for number in range(len(OTHERS)):
            if total + MOST_APART * (len(OTHERS) - number) < best * worth * LESS:
                break
            cell = OTHERS[number]
            _average_parts(sums, columns[column, cell % COLS], rows[row, cell // COLS], cells[cell])
            apart = 0.0
            for part in range(parts * parts):
                for c in range(3):
                    apart += (cells[cell, part, c] - mean[part, c]) ** 2
            total += min(np.sqrt(apart / (3 * parts * parts)), MOST_APART)
        else:
            merit = total / len(OTHERS) / (spread + NOISE)
            if merit > best:
                best, best_x, best_y = merit, column * step / 2, row * step / 2
    return best, best_x, best_y


@njit
def _edges(places: int, cells: int, pitch: float, parts: int, end: int) -> NDArray[np.int64]:
    """Return where the parts of cells begin and end along one axis, (places, cells, parts, 2).

    Args:
        places: that are tried, half a part apart.
        cells: how many.
        pitch: pixels a cell.
        parts: of a cell.
        end: of the picture.
    """
    step = pitch / parts
    edges = np.empty((places, cells, parts, 2), np.int64)
    for place in range(places):
        for cell in range(cells):
            start = place * step / 2 + cell * pitch
            for part in range(parts):
                edges[place, cell, part, 0] = int(start + part * step + 0.5)
                edges[place, cell, part, 1] = min(end, int(start + (part + 1) * step + 0.5))
    return edges


@njit
def _spread(cells: NDArray[np.float64], walls: int, mean: NDArray[np.float64]) -> float:
    """Return the standard deviation of the first of `FAR_FIRST`; their mean goes to `mean`, (parts, 3).

    Args:
        cells: (CELLS, parts, 3) mean colours.
        walls: how many.
        mean: overwritten.
    """
    spread = 0.0
    for part in range(len(mean)):
        for c in range(3):
            total, square = 0.0, 0.0
            for number in range(walls):
                value = cells[FAR_FIRST[number], part, c]
                total += value
                square += value * value
            mean[part, c] = total / walls
            spread += max(0.0, square / walls - mean[part, c] * mean[part, c])
    return float(np.sqrt(spread / mean.size))


@njit
def _average_parts(
    sums: NDArray[np.float64], columns: NDArray[np.int64], rows: NDArray[np.int64], out: NDArray[np.float64]
) -> None:
    """Write the mean colours of a cell's parts, (parts * parts, 3), by where these begin and end, (parts, 2)."""
    parts = len(columns)
    for v in range(parts):
        top, bottom = rows[v, 0], rows[v, 1]
        for u in range(parts):
            left, right = columns[u, 0], columns[u, 1]
            area = max(1, (right - left) * (bottom - top))
            for c in range(3):
                out[v * parts + u, c] = (
                    sums[bottom, right, c] - sums[top, right, c] - sums[bottom, left, c] + sums[top, left, c]
                ) / area


def _merit(picture: Pixels, lattice: Lattice) -> float:
    """Return how many times more other cells differ from the mean wall than walls do; 0 where there are no walls."""
    height, width = picture.shape[:2]
    room = 0.1 * min(lattice.pitch_x, lattice.pitch_y)
    if (
        min(lattice.x, lattice.y) < -room
        or lattice.x + lattice.width > width + room
        or lattice.y + lattice.height > height + room
    ):
        return 0.0
    cells = sample_cells(picture, lattice, FINE).reshape(CELLS, -1)
    wall = cells[WALLS].mean(axis=0)
    spread = float(np.abs(cells[WALLS] - wall).mean())
    apart = np.abs(cells[OTHERS] - wall).mean(axis=1)
    contrast = float(np.percentile(apart, 2))
    if contrast < LEAST_CONTRAST:
        return 0.0
    clear = contrast / (spread + 0.5)
    return clear if clear >= LEAST_CLEAR else 0.0


def _climb(picture: Pixels, start: Lattice) -> tuple[Lattice, float]:
    """Return the best arena near another, and its merit: it is moved and stretched by ever smaller steps."""
    best, merit = start, _merit(picture, start)
    for step in CLOSE:
        moved = True
        while moved:
            moved = False
            for move in _MOVES:
                other = _moved(best, move, step)
                found = _merit(picture, other)
                if found > merit:
                    best, merit, moved = other, found, True
    return best, merit


def _moved(lattice: Lattice, move: tuple[int, int, int, int], cells: float) -> Lattice:
    """Return a lattice moved right and down and made wider and taller by so many cells."""
    dx, dy, wider, taller = (sign * cells for sign in move)
    return replace(
        lattice,
        x=lattice.x + dx * lattice.pitch_x,
        y=lattice.y + dy * lattice.pitch_y,
        pitch_x=lattice.pitch_x * (1 + wider / COLS),
        pitch_y=lattice.pitch_y * (1 + taller / ROWS),
    )


def _centred(picture: Pixels, lattice: Lattice, merit: float) -> Lattice:
    """Return the middle of all places about as good: of stretched ones about the middle, then of moved ones."""
    for back, forth in (((1, 0, -2, 0), (-1, 0, 2, 0)), ((0, 1, 0, -2), (0, -1, 0, 2)), (LEFT, RIGHT), (UP, DOWN)):
        reach = []
        for move in (back, forth):
            cells = 0.0
            while (
                cells < PLATEAU_REACH and _merit(picture, _moved(lattice, move, cells + PLATEAU_STEP)) > PLATEAU * merit
            ):
                cells += PLATEAU_STEP
            reach.append(cells)
        lattice = _moved(lattice, forth, (reach[1] - reach[0]) / 2)
    return lattice


LEFT, RIGHT, UP, DOWN = (-1, 0, 0, 0), (1, 0, 0, 0), (0, -1, 0, 0), (0, 1, 0, 0)
_MOVES: Final = tuple(
    (sign * dx, sign * dy, sign * wider, sign * taller)
    for dx, dy, wider, taller in (
        (1, 0, 0, 0),
        (0, 1, 0, 0),
        (0, 0, 1, 0),
        (0, 0, 0, 1),
        (1, 0, -1, 0),
        (0, 1, 0, -1),
        (0, 0, 1, 1),
        (1, 1, -1, -1),
    )
    for sign in (1, -1)
)
"""Moving the whole, one far edge, one near edge, both."""
