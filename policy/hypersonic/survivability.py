"""Whether a player can get away from the bombs that lie (paper, section 5: `is_survivable`)."""

from engine.hypersonic.packed import Words, is_alive, player_cell
from engine.jit import njit
from policy.hypersonic.planes import EVERY_BELOW, EVERY_CROSSING, EVERY_RIGHT, holds, spread, to_planes
from policy.hypersonic.timeline import CLOSED, COVERED, Timeline, foresee


@njit
def step_back(crossings: int, right: int, below: int, ahead: Timeline) -> tuple[int, int, int]:
    """Return the cells from which a player lives through the coming round and ends it on one of the given ones."""
    shut = to_planes(ahead[1, CLOSED], ahead[1, CLOSED + 1])
    near = spread(crossings & ~shut[0], right & ~shut[1], below & ~shut[2])
    crossings, right, below = crossings | near[0], right | near[1], below | near[2]
    if ahead[1, COVERED] | ahead[1, COVERED + 1]:
        hit = to_planes(ahead[1, COVERED], ahead[1, COVERED + 1])
        crossings, right, below = crossings & ~hit[0], right & ~hit[1], below & ~hit[2]
    return crossings, right, below


@njit
def safe_cells(ahead: Timeline, last: int) -> tuple[int, int, int]:
    """Return the cells, as planes, from which a player can outlive the bombs of a timeline.

    The paper's eight-turn breadth-first search run backwards: one pass answers for every cell at once, in constant
    time. Items that the player takes on its way go on lying: that one lets a blast through to it, or a way out, is seen
    once it is taken.

    Args:
        ahead: filled by `foresee`.
        last: what `foresee` returned.
    """
    crossings, right, below = EVERY_CROSSING, EVERY_RIGHT, EVERY_BELOW
    shut = (0, 0, 0)
    for row in range(last, 0, -1):
        covered = ahead[row, COVERED] | ahead[row, COVERED + 1] != 0
        if covered:  # only explosions change what is closed
            shut = to_planes(ahead[row, CLOSED], ahead[row, CLOSED + 1])
        near = spread(crossings & ~shut[0], right & ~shut[1], below & ~shut[2])
        crossings, right, below = crossings | near[0], right | near[1], below | near[2]
        if covered:
            hit = to_planes(ahead[row, COVERED], ahead[row, COVERED + 1])
            crossings, right, below = crossings & ~hit[0], right & ~hit[1], below & ~hit[2]
    return crossings, right, below


@njit
def idle_cells(ahead: Timeline, last: int) -> tuple[int, int, int]:
    """Return the cells, as planes, on which a player can stand still in the coming round and outlive the bombs.

    Args:
        ahead: filled by `foresee`.
        last: what `foresee` returned.
    """
    crossings, right, below = safe_cells(ahead[1:], last - 1)
    if last and ahead[1, COVERED] | ahead[1, COVERED + 1]:
        hit = to_planes(ahead[1, COVERED], ahead[1, COVERED + 1])
        crossings, right, below = crossings & ~hit[0], right & ~hit[1], below & ~hit[2]
    return crossings, right, below


@njit
def is_survivable(words: Words, player: int, ahead: Timeline, end: int) -> bool:
    """Tell whether a player can outlive the bombs on the board, if nobody places another or takes an item.

    Args:
        words: the position, not changed.
        player: alive or dead.
        ahead: scratch, overwritten.
        end: the round that ends the game.
    """
    if not is_alive(words, player):
        return False
    safe = safe_cells(ahead, foresee(words, player, ahead, end))
    return holds(safe[0], safe[1], safe[2], player_cell(words, player))
