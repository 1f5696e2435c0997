"""Kernels of a break and what follows it: lines found, pieces risen, new pieces drawn.

All work in place on a padded board (see `engine.bilging.board.pad`). The cascade runs on the old pieces
alone: holes stay open at the bottom until it is over, so it is deterministic.
"""

import numpy as np
from numpy.typing import NDArray

from engine import lines
from engine.bilging.board import CRAB, EMPTY, JELLYFISH, PUFFER, Board
from engine.bilging.rules import TILE_PX
from engine.dice import Dice, chance, roll
from engine.jit import njit
from engine.lines import Mask, completes_line


@njit
def mark_lines(board: Board, rows: int, cols: int, mask: Mask, lengths: NDArray[np.int64]) -> int:
    """Find every line of three or more equal colours.

    Args:
        board: padded.
        rows, cols: size of the board inside the edge.
        mask: bool, shape of `board`; set where a line lies, cleared elsewhere.
        lengths: int64 (max(rows, cols) + 1,); set to the number of lines of each length.

    Returns:
        The number of cells in lines.
    """
    return lines.mark_lines(board, rows, cols, CRAB, mask, lengths)


@njit
def rise(board: Board, rows: int, cols: int, mask: Mask) -> None:
    """Take out the cells of `mask` and shift up what is below them; holes end as EMPTY at the bottom."""
    stride = cols + 2
    for col in range(cols):
        top = 2 * stride + col
        end = top + rows * stride
        to = top
        for cell in range(top, end, stride):
            if not mask[cell]:
                board[to] = board[cell]
                to += stride
        for cell in range(to, end, stride):
            board[cell] = EMPTY


@njit
def mark_dry_crabs(board: Board, rows: int, cols: int, water_px: int, mask: Mask) -> int:
    """Set `mask` at every crab whose whole tile stands above the water and return their number."""
    stride = cols + 2
    found = 0
    for row in range(rows):
        if (rows - 1 - row) * TILE_PX < water_px:
            break
        for cell in range((row + 2) * stride, (row + 2) * stride + cols):
            if board[cell] == CRAB:
                mask[cell] = True
                found += 1
    return found


@njit
def mark_blast(rows: int, cols: int, cell: int, mask: Mask) -> int:
    """Set `mask` on the 3x3 around `cell` as far as it lies on the board and return the number of pieces hit."""
    stride = cols + 2
    row = cell // stride - 2
    col = cell % stride
    hit = 0
    for near_row in range(max(row - 1, 0), min(row + 2, rows)):
        for near_col in range(max(col - 1, 0), min(col + 2, cols)):
            near = (near_row + 2) * stride + near_col
            mask[near] = True
            hit += 1
    return hit


@njit
def mark_colour(board: Board, colour: int, mask: Mask) -> int:
    """Set `mask` on every piece of `colour` and return their number."""
    hit = 0
    for cell in range(board.size):
        if board[cell] == colour:
            mask[cell] = True
            hit += 1
    return hit


@njit
def refill(
    board: Board,
    rows: int,
    cols: int,
    colours: int,
    crab_rate: float,
    puffer_rate: float,
    jellyfish_rate: float,
    water_px: int,
    dice: Dice,
) -> None:
    """Fill every hole, top row first, left to right, with a piece that makes no line.

    A new piece is a special by the rates, otherwise a colour drawn uniformly from those that complete no
    line. A crab comes only where it stays (some of its tile under water). At most four colours can be
    forbidden (two above; two left, two right, one on each side), so with five a choice is always left.
    """
    stride = cols + 2
    specials = crab_rate + puffer_rate + jellyfish_rate
    for row in range(rows):
        for cell in range((row + 2) * stride, (row + 2) * stride + cols):
            if board[cell] != EMPTY:
                continue
            if specials > 0.0 and chance(dice, specials):
                code = JELLYFISH
                if chance(dice, (crab_rate + puffer_rate) / specials):
                    code = PUFFER
                    if chance(dice, crab_rate / (crab_rate + puffer_rate)):
                        code = CRAB
                if code != CRAB or (rows - 1 - row) * TILE_PX < water_px:
                    board[cell] = code
                    continue
            allowed = 0
            for colour in range(colours):
                if not completes_line(board, stride, cell, colour):
                    allowed += 1
            chosen = roll(dice, allowed)
            for colour in range(colours):
                if not completes_line(board, stride, cell, colour):
                    if chosen == 0:
                        board[cell] = colour
                        break
                    chosen -= 1
