"""A state as ten machine words, which is what planners copy and play on.

``words`` is int64 (10,)::

    [0..5]  colour c: bit 9 * size + 3 * row + column is set where a ring of that colour and size stands
    [6..8]  the pieces of the hand: a tile code, or PLAYED
    [9]     combo: scoring moves in a row

A tile is 3 * colour + size (0..17). The code of a piece of one tile is the tile, of two tiles
first + 18 * (second + 1), the smaller size first.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit
from engine.square_stacker.board import CELLS, EMPTY, PIECES, SIDE, SIZES, UNKNOWN, Codes, State

Words = NDArray[np.int64]

HAND: Final = 6
"""Index of the first piece."""
COMBO: Final = 9
"""Index of the combo."""
WORDS: Final = 10
PLAYED: Final = -1
"""Code of a piece that has been played."""
TILES: Final = 18


@njit
def piece_code(slots: Codes) -> int:
    """Return the code of a piece given as (inner, middle, outer); PLAYED if it is empty or holds an UNKNOWN.

    Three tiles have no code, as no such piece comes: PLAYED too.
    """
    code = PLAYED
    for size in range(SIZES):
        if slots[size] == UNKNOWN:
            return PLAYED
        if slots[size] != EMPTY:
            tile = SIZES * int(slots[size]) + size
            if code == PLAYED:
                code = tile
            elif code < TILES:
                code += TILES * (tile + 1)
            else:
                return PLAYED
    return code


@njit
def _pack(grid: Codes, hand: Codes, words: Words) -> None:
    for cell in range(CELLS):
        for size in range(SIZES):
            code = grid[cell // SIDE, cell % SIDE, size]
            if code != UNKNOWN and code != EMPTY:
                words[code] |= np.int64(1) << (CELLS * size + cell)
    for piece in range(PIECES):
        words[HAND + piece] = piece_code(hand[piece])


@njit
def _unpack(words: Words, grid: Codes, hand: Codes) -> None:
    grid[:] = EMPTY
    hand[:] = EMPTY
    for cell in range(CELLS):
        for size in range(SIZES):
            for colour in range(EMPTY):
                if words[colour] >> (CELLS * size + cell) & 1:
                    grid[cell // SIDE, cell % SIDE, size] = colour
    for piece in range(PIECES):
        code = words[HAND + piece]
        if code != PLAYED:
            first, second = code % TILES, code // TILES - 1
            hand[piece, first % SIZES] = first // SIZES
            if second >= 0:
                hand[piece, second % SIZES] = second // SIZES


def pack(state: State) -> Words:
    """Return a state as words, int64 (10,).

    UNKNOWN slots of the grid count as empty, pieces with one as played: hold moves against `legal_moves` of the state.
    """
    words = np.zeros(WORDS, np.int64)
    _pack(state.grid, state.hand, words)
    words[COMBO] = state.combo
    return words


def unpack(words: Words, score: int = 0, moves: int = 0) -> State:
    """Return the state that words hold."""
    grid = np.empty((SIDE, SIDE, SIZES), np.int8)
    hand = np.empty((PIECES, SIZES), np.int8)
    _unpack(words, grid, hand)
    return State(grid, hand, int(words[COMBO]), score, moves)
