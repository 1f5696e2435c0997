"""A game as machine words, for kernels that play millions of pieces a second.

A position of C columns is int64 (5 C + 5,):

    [0, C)        bit plane 0 of the colours, a word a column: bit r is the cell r rows above the floor
    [C, 2 C)      bit plane 1
    [2 C, 3 C)    bit plane 2                 colour = plane 0 + 2 * plane 1 + 4 * plane 2
    [3 C, 4 C)    heights: jewels in the column; they lie without a gap
    [4 C, 4 C+5)  jewels removed, running, score; chain steps and jewels of the last piece
    [4 C+5, ...)  marks of the jewels that are about to vanish (scratch)

The rules are int64 (RULES,), see `physics`.
"""

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.columns.board import EMPTY, UNKNOWN, Codes, State
from engine.columns.rules import Rules, Scoring
from engine.jit import njit, njit_inline

Words = NDArray[np.int64]

PLANES: Final = 3
HEIGHTS: Final = 3
"""The heights begin at HEIGHTS * cols."""
TAIL: Final = 4
"""The numbers begin at TAIL * cols."""
JEWELS: Final = 0
RUNNING: Final = 1
SCORE: Final = 2
CHAIN: Final = 3
REMOVED: Final = 4
NUMBERS: Final = 5
"""Numbers of the tail, by their place in it."""

COLS: Final = 0
ROWS: Final = 1
HEIGHT: Final = 2
COLOURS: Final = 3
DIAGONALS: Final = 4
SCORING: Final = 5
POINTS: Final = 6
LEVEL_START: Final = 7
LEVEL_JEWELS: Final = 8
LEVEL_MORE: Final = 9
DROP_POINTS: Final = 10
MAGIC_FLOOR: Final = 11
MAGIC_CHANCE: Final = 12
CROOKED: Final = 13
ENTRY: Final = 14
RULES: Final = 15
"""Numbers of the rules, by their place in `physics`."""

CHANCES: Final = 1 << 32
"""The magic chance is kept in so many parts of one."""

SCORINGS: Final = tuple(Scoring)
BY_JEWELS: Final = SCORINGS.index(Scoring.JEWELS)
BY_TRIPLETS: Final = SCORINGS.index(Scoring.TRIPLETS)
BY_RUNNING: Final = SCORINGS.index(Scoring.RUNNING)
BY_MATCHES: Final = SCORINGS.index(Scoring.MATCHES)
BY_LINES: Final = SCORINGS.index(Scoring.LINES)


def physics(rules: Rules) -> Words:
    """Return the rules as int64 (RULES,), as the kernels take them; a new array."""
    return _physics(rules).copy()


@lru_cache(maxsize=256)
def _physics(rules: Rules) -> Words:
    return np.array(
        [
            rules.cols,
            rules.rows,
            rules.height,
            rules.colours,
            rules.diagonals,
            SCORINGS.index(rules.scoring),
            rules.points,
            rules.level_start,
            rules.level_jewels,
            rules.level_more,
            rules.drop_points,
            rules.magic_floor,
            round(rules.magic * CHANCES),
            rules.crooked,
            rules.entry,
        ],
        np.int64,
    )


def words_of(cols: int) -> int:
    """Return how many words a position of so many columns has."""
    return (TAIL + 1) * cols + NUMBERS


def pack(state: State) -> Words:
    """Return a state as words. A column's jewels are taken as they lie; what is UNKNOWN ends its column."""
    words = np.zeros(words_of(state.board.shape[1]), np.int64)
    pack_board(state.board, words)
    tail = TAIL * state.board.shape[1]
    words[tail + JEWELS], words[tail + RUNNING], words[tail + SCORE] = state.jewels, state.running, state.score
    return words


@njit
def pack_board(board: Codes, words: Words) -> None:
    """Write int8 (height, cols) into the planes and heights; jewels above a gap are let fall onto those below it."""
    height, cols = board.shape
    for col in range(cols):
        for plane in range(PLANES):
            words[plane * cols + col] = 0
        count = 0
        for row in range(height - 1, -1, -1):
            code = board[row, col]
            if code == UNKNOWN:
                break
            if code != EMPTY:
                for plane in range(PLANES):
                    words[plane * cols + col] |= np.int64((code >> plane) & 1) << count
                count += 1
        words[HEIGHTS * cols + col] = count


def unpack_board(words: Words, rules: Rules) -> Codes:
    """Return the board of a position, int8 (hidden + rows, cols)."""
    board = np.empty((rules.height, rules.cols), np.int8)
    _unpack(words, board)
    return board


@njit
def _unpack(words: Words, board: Codes) -> None:
    height, cols = board.shape
    for col in range(cols):
        for row in range(height):
            above = height - 1 - row
            board[row, col] = colour_at(words, cols, col, above) if above < words[HEIGHTS * cols + col] else EMPTY


def unpack_marks(words: Words, rules: Rules) -> NDArray[np.bool_]:
    """Return which cells of the board are marked, bool (hidden + rows, cols)."""
    marks = words[TAIL * rules.cols + NUMBERS :]
    above = np.arange(rules.height - 1, -1, -1)[:, np.newaxis]
    return (marks >> above & 1).astype(np.bool_)


@njit_inline
def colour_at(words: Words, cols: int, col: int, above: int) -> int:
    """Return the colour of the jewel `above` rows above the floor."""
    low, middle, high = words[col] >> above, words[cols + col] >> above, words[2 * cols + col] >> above
    return int((low & 1) | (middle & 1) << 1 | (high & 1) << 2)
