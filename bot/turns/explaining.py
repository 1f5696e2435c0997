"""What somebody did between two settled boards, found by the rules."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bot.games import Game
from vision.sighting import UNKNOWN, Sighting


def moves_made(game: Game, rules: Any, state: Any, codes: NDArray[np.int8]) -> list[int]:
    """Return every legal move after which the rules allow what is seen; equal swaps explain nothing.

    Args:
        game, rules: what is played.
        state: in which the move was made.
        codes: (rows, cols), the settled board after it; UNKNOWN fits everything.
    """
    return [
        int(move)
        for move in game.rules.legal_moves(rules, state)
        if not game.contradictions(rules, state, int(move))(codes).any()
    ]


def changed(before: Sighting, now: Sighting) -> bool:
    """Tell whether some cell that was read in both shows another kind; one that cannot be read tells of no move."""
    known = (before.codes != UNKNOWN) & (now.codes != UNKNOWN)
    return bool(np.any(before.codes[known] != now.codes[known]))
