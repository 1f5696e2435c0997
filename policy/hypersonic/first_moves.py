"""Which first moves a search may make: those not lost at once, and where one kills, only those that do.

Paper, section 6.3, FMP: "We prune all the actions available in the initial state which are not survivable.
Additionally, if there is at least one action that leads to enemy death, we prune all the others."
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.hypersonic.actions import ACTIONS
from engine.hypersonic.kernels import legal_mask, play_round
from engine.hypersonic.packed import Words, copy_state, is_alive, players_of
from engine.jit import njit
from policy.hypersonic.outliving import outlives
from policy.hypersonic.timeline import NO_END
from policy.hypersonic.traps import TrapSpace, is_cornered, is_trapped, kills

DEADLY: Final = 0
DOOMED: Final = 1
TRAPPED: Final = 2
CORNERED: Final = 3
SOUND: Final = 4
KILLING: Final = 5
"""How good a first move is; the search may make those of the best grade there is.

DEADLY: dead in the round itself; DOOMED: not survivable; TRAPPED: an enemy can make it so in two
rounds whatever the player does then; CORNERED: in three rounds, asked by the careful alone; SOUND: none of these;
KILLING: sound for two rounds, and an enemy cannot survive it. The paper's rule knows one enemy: one of several may be
lost whatever the player does, then all moves kill but those that would save it, and these alone are pruned.
"""


@njit
def grade_of(words: Words, me: int, action: int, deep: bool, careful: bool, space: TrapSpace, end: int) -> int:
    """Return the grade of a legal first move.

    Args:
        words: the position, not changed.
        me: whose action it is.
        action: a legal one.
        deep: whether traps and kills are looked for too; else the grade is DEADLY, DOOMED or SOUND.
        careful: whether traps of three rounds are looked for too; else no grade is CORNERED.
        space: scratch, overwritten.
        end: the round that ends the game.
    """
    first, actions = space.words[0], space.actions
    actions[:] = 0
    actions[me] = action
    copy_state(first, words)
    play_round(first, actions)
    if not is_alive(first, me):
        return DEADLY
    if not outlives(first, me, space.ways, end):
        return DOOMED
    if not deep:
        return SOUND
    for enemy in range(players_of(words)):
        if enemy != me and is_alive(words, enemy) and is_trapped(words, me, action, enemy, space, end):
            return TRAPPED
    for enemy in range(players_of(words)):
        if enemy != me and is_alive(words, enemy) and kills(words, me, action, enemy, space, end):
            return KILLING
    if careful:
        for enemy in range(players_of(words)):
            if enemy != me and is_alive(words, enemy) and is_cornered(words, me, action, enemy, space, end):
                return CORNERED
    return SOUND


@njit
def first_moves(words: Words, me: int, deep: bool, careful: bool, space: TrapSpace, end: int) -> int:
    """Return a bit for each first move that the search may make.

    Args:
        words: the position, not changed.
        me: who moves.
        deep: whether traps and kills are looked for.
        careful: whether CORNERED moves give way to SOUND ones; the paper takes them alike.
        space: scratch, overwritten.
        end: the round that ends the game.
    """
    legal = legal_mask(words, me)
    best, mask = DEADLY, 0
    for action in range(ACTIONS):
        if legal >> action & 1:
            grade = grade_of(words, me, action, deep, careful, space, end)
            if grade > best:
                best, mask = grade, 0
            if grade == best:
                mask |= 1 << action
    return mask


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
                if other and is_trapped(words, player, action, enemy, space, NO_END):
                    left &= ~(1 << action)
                    break
    if left == 0:
        left = first_moves(words, player, False, False, space, NO_END)
    for action in range(ACTIONS):
        trapped[action] = bool((legal & ~left) >> action & 1)
