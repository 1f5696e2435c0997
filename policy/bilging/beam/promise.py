"""Kernels: what one swap of a position can bring, with and without what follows it."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.bilging.afterstate import Physics, Scratch, play_swap
from engine.bilging.board import CRAB, Board
from engine.bilging.kernels import SwapCodes, break_swap, has_code, has_line
from engine.jit import njit

_WORD: Final = np.uint64(8)
_BYTE: Final = np.uint64(255)


@njit
def at_once(
    codes: SwapCodes, words: NDArray[np.uint64], table: NDArray[np.float64], start: int, end: int, stride: int
) -> tuple[float, float]:
    """Return the most points that a swap in whole rows makes at once, and the sum over all their swaps.

    Args:
        codes: of all swaps (`engine.bilging.kernels.swap_codes`).
        words: their uint64 view; with a stride of 8 a row is a word, and most words are zero.
        table: points by code.
        start, end: flat cells of the rows.
        stride: cells from a row to the next.
    """
    best, total = 0.0, 0.0
    if stride == 8:
        for index in range(np.uint64(start >> 3), np.uint64(end >> 3)):
            word = words[index]
            while word != 0:
                points = table[word & _BYTE]
                best = max(best, points)
                total += points
                word = word >> _WORD
    else:
        for cell in range(np.uint64(start), np.uint64(end)):
            points = table[codes[cell]]
            best = max(best, points)
            total += points
    return best, total


@njit
def _copy(board: Board, after: Board) -> None:
    """Copy cell by cell: numba makes one move of memory of it; a slice is tested for overlaps first."""
    for cell in range(np.uint64(board.size)):
        after[cell] = board[cell]


@njit
def with_chains(
    board: Board,
    codes: SwapCodes,
    start: int,
    end: int,
    rule: Physics,
    water_px: int,
    after: Board,
    scratch: Scratch,
) -> tuple[float, float]:
    """Return the most points that a swap of two colours in start..end-1 makes, chains and crabs counted, and the sum.

    Args:
        board: padded; not changed.
        codes: of its swaps.
        start, end: flat cells.
        rule: physics of the rules.
        water_px: level of the water.
        after, scratch: working memory.

    Most breaks make no chain: their points are looked up, only the others are played on.
    """
    stride, last, table = rule.stride, rule.last, rule.tables.swap
    crabs = has_code(board, CRAB, rule.first, last)
    best, total = 0.0, 0.0
    for cell in range(start, end):
        code = codes[cell]
        if code == 0:
            continue
        _copy(board, after)
        if not crabs:
            after[cell], after[cell + 1] = board[cell + 1], board[cell]
            break_swap(after, stride, last, cell, code)
            if not has_line(after, stride, rule.first, last):
                best = max(best, table[code])
                total += table[code]
                continue
            _copy(board, after)
        own, later, _ = play_swap(after, rule, cell, code, water_px, scratch)
        best = max(best, own + later)
        total += own + later
    return best, total
