"""How far a board is from its closest bingo: the paper's five features, in one kernel.

"Holey Ship! Bilging by reinforcement learning" (Rodriguez, Chen, Turner-Maier; 2008), section 2.1. What the
paper leaves open, and how it is read here: docs/bilging_paper.md.
"""

from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.bilging.afterstate import Physics
from engine.bilging.board import CRAB, Board
from engine.bilging.kernels import swap_code
from engine.jit import njit

FEATURES: Final = 5
"""vX, vO, hX, hO distances in columns, blocked pieces; the order of every array of features."""
BLOCKED: Final = 4
"""Index of the number of blocked pieces."""
PIECES: Final = 8
"""Pieces of a bingo: two vX, two vO, three hX, one hO."""
IN_PLACE: Final = 4
"""Sum of the feature distances on a one-away bingo: the three hX stand 1, 1 and 2 from the anchor."""
NONE: Final = 99
"""Distance to a piece that is not there, columns."""


class Geometry(NamedTuple):
    """What follows from the columns in which a row holds a colour, written as a bit mask (bit = column).

    Attributes:
        toward: int64 (masks,): 1 right bingo, -1 left bingo, 0 fewer than three pieces.
        anchor: int64 (masks,): the anchor's column.
        across: int64 (masks,): sum of the distances of the three pieces closest to the anchor.
        outer, inner, third: int64 (masks,): columns of the two closest pieces, the one further from the third
            first, and of the third.
        nearest: int64 (masks, cols): the column of the piece nearest to each column, the left one of two; -1.
        away: int64 (masks, cols): its distance; NONE.
        most: float64 (5,): the features of a board without a possible bingo: "the largest distance any piece
            could be from the anchor", and all pieces blocked.
    """

    toward: NDArray[np.int64]
    anchor: NDArray[np.int64]
    across: NDArray[np.int64]
    outer: NDArray[np.int64]
    inner: NDArray[np.int64]
    third: NDArray[np.int64]
    nearest: NDArray[np.int64]
    away: NDArray[np.int64]
    most: NDArray[np.float64]


class Bingo(NamedTuple):
    """Where a bingo is to be; kernels write it as int64 (8,) in this order. Row -1: none is possible.

    Attributes:
        row: the h row, 0 on top.
        x, o: its colours.
        anchor: column of the h row where the O must come to stand.
        toward: 1 right bingo, -1 left bingo.
        x_from, o_from: index in `WINDOWS` of the rows that the vX, vO come from.
        o_at: column of the hO.
    """

    row: int
    x: int
    o: int
    anchor: int
    toward: int
    x_from: int
    o_from: int
    o_at: int


WINDOWS: Final = ((-2, -1), (-1, 1), (1, 2))
"""The rows around the h row that hold the other two pieces of a vertical line of three."""


@lru_cache(maxsize=8)
def geometry(cols: int) -> Geometry:
    """Return the tables for rows of `cols` columns."""
    masks = 1 << cols
    toward, anchor, across, outer, inner, third = (np.zeros(masks, dtype=np.int64) for _ in range(6))
    nearest = np.full((masks, cols), -1, dtype=np.int64)
    away = np.full((masks, cols), NONE, dtype=np.int64)
    for mask in range(masks):
        at = [col for col in range(cols) if mask >> col & 1]
        for col in range(cols if at else 0):
            nearest[mask, col] = min(at, key=lambda piece: (abs(piece - col), piece))
            away[mask, col] = abs(nearest[mask, col] - col)
        if len(at) < 3:
            continue
        left, right = min(combinations(at, 2), key=lambda pair: (pair[1] - pair[0], pair))
        other = min(
            (piece for piece in at if piece not in (left, right)),
            key=lambda piece: (min(abs(piece - left), abs(piece - right)), piece),
        )
        side = 1 if other > right else -1
        outer[mask], inner[mask] = (left, right) if other > right else (right, left)
        third[mask] = other
        anchor[mask] = inner[mask] + side
        if not 0 <= anchor[mask] + side < cols:
            continue  # three side by side: no board between two moves has them
        toward[mask] = side
        across[mask] = sum(sorted(abs(piece - anchor[mask]) for piece in at)[:3])
    placed = anchor[toward != 0]
    far = max(placed.max(initial=0), cols - 1 - placed.min(initial=cols - 1))
    most = np.array([far, far, far, far, PIECES], dtype=np.float64)
    return Geometry(toward, anchor, across, outer, inner, third, nearest, away, most)


@njit
def mark_colours(board: Board, rule: Physics, where: NDArray[np.int64]) -> None:
    """Write to `where`, int64 (rows, 7), in which columns each row holds each colour, as bit masks."""
    where[:, :] = 0
    for row in range(rule.rows):
        start = rule.first + row * rule.stride
        for col in range(rule.cols):
            code = board[start + col]
            if 0 <= code < CRAB:
                where[row, code] |= 1 << col


@njit
def closest_window(
    where: NDArray[np.int64], away: NDArray[np.int64], rows: int, row: int, colour: int, col: int
) -> tuple[int, int]:
    """Return (distance, window) of the two pieces of `colour` closest to a column, in rows that line up with `row`.

    The distance is NONE or more where no window has one in each of its rows.
    """
    best = NONE
    found = 0
    for window in range(len(WINDOWS)):
        first = row + WINDOWS[window][0]
        second = row + WINDOWS[window][1]
        if first < 0 or second >= rows:
            continue
        total = away[where[first, colour], col] + away[where[second, colour], col]
        if total < best:
            best = total
            found = window
    return best, found


@njit
def is_blocked(board: Board, rule: Physics, row: int, col: int, goal: int) -> bool:
    """Tell whether a piece that is moved straight to another column of its row breaks something or cannot pass.

    The last step counts as well. The board comes back as it was.
    """
    start = rule.first + row * rule.stride
    step = 1 if goal > col else -1
    at = col
    blocked = False
    while at != goal and not blocked:
        cell = start + min(at, at + step)
        other = board[start + at + step]
        if not 0 <= other < CRAB or swap_code(board, rule.stride, cell) != 0:
            blocked = True
        else:
            board[cell], board[cell + 1] = board[cell + 1], board[cell]
            at += step
    while at != col:
        cell = start + min(at, at - step)
        board[cell], board[cell + 1] = board[cell + 1], board[cell]
        at -= step
    return blocked


@njit
def count_blocked(
    board: Board, rule: Physics, shape: Geometry, where: NDArray[np.int64], bingo: NDArray[np.int64]
) -> int:
    """Return how many of the eight pieces of a bingo cannot be moved naively to their places.

    `bingo` as in `Bingo`. Each piece is tried alone on the board as it is.
    """
    row, x, o, anchor, toward = bingo[0], bingo[1], bingo[2], bingo[3], bingo[4]
    mask = where[row, x]
    blocked = 0
    blocked += is_blocked(board, rule, row, shape.outer[mask], anchor - 2 * toward)
    blocked += is_blocked(board, rule, row, shape.inner[mask], anchor - toward)
    blocked += is_blocked(board, rule, row, shape.third[mask], anchor + toward)
    blocked += is_blocked(board, rule, row, bingo[7], anchor)
    for upright in range(2):
        colour = o if upright else x
        goal = anchor + toward if upright else anchor
        window = bingo[5 + upright]
        first = row + WINDOWS[window][0]
        second = row + WINDOWS[window][1]
        blocked += is_blocked(board, rule, first, shape.nearest[where[first, colour], goal], goal)
        blocked += is_blocked(board, rule, second, shape.nearest[where[second, colour], goal], goal)
    return blocked


@njit
def find(
    board: Board,
    rule: Physics,
    shape: Geometry,
    where: NDArray[np.int64],
    features: NDArray[np.float64],
    bingo: NDArray[np.int64],
    trial: NDArray[np.int64],
) -> None:
    """Write the features of the closest possible bingo: the smallest sum of the five, the first of equals.

    Args:
        board: padded, without lines; comes back as it was.
        rule: of the rules.
        shape: `geometry(cols)`.
        where: int64 (rows, 7); `mark_colours` has been called.
        features: float64 (5,), written: those of the bingo; `shape.most` if none is possible.
        bingo: int64 (8,), written: as in `Bingo`.
        trial: int64 (8,), overwritten.
    """
    features[:] = shape.most
    bingo[0] = -1
    least = 2 * NONE
    for row in range(rule.rows):
        for x in range(rule.colours):
            mask = where[row, x]
            toward = shape.toward[mask]
            if toward == 0:
                continue
            anchor = shape.anchor[mask]
            x_away, x_from = closest_window(where, shape.away, rule.rows, row, x, anchor)
            if x_away >= NONE:
                continue
            for o in range(rule.colours):
                o_mask = where[row, o]
                if o == x or o_mask == 0:
                    continue
                o_away, o_from = closest_window(where, shape.away, rule.rows, row, o, anchor + toward)
                if o_away >= NONE:
                    continue
                h_away = shape.away[o_mask, anchor]
                total = x_away + o_away + shape.across[mask] + h_away
                if total >= least:
                    continue
                trial[0], trial[1], trial[2], trial[3] = row, x, o, anchor
                trial[4], trial[5], trial[6], trial[7] = toward, x_from, o_from, shape.nearest[o_mask, anchor]
                blocked = count_blocked(board, rule, shape, where, trial)
                if total + blocked < least:
                    least = total + blocked
                    bingo[:] = trial
                    features[0], features[1], features[2] = x_away, o_away, shape.across[mask]
                    features[3], features[4] = h_away, blocked
