"""What became of a piece: the board under the next one held against the rules."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.falling.situation import rows_to_ground
from bot.playing.outcome import Outcome
from engine.columns import EMPTY, LENGTH, MAGIC, Rules, State, contradictions, drop_piece, legal_moves, visible
from vision.sighting import UNKNOWN

MISREAD_CELLS = 2
"""More odd cells than this are no slip of the eyes."""
MOST_UNSEEN = 3
"""Pieces of the fastest games that fall within a stall of some seconds, onto a column that is half full."""


class Landing(NamedTuple):
    """What a board says of a piece that has landed.

    Attributes:
        outcome: of the move that was planned.
        cells: (row, col) each, that are not as the rules say after it.
        moves: after which the rules allow the board, sought only where they do not after the planned one.
    """

    outcome: Outcome
    cells: tuple[tuple[int, int], ...] = ()
    moves: Sequence[int] = ()


def judge_landing(rules: Rules, state: State, move: int, observed: NDArray[np.int8]) -> Landing:
    """Classify a board that has come to rest after a piece.

    Args:
        rules: the preset.
        state: that was decided on.
        move: that was planned.
        observed: int8 (rows, cols), the visible board.

    Returns:
        AS_PLANNED where the rules allow the board after the move; MISPLACED where they allow it after another
        placement of the piece; else a few odd cells are a MISREAD, and everything else RULES_DIFFER.
    """
    odd = contradictions(rules, state, move, observed)
    cells = tuple((int(row), int(col)) for row, col in np.argwhere(odd))
    if not cells:
        return Landing(Outcome.AS_PLANNED)
    if moves := explaining_moves(rules, state, observed):
        return Landing(Outcome.MISPLACED, cells, moves)
    return Landing(Outcome.MISREAD if len(cells) <= MISREAD_CELLS else Outcome.RULES_DIFFER, cells)


def explaining_moves(rules: Rules, state: State, observed: NDArray[np.int8]) -> list[int]:
    """Return every placement after which the rules allow the board int8 (rows, cols) that is seen."""
    moves = legal_moves(rules, state).tolist()
    return [move for move in moves if not contradictions(rules, state, move, observed).any()]


def rows_fallen(rules: Rules, state: State, bottom: float, moves: Sequence[int]) -> float | None:
    """Return how many rows a piece has fallen at least to lie where it does.

    One that was moved onto a high stack has fallen only the few rows to that.

    Args:
        rules: the preset.
        state: that was decided on.
        bottom: where its lower edge was seen last, in rows from the well's top.
        moves: that explain what is seen (`Landing.moves`).

    Returns:
        None where no placement of the piece does.
    """
    board = visible(rules, state.board)
    return min((rows_to_ground(board, move // LENGTH, bottom) for move in moves), default=None)


def unseen_after(
    rules: Rules, state: State, move: int, observed: NDArray[np.int8], most: int = MOST_UNSEEN
) -> State | None:
    """Return what is known of the state after a move and pieces after it that were never seen to fall.

    It is asked of every board that the move alone does not explain, whatever else was seen: a window that stands still
    between two pieces gives no sign of it, and of several keys that it then heeds at once one may drop the next piece.
    Few wrong landings can look like that, for then more than three jewels have come, or some have vanished.

    Args:
        rules: the preset.
        state: that was decided on.
        move: that was planned.
        observed: int8 (rows, cols), the visible board.
        most: pieces that may have fallen so.

    Returns:
        None where the rules do not explain the board by the move and a few pieces, of which only the last may be magic,
        fallen straight down.
    """
    after = drop_piece(rules, state, move).state
    straight = after.col * LENGTH
    if most == 0 or straight not in legal_moves(rules, after):
        return None
    for piece in _may_be(rules, after, observed):
        fallen = after._replace(piece=piece)
        if not contradictions(rules, fallen, straight, observed).any():
            return drop_piece(rules, fallen, straight).state
        known = None if MAGIC in piece else unseen_after(rules, fallen, straight, observed, most - 1)
        if known is not None:
            return known
    return None


def _may_be(rules: Rules, state: State, observed: NDArray[np.int8]) -> Iterator[NDArray[np.int8]]:
    """Yield what the piece of a state may be: as announced, else what lies where it lands; and a magic one, for those
    flash, and no look announces them."""
    ground = int(np.argmax(np.append(state.board[:, state.col] != EMPTY, True))) - rules.hidden
    lies = observed[max(0, ground - LENGTH) : max(0, ground), state.col]
    piece = lies if UNKNOWN in state.piece else state.piece
    if len(piece) == LENGTH and EMPTY not in piece and UNKNOWN not in piece:
        yield piece
    yield np.full(LENGTH, MAGIC, np.int8)
