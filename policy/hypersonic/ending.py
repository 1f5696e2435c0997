"""Who is in front once the bombs on the board have gone off, and whether boxes are left that could change it."""

from typing import Final

from engine.hypersonic.packed import Words, is_alive, player_boxes, players_of
from engine.jit import njit
from policy.hypersonic.timeline import MINE, Timeline, foresee, unclaimed

OPEN: Final = 0
"""Boxes are left to fight for."""
LEADING: Final = 1
TRAILING: Final = 2
"""No boxes are left, and the player is alone in front, or it is not."""


@njit
def outlook(words: Words, me: int, ahead: Timeline, end: int) -> int:
    """Return OPEN, LEADING or TRAILING, the bombs on the board counted as if they had gone off.

    Args:
        words: the position, not changed.
        me: whose outlook it is.
        ahead: scratch, overwritten.
        end: the round that ends the game.
    """
    first, second = unclaimed(words, ahead, foresee(words, me, ahead, end))
    if first | second:
        return OPEN
    mine, best = 0, -1
    for player in range(players_of(words)):
        if not is_alive(words, player):
            continue
        boxes = player_boxes(words, player)
        last = foresee(words, player, ahead, end)
        for row in range(1, last + 1):
            boxes += ahead[row, MINE]
        if player == me:
            mine = boxes
        else:
            best = max(best, boxes)
    return LEADING if mine > best else TRAILING
