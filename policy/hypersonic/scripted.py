"""The game as one player's search sees it: the others follow a script, so that only one player decides.

"We apply the search for our agent with the enemies following the approximated action sequences instead of standing
still" (paper, section 6). Where a script ends the others stand still. The game has no end here but the player's death:
"we treat the game as potentially infinite" (section 4).
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.dice import Dice
from engine.hypersonic.actions import ACTIONS
from engine.hypersonic.cells import BIT_OF, FIRST_WORD, WORD_OF, X_OF, Y_OF
from engine.hypersonic.kernels import count_bits, legal_mask, play_round, random_action
from engine.hypersonic.packed import BOXES_AT, Words, is_alive, player_bombs, player_boxes, player_cell, round_of
from engine.hypersonic.rules import MAX_PLAYERS
from engine.jit import njit
from policy.hypersonic.stage import LONGEST
from policy.hypersonic.timeline import Timeline
from policy.search.game import NO_MOVE, GameKernels, Moves

ENOUGH_BOMBS: Final = 4
"""Bombs beyond which one more earns no reward (paper, section 6.1)."""


class Scene(NamedTuple):
    """What a player's search knows beside the position.

    Attributes:
        player: who decides.
        start: the round at the root.
        script: int64 (LONGEST, 4), what the others do in each round from the root on.
        rewards: float64 (LONGEST,), what a box or a bomb is worth that is gained in that round.
        distances: int64 (113,), from each cell the sum of the distances to the boxes at the root.
        boxes: int64 (2,), the boxes at the root.
        weights: float64 (n,), of the search's own evaluation.
        actions: int64 (4,), scratch.
        ahead: scratch of `policy.hypersonic.survivability`.
    """

    player: int
    start: int
    script: NDArray[np.int64]
    rewards: NDArray[np.float64]
    distances: NDArray[np.int64]
    boxes: NDArray[np.int64]
    weights: NDArray[np.float64]
    actions: NDArray[np.int64]
    ahead: Timeline


def no_script() -> NDArray[np.int64]:
    """Return a script in which nobody does anything, int64 (LONGEST, 4)."""
    return np.zeros((LONGEST, MAX_PLAYERS), np.int64)


def box_distances(words: Words) -> NDArray[np.int64]:
    """Return from each cell the sum of the Manhattan distances to all boxes, int64 (113,)."""
    boxed = words[BOXES_AT + WORD_OF] & BIT_OF != 0
    across = np.abs(X_OF[:, np.newaxis] - X_OF[boxed]).sum(axis=1)
    down = np.abs(Y_OF[:, np.newaxis] - Y_OF[boxed]).sum(axis=1)
    distances: NDArray[np.int64] = across + down
    return distances


@njit
def box_distance(words: Words, scene: Scene) -> int:
    """Return the sum of the Manhattan distances between the player and each box that still stands."""
    cell = player_cell(words, scene.player)
    total = scene.distances[cell]
    for word in range(2):
        gone = scene.boxes[word] & ~words[BOXES_AT + word]
        while gone:
            box = count_bits((gone & -gone) - 1) + word * FIRST_WORD
            total -= abs(X_OF[box] - X_OF[cell]) + abs(Y_OF[box] - Y_OF[cell])
            gone &= gone - 1
    return int(total)


@njit
def play(words: Words, move: int, scene: Scene, dice: Dice) -> float:
    """Play a round in place, the others by script, and return its reward.

    The reward is the number of boxes that the player broke and of bombs that it picked up until it has ENOUGH_BOMBS
    (paper, section 6.1), times what the round counts for.
    """
    player, ahead = scene.player, round_of(words) - scene.start
    boxes, bombs = player_boxes(words, player), player_bombs(words, player)
    for other in range(MAX_PLAYERS):
        scene.actions[other] = scene.script[ahead, other]
    scene.actions[player] = move
    play_round(words, scene.actions)
    gained = player_boxes(words, player) - boxes
    gained += max(min(player_bombs(words, player), ENOUGH_BOMBS) - bombs, 0)
    return float(gained * scene.rewards[ahead])


@njit
def legal_moves(words: Words, scene: Scene, moves: Moves) -> int:
    """Write the player's legal actions into `moves`, ascending; return how many: 0 for the dead."""
    mask, count = legal_mask(words, scene.player), 0
    for action in range(ACTIONS):
        if mask >> action & 1:
            moves[count] = action
            count += 1
    return count


@njit
def random_move(words: Words, scene: Scene, dice: Dice) -> int:
    """Return one of the player's legal actions, or NO_MOVE for the dead."""
    if not is_alive(words, scene.player):
        return NO_MOVE
    return random_action(words, scene.player, dice)


KERNELS: Final = GameKernels("hypersonic", play, legal_moves, random_move)
"""The game for the general searches; its rules are a `Scene`."""
