"""Which first moves a search may make: those not lost at once, and where one kills, only those that do.

Paper, section 6.3, FMP: "We prune all the actions available in the initial state which are not survivable.
Additionally, if there is at least one action that leads to enemy death, we prune all the others."
"""

from typing import Final

from engine.hypersonic.actions import ACTIONS, MOVES
from engine.hypersonic.kernels import legal_mask, play_round
from engine.hypersonic.packed import Words, copy_state, is_alive, player_cell, players_of
from engine.jit import njit
from policy.hypersonic.planes import holds
from policy.hypersonic.survivability import STEPS, TrapSpace, is_survivable, safe_cells, step_back
from policy.hypersonic.timeline import foresee, foresee_round

DEADLY: Final = 0
DOOMED: Final = 1
TRAPPED: Final = 2
CORNERED: Final = 3
SOUND: Final = 4
KILLING: Final = 5
"""How good a first move is; the search may make those of the best grade there is.

DEADLY: dead in the round itself; DOOMED: not survivable; TRAPPED: an enemy can make it so in two
rounds whatever the player does then; CORNERED: in three rounds, asked by the careful alone; SOUND: none of these;
KILLING: sound for two rounds, and an enemy cannot survive whatever it does now.
"""


@njit
def is_trapped(words: Words, me: int, action: int, enemy: int, space: TrapSpace) -> bool:
    """Tell whether an action cannot be survived if one enemy does its worst in this round and the next.

    Args:
        words: the position, not changed; the others stand still.
        me: whose action it is.
        action: a legal one.
        enemy: another living player.
        space: scratch, overwritten.
    """
    first, second, actions = space.words[0], space.words[1], space.actions
    actions[:] = 0
    legal = legal_mask(words, enemy)
    for theirs in range(ACTIONS):
        if legal >> theirs & 1 == 0:
            continue
        copy_state(first, words)
        actions[me], actions[enemy] = action, theirs
        play_round(first, actions)
        if not is_alive(first, me):
            return True
        foresee_round(first, me, space.next)
        cell = player_cell(first, me)
        choices = legal_mask(first, enemy)
        for follow in (0, MOVES):
            if choices >> follow & 1 == 0:
                continue
            copy_state(second, first)
            actions[me], actions[enemy] = 0, follow
            play_round(second, actions)
            safe = safe_cells(space.after, foresee(second, me, space.after))
            safe = step_back(safe[0], safe[1], safe[2], space.next, 1)
            if not holds(safe[0], safe[1], safe[2], cell):
                return True
    return False


@njit
def is_cornered(words: Words, me: int, action: int, enemy: int, space: TrapSpace) -> bool:
    """Tell whether an enemy has an answer to an action after which whatever the player does leaves it trapped.

    Args:
        words: the position, not changed; the others stand still.
        me: whose action it is.
        action: a legal one.
        enemy: another living player.
        space: scratch, overwritten.
    """
    after, actions = space.words[STEPS], space.actions
    legal, good = legal_mask(words, enemy), 0
    for theirs in range(ACTIONS):
        if legal >> theirs & 1 == 0:
            continue
        actions[:] = 0
        actions[me], actions[enemy] = action, theirs
        copy_state(after, words)
        play_round(after, actions)
        if not is_alive(after, me):
            return True
        mine = legal_mask(after, me)
        for turn in range(ACTIONS):
            ours = (good + turn) % ACTIONS  # what got away from one answer often does from the next
            if mine >> ours & 1 and not is_trapped(after, me, ours, enemy, space):
                good = ours
                break
        else:
            return True
    return False


@njit
def kills(words: Words, me: int, action: int, enemy: int, space: TrapSpace) -> bool:
    """Tell whether an enemy cannot survive an action, whatever it does in the same round."""
    first, actions = space.words[0], space.actions
    actions[:] = 0
    legal = legal_mask(words, enemy)
    for theirs in range(ACTIONS):
        if legal >> theirs & 1:
            copy_state(first, words)
            actions[me], actions[enemy] = action, theirs
            play_round(first, actions)
            if is_survivable(first, enemy, space.after):
                return False
    return True


@njit
def grade_of(words: Words, me: int, action: int, deep: bool, careful: bool, space: TrapSpace) -> int:
    """Return the grade of a legal first move.

    Args:
        words: the position, not changed.
        me: whose action it is.
        action: a legal one.
        deep: whether traps and kills are looked for too; else the grade is DEADLY, DOOMED or SOUND.
        careful: whether traps of three rounds are looked for too; else no grade is CORNERED.
        space: scratch, overwritten.
    """
    first, actions = space.words[0], space.actions
    actions[:] = 0
    actions[me] = action
    copy_state(first, words)
    play_round(first, actions)
    if not is_alive(first, me):
        return DEADLY
    if not is_survivable(first, me, space.after):
        return DOOMED
    if not deep:
        return SOUND
    for enemy in range(players_of(words)):
        if enemy != me and is_alive(words, enemy) and is_trapped(words, me, action, enemy, space):
            return TRAPPED
    for enemy in range(players_of(words)):
        if enemy != me and is_alive(words, enemy) and kills(words, me, action, enemy, space):
            return KILLING
    if careful:
        for enemy in range(players_of(words)):
            if enemy != me and is_alive(words, enemy) and is_cornered(words, me, action, enemy, space):
                return CORNERED
    return SOUND


@njit
def first_moves(words: Words, me: int, deep: bool, careful: bool, space: TrapSpace) -> int:
    """Return a bit for each first move that the search may make.

    Args:
        words: the position, not changed.
        me: who moves.
        deep: whether traps and kills are looked for.
        careful: whether CORNERED moves give way to SOUND ones; the paper takes them alike.
        space: scratch, overwritten.
    """
    legal = legal_mask(words, me)
    best, mask = DEADLY, 0
    for action in range(ACTIONS):
        if legal >> action & 1:
            grade = grade_of(words, me, action, deep, careful, space)
            if grade > best:
                best, mask = grade, 0
            if grade == best:
                mask |= 1 << action
    return mask
