"""The evaluation of a position: the seven terms of the paper's section 5, two of ours, and their sum."""

from engine.hypersonic.kernels import count_bits
from engine.hypersonic.packed import (
    BOXES_AT,
    Words,
    is_alive,
    player_bombs,
    player_boxes,
    player_cell,
    player_range,
    players_of,
)
from engine.jit import njit
from policy.hypersonic.distances import DISTANCE, FROM_CENTRE, mean_distance, summed_distance
from policy.hypersonic.nearness import distance_of_others, worth_of_a_cell
from policy.hypersonic.timeline import MINE, NO_END, THEIRS, Timeline, foresee, unclaimed
from policy.hypersonic.weights import (
    APART,
    BOMBS_EACH,
    BOMBS_FIRST,
    BOMBS_FIRST_MOST,
    BOMBS_NEXT,
    BOMBS_NEXT_MOST,
    BOX,
    COMING,
    COMING_DECAY,
    COMING_LOSS,
    DEAD,
    MANY_BOXES,
    NEARNESS,
    OFF_BOXES,
    OFF_CENTRE,
    RANGE_EACH,
    RANGE_FIRST,
    RANGE_MOST,
    RIVALS,
    Numbers,
)


@njit
def equipment(reach: int, bombs: int, weights: Numbers) -> float:
    """Return what a player's range and bombs are worth, in hand and on the board (terms 2 and 3)."""
    worth = weights[RANGE_FIRST] * min(weights[RANGE_MOST], float(reach)) + weights[RANGE_EACH] * reach
    worth += weights[BOMBS_FIRST] * min(weights[BOMBS_FIRST_MOST], float(bombs))
    worth += weights[BOMBS_NEXT] * min(weights[BOMBS_NEXT_MOST], float(bombs)) + weights[BOMBS_EACH] * bombs
    return float(worth)


@njit
def estimated_bombs(ahead: Timeline, last: int, weights: Numbers, whose: int = MINE) -> float:
    """Return what the boxes are worth that will break (term 4).

    Args:
        ahead: the timeline, seen by the player.
        last: its last round with an explosion.
        weights: `Weights.as_array`.
        whose: MINE, the player's, or THEIRS.
    """
    worth, factor = 0.0, weights[COMING]
    for row in range(1, last + 1):
        if ahead[row, whose]:
            worth += (factor - weights[COMING_LOSS] * (row - 1)) * ahead[row, whose]
        factor *= weights[COMING_DECAY]
    return float(worth)


@njit
def rival_share(words: Words, player: int, weights: Numbers) -> float:
    """Return what a box of one of the living others counts against a player, as a share of its own's worth (ours).

    The dead stand behind whoever lives, however many boxes their bombs still break.
    """
    living = -1 if is_alive(words, player) else 0
    for each in range(players_of(words)):
        living += is_alive(words, each)
    return float(weights[RIVALS] / max(1, living))


@njit
def boxes_of_others(words: Words, player: int, living: Words) -> int:
    """Return how many boxes the bombs of the others have broken; one that several broke counts for each.

    Args:
        words: where boxes are counted.
        player: left out.
        living: the same game, perhaps some rounds earlier; who is dead there is left out.
    """
    boxes = 0
    for other in range(players_of(words)):
        if other != player and is_alive(living, other):
            boxes += player_boxes(words, other)
    return boxes


@njit
def place_worth(words: Words, player: int, cell: int, boxes_left: int, weights: Numbers) -> float:
    """Return what it is worth to a player to stand on a cell (terms 5 and 6).

    Args:
        words: the position; the player's own place in it does not matter.
        player: left out of the others.
        cell: where it would stand.
        boxes_left: boxes on the board.
        weights: `Weights.as_array`.
    """
    worth = 0.0
    if weights[APART] != 0.0:
        for other in range(players_of(words)):
            if other != player and is_alive(words, other):
                worth += weights[APART] * DISTANCE[cell, player_cell(words, other)]
    if boxes_left > weights[MANY_BOXES]:
        worth -= weights[OFF_CENTRE] * FROM_CENTRE[cell]
    elif weights[OFF_BOXES] != 0.0:
        worth -= weights[OFF_BOXES] * mean_distance(words[BOXES_AT], words[BOXES_AT + 1], cell)
    return float(worth)


@njit
def evaluate(words: Words, player: int, weights: Numbers, ahead: Timeline) -> float:
    """Return what a position is worth to a player, in boxes: the sum of the terms.

    Args:
        words: the position, not changed.
        player: alive or dead.
        weights: `Weights.as_array`, float64 (n,).
        ahead: scratch, overwritten.
    """
    boxes_left = count_bits(words[BOXES_AT]) + count_bits(words[BOXES_AT + 1])
    worth = weights[BOX] * player_boxes(words, player)
    worth += equipment(player_range(words, player), player_bombs(words, player), weights)
    last = foresee(words, player, ahead, NO_END)
    worth += estimated_bombs(ahead, last, weights)
    share = rival_share(words, player, weights)
    if share != 0.0:
        worth -= share * estimated_bombs(ahead, last, weights, THEIRS)
        worth -= share * weights[BOX] * boxes_of_others(words, player, words)
    worth += place_worth(words, player, player_cell(words, player), boxes_left, weights)
    if weights[NEARNESS] != 0.0:
        first, second = unclaimed(words, ahead, last)
        nearer = distance_of_others(words, player, first, second)
        nearer -= summed_distance(first, second, player_cell(words, player))
        worth += worth_of_a_cell(count_bits(first) + count_bits(second), weights) * nearer
    if not is_alive(words, player):
        worth -= weights[DEAD]
    return float(worth)
