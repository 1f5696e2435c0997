"""Who is nearer to the boxes that nobody has claimed yet, and what that is worth (ours, not in the paper).

A box that a bomb on the board will break is claimed: standing near it is worth nothing. The others go to whoever comes
first. In games of our player before it, against itself, the difference of the two players' summed distances to them
foretells the final margin better than all else that was asked but the boxes broken and about to break, and a cell
counts the more the fewer are left: `run_bot.py bench hypersonic` prints by how much today.
"""

from engine.hypersonic.packed import Words, is_alive, player_cell, players_of
from engine.jit import njit
from policy.hypersonic.distances import summed_distance
from policy.hypersonic.weights import NEARNESS, NEARNESS_BOXES, Numbers


@njit
def worth_of_a_cell(boxes: float, weights: Numbers) -> float:
    """Return what it is worth to be nearer by one cell to one of so many unclaimed boxes."""
    crowd = boxes / weights[NEARNESS_BOXES]
    return float(weights[NEARNESS] / (1.0 + crowd * crowd))


@njit
def distance_of_others(words: Words, player: int, first: int, second: int) -> float:
    """Return the summed distance to the cells of two words of the other living players, their mean; 0 where none is."""
    total, others = 0, 0
    for other in range(players_of(words)):
        if other != player and is_alive(words, other):
            total += summed_distance(first, second, player_cell(words, other))
            others += 1
    return total / others if others else 0.0
