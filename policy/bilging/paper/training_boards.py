"""The paper's training set (section 2.3): boards one move from a bingo, and boards several moves from one."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.bilging import Rules
from engine.bilging.afterstate import Physics, physics
from engine.bilging.board import EMPTY, Board, pad
from engine.bilging.kernels import LEFT_ACROSS, RIGHT_ACROSS, SwapCodes, swap_codes
from engine.dice import Dice, dice
from engine.jit import njit
from policy.bilging.paper.bingo_features import BLOCKED, IN_PLACE
from policy.bilging.paper.linear_value import Model, Space, look_at, model, space, take_new_pieces

BINGO_LINES: Final = 3
"""Lines that break at once in a bingo."""
SLICE: Final = 100
"""Boards of one call of a kernel, which does not hear Ctrl+C: some tenths of a second."""
SEVERAL: Final = 3
"""Columns that the pieces of a bingo several moves away stand from their places at least, all together."""


@njit
def lines_of(code: int) -> int:
    """Return how many lines break by a swap code (`engine.bilging.kernels.SwapCodes`)."""
    return int(code & 3 != 0) + int(code >> 2 & 3 != 0) + int(code & LEFT_ACROSS != 0) + int(code & RIGHT_ACROSS != 0)


@njit
def has_bingo_swap(board: Board, rule: Physics, codes: SwapCodes) -> bool:
    """Tell whether one swap of a padded board breaks three lines or more; `codes`, uint8 (cells,), is overwritten."""
    swap_codes(board, rule.stride, rule.first, rule.last, codes)
    most = 0
    for cell in range(rule.first, rule.last):
        most = max(most, lines_of(codes[cell]))
    return most >= BINGO_LINES


@njit
def _fill_set(
    boards: NDArray[np.int8],
    several: bool,
    empty: Board,
    water_px: int,
    rule: Physics,
    model: Model,
    codes: SwapCodes,
    rolls: Dice,
    space: Space,
) -> None:
    """Write boards, int8 (n, cells), until all are of the wanted sort."""
    done = 0
    while done < boards.shape[0]:
        board = boards[done]
        take_new_pieces(board, empty, water_px, rule, model, rolls)
        if has_bingo_swap(board, rule, codes) == several:
            continue
        look_at(board, rule, model.shape, space)
        distance = space.features.sum() - space.features[BLOCKED] - IN_PLACE
        if space.bingos[0, 0] >= 0 and (distance >= SEVERAL if several else distance == 0):
            done += 1


def training_boards(rules: Rules, count: int, seed: int) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Return boards one move away from a bingo and boards several moves away, each int8 (count, cells), padded.

    Both are drawn as the game deals its first board, so none has a line, until they are of the sort. One away: one
    swap breaks three lines, and the closest bingo by the features is in place (not so where two of the lines lie
    across). Several away: no swap does, a bingo is possible and its pieces are at least `SEVERAL` columns away.
    """
    tools = model(rules, np.zeros(6), 1.0, 1)
    empty = pad(np.full((rules.rows, rules.cols), EMPTY, dtype=np.int8))
    rolls, memory, codes = dice(seed), space(rules), np.zeros(empty.size, dtype=np.uint8)
    sets = [np.zeros((count, empty.size), dtype=np.int8) for _ in range(2)]
    for several, boards in enumerate(sets):
        for first in range(0, count, SLICE):
            some = boards[first : first + SLICE]
            _fill_set(some, bool(several), empty, rules.water_start_px, physics(rules), tools, codes, rolls, memory)
    return sets[0], sets[1]
