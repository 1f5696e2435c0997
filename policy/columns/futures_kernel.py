"""Placements of the two known pieces, the best of them followed into a third that chance brings. Nothing is allocated.

All leaves meet the same third pieces (common random numbers), so that luck cancels in the comparison. Which placement
of the second piece is best may depend on the third: it is known by then. So a first move is worth the mean, over third
pieces, of the best that any of its leaves makes of that piece.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.columns import LENGTH
from engine.columns.board import MAGIC
from engine.columns.kernels import NO_ROOM
from engine.columns.packed import COLS, JEWELS, POINTS, RUNNING, TAIL, Words, words_of
from engine.columns.scoring import level_of
from engine.jit import njit
from policy.columns.article import try_move
from policy.columns.covers import PAD, Weights, worth
from policy.columns.positions import UNKNOWN_PIECE

DEAD: Final = -1000.0
"""Worth of a game that is over: below every board's."""
POINTS_FLOOR: Final = 8
"""Added to `running` where points are weighed by it, so that the first pieces of a run do not weigh too much."""


class Goal(NamedTuple):
    """What counts in one decision.

    Attributes:
        weights: float64 (WEIGHTS,) of the board; see `policy.columns.covers`.
        keep: for each piece that clears something.
        points: for points, in units of the level, the scoring's unit and the run's length.
    """

    weights: Weights
    keep: float
    points: float


class GoalByRun(NamedTuple):
    """What counts, by how many pieces in a row have cleared something.

    Attributes:
        fresh: where there is no run.
        long: towards which it goes as the run grows.
        ramp: pieces in a row at which it lies half-way.
    """

    fresh: Goal
    long: Goal
    ramp: float

    def at(self, running: int) -> Goal:
        """Return what counts after so many pieces in a row; `keep` only as far as there is a run to keep."""
        share = running / (running + self.ramp)
        return Goal(
            (1.0 - share) * self.fresh.weights + share * self.long.weights,
            share * ((1.0 - share) * self.fresh.keep + share * self.long.keep),
            (1.0 - share) * self.fresh.points + share * self.long.points,
        )


class Leaves(NamedTuple):
    """The best positions after the two known pieces, best first.

    Attributes:
        boards: int64 (beam, n), positions.
        total: float64 (beam,), what the position and the way there are worth.
        gained: float64 (beam,), what the way there is worth.
        moves: int64 (beam, 2), the placements; -1 for a piece that is not known.
    """

    boards: NDArray[np.int64]
    total: NDArray[np.float64]
    gained: NDArray[np.float64]
    moves: NDArray[np.int64]


class Scratch(NamedTuple):
    """Working memory: int64 (2, n) positions and int64 (cols + 2 * PAD,) masks."""

    space: NDArray[np.int64]
    masks: NDArray[np.int64]


def room_for(cols: int, beam: int) -> tuple[Leaves, Scratch]:
    """Return memory for a board of so many columns and `beam` leaves."""
    words = words_of(cols)
    leaves = Leaves(np.zeros((beam, words), np.int64), np.zeros(beam), np.zeros(beam), np.zeros((beam, 2), np.int64))
    return leaves, Scratch(np.zeros((2, words), np.int64), np.zeros(cols + 2 * PAD, np.int64))


@njit
def open_leaves(
    words: Words,
    physics: Words,
    pieces: tuple[int, int],
    allowed: NDArray[np.bool_],
    goal: Goal,
    leaves: Leaves,
    singles: NDArray[np.float64],
    scratch: Scratch,
) -> int:
    """Place the two known pieces in every way and keep the best positions.

    Args:
        words: the position; not changed.
        physics: the rules.
        pieces: the falling one and the next, which may be UNKNOWN_PIECE.
        allowed: bool (3 * cols,), which first moves are legal.
        goal: what counts.
        leaves: filled.
        singles: float64 (3 * cols,), filled with what each first move is worth: by its best leaf; 2 * DEAD and the
            board's worth where no second move survives; 4 * DEAD where the first does not.
        scratch: working memory.

    Returns:
        The number of leaves, 0 where every way loses.
    """
    moves = LENGTH * physics[COLS]
    tail = TAIL * physics[COLS]
    running, level = words[tail + RUNNING], level_of(physics, words[tail + JEWELS])
    space, masks = scratch
    count = 0
    for one in range(moves):
        singles[one] = 4.0 * DEAD
        if not allowed[one]:
            continue
        points = try_move(words, space[0], physics, pieces[0], one)
        if points == NO_ROOM:
            continue
        first = gain(space[0], physics, goal, points, running, level)
        singles[one] = 2.0 * DEAD + worth(space[0], physics, goal.weights, masks)
        if pieces[1] == UNKNOWN_PIECE:
            singles[one] += first - 2.0 * DEAD
            count = _keep(leaves, count, space[0], singles[one], first, one, -1)
            continue
        for two in range(moves):
            points = try_move(space[0], space[1], physics, pieces[1], two)
            if points == NO_ROOM:
                continue
            gained = first + gain(space[1], physics, goal, points, running, level)
            total = gained + worth(space[1], physics, goal.weights, masks)
            singles[one] = max(singles[one], total)
            count = _keep(leaves, count, space[1], total, gained, one, two)
    return count


@njit
def gain(after: Words, physics: Words, goal: Goal, points: int, running: int, level: int) -> float:
    """Return what a placement is worth beside the board that it leaves.

    Args:
        after: the position after it.
        physics: the rules.
        goal: what counts.
        points: its points.
        running, level: when the decision was made.
    """
    total = goal.points * points / ((physics[POINTS] + 1e-9) * (level + 1) * (running + POINTS_FLOOR))
    if after[TAIL * physics[COLS] + RUNNING] > 0:
        total += goal.keep
    return float(total)


@njit
def _keep(leaves: Leaves, count: int, words: Words, total: float, gained: float, one: int, two: int) -> int:
    """Put a position where it belongs among the best; return how many there are."""
    beam = leaves.total.size
    if count == beam and total <= leaves.total[count - 1]:
        return count
    for index in range(count):
        if leaves.total[index] == total and leaves.moves[index, 0] == one:
            return count  # other rotations of the same piece: the same position, or as good
    place = count
    if count == beam:
        place -= 1
    else:
        count += 1
    while place > 0 and leaves.total[place - 1] < total:
        leaves.total[place], leaves.gained[place] = leaves.total[place - 1], leaves.gained[place - 1]
        leaves.moves[place, 0], leaves.moves[place, 1] = leaves.moves[place - 1, 0], leaves.moves[place - 1, 1]
        for index in range(words.size):
            leaves.boards[place, index] = leaves.boards[place - 1, index]
        place -= 1
    leaves.total[place], leaves.gained[place] = total, gained
    leaves.moves[place, 0], leaves.moves[place, 1] = one, two
    for index in range(words.size):
        leaves.boards[place, index] = words[index]
    return count


@njit
def follow(
    leaves: Leaves,
    count: int,
    physics: Words,
    third: int,
    goal: Goal,
    run: tuple[int, int],
    best: NDArray[np.float64],
    scratch: Scratch,
) -> None:
    """Let every leaf meet a third piece.

    Args:
        leaves: from `open_leaves`; not changed.
        count: how many there are.
        physics: the rules.
        third: the piece.
        goal: what counts.
        run: pieces in a row and level when the decision was made.
        best: float64 (3 * cols,), filled: the best that a leaf of each first move makes of the piece; DEAD where
            all are lost or there is no leaf.
        scratch: working memory.
    """
    moves = LENGTH if third & 15 != MAGIC else 1
    after = scratch.space[0]
    for one in range(best.size):
        best[one] = DEAD
    for leaf in range(count):
        one = leaves.moves[leaf, 0]
        for col in range(physics[COLS]):
            for turn in range(moves):
                points = try_move(leaves.boards[leaf], after, physics, third, LENGTH * col + turn)
                if points == NO_ROOM:
                    continue
                total = leaves.gained[leaf] + gain(after, physics, goal, points, run[0], run[1])
                total += worth(after, physics, goal.weights, scratch.masks)
                best[one] = max(best[one], total)
