"""Kills that no answer escapes: some rounds ahead, everything tried on both sides (ours, not in the paper).

The paper's `can_kill` looks two rounds ahead, its suicide rule at the coming action alone. Of two players who both look
two rounds ahead one is caught by whoever looks further: a kill in three or four rounds begins with moves that threaten
nothing yet.

An enemy counts as caught where it cannot survive the bombs that lie. What it could still change by a bomb of its own
(one that sets off another, or stops a blast) or by taking an item is left out, and so is what third players do.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.hypersonic.actions import ACTIONS
from engine.hypersonic.kernels import legal_mask, no_actions, play_round
from engine.hypersonic.packed import WORDS, Words, copy_state, is_alive, player_boxes, player_cell, players_of, round_of
from engine.jit import njit
from policy.hypersonic.distances import DISTANCE
from policy.hypersonic.suicide import wins_dying
from policy.hypersonic.survivability import is_survivable
from policy.hypersonic.timeline import Timeline, timeline

MOST_ROUNDS: Final = 6
"""Rounds ahead that there is room for."""
NEAR: Final = 8
"""Manhattan distance beyond which no kill is looked for: no bomb closes a way in time."""


class HuntSpace(NamedTuple):
    """Scratch of `forced_kills`.

    Attributes:
        words: int64 (MOST_ROUNDS + 1, WORDS), the position after so many rounds.
        actions: int64 (4,).
        ahead: a timeline.
        left: int64 (1,), rounds that may still be played; at 0 the hunt is given up.
        tried, answers: int64 (MOST_ROUNDS,), in each round the player's action and the enemy's answer looked at.
        turns: int64 (MOST_ROUNDS,), how many of the player's actions were tried in it.
        favourites: int64 (MOST_ROUNDS,), the action tried first in the round after it.
    """

    words: NDArray[np.int64]
    actions: NDArray[np.int64]
    ahead: Timeline
    left: NDArray[np.int64]
    tried: NDArray[np.int64]
    answers: NDArray[np.int64]
    turns: NDArray[np.int64]
    favourites: NDArray[np.int64]


def hunt_space() -> HuntSpace:
    """Return scratch for `forced_kills`."""
    tried, answers, turns, favourites = np.zeros((4, MOST_ROUNDS), np.int64)
    return HuntSpace(
        np.zeros((MOST_ROUNDS + 1, WORDS), np.int64),
        no_actions(),
        timeline(),
        np.zeros(1, np.int64),
        tried,
        answers,
        turns,
        favourites,
    )


@njit
def is_duel(words: Words) -> bool:
    """Tell whether two players are left, however many began."""
    living = 0
    for player in range(players_of(words)):
        living += is_alive(words, player)
    return living == 2


@njit
def has_caught(words: Words, me: int, enemy: int, duel: bool, ahead: Timeline, end: int) -> bool:
    """Tell whether an enemy is dead or cannot survive, and the player lives, or wins all the same.

    Args:
        words: the position after a round, not changed.
        me: who hunts.
        enemy: who is hunted.
        duel: whether they are the only two left: then the boxes decide where both die in one round.
        ahead: scratch, overwritten.
        end: the round that ends the game.
    """
    if is_alive(words, enemy):
        if not is_alive(words, me) or is_survivable(words, enemy, ahead, end):
            return False
        return is_survivable(words, me, ahead, end) or (duel and wins_dying(words, me, enemy, ahead, end))
    if is_alive(words, me):
        return duel or is_survivable(words, me, ahead, end)
    return duel and player_boxes(words, me) > player_boxes(words, enemy)


@njit
def forces(me: int, action: int, enemy: int, rounds: int, space: HuntSpace, end: int) -> bool:
    """Tell whether an action leads to a kill within so many rounds, whatever the enemy does in each of them.

    Other players stand still. False too where the hunt is given up. The search goes down and up over rows of `space`
    instead of calling itself: numba's stored machine code of functions that do is not to be relied on.

    Args:
        me: who hunts.
        action: a legal one.
        enemy: another living player.
        rounds: at least 1.
        space: the position is in the first row of `words`.
        end: the round that ends the game.
    """
    tried, answers, turns, favourites = space.tried, space.answers, space.turns, space.favourites
    duel = is_duel(space.words[0])
    level = 0
    tried[0], answers[0], favourites[0] = action, 0, 0
    while True:
        words, after = space.words[level], space.words[level + 1]
        theirs = legal_mask(words, enemy) >> answers[level]
        if theirs == 0:  # every answer is caught
            if level == 0:
                return True
            level -= 1
            favourites[level] = tried[level + 1]  # what catches one answer often catches the next
            answers[level] += 1
            continue
        while theirs & 1 == 0:
            theirs >>= 1
            answers[level] += 1
        if space.left[0] == 0:
            return False
        space.left[0] -= 1
        space.actions[:] = 0
        space.actions[me], space.actions[enemy] = tried[level], answers[level]
        copy_state(after, words)
        play_round(after, space.actions)
        if has_caught(after, me, enemy, duel, space.ahead, end):
            answers[level] += 1
            continue
        both = is_alive(after, me) and is_alive(after, enemy)
        on = level + 1 < rounds and round_of(after) < end
        if on and both and DISTANCE[player_cell(after, me), player_cell(after, enemy)] <= NEAR:
            level += 1
            turns[level] = 0
        # what was tried does not catch this answer, or is still to be chosen: on to the next action
        while level > 0:
            mine = legal_mask(space.words[level], me)
            while turns[level] < ACTIONS and mine >> (favourites[level - 1] + turns[level]) % ACTIONS & 1 == 0:
                turns[level] += 1
            if turns[level] < ACTIONS:
                break
            level -= 1
        if level == 0:
            return False
        tried[level], answers[level], favourites[level] = (favourites[level - 1] + turns[level]) % ACTIONS, 0, 0
        turns[level] += 1


@njit
def forced_kills(words: Words, me: int, rounds: int, most: int, space: HuntSpace, end: int) -> int:
    """Return a bit for each action that forces a kill in the fewest rounds in which one can be forced; 0 if none can.

    Unless it is a duel, an enemy is passed over that cannot survive as things lie: every action would kill it.

    Args:
        words: the position, not changed.
        me: who hunts, alive.
        rounds: looked ahead at most, 0 to MOST_ROUNDS.
        most: rounds to play in all before the hunt is given up; what was not looked at is no kill then.
        space: scratch, overwritten.
        end: the round that ends the game.
    """
    space.left[0] = most
    copy_state(space.words[0], words)
    legal, duel = legal_mask(words, me), is_duel(words)
    for ahead in range(1, rounds + 1):
        found = 0
        for enemy in range(players_of(words)):
            if enemy == me or not is_alive(words, enemy):
                continue
            if DISTANCE[player_cell(words, me), player_cell(words, enemy)] > NEAR:
                continue
            if not (duel or is_survivable(words, enemy, space.ahead, end)):
                continue
            for action in range(ACTIONS):
                if legal >> action & 1 and forces(me, action, enemy, ahead, space, end):
                    found |= 1 << action
        if found:
            return found
    return 0
