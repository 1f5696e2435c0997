"""First moves after which an opponent can trap the player (paper, section 6.1).

"For each possible agent's action in the initial state we run an exhaustive search for two turns in the future and check
if any opponent is able to eliminate the agent. If so, we omit that action in the search tree."
"""

import numpy as np
from numpy.typing import NDArray

from engine.hypersonic.actions import ACTIONS
from engine.hypersonic.kernels import legal_mask
from engine.hypersonic.packed import Words, is_alive, players_of
from engine.jit import njit
from policy.hypersonic.first_moves import first_moves, is_trapped
from policy.hypersonic.survivability import TrapSpace


@njit
def mark_trapped(words: Words, player: int, space: TrapSpace, trapped: NDArray[np.bool_]) -> None:
    """Mark the legal actions of a player after which some opponent can trap it within two rounds.

    Where that is so after all of them, those are marked that cannot be survived even if nobody does anything; where no
    action is left then either, none is marked.

    Args:
        words: the position, not changed.
        player: alive.
        space: scratch, overwritten.
        trapped: bool (10,), filled; actions that are not legal are not marked.
    """
    legal = legal_mask(words, player)
    left = legal
    for action in range(ACTIONS):
        if legal >> action & 1:
            for enemy in range(players_of(words)):
                other = enemy != player and is_alive(words, enemy)
                if other and is_trapped(words, player, action, enemy, space):
                    left &= ~(1 << action)
                    break
    if left == 0:
        left = first_moves(words, player, False, False, space)
    for action in range(ACTIONS):
        trapped[action] = bool((legal & ~left) >> action & 1)
