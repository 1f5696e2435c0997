"""What became of a move: the next boards held against what the rules allow after it."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from vision.sighting import UNKNOWN, Codes

Contradictions = Callable[[Codes], NDArray[np.bool_]]
"""Observed codes (rows, cols) int8 to the cells (rows, cols) bool that the rules forbid after the move."""


UNDER_WAY_PATIENCE = 4.0
"""A board on which the move may still be under way, or with cells that can no longer be read, is waited for so many
times as long."""
UNCHANGED_S = 0.3
"""Seconds that a move which changes nothing is given to be played: longer than windows take to swap two tiles, during
which the next press would be ignored; a fifth of what a lost press costs."""


class Outcome(StrEnum):
    """The ways a move can end."""

    AS_PLANNED = "as planned"
    STILL_MOVING = "still moving"
    INPUT_LOST = "input lost"
    MISREAD = "misread"
    RULES_DIFFER = "rules differ"
    MISPLACED = "misplaced"
    """A falling piece landed somewhere else than planned."""
    UNSEEN = "unseen"
    """No board shows what became of it: the game ended with it, the player died whatever was pressed, or the machine
    stood still for more rounds than can be explained."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """An outcome and the cells that speak for it, (row, col) each."""

    outcome: Outcome
    cells: tuple[tuple[int, int], ...] = ()


def judge(
    before: Codes,
    observed: Codes,
    contradictions: Contradictions,
    waited_s: float,
    patience_s: float,
    changes_nothing: bool = False,
    misread_cells: int = 2,
    under_way: bool = False,
) -> Verdict:
    """Classify a settled board seen after a move.

    Args:
        before: (rows, cols) int8, the board the move was decided on.
        observed: (rows, cols) int8, the settled board; UNKNOWN contradicts nothing.
        contradictions: the rules' answer for this move.
        waited_s: seconds since the hand finished, or since the board last changed if that is later.
        patience_s: how long a board that the rules forbid may stand before it counts as an end.
        changes_nothing: the move leaves the board as it is. Otherwise a board that still looks as before is not the
            end of the move, even if the rules allow it: where all that a move touches is refilled by chance, the old
            board is a possible new one, but not a likely one.
        misread_cells: so many odd cells at most are a slip of the eyes.
        under_way: a changed board may be a stage of the move: a window that hangs shows it for long.

    Returns:
        AS_PLANNED as soon as nothing contradicts; where nothing was to change after `UNCHANGED_S`, and where the move
        may be under way once patience is over. Anything else is STILL_MOVING until patience is over, and then
        INPUT_LOST where the board is unchanged, a MISREAD where a few cells are odd, RULES_DIFFER otherwise. Patience
        is `UNDER_WAY_PATIENCE` times as long where the move may be under way or cells can no longer be read.
    """
    odd = contradictions(observed)
    cells = tuple((int(row), int(col)) for row, col in np.argwhere(odd))
    known = (before != UNKNOWN) & (observed != UNKNOWN)
    unchanged = bool(np.all(before[known] == observed[known]))
    under_way &= not unchanged
    if not cells and (changes_nothing or not unchanged):
        seen = not unchanged or waited_s >= min(UNCHANGED_S, patience_s)
        if under_way:
            seen = waited_s >= UNDER_WAY_PATIENCE * patience_s
        return Verdict(Outcome.AS_PLANNED if seen else Outcome.STILL_MOVING)
    if under_way or np.any((before != UNKNOWN) & (observed == UNKNOWN)):
        patience_s *= UNDER_WAY_PATIENCE
    if waited_s < patience_s:
        return Verdict(Outcome.STILL_MOVING, cells)
    if unchanged:
        return Verdict(Outcome.INPUT_LOST, cells)
    if len(cells) <= misread_cells:
        return Verdict(Outcome.MISREAD, cells)
    return Verdict(Outcome.RULES_DIFFER, cells)
