"""What a piece's jewels are paid: levels, drops, and the runs that stand marked. Nothing is allocated.

Runs are counted on whole columns at once. In one direction, a run of n jewels holds n - 2 triples (three in a line), so
bits of triples and bits that begin a run tell lengths without walking along them.
"""

from math import sqrt
from typing import Final

from engine.columns.packed import (
    BY_JEWELS,
    BY_LINES,
    BY_MATCHES,
    BY_RUNNING,
    BY_TRIPLETS,
    COLS,
    DIAGONALS,
    DROP_POINTS,
    HEIGHTS,
    LEVEL_JEWELS,
    LEVEL_MORE,
    LEVEL_START,
    NUMBERS,
    POINTS,
    ROWS,
    RUNNING,
    SCORING,
    TAIL,
    Words,
)
from engine.columns.rules import DIAGONAL_POINTS, FURTHER_POINTS, LENGTH, STRAIGHT_POINTS
from engine.jit import njit

FLAT: Final = 0
RISING: Final = 1
FALLING: Final = 2
"""Directions from a column to the next one."""


@njit
def bits_of(word: int) -> int:
    """Return how many bits of `word` are set."""
    count = 0
    while word != 0:  # LLVM makes one instruction of this loop
        word &= word - 1
        count += 1
    return count


@njit
def level_of(physics: Words, jewels: int) -> int:
    """Return the level after so many jewels; see `Rules.level`."""
    first, more = physics[LEVEL_JEWELS], physics[LEVEL_MORE]
    if first == 0:
        return int(physics[LEVEL_START])
    if more == 0:
        return int(physics[LEVEL_START] + jewels // first)
    linear = float(2 * first - more)
    levels = int((sqrt(linear * linear + 8.0 * more * jewels) - linear) / (2.0 * more))
    # The root is rounded, so the last level may be one off.
    while levels * first + more * (levels * (levels - 1) // 2) > jewels:
        levels -= 1
    while (levels + 1) * first + more * (levels * (levels + 1) // 2) <= jewels:
        levels += 1
    return int(physics[LEVEL_START] + levels)


@njit
def drop_points(words: Words, physics: Words, col: int, level: int) -> int:
    """Return what dropping a piece pays, from where it is first wholly in view down to what it lands on."""
    rows = physics[ROWS] - LENGTH - words[HEIGHTS * physics[COLS] + col]
    return int(physics[DROP_POINTS] * (level + 1) * max(rows, 0))


@njit
def step_points(words: Words, physics: Words, step: int, level: int, magic: bool) -> int:
    """Return the points of the marked jewels as chain step `step` (1 is the first).

    `magic`: they are all of one colour and paid as one straight run.
    """
    cols = physics[COLS]
    scoring, points = physics[SCORING], physics[POINTS]
    jewels = 0
    for col in range(cols):
        jewels += bits_of(words[TAIL * cols + NUMBERS + col])
    if scoring == BY_JEWELS:
        return int(points * jewels * step)
    if scoring == BY_RUNNING:
        return int(points * max(jewels - 2, 0) * (level + 1) * step * words[TAIL * cols + RUNNING])
    paid = straight_run_points(jewels, scoring) if magic else runs_points(words, physics)
    if scoring == BY_TRIPLETS:
        return int(points * paid * (level + 1) * step)
    if scoring == BY_MATCHES:
        return int(points * paid * level * step)
    return int(points * paid)


@njit
def straight_run_points(length: int, scoring: int) -> int:
    """Return what one straight run counts in the scorings that count runs."""
    if scoring == BY_TRIPLETS:
        return max(length - 2, 0)
    if scoring == BY_MATCHES:
        return length
    if scoring == BY_LINES and length >= LENGTH:
        return STRAIGHT_POINTS[min(length, 5) - LENGTH]
    return 0


@njit
def runs_points(words: Words, physics: Words) -> int:
    """Return what all maximal runs that stand on the board count together."""
    cols, scoring = physics[COLS], physics[SCORING]
    runs = total = 0
    for col in range(cols):
        plane0, plane1, plane2 = words[col], words[cols + col], words[2 * cols + col]
        occupied = (1 << words[HEIGHTS * cols + col]) - 1
        pairs = ~((plane0 ^ plane0 >> 1) | (plane1 ^ plane1 >> 1) | (plane2 ^ plane2 >> 1)) & (occupied >> 1)
        triples = pairs & pairs >> 1
        if triples != 0:
            fours = triples & triples >> 1
            fives = fours & fours >> 1
            begun = bits_of(triples & ~(triples << 1))
            runs += begun
            total += _counted(
                scoring, True, bits_of(triples), begun, bits_of(fours & ~(fours << 1)), bits_of(fives & ~(fives << 1))
            )
    for direction in range(3 if physics[DIAGONALS] else 1):
        pairs = triples = fours = fives = 0
        for col in range(cols - 1):
            before_pairs, before_triples, before_fours, before_fives = pairs, triples, fours, fives
            pairs = _pairs(words, cols, col, direction)
            triples = before_pairs & _back(pairs, direction)
            fours = before_triples & _back(triples, direction)
            fives = before_fours & _back(fours, direction)
            if triples != 0:
                begun = bits_of(triples & ~_on(before_triples, direction))
                runs += begun
                total += _counted(
                    scoring,
                    direction == FLAT,
                    bits_of(triples),
                    begun,
                    bits_of(fours & ~_on(before_fours, direction)),
                    bits_of(fives & ~_on(before_fives, direction)),
                )
    if scoring == BY_LINES and runs > 1:
        total += FURTHER_POINTS * (runs - 1)
    return total


@njit
def _counted(scoring: int, straight: bool, triples: int, runs: int, of_four: int, of_five: int) -> int:
    """Return what so many triples and runs count, of which so many are of four or more and of five or more."""
    if scoring == BY_TRIPLETS:
        return triples
    if scoring == BY_MATCHES:
        return triples + (LENGTH - 1) * runs
    three, four, five = STRAIGHT_POINTS if straight else DIAGONAL_POINTS
    return three * runs + (four - three) * of_four + (five - four) * of_five


@njit
def _pairs(words: Words, cols: int, col: int, direction: int) -> int:
    """Return, a bit for each jewel of a column, whether the next jewel in `direction` is of its colour."""
    left = (1 << words[HEIGHTS * cols + col]) - 1
    right = _back((1 << words[HEIGHTS * cols + col + 1]) - 1, direction)
    differ = words[col] ^ _back(words[col + 1], direction)
    differ |= words[cols + col] ^ _back(words[cols + col + 1], direction)
    differ |= words[2 * cols + col] ^ _back(words[2 * cols + col + 1], direction)
    return int(~differ & left & right)


@njit
def _back(bits: int, direction: int) -> int:
    """Return bits of a column by the rows that they continue in the column before."""
    if direction == RISING:
        return bits >> 1
    return bits << 1 if direction == FALLING else bits


@njit
def _on(bits: int, direction: int) -> int:
    """Return bits of a column by the rows in which they go on in the next column."""
    if direction == RISING:
        return bits << 1
    return bits >> 1 if direction == FALLING else bits
