"""What the learned value of a board is made of: table entries that no renaming of colours changes.

A colour is seen as six bits a row, one a cell; what is no colour (holes, unknown cells, specials) has no bit. A swap
permutes one row, so what matters is which rows hold a colour, how often, and how far apart the cells are. The tables:

=========  ==================================================================================================
CELLS      one colour in three rows, cell by cell: how near it is to a vertical line, to three in a row
CROSSINGS  two colours in two rows, cell by cell (left, right, neither): what one swap or two could do with both
SUPPLY     one colour in six rows: none, one, two, three or more in each
MEETINGS   two colours about a row: how many in it (as in SUPPLY), any in the two rows above and the two below it:
           whether both could stand in one break there, wherever their columns are
HOLES      each row: how many new pieces will come
=========  ==================================================================================================

All windows of rows share their table. Weights of mirror images, and of a pair of colours in either order, are kept
equal by training. After the n-tuple networks of Szubert and Jaskowski (Temporal Difference Learning of N-Tuple Networks
for the Game 2048, CIG 2014); the choice of tables is ours.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.bilging.afterstate import Physics
from engine.bilging.board import CRAB, EMPTY, Board
from engine.jit import njit

ROWS: Final = 12
COLS: Final = 6
COLOURS: Final = 7
"""The boards that are known; no other has a learned value."""

CELLS: Final = 0
CROSSINGS: Final = CELLS + (1 << 18)
SUPPLY: Final = CROSSINGS + 729 * 729
MEETINGS: Final = SUPPLY + (1 << 12)
HOLES: Final = MEETINGS + (1 << 12)
TABLE_SIZE: Final = HOLES + ROWS * (COLS + 1)
"""Where each table begins in the flat one, and its end."""

PAIRS: Final = COLOURS * (COLOURS - 1) // 2
ENTRIES: Final = COLOURS * (ROWS - 2) + PAIRS * (ROWS - 1) + COLOURS * (ROWS - 5) + PAIRS * ROWS + ROWS
"""Table entries that make up the value of one board."""

Entries = NDArray[np.int64]
"""(ENTRIES,) int64: places in the flat table."""


def _digits() -> NDArray[np.int64]:
    """Return (64,): six bits read as digits of base 3."""
    return np.array([sum(3**bit for bit in range(COLS) if mask >> bit & 1) for mask in range(1 << COLS)])


class Views(NamedTuple):
    """A board as the tables see it; scratch of one call at a time.

    Attributes:
        digits: int64 (64,), constant: six bits read as digits of base 3.
        counts: int64 (64,), constant: bits that are set, at most 3.
        masks: int64 (COLOURS, ROWS): the cells of a row that hold the colour.
        crossings: int64 (COLOURS, ROWS - 1): the colour's part of an index into CROSSINGS.
        supply: int64 (COLOURS,): two bits a row.
        meetings: int64 (COLOURS, ROWS): six bits a row, the colour's part of an index into MEETINGS.
        holes: int64 (ROWS,): holes in a row.
    """

    digits: NDArray[np.int64]
    counts: NDArray[np.int64]
    masks: NDArray[np.int64]
    crossings: NDArray[np.int64]
    supply: NDArray[np.int64]
    meetings: NDArray[np.int64]
    holes: NDArray[np.int64]


def views() -> Views:
    """Return fresh scratch."""
    counts = np.array([min(mask.bit_count(), 3) for mask in range(1 << COLS)])
    return Views(
        _digits(),
        counts,
        np.zeros((COLOURS, ROWS), np.int64),
        np.zeros((COLOURS, ROWS - 1), np.int64),
        np.zeros(COLOURS, np.int64),
        np.zeros((COLOURS, ROWS), np.int64),
        np.zeros(ROWS, np.int64),
    )


@njit
def look(board: Board, physics: Physics, views: Views) -> None:
    """Fill `views` from a padded board of ROWS by COLS."""
    masks, holes = views.masks, views.holes
    masks[:] = 0
    for row in range(ROWS):
        start = physics.first + row * physics.stride
        empty = 0
        for col in range(COLS):
            code = board[start + col]
            if 0 <= code < CRAB:
                masks[code, row] |= 1 << col
            elif code == EMPTY:
                empty += 1
        holes[row] = empty
    digits, counts, crossings, meetings = views.digits, views.counts, views.crossings, views.meetings
    for colour in range(COLOURS):
        supply = 0
        for row in range(ROWS):
            supply |= counts[masks[colour, row]] << 2 * row
        views.supply[colour] = supply
        anywhere = (supply | supply >> 1) & 0x555555  # bit 2 * row: the row holds the colour
        around = anywhere << 4
        for row in range(ROWS):
            near = around >> 2 * row
            outer = (near & 1) << 2 | (near >> 2 & 1) << 3 | (near >> 6 & 1) << 4 | (near >> 8 & 1) << 5
            meetings[colour, row] = (supply >> 2 * row & 3) | outer
        below = digits[masks[colour, 0]]
        for row in range(ROWS - 1):
            here = below
            below = digits[masks[colour, row + 1]]
            crossings[colour, row] = here + 729 * below


@njit
def entries_of(views: Views, entries: Entries) -> None:
    """Write the table entries of the board that `views` was filled from."""
    masks, crossings, meetings = views.masks, views.crossings, views.meetings
    n = 0
    for colour in range(COLOURS):
        for row in range(ROWS - 2):
            entries[n] = CELLS + (masks[colour, row] | masks[colour, row + 1] << 6 | masks[colour, row + 2] << 12)
            n += 1
        for row in range(ROWS - 5):
            entries[n] = SUPPLY + (views.supply[colour] >> 2 * row & 4095)
            n += 1
    for one in range(COLOURS):
        for other in range(one):
            for row in range(ROWS - 1):
                entries[n] = CROSSINGS + crossings[one, row] + 2 * crossings[other, row]
                n += 1
            for row in range(ROWS):
                entries[n] = MEETINGS + (meetings[one, row] | meetings[other, row] << 6)
                n += 1
    for row in range(ROWS):
        entries[n] = HOLES + row * (COLS + 1) + views.holes[row]
        n += 1
