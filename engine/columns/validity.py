"""Why a state is impossible, and what of a board seen after a move the rules do not allow."""

from collections.abc import Iterator
from enum import IntFlag, auto
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.columns.board import EMPTY, MAGIC, UNKNOWN, Codes, State, entering, visible
from engine.columns.game import drop_piece, is_filled, legal_moves
from engine.columns.kernels import mark_runs
from engine.columns.packed import pack, physics
from engine.columns.rules import LENGTH, Rules

UNREAD: Final = 2
"""`contradictions` tries out whatever so many unread cells can hold; of more it says nothing (10 ** n boards)."""


class Flaws(IntFlag):
    """Reasons why a state is impossible between two pieces; 0 is a fine state. UNKNOWN cells are no flaw."""

    SHAPE = auto()
    """Board or pieces are not int8 of the rules' size; nothing else is then looked at."""
    CODE = auto()
    """A cell holds no code, or a colour the rules do not have; a magic jewel rests on the board."""
    FLOATING = auto()
    """A jewel lies above an empty cell."""
    RUN = auto()
    """A run of three or more stands: it would have vanished."""
    PIECE = auto()
    """A piece has a hole, a colour the rules do not have, or magic and other jewels."""
    PLACE = auto()
    """The falling piece is beside the board or in jewels."""
    COUNT = auto()
    """A negative number, or more pieces in a row than have landed."""


def validate(rules: Rules, state: State) -> Flaws:
    """Return every reason why `state` is impossible under `rules`.

    A game that is over, with jewels in the hidden rows, is possible.
    """
    flaws = Flaws(0)
    if min(state.score, state.jewels, state.running, state.moves) < 0 or state.running > state.moves:
        flaws |= Flaws.COUNT
    for array, shape in (
        (state.board, (rules.height, rules.cols)),
        (state.piece, (LENGTH,)),
        (state.next, (LENGTH,)),
    ):
        if array.shape != shape or array.dtype != np.int8:
            return flaws | Flaws.SHAPE
    board = state.board
    if np.any((board < UNKNOWN) | (board > EMPTY) | ((board >= rules.colours) & (board < EMPTY))):
        flaws |= Flaws.CODE
    jewel = (board != EMPTY) & (board != UNKNOWN)
    if np.any(np.logical_or.accumulate(jewel, axis=0)[:-1] & (board[1:] == EMPTY)):
        flaws |= Flaws.FLOATING
    if not flaws & (Flaws.CODE | Flaws.FLOATING) and mark_runs(pack(state), physics(rules), 0, rules.cols - 1):
        flaws |= Flaws.RUN
    for piece in (state.piece, state.next):
        known = piece[piece != UNKNOWN]
        magic = known == MAGIC
        if np.any((known < 0) | (~magic & (known >= rules.colours))) or (magic.any() and not magic.all()):
            flaws |= Flaws.PIECE
    if not (0 <= state.col < rules.cols and 0 <= state.row < rules.height):
        return flaws | Flaws.PLACE
    over = is_filled(board, rules.hidden, *entering(rules))
    if not over and jewel[max(0, state.row - LENGTH + 1) : state.row + 1, state.col].any():
        flaws |= Flaws.PLACE
    return flaws


def changes_nothing(rules: Rules, state: State, move: int) -> bool:
    """Tell whether a legal move leaves the board as it is: three of a colour vanish as they land."""
    return bool(np.array_equal(drop_piece(rules, state, move).state.board, state.board))


def contradictions(rules: Rules, state: State, move: int, observed: Codes) -> NDArray[np.bool_]:
    """Return the cells of a settled board seen after `move` that the rules do not allow.

    Chance has no part in where jewels lie, so every cell that was read must be as the rules say. Where `state` has
    UNKNOWN cells, on the board or in the piece, it must be as they say of some board that these can have been.

    Args:
        rules: the preset.
        state: before the move.
        move: the placement.
        observed: int8 (rows, cols), the visible board.

    Returns:
        bool (rows, cols).

    Raises:
        ValueError: the move is not legal, or codes of another shape.
    """
    if observed.shape != (rules.rows, rules.cols):
        raise ValueError(f"columns: expected codes of shape {(rules.rows, rules.cols)}, got {observed.shape}")
    expected = visible(rules, drop_piece(rules, state, move).state.board)
    read: NDArray[np.bool_] = observed != UNKNOWN
    if UNKNOWN not in state.board and UNKNOWN not in state.piece:
        odd: NDArray[np.bool_] = read & (observed != expected)
        return odd
    possible = [visible(rules, drop_piece(rules, full, move).state.board) for full in _completions(rules, state, move)]
    if not possible:
        return np.zeros_like(read)
    for expected in possible:
        read &= observed != expected
    return read


def _completions(rules: Rules, state: State, move: int) -> Iterator[State]:
    """Yield what `state` can be, its UNKNOWN cells read, so that `move` is legal; nothing where they are too many."""
    cells, jewels = np.argwhere(state.board == UNKNOWN), np.flatnonzero(state.piece == UNKNOWN)
    if len(cells) + len(jewels) > UNREAD:
        return
    of_piece = (MAGIC,) if MAGIC in state.piece else range(rules.colours)
    for codes in product(*[(*range(rules.colours), EMPTY)] * len(cells), *[of_piece] * len(jewels)):
        board, piece = state.board.copy(), state.piece.copy()
        board[tuple(cells.T)] = codes[: len(cells)]
        piece[jewels] = codes[len(cells) :]
        full = state._replace(board=board, piece=piece)
        if Flaws.FLOATING not in validate(rules, full) and move in legal_moves(rules, full):
            yield full
