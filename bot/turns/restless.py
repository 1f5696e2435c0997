"""Pieces that show one kind after the other: of no kind to a decision, and the ruin of one that took them for tiles."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bot.games import Game
from bot.playing.lookout import Look
from bot.playing.reach import boxes, presses
from control.gesture import Gesture
from vision.profile import Profile
from vision.sighting import UNKNOWN, Sighting
from vision.tracker import Tracker


def without_restless(look: Look, tracker: Tracker) -> Look:
    """Return the look that the tracker was last fed with, its restless cells UNKNOWN and named."""
    restless = tracker.restless
    if not restless:
        return look
    return replace(look, sighting=tracker.without_restless(look.sighting), repaired=restless, restless=restless)


def unread_tiles(sighting: Sighting, restless: Collection[tuple[int, int]]) -> NDArray[np.bool_]:
    """Return where something that cannot be read may be there to be learned: nothing that stands still is restless."""
    unread = np.asarray(sighting.codes == UNKNOWN)
    for cell in restless:
        unread[cell] = False
    return unread


def more_unread(
    before: Sighting, now: Sighting, were: Collection[tuple[int, int]], restless: Collection[tuple[int, int]]
) -> bool:
    """Tell whether more cells of a board cannot be read than before; restless ones, then and now, do not count."""
    return int(np.count_nonzero(unread_tiles(now, restless))) > int(np.count_nonzero(unread_tiles(before, were)))


def taken_for_tiles(
    game: Game, rules: Any, before: Look, now: Look, move: int, gesture: Gesture, profile: Profile
) -> tuple[tuple[int, int], ...]:
    """Return the cells that a move hung on when it was decided, and that are found to be restless since.

    The game has let such a move go: it would let it go again.

    Args:
        game, rules: what is played.
        before, now: the look that the move was decided on, and one that shows the same board.
        move, gesture: what was decided.
        profile: where the cells lie.
    """
    since = tuple(cell for cell in now.restless if before.sighting.codes[cell] != UNKNOWN)
    if not since:
        return ()
    codes = before.sighting.codes.copy()
    for cell in since:
        codes[cell] = UNKNOWN
    state = game.state_from_sighting(rules, replace(before.sighting, codes=codes))
    hangs = presses(gesture, boxes(profile, since, codes.shape)) or game.matters(rules, state, move)
    return since if hangs else ()
