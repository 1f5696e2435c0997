"""The game as one player's search sees it: the others follow a script, so that only one player decides.

"We apply the search for our agent with the enemies following the approximated action sequences instead of standing
still" (paper, section 6). Where a script ends the others stand still. The game has no end here but the player's death:
"we treat the game as potentially infinite" (section 4).
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.dice import Dice
from engine.hypersonic.cells import BIT_OF, WORD_OF
from engine.hypersonic.kernels import play_round
from engine.hypersonic.packed import BOXES_AT, Words, player_bombs, player_boxes, player_cell, round_of
from engine.hypersonic.rules import MAX_PLAYERS
from engine.jit import njit
from policy.hypersonic.distances import DISTANCE, summed_distance
from policy.hypersonic.stage import LONGEST
from policy.hypersonic.timeline import Timeline
from policy.search.game import GameKernels, legal_moves, random_move

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
    distances: NDArray[np.int64] = DISTANCE[:, boxed].sum(axis=1)
    return distances


@njit
def box_distance(words: Words, scene: Scene) -> int:
    """Return the sum of the Manhattan distances between the player and each box that still stands."""
    cell = player_cell(words, scene.player)
    first, second = scene.boxes[0] & ~words[BOXES_AT], scene.boxes[1] & ~words[BOXES_AT + 1]
    return int(scene.distances[cell] - summed_distance(first, second, cell))  # those that are gone are the fewer


@njit
def play(words: Words, move: int, scene: Scene, _dice: Dice) -> float:
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


KERNELS: Final = GameKernels("hypersonic", play, legal_moves, random_move)
"""The game, its rules a `Scene`, for searches that ask neither for legal moves nor for random ones."""
