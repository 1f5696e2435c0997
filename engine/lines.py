"""Lines of three and more of a colour on padded boards (`engine.padded`): the kernels that the swap games share.

A colour is a code from 0 to `colours` - 1; nothing else lines up.
"""

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit, njit_inline
from engine.padded import Cells

Mask = NDArray[np.bool_]

_1 = np.uint64(1)
_2 = np.uint64(2)


@njit
def mark_lines(board: Cells, rows: int, cols: int, colours: int, mask: Mask, lengths: NDArray[np.int64]) -> int:
    """Find every line of three or more equal colours.

    Args:
        board: padded.
        rows, cols: size of the board inside the edge.
        colours: how many codes from 0 are colours.
        mask: bool, shape of `board`; set where a line lies, cleared elsewhere.
        lengths: int64 (max(rows, cols) + 1,); set to the number of lines of each length.

    Returns:
        The number of cells in lines.
    """
    stride = cols + 2
    mask[:] = False
    lengths[:] = 0
    for row in range(rows):
        start = (row + 2) * stride
        _mark_runs(board, start, 1, cols, colours, mask, lengths)
    for col in range(cols):
        _mark_runs(board, 2 * stride + col, stride, rows, colours, mask, lengths)
    cells = 0
    for cell in range(board.size):
        if mask[cell]:
            cells += 1
    return cells


@njit
def _mark_runs(
    board: Cells, start: int, step: int, count: int, colours: int, mask: Mask, lengths: NDArray[np.int64]
) -> None:
    run = 1
    for index in range(1, count + 1):
        here = start + index * step
        code = board[here - step]
        if index < count and board[here] == code:
            run += 1
            continue
        if run >= 3 and 0 <= code < colours:
            lengths[run] += 1
            for back in range(1, run + 1):
                mask[here - back * step] = True
        run = 1


@njit
def completes_line(board: Cells, stride: int, cell: int, colour: int) -> bool:
    """Tell whether `colour` at `cell` would stand in a line of three with its neighbours."""
    left = board[cell - 1] == colour
    right = board[cell + 1] == colour
    up = board[cell - stride] == colour
    down = board[cell + stride] == colour
    return bool(
        (left and right)
        or (left and board[cell - 2] == colour)
        or (right and board[cell + 2] == colour)
        or (up and down)
        or (up and board[cell - 2 * stride] == colour)
        or (down and board[cell + 2 * stride] == colour)
    )


@njit_inline
def has_line(board: Cells, stride: int, first: int, last: int, colours: np.uint8) -> bool:
    """Tell whether a line of three or more of a colour begins (leftmost or topmost) in first..last-1.

    `board` is padded; the cells first..last-1 must have two rows below them on it. Indices are unsigned so that LLVM
    makes vector code of the loop (see `engine.bilging.kernels`).
    """
    down1 = np.uint64(stride)
    down2 = np.uint64(2 * stride)
    found = np.uint8(0)
    for cell in range(np.uint64(first), np.uint64(last)):
        code = board[cell]
        across = (board[cell + _1] == code) & (board[cell + _2] == code)
        down = (board[cell + down1] == code) & (board[cell + down2] == code)
        found |= np.uint8((across | down) & (np.uint8(code) < colours))
    return bool(found)
