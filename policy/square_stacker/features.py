"""What the learned value of a board is made of: 44 table entries a board, shared by what the rules hold equal.

Each feature is a board of nine cells in one of four conditions, written as two 9-bit planes, and each pattern stands
for all its mirror and turned images. One table serves all six colours and all three sizes, as the rules treat them
alike; each table is indexed by the combo too (0 to 6, 7 and more).

========  =======  ===================================================================
table     entries  a cell's condition
========  =======  ===================================================================
DOUBLED   6        none, one, or two rings of the colour
ROOM      6        has the colour; else full; else a free slot
FREE      6        has the colour; else 0, 1, or more free slots
REACH     18       has the colour or not, and the slot of the size is taken or not
SIZES     3        slots of two sizes taken (in either order)
RINGS     1        0 to 3 rings
SIZE      3        the slot of the size is taken
COUNT     1        rings on the whole board
========  =======  ===================================================================

After the n-tuple networks of Szubert and Jaskowski (Temporal Difference Learning of N-Tuple Networks for the Game
2048, CIG 2014); the choice of tables is ours.
"""

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit
from engine.square_stacker.packed import COMBO, Words

ENTRIES: Final = 44
"""Table entries that make up the value of one board."""
COMBOS: Final = 8
"""Combos told apart; the last stands for all longer ones."""
PATTERNS: Final = 1 << 18
"""Two planes of nine cells."""
ALL: Final = 511

Classes = NDArray[np.uint16]
"""(2, PATTERNS) uint16: the class of a pattern; row 0 with the planes in order, row 1 with the planes in any order."""
Entries = NDArray[np.int64]
"""(ENTRIES,) int64: places in the flat table."""


def _turned() -> NDArray[np.int64]:
    """Return (8, 512): each 9-bit mask under each symmetry of the board."""
    cells = np.arange(9).reshape(3, 3)
    turns = [np.rot90(board, k) for board in (cells, cells.T) for k in range(4)]
    masks = np.arange(512)
    return np.stack([sum(((masks >> int(old)) & 1) << new for new, old in enumerate(turn.ravel())) for turn in turns])


@cache
def pattern_classes() -> tuple[Classes, tuple[int, int]]:
    """Return the classes of all patterns and how many there are in each row of it."""
    turned = _turned()
    first, second = np.arange(PATTERNS) & ALL, np.arange(PATTERNS) >> 9
    ordered = np.min([t[first] | t[second] << 9 for t in turned], axis=0)
    either = np.minimum(ordered, np.min([t[second] | t[first] << 9 for t in turned], axis=0))
    rows, counts = [], []
    for canonical in (ordered, either):
        names, row = np.unique(canonical, return_inverse=True)
        rows.append(row.astype(np.uint16))
        counts.append(int(names.size))
    return np.stack(rows), (counts[0], counts[1])


TABLES: Final = 8
"""Tables in the order of the module's list."""


def table_size() -> int:
    """Return the number of weights: every table has room for every class at every combo."""
    return TABLES * COMBOS * pattern_classes()[1][0]


@njit
def entries_of(words: Words, classes: Classes, size: int, entries: Entries) -> None:
    """Write the table entries of a board into `entries`.

    Args:
        words: a packed state; its hand does not count.
        classes: from `pattern_classes`.
        size: classes a table has room for.
        entries: (ENTRIES,) int64.
    """
    combo = min(words[COMBO], COMBOS - 1)
    taken = words[0] | words[1] | words[2] | words[3] | words[4] | words[5]
    small, middle, large = taken & ALL, taken >> 9 & ALL, taken >> 18
    odd = small ^ middle ^ large
    two = (small & middle) | (middle & large) | (small & large)
    full = odd & two
    first = combo * size
    step = COMBOS * size
    n = 0
    for colour in range(6):
        word = words[colour]
        a, b, c = word & ALL, word >> 9 & ALL, word >> 18
        has = a | b | c
        doubled = (a & b) | (b & c) | (a & c)
        entries[n] = first + classes[0, has | doubled << 9]
        entries[n + 1] = first + step + classes[0, has | (full & ~has) << 9]
        # planes: 11 has the colour, 00 full, 01 one free slot, 10 more
        low, high = has | (two & ~odd), has | (ALL & ~two)
        entries[n + 2] = first + 2 * step + classes[0, low | high << 9]
        entries[n + 3] = first + 3 * step + classes[0, has | small << 9]
        entries[n + 4] = first + 3 * step + classes[0, has | middle << 9]
        entries[n + 5] = first + 3 * step + classes[0, has | large << 9]
        n += 6
    entries[n] = first + 4 * step + classes[1, small | middle << 9]
    entries[n + 1] = first + 4 * step + classes[1, small | large << 9]
    entries[n + 2] = first + 4 * step + classes[1, middle | large << 9]
    entries[n + 3] = first + 5 * step + classes[0, odd | two << 9]
    entries[n + 4] = first + 6 * step + classes[0, small]
    entries[n + 5] = first + 6 * step + classes[0, middle]
    entries[n + 6] = first + 6 * step + classes[0, large]
    rings = 0
    while taken:
        taken &= taken - 1
        rings += 1
    entries[n + 7] = first + 7 * step + rings
