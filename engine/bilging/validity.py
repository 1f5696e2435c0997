"""Why a board is impossible, and what of a board seen after a move the rules do not allow."""

from enum import IntFlag, auto
from itertools import islice, product

import numpy as np
from numpy.typing import NDArray

from engine.bilging.board import CRAB, EMPTY, JELLYFISH, PUFFER, UNKNOWN, Board, State, inside, pad
from engine.bilging.cascade import mark_dry_crabs, mark_lines
from engine.bilging.game import cascade
from engine.bilging.rules import TILE_PX, Rules

MAX_READINGS = 1000
"""How many readings of the unknown cells `contradictions` tries (three cells of ten kinds)."""


class Flaws(IntFlag):
    """Reasons why a state is impossible between two moves; 0 is a fine state. UNKNOWN cells are no flaw."""

    SHAPE = auto()
    """The board is not int8 of the rules' rows and columns; nothing else is then looked at."""
    CODE = auto()
    """A cell holds no code, or a colour the rules do not have."""
    HOLE = auto()
    """A cell is EMPTY."""
    LINE = auto()
    """Three or more equal colours stand in a line: they would have broken."""
    DRY_CRAB = auto()
    """A crab stands wholly above the water: it would have left."""
    WATER = auto()
    """The water is lower than the always wet rows or higher than the never wet ones allow."""
    COUNT = auto()
    """A negative number of moves or points, or points that are no number."""


def validate(rules: Rules, state: State) -> Flaws:
    """Return every reason why `state` is impossible under `rules`."""
    board = state.board
    flaws = Flaws(0)
    if not rules.water_min_px <= state.water_px <= rules.water_max_px:
        flaws |= Flaws.WATER
    if state.moves < 0 or not 0 <= state.score < float("inf"):
        flaws |= Flaws.COUNT
    if board.shape != (rules.rows, rules.cols) or board.dtype != np.int8:
        return flaws | Flaws.SHAPE
    if np.any((board < UNKNOWN) | (board > EMPTY) | ((board >= rules.colours) & (board < CRAB))):
        flaws |= Flaws.CODE
    if np.any(board == EMPTY):
        flaws |= Flaws.HOLE
    padded = pad(board)
    mask = np.zeros(padded.size, dtype=np.bool_)
    lengths = np.zeros(max(rules.rows, rules.cols) + 1, dtype=np.int64)
    if mark_lines(padded, rules.rows, rules.cols, mask, lengths):
        flaws |= Flaws.LINE
    if mark_dry_crabs(padded, rules.rows, rules.cols, state.water_px, mask):
        flaws |= Flaws.DRY_CRAB
    return flaws


def changes_nothing(rules: Rules, state: State, move: int) -> bool:
    """Tell whether a move leaves the board as it is: it swaps two equal pieces."""
    row, col = divmod(move, rules.cols - 1)
    return bool(state.board[row, col] == state.board[row, col + 1])


def contradictions(rules: Rules, state: State, move: int, observed: Board) -> NDArray[np.bool_]:
    """Return which cells of a settled board, seen after `move`, the rules do not allow.

    Args:
        rules: the rules.
        state: the state before the move; its UNKNOWN cells may be anything.
        move: a legal move.
        observed: int8 (rows, cols); UNKNOWN contradicts nothing.

    Returns:
        bool (rows, cols). Old pieces must stand where the cascade leaves them. New ones are chance, but
        must be a kind that the rules' rates bring, must not complete a line, and no crab enters dry. The board of the
        swap alone is none where something goes.
        Where the state has unknown cells, the reading of them with the fewest contradictions counts; past
        `MAX_READINGS` combinations only the first are tried.

    Raises:
        ValueError: the move is not legal or `observed` has another shape.
    """
    if observed.shape != (rules.rows, rules.cols):
        raise ValueError(f"bilging: expected observed ({rules.rows}, {rules.cols}), got {observed.shape}")
    unknown = np.argwhere(state.board == UNKNOWN)
    kinds = [*range(rules.colours), CRAB, PUFFER, JELLYFISH]
    best = _against(rules, state, move, observed)
    if unknown.size == 0 or not best.any():
        return best
    for reading in islice(product(kinds, repeat=len(unknown)), MAX_READINGS):
        board = state.board.copy()
        board[unknown[:, 0], unknown[:, 1]] = reading
        wrong = _against(rules, state._replace(board=board), move, observed)
        if wrong.sum() < best.sum():
            best = wrong
        if not best.any():
            break
    return best


def _against(rules: Rules, state: State, move: int, observed: Board) -> NDArray[np.bool_]:
    played = cascade(rules, state, move)
    fresh = played.board == EMPTY
    wrong = ~fresh & (observed != played.board) & (played.board != UNKNOWN)
    wrong |= fresh & ~_may_come(rules, played.water_px, observed)
    padded = pad(observed)
    mask = np.zeros(padded.size, dtype=np.bool_)
    mark_lines(padded, rules.rows, rules.cols, mask, np.zeros(max(rules.rows, rules.cols) + 1, dtype=np.int64))
    in_line = inside(mask, rules.rows, rules.cols)
    wrong |= fresh & in_line
    if played.stages:
        # a special's blast may leave nothing but cells that are refilled: what the swap alone makes is no end; only
        # where such a cell is seen can the two be told apart
        swapped = state.board.copy()
        row, col = divmod(move, rules.cols - 1)
        swapped[row, [col, col + 1]] = swapped[row, [col + 1, col]]
        seen = observed != UNKNOWN
        if (fresh & seen).any() and ((observed == swapped) | ~seen | (swapped == UNKNOWN)).all():
            wrong |= played.stages[0].cleared
    return np.asarray(wrong & (observed != UNKNOWN))


def _may_come(rules: Rules, water_px: int, observed: Board) -> NDArray[np.bool_]:
    """Return where the refill could have put what is seen, lines aside."""
    above = (rules.rows - 1 - np.arange(rules.rows)) * TILE_PX >= water_px
    colour = (observed >= 0) & (observed < rules.colours)
    crab = (observed == CRAB) & (rules.crab_rate > 0.0) & ~above[:, None]
    puffer = (observed == PUFFER) & (rules.puffer_rate > 0.0)
    jellyfish = (observed == JELLYFISH) & (rules.jellyfish_rate > 0.0)
    return np.asarray(colour | crab | puffer | jellyfish)
