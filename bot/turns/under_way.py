"""Whether a move may still be under way on a board that stands still, as in a window that hangs."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bot.games import Game
from bot.playing.cascades import is_passing
from bot.playing.lookout import Look
from bot.turns.explaining import held, moves_made, two_swapped
from bot.turns.pending import Pending
from bot.turns.restless import more_unread


def may_be_a_stage(game: Game, rules: Any, pending: Pending, look: Look) -> bool:
    """Tell whether what is seen after a move may be a stage of it.

    More cells are unread than before it, for pieces vanish or are in flight; or the rules go on from what stands there;
    or two cells have changed places and the rules leave no such board, so what they make of it may not have begun; or a
    piece of the hand hangs somewhere, which looks as if it lay in the cell that it passes over.

    Args:
        game, rules: what is played.
        pending: the move.
        look: a settled board after it, with what the rules settle.
    """
    state = game.state_from_sighting(rules, look.sighting)
    return (
        more_unread(pending.look.sighting, look.sighting, pending.look.restless, look.restless)
        or is_passing(game, rules, state)
        or (two_swapped(pending.look.sighting, look.sighting) and not _fits(game, rules, pending, look.sighting.codes))
        or _hangs(game, rules, pending, look.sighting.codes)
    )


def _fits(game: Game, rules: Any, pending: Pending, codes: NDArray[np.int8]) -> bool:
    return not game.contradictions(rules, pending.state, pending.decision.move)(codes).any()


def _hangs(game: Game, rules: Any, pending: Pending, codes: NDArray[np.int8]) -> bool:
    if not game.screen.hand:
        return False
    made = moves_made(game, rules, pending.state, codes)
    if pending.decision.move in made:
        return False
    return bool(made) or held(game, pending.look.sighting.codes, codes)
