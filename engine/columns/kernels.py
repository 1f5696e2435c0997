"""The rules on packed positions (`engine.columns.packed`): land, mark, remove. Nothing is allocated.

A run is found by comparing whole columns: two neighbours' colours are equal where no bit plane differs and both are
occupied; three cells in a line are two such pairs on end. All rows of a column are looked at in one word.
"""

from typing import Final

import numpy as np

from engine.columns.board import MAGIC
from engine.columns.packed import (
    CHAIN,
    COLS,
    DIAGONALS,
    DROP_POINTS,
    ENTRY,
    HEIGHT,
    HEIGHTS,
    JEWELS,
    MAGIC_FLOOR,
    NUMBERS,
    PLANES,
    REMOVED,
    ROWS,
    RUNNING,
    SCORE,
    TAIL,
    Words,
    colour_at,
)
from engine.columns.rules import LENGTH, MAX_COLS
from engine.columns.scoring import drop_points, level_of, step_points
from engine.jit import njit

Column = tuple[int, int]
"""A column's bit planes 0 and 1, and plane 2 and its occupied cells: two to a word, the second `HALF` bits up."""
HALF: Final = 32

NO_ROOM: Final = -1
"""What `place` answers for a column that cannot take the piece; the position is then as before."""


@njit
def place(words: Words, physics: Words, col: int, top: int, middle: int, bottom: int) -> int:
    """Drop a piece into a column, let everything vanish that does, and return the points; `words` is changed.

    Args:
        words: a position in which nothing is left to vanish.
        physics: the rules.
        col: 0 to cols - 1.
        top, middle, bottom: codes of the piece's jewels, all MAGIC or none.

    Returns:
        Points, those of the drop among them; NO_ROOM where the column has no room for three jewels, or there is no
        such column.
    """
    cols, diagonals = physics[COLS], physics[DIAGONALS] != 0
    tail = TAIL * cols
    room = physics[HEIGHT] - LENGTH
    # This also tells the compiler that no index is negative.
    if not (0 <= col < cols <= MAX_COLS) or words[HEIGHTS * cols + col] > room:
        return NO_ROOM
    height = words[HEIGHTS * cols + col]
    points = step = 0
    if physics[DROP_POINTS] != 0:
        points = drop_points(words, physics, col, level_of(physics, words[tail + JEWELS]))
    words[tail + RUNNING] += 1
    words[tail + REMOVED] = 0
    low, high, moved = col, col, False
    if bottom != MAGIC:
        land(words, cols, col, top, middle, bottom)
        moved = has_run(words, cols, diagonals, col)
    elif height == 0:
        points += physics[MAGIC_FLOOR]
    else:
        mark_colour(words, physics, colour_at(words, cols, col, height - 1))
        step = 1
        points += step_points(words, physics, step, level_of(physics, words[tail + JEWELS]), True)
        remove_marked(words, physics)
        low, high, moved = 0, cols - 1, True
    while moved and mark_runs_between(words, cols, diagonals, low, high):
        step += 1
        points += step_points(words, physics, step, level_of(physics, words[tail + JEWELS]), False)
        span = remove_marked(words, physics)
        low, high = span >> 8, span & 255
    removed = words[tail + REMOVED]
    words[tail + CHAIN] = step
    words[tail + JEWELS] += removed
    words[tail + SCORE] += points
    if removed == 0:
        words[tail + RUNNING] = 0
    return points


@njit
def is_dead(words: Words, physics: Words) -> bool:
    """Tell whether the game is over: a jewel lies in the hidden rows, or the next piece has no room to enter.

    With three hidden rows or more a piece has room to enter wherever none of them is taken.
    """
    cols, rows = physics[COLS], physics[ROWS]
    heights = HEIGHTS * cols
    highest = words[heights + physics[ENTRY]] + LENGTH - (physics[HEIGHT] - rows)
    for col in range(cols):
        highest = max(highest, words[heights + col])
    return bool(highest > rows)


@njit
def land(words: Words, cols: int, col: int, top: int, middle: int, bottom: int) -> None:
    """Lay three jewels onto a column."""
    height = words[HEIGHTS * cols + col]
    for plane in range(PLANES):
        bits = ((bottom >> plane) & 1) | ((middle >> plane) & 1) << 1 | ((top >> plane) & 1) << 2
        words[plane * cols + col] |= bits << height
    words[HEIGHTS * cols + col] = height + LENGTH


@njit
def mark_runs(words: Words, physics: Words, low: int, high: int) -> bool:
    """Mark every jewel of a run of three or more that touches columns `low` to `high`; tell whether there is one.

    Runs that lie elsewhere are not looked for: in a position at rest only what has just moved can make one. Where
    there is none, the marks say nothing.
    """
    cols, diagonals = physics[COLS], physics[DIAGONALS] != 0
    if low == high and not has_run(words, cols, diagonals, low):
        return False
    return mark_runs_between(words, cols, diagonals, low, high)


@njit
def mark_runs_between(words: Words, cols: int, diagonals: bool, low: int, high: int) -> bool:
    """As `mark_runs`, the rules it needs as numbers."""
    marks = TAIL * cols + NUMBERS
    for col in range(cols):
        words[marks + col] = 0
    found = 0
    for col in range(low, high + 1):
        run = _upright(_column(words, cols, col))
        found |= run
        words[marks + col] = run | run << 1 | run << 2
    before_flat = before_up = before_down = 0
    for col in range(max(low - 2, 0), min(high + 2, cols - 1)):
        here, beside = _column(words, cols, col), _column(words, cols, col + 1)
        jewels = here[1] >> HALF
        flat = ~_differ(here, beside) & jewels
        up = ~_differ(here, _down(beside, 1)) & jewels if diagonals else 0
        down = ~_differ(here, _up(beside, 1)) & jewels if diagonals else 0
        run, rising, falling = before_flat & flat, before_up & up >> 1, before_down & down << 1
        before_flat, before_up, before_down = flat, up, down
        every = run | rising | falling
        if every != 0:
            found |= every
            words[marks + col - 1] |= every
            words[marks + col] |= run | rising << 1 | falling >> 1
            words[marks + col + 1] |= run | rising << 2 | falling >> 2
    return found != 0


@njit
def has_run(words: Words, cols: int, diagonals: bool, col: int) -> bool:
    """Tell whether a run of three or more touches column `col`.

    Most pieces make none, so this comes before any mark, without a branch or loop: five columns, for diagonals moved
    up and down so that a line lies in one row.
    """
    here = _column(words, cols, col)
    far_left, left = _column(words, cols, col - 2), _column(words, cols, col - 1)
    right, far_right = _column(words, cols, col + 1), _column(words, cols, col + 2)
    flat = _in_row(far_left, left, here, right, far_right)
    rising = _in_row(_up(far_left, 2), _up(left, 1), here, _down(right, 1), _down(far_right, 2))
    falling = _in_row(_down(far_left, 2), _down(left, 1), here, _up(right, 1), _up(far_right, 2))
    return (flat | _upright(here) | (rising | falling if diagonals else 0)) != 0


@njit
def _column(words: Words, cols: int, col: int) -> Column:
    """Return a column as two words; one beside the board is empty."""
    there = 0 <= col < cols
    n, at = np.uint64(cols), np.uint64(col if there else 0)  # unsigned: an index that may be negative costs more
    occupied = (1 << words[at + n + n + n]) - 1
    return words[at] | words[at + n] << HALF, words[at + n + n] | (occupied if there else 0) << HALF


@njit
def _up(column: Column, rows: int) -> Column:
    """Return a column moved up by 1 or 2 rows.

    Of 31 rows the highest, 2 rows up, gets into the other half, two rows below the floor of the column between: there
    no run is looked for.
    """
    return column[0] << rows, column[1] << rows


@njit
def _down(column: Column, rows: int) -> Column:
    """Return a column moved down; what comes out of the other half is above all rows."""
    return column[0] >> rows, column[1] >> rows


@njit
def _differ(one: Column, other: Column) -> int:
    """Return the rows in which two columns differ in colour, or only one of them has a jewel."""
    bits = (one[0] ^ other[0]) | (one[1] ^ other[1])
    return bits | bits >> HALF


@njit
def _upright(column: Column) -> int:
    """Return the bits of the jewels that have two more of their colour right above."""
    changes = _differ(column, _down(column, 1))
    return ~(changes | changes >> 1) & column[1] >> HALF


@njit
def _in_row(z: Column, a: Column, c: Column, b: Column, y: Column) -> int:
    """Return the bits of column `c` that are in a row of three of a colour, of five columns side by side."""
    za, ac, cb, by = _differ(z, a), _differ(a, c), _differ(c, b), _differ(b, y)
    return ~((za | ac) & (ac | cb) & (cb | by)) & c[1] >> HALF


@njit
def mark_colour(words: Words, physics: Words, colour: int) -> None:
    """Mark every jewel of a colour."""
    cols = physics[COLS]
    for col in range(cols):
        same = (1 << words[HEIGHTS * cols + col]) - 1
        for plane in range(PLANES):
            bits = words[plane * cols + col]
            same &= bits if (colour >> plane) & 1 else ~bits
        words[TAIL * cols + NUMBERS + col] = same


@njit
def remove_marked(words: Words, physics: Words) -> int:
    """Take the marked jewels out and let the rest fall; return 256 * first + last column that changed."""
    cols = physics[COLS]
    marks = TAIL * cols + NUMBERS
    first, last, removed = cols, 0, 0
    for col in range(cols):
        gone = words[marks + col]
        if gone == 0:
            continue
        first, last = min(first, col), col
        plane0, plane1, plane2 = words[col], words[cols + col], words[2 * cols + col]
        count = 0
        while gone != 0:
            lowest = gone & -gone
            below = lowest - 1
            plane0 = (plane0 & below) | (plane0 >> 1 & ~below)
            plane1 = (plane1 & below) | (plane1 >> 1 & ~below)
            plane2 = (plane2 & below) | (plane2 >> 1 & ~below)
            gone = (gone ^ lowest) >> 1
            count += 1
        words[col], words[cols + col], words[2 * cols + col] = plane0, plane1, plane2
        words[HEIGHTS * cols + col] -= count
        removed += count
    words[TAIL * cols + REMOVED] += removed
    return int(first << 8 | last)
