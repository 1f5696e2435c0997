"""The hot path: what every swap of a board would break, by vector instructions.

Loop indices are unsigned on purpose: numba wraps negative signed indices, and that select keeps LLVM from
turning these loops into vector code (measured: 10 times slower).
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine import lines
from engine.bilging.board import CRAB, EMPTY, Board
from engine.jit import njit, njit_inline

SwapCodes = NDArray[np.uint8]
"""What a swap breaks, one uint8 each: bits 0-1 the vertical line of the piece that lands left (0 none, 1, 2,
3: a line of 3, 4, 5), bits 2-3 that of the piece that lands right, bits 4 and 5 their horizontal lines of 3."""

LEFT_ACROSS: Final = 16
RIGHT_ACROSS: Final = 32
SWAP_CODES: Final = 64
LANES: Final = 64
"""Cells to a block of `swap_codes`: the widest vector registers hold so many bytes."""

_1 = np.uint64(1)
_2 = np.uint64(2)
_3 = np.uint64(3)
_BIT_1 = np.uint8(1)
_BIT_2 = np.uint8(2)
_BIT_3 = np.uint8(3)
_BIT_4 = np.uint8(4)
_BIT_5 = np.uint8(5)
_COLOURS = np.uint8(CRAB)


@njit
def swap_codes(board: Board, stride: int, first: int, last: int, codes: SwapCodes) -> None:
    """Write to `codes` what the swap of each cell with its right neighbour breaks.

    Args:
        board: padded (`engine.bilging.board.pad`), holding no line yet.
        stride: cells from a row to the next.
        first, last: flat cells to do, `last` not included; cells of the edge among them get 0.
        codes: uint8, as long as `board`; only first..last-1 is written.

    Only two different colours match anything: an edge, a hole, an unknown cell or a special gives 0.
    At most the row's outward neighbours can make a horizontal line, and never more than 3: a longer one
    would have stood there before.
    """
    down = np.uint64(stride)
    if last - first < LANES:
        for cell in range(np.uint64(first), np.uint64(last)):
            codes[cell] = _code(board, np.uint64(cell), down)
        return
    block = first
    while block < last:
        # A loop of a fixed length leaves no cells over for scalar code; the last block may overlap the one before.
        start = np.uint64(min(block, last - LANES))
        for lane in range(np.uint64(LANES)):
            codes[start + lane] = _code(board, start + lane, down)
        block += LANES


@njit_inline
def _code(board: Board, cell: np.uint64, down: np.uint64) -> np.uint8:
    """Return the code of one swap without a branch, in unsigned arithmetic throughout."""
    down2 = down + down
    right = cell + _1
    goes_right = board[cell]
    goes_left = board[right]

    above1 = board[cell - down] == goes_left
    above2 = above1 & (board[cell - down2] == goes_left)
    below1 = board[cell + down] == goes_left
    below2 = below1 & (board[cell + down2] == goes_left)
    left_across = (board[cell - _1] == goes_left) & (board[cell - _2] == goes_left)
    left_more = (above2 & below1) | (above1 & below2)  # four or five
    left_odd = (((above1 & below1) | above2 | below2) & (not left_more)) | (above2 & below2)  # three or five

    above1 = board[right - down] == goes_right
    above2 = above1 & (board[right - down2] == goes_right)
    below1 = board[right + down] == goes_right
    below2 = below1 & (board[right + down2] == goes_right)
    right_across = (board[cell + _2] == goes_right) & (board[cell + _3] == goes_right)
    right_more = (above2 & below1) | (above1 & below2)
    right_odd = (((above1 & below1) | above2 | below2) & (not right_more)) | (above2 & below2)

    colours = (np.uint8(goes_right) < _COLOURS) & (np.uint8(goes_left) < _COLOURS) & (goes_right != goes_left)
    code = (
        np.uint8(left_odd)
        | (np.uint8(left_more) << _BIT_1)
        | (np.uint8(right_odd) << _BIT_2)
        | (np.uint8(right_more) << _BIT_3)
        | (np.uint8(left_across) << _BIT_4)
        | (np.uint8(right_across) << _BIT_5)
    )
    return np.uint8(np.uint8(code) * np.uint8(colours))


@njit
def has_line(board: Board, stride: int, first: int, last: int) -> bool:
    """Tell whether a line of three or more of a colour begins (leftmost or topmost) in first..last-1.

    `board` is padded; the cells first..last-1 must have two rows below them on it.
    """
    return lines.has_line(board, stride, first, last, _COLOURS)


@njit
def has_code(board: Board, code: int, first: int, last: int) -> bool:
    """Tell whether any of the cells first..last-1 holds `code`."""
    found = np.uint8(0)
    for cell in range(np.uint64(first), np.uint64(last)):
        found |= np.uint8(board[cell] == code)
    return bool(found)


@njit
def swap_code(board: Board, stride: int, cell: int) -> int:
    """Return what `swap_codes` writes for the one swap of `cell` with its right neighbour."""
    goes_right = board[cell]
    goes_left = board[cell + 1]
    if goes_right == goes_left or not (0 <= goes_right < CRAB and 0 <= goes_left < CRAB):
        return 0
    code = _vertical_class(board, stride, cell, goes_left) | _vertical_class(board, stride, cell + 1, goes_right) << 2
    if board[cell - 1] == goes_left and board[cell - 2] == goes_left:
        code |= LEFT_ACROSS
    if board[cell + 2] == goes_right and board[cell + 3] == goes_right:
        code |= RIGHT_ACROSS
    return code


@njit
def _vertical_class(board: Board, stride: int, cell: int, colour: int) -> int:
    same = 0
    if board[cell - stride] == colour:
        same += 2 if board[cell - 2 * stride] == colour else 1
    if board[cell + stride] == colour:
        same += 2 if board[cell + 2 * stride] == colour else 1
    return same - 1 if same >= 2 else 0


@njit
def break_swap(board: Board, stride: int, last: int, cell: int, code: int) -> None:
    """Take out what the swap at `cell`, already made, breaks, and shift up what is below it.

    Args:
        board: padded; holes end as EMPTY at the bottom.
        stride: cells from a row to the next.
        last: one past the flat cells of the last row, its edge included.
        cell: flat cell of the left piece.
        code: as `swap_codes` gave it before the swap, not 0.

    Touches the columns of the lines only; a mask and a scan of the board are not needed.
    """
    _break_column(board, stride, last, cell, code & 3, code & LEFT_ACROSS)
    if code & LEFT_ACROSS:
        _lift(board, stride, last, cell - 1, 1)
        _lift(board, stride, last, cell - 2, 1)
    _break_column(board, stride, last, cell + 1, (code >> 2) & 3, code & RIGHT_ACROSS)
    if code & RIGHT_ACROSS:
        _lift(board, stride, last, cell + 2, 1)
        _lift(board, stride, last, cell + 3, 1)


@njit
def _break_column(board: Board, stride: int, last: int, cell: int, length_class: int, across: int) -> None:
    if length_class:
        top = cell
        while board[top - stride] == board[cell]:
            top -= stride
        _lift(board, stride, last, top, length_class + 2)
    elif across:
        _lift(board, stride, last, cell, 1)


@njit
def _lift(board: Board, stride: int, last: int, top: int, count: int) -> None:
    """Take `count` cells from `top` downwards out of their column."""
    to = top
    source = top + count * stride
    while source < last and board[source] != EMPTY:
        board[to] = board[source]
        to += stride
        source += stride
    for hole in range(to, min(source, last), stride):
        board[hole] = EMPTY
