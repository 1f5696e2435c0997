"""What a resting board is worth to a player who builds chains: what the best chains it holds would pay, and its shape.

A trigger is a column and a colour of which one jewel on top completes a run. Each is fired on a copy of the board and
its whole chain paid, so that the value knows how long a chain is, not how one looks.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.columns.kernels import is_dead, mark_runs, remove_marked
from engine.columns.packed import (
    BY_JEWELS,
    BY_LINES,
    BY_MATCHES,
    COLOURS,
    COLS,
    HEIGHTS,
    JEWELS,
    PLANES,
    POINTS,
    REMOVED,
    ROWS,
    SCORING,
    TAIL,
    Words,
    colour_at,
)
from engine.columns.rules import LENGTH, MAX_COLOURS, STRAIGHT_POINTS
from engine.columns.scoring import level_of, step_points
from engine.jit import njit

PLAIN: Final = 30.0
"""Points of a plain run of three in `jewel`: the weights below are in those points."""
NEAR_TOP: Final = 5
"""Rows below the top of the visible board from which on a column counts as high."""
ROOMY: Final = 0.62
"""Part of the board that may be filled without fear that the jewel which fires the chain does not come in time."""
BOARD_CELLS: Final = 84
"""Cells of `jewel`'s board, on which the weights were found."""
NEAR_TRIGGER: Final = 4
"""Rows below the top from which on the column of the best trigger is about to be closed."""
RIPENING: Final = 3.0
"""Pieces left at which half of a board's value can still be collected before the game ends."""


class Weights(NamedTuple):
    """Points (where a plain run of three pays 30) for each unit of what a board shows.

    Attributes:
        expected: points of the best chain that a random piece fires.
        best: points of the best chain of all.
        root: square root of the expected points.
        jewels: on the board.
        crowded: square of the jewels beyond ROOMY of the board, counted as on a board of BOARD_CELLS.
        highest: rows of the highest column.
        danger: rows within NEAR_TOP of the top, squared, summed over columns.
        pairs: neighbours of one colour, diagonal ones too.
        steps: difference of neighbouring columns' heights, squared.
        triggers: places where one jewel completes a run.
        edges: rows of a column times its distance from the middle, in half columns.
        growth: square root of the best chain's points times the free part of the board, room for it to grow.
        rest: jewels left when the best chain has been fired.
        buried: rows by which the column of the best trigger is within NEAR_TRIGGER of the top.
    """

    expected: float
    best: float
    root: float
    jewels: float
    crowded: float
    highest: float
    danger: float
    pairs: float
    steps: float
    triggers: float
    edges: float
    growth: float
    rest: float
    buried: float


class Chains(NamedTuple):
    """The chains that a board holds.

    Attributes:
        expected: points of the best chain that one of a random piece's three jewels fires.
        best: points of the best chain of all.
        triggers: places where one jewel completes a run.
        rest: jewels left when the best chain has been fired, the firing one among them; 0 without a trigger.
        column: rows of the column of the best trigger.
    """

    expected: float
    best: float
    triggers: int
    rest: int
    column: int


class Value(NamedTuple):
    """The value as the searches take it.

    Attributes:
        weights: see `Weights`.
        board: int64 (n,), scratch: the board on which a trigger is fired.
        paid: float64 (8,), scratch: the best chain that each colour fires.
    """

    weights: Weights
    board: NDArray[np.int64]
    paid: NDArray[np.float64]


def value_of(weights: Weights, size: int) -> Value:
    """Return the value with its scratch; `size` is the length of a position."""
    return Value(weights, np.zeros(size, np.int64), np.zeros(MAX_COLOURS))


@njit
def evaluate(words: Words, rules: Words, value: Value) -> float:
    """Return what a position of `policy.columns.afterstates` is worth, points; -inf where the game is lost."""
    if is_dead(words, rules):
        return -np.inf
    cols, rows = rules[COLS], rules[ROWS]
    heights, weights = HEIGHTS * cols, value.weights
    plain = plain_run(words, rules)
    unit = plain / PLAIN
    held = chains(words, rules, value, plain)
    best = held.best / unit
    jewels = highest = danger = steps = edges = 0
    for col in range(cols):
        height = words[heights + col]
        jewels += height
        highest = max(highest, height)
        near = max(0, height + NEAR_TOP - rows)
        danger += near * near
        edges += height * abs(2 * col - cols + 1)
        if col > 0:
            step = height - words[heights + col - 1]
            steps += step * step
    filled = jewels / (cols * rows)
    crowd = BOARD_CELLS * max(0.0, filled - ROOMY)
    shape = (
        weights.expected * (held.expected / unit)
        + weights.best * best
        + weights.root * np.sqrt(held.expected / unit)
        + weights.growth * np.sqrt(best) * (1.0 - filled)
        + weights.rest * held.rest
        + weights.buried * max(0, held.column + NEAR_TRIGGER - rows)
        + weights.jewels * jewels
        + weights.crowded * crowd * crowd
        + weights.highest * highest
        + weights.danger * danger
        + weights.pairs * pairs(words, cols)
        + weights.steps * steps
        + weights.triggers * held.triggers
        + weights.edges * edges
    )
    left = words[words.size - 1]
    return float(unit * shape * (left / (left + RIPENING)))


@njit
def plain_run(words: Words, rules: Words) -> float:
    """Return the points of a plain run of three at the level of a position.

    Where points are 0 they are taken to be 1: it is the unit of all that a board is worth.
    """
    scoring, points = rules[SCORING], max(float(rules[POINTS]), 1.0)
    if scoring == BY_JEWELS:
        return LENGTH * points
    if scoring == BY_LINES:
        return points * STRAIGHT_POINTS[0]
    level = level_of(rules, words[TAIL * rules[COLS] + JEWELS])
    return points * LENGTH * max(level, 1) if scoring == BY_MATCHES else points * (level + 1)


@njit
def chains(words: Words, rules: Words, value: Value, plain: float) -> Chains:
    """Fire every trigger; `plain` is what a plain run of three pays."""
    cols, colours, heights = rules[COLS], rules[COLOURS], HEIGHTS * rules[COLS]
    paid, board = value.paid, value.board
    for colour in range(colours):
        paid[colour] = 0.0
    best = 0.0
    count = rest = column = 0
    for col in range(cols):
        if words[heights + col] >= rules[ROWS]:
            continue
        wanted = completing(words, cols, col)
        colour = 0
        while wanted != 0:
            if wanted & 1:
                count += 1
                for index in range(heights + cols):
                    board[index] = words[index]
                points = fire(board, rules, col, colour, plain)
                paid[colour] = max(paid[colour], points)
                if points > best:
                    best, column, rest = points, words[heights + col], 0
                    for other in range(cols):
                        rest += board[heights + other]
            wanted >>= 1
            colour += 1
    return Chains(best_of_three(paid, colours), best, count, rest, column)


@njit
def best_of_three(paid: NDArray[np.float64], colours: int) -> float:
    """Return the mean of the best of three colours drawn; `paid` is what each of `colours` pays and is sorted."""
    for at in range(1, colours):
        paying, place = paid[at], at
        while place > 0 and paid[place - 1] > paying:
            paid[place] = paid[place - 1]
            place -= 1
        paid[place] = paying
    # the best is the k-th from below with the chance (k^3 - (k - 1)^3) / colours^3
    expected = 0.0
    for at in range(colours):
        expected += paid[at] * ((at + 1) ** 3 - at**3)
    return float(expected / colours**3)


@njit
def completing(words: Words, cols: int, col: int) -> int:
    """Return the colours, as bits, of which one jewel on top of a column completes a run of three."""
    above = words[HEIGHTS * cols + col]
    found = 0
    if above >= 2:
        under = colour_at(words, cols, col, above - 1)
        if under == colour_at(words, cols, col, above - 2):
            found |= 1 << under
    for slope in range(-1, 2):
        left, right = _colour(words, cols, col - 1, above - slope), _colour(words, cols, col + 1, above + slope)
        if left >= 0 and (left == right or left == _colour(words, cols, col - 2, above - 2 * slope)):
            found |= 1 << left
        if right >= 0 and right == _colour(words, cols, col + 2, above + 2 * slope):
            found |= 1 << right
    return found


@njit
def _colour(words: Words, cols: int, col: int, above: int) -> int:
    """Return the colour of a jewel, -1 where there is none."""
    if col < 0 or col >= cols or above < 0 or above >= words[HEIGHTS * cols + col]:
        return -1
    return colour_at(words, cols, col, above)


@njit
def fire(board: Words, rules: Words, col: int, colour: int, plain: float) -> float:
    """Lay one jewel onto a column, let everything vanish that does; return the points. `board` is changed.

    Where chains pay, a jewel is taken to pay a third of a plain run times the chain step: exact for `jewel`, near for
    scorings that count runs, which would take ten times as long.

    Args:
        board: planes and heights; the numbers after them are written over.
        rules: the rules.
        col, colour: of the jewel.
        plain: what a plain run of three pays.
    """
    cols = rules[COLS]
    removed = TAIL * cols + REMOVED
    height = board[HEIGHTS * cols + col]
    for plane in range(PLANES):
        board[plane * cols + col] |= ((colour >> plane) & 1) << height
    board[HEIGHTS * cols + col] = height + 1
    by_lines = rules[SCORING] == BY_LINES
    low = high = col
    lines = steps = jewels = 0
    while mark_runs(board, rules, low, high):
        steps += 1
        if by_lines:
            lines += step_points(board, rules, steps, 0, False)
        board[removed] = 0
        span = remove_marked(board, rules)
        jewels += steps * board[removed]
        low, high = span >> 8, span & 255
    return float(lines) if by_lines else plain / LENGTH * jewels


@njit
def pairs(words: Words, cols: int) -> int:
    """Return how many neighbours are of one colour, in every direction."""
    found = 0
    for col in range(cols):
        a0, a1, a2 = words[col], words[cols + col], words[2 * cols + col]
        a = (1 << words[HEIGHTS * cols + col]) - 1
        found += _ones(~((a0 ^ a0 >> 1) | (a1 ^ a1 >> 1) | (a2 ^ a2 >> 1)) & (a >> 1))
        if col + 1 == cols:
            break
        b0, b1, b2 = words[col + 1], words[cols + col + 1], words[2 * cols + col + 1]
        b = (1 << words[HEIGHTS * cols + col + 1]) - 1
        found += _ones(~((a0 ^ b0) | (a1 ^ b1) | (a2 ^ b2)) & a & b)
        found += _ones(~((a0 ^ b0 >> 1) | (a1 ^ b1 >> 1) | (a2 ^ b2 >> 1)) & a & b >> 1)
        found += _ones(~((a0 ^ b0 << 1) | (a1 ^ b1 << 1) | (a2 ^ b2 << 1)) & a & b << 1)
    return found


@njit
def _ones(bits: int) -> int:
    """Return how many of the lowest 32 bits are set."""
    bits -= (bits >> 1) & 0x55555555
    bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F
    return ((bits * 0x01010101) & 0xFFFFFFFF) >> 24
