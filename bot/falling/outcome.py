"""What became of a piece: the board under the next one held against the rules."""

import numpy as np
from numpy.typing import NDArray

from bot.playing.outcome import Outcome, Verdict
from engine.columns import Rules, State, contradictions, legal_moves

MISREAD_CELLS = 2
"""More odd cells than this are no slip of the eyes."""


def judge_landing(rules: Rules, state: State, move: int, observed: NDArray[np.int8]) -> Verdict:
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
        return Verdict(Outcome.AS_PLANNED)
    if explaining_moves(rules, state, observed):
        return Verdict(Outcome.MISPLACED, cells)
    return Verdict(Outcome.MISREAD if len(cells) <= MISREAD_CELLS else Outcome.RULES_DIFFER, cells)


def explaining_moves(rules: Rules, state: State, observed: NDArray[np.int8]) -> list[int]:
    """Return every placement after which the rules allow the board int8 (rows, cols) that is seen."""
    moves = legal_moves(rules, state).tolist()
    return [move for move in moves if not contradictions(rules, state, move, observed).any()]
