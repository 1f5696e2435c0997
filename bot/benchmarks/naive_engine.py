"""The obvious compiled engine, as a yardstick: swap, scan the whole board for lines, score, swap back.

Written as a careful newcomer to numba would: no copies, no allocation, one pass over rows and one over
columns, leaving a run as soon as it ends. It shares nothing with the kernels it is held against.
"""

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit


@njit
def swap_points(
    board: NDArray[np.int8], row: int, col: int, combo: NDArray[np.float64], line: NDArray[np.float64]
) -> float:
    """Return the points of the lines on `board` after the swap of (row, col) with (row, col + 1).

    Args:
        board: int8 (rows, cols); comes back as it was.
        row, col: left cell of the swap.
        combo, line: as in `engine.bilging.scoring.Tables`.
    """
    board[row, col], board[row, col + 1] = board[row, col + 1], board[row, col]
    threes = fours = fives = others = 0
    total = 0.0
    rows, cols = board.shape
    for r in range(rows):
        run = 1
        for c in range(1, cols + 1):
            if c < cols and board[r, c] == board[r, c - 1]:
                run += 1
                continue
            if run >= 3 and 0 <= board[r, c - 1] < 7:
                total += line[run]
                threes += run == 3
                fours += run == 4
                fives += run == 5
                others += run > 5
            run = 1
    for c in range(cols):
        run = 1
        for r in range(1, rows + 1):
            if r < rows and board[r, c] == board[r - 1, c]:
                run += 1
                continue
            if run >= 3 and 0 <= board[r - 1, c] < 7:
                total += line[run]
                threes += run == 3
                fours += run == 4
                fives += run == 5
                others += run > 5
            run = 1
    board[row, col], board[row, col + 1] = board[row, col + 1], board[row, col]
    lines = threes + fours + fives + others
    if lines <= 4 and others == 0:
        return float(combo[(threes * 5 + fours) * 5 + fives])
    return float(total * lines)
