"""The suicide rule: dying together with the last enemy wins where the boxes do.

Paper, section 6.3: "if every player is eliminated from the game, the one that destroyed more boxes wins. Whenever the
agent is able to commit suicide while also killing the last enemy, we calculate the number of points each player is
able to obtain and if the win is certain, we force the agent to apply this action."
"""

from typing import Final

from engine.hypersonic.actions import ACTIONS
from engine.hypersonic.kernels import legal_mask, play_round
from engine.hypersonic.packed import Words, copy_state, is_alive, player_boxes, player_cell, players_of
from engine.jit import njit
from policy.hypersonic.planes import PLANE_BIT, PLANE_OF, spread, to_planes
from policy.hypersonic.timeline import CLOSED, COVERED, MINE, THEIRS, Timeline, close_items, foresee
from policy.hypersonic.traps import TrapSpace

NO_ACTION: Final = -1
OUTLIVES: Final = 1 << 20
"""A margin greater than any in boxes: the enemy dies, and the player does not, or later."""


@njit
def rounds_to_live(ahead: Timeline, last: int, cell: int) -> int:
    """Return the latest round ahead in which a player on a cell can die, `last` + 1 where it can get away."""
    crossings = PLANE_BIT[cell] if PLANE_OF[cell] == 0 else 0
    right = PLANE_BIT[cell] if PLANE_OF[cell] == 1 else 0
    below = PLANE_BIT[cell] if PLANE_OF[cell] == 2 else 0
    for row in range(1, last + 1):
        hit = to_planes(ahead[row, COVERED], ahead[row, COVERED + 1])
        crossings, right, below = crossings & ~hit[0], right & ~hit[1], below & ~hit[2]
        if crossings | right | below == 0:
            return row
        shut = to_planes(ahead[row, CLOSED], ahead[row, CLOSED + 1])
        near = spread(crossings, right, below)
        crossings |= near[0] & ~shut[0]
        right |= near[1] & ~shut[1]
        below |= near[2] & ~shut[2]
    return last + 1


@njit
def dying_margin(words: Words, me: int, enemy: int, ahead: Timeline, end: int) -> int:
    """Return by how much the player wins if nobody acts any more but to live as long as it can.

    OUTLIVES where the enemy cannot survive the bombs that lie, as far as they explode before the game ends, and the
    player can, or can for longer; the boxes by which the player is in front where both die in the same round; -OUTLIVES
    otherwise. Ways over items count for the enemy and not for the player: who takes one may open its cover. What the
    enemy may place in its last rounds is left out: set off by another bomb it could take boxes yet.
    """
    if not is_alive(words, enemy):
        return -OUTLIVES
    last = foresee(words, me, ahead, end)
    theirs = rounds_to_live(ahead, last, player_cell(words, enemy))
    close_items(words, ahead, last)
    mine = rounds_to_live(ahead, last, player_cell(words, me))
    if theirs > last or mine < theirs:
        return -OUTLIVES
    if mine > theirs:
        return OUTLIVES
    boxes = player_boxes(words, me) - player_boxes(words, enemy)
    for row in range(1, theirs + 1):
        boxes += ahead[row, MINE] - ahead[row, THEIRS]
    return boxes


@njit
def wins_dying(words: Words, me: int, enemy: int, ahead: Timeline, end: int) -> bool:
    """Tell whether the player wins so (see `dying_margin`)."""
    return dying_margin(words, me, enemy, ahead, end) > 0


@njit
def suicide(words: Words, me: int, space: TrapSpace, end: int) -> int:
    """Return an action after which the last enemy dies whatever it does now, and the player wins (see `dying_margin`),
    dying with it or not; else NO_ACTION.

    Of several it is the one with the greatest margin that no answer can lessen: to live on or to die later needs no
    boxes, and boxes in hand outweigh those that the enemy may take yet.

    Args:
        words: the position, not changed.
        me: who acts.
        space: scratch, overwritten.
        end: the round that ends the game.
    """
    enemy = NO_ACTION
    for player in range(players_of(words)):
        if player != me and is_alive(words, player):
            if enemy != NO_ACTION:
                return NO_ACTION
            enemy = player
    if enemy == NO_ACTION:
        return NO_ACTION
    mine, theirs = legal_mask(words, me), legal_mask(words, enemy)
    first, actions = space.words[0], space.actions
    actions[:] = 0
    best, most = NO_ACTION, 0
    for action in range(ACTIONS):
        if mine >> action & 1 == 0:
            continue
        least = OUTLIVES
        for answer in range(ACTIONS):
            if theirs >> answer & 1 == 0:
                continue
            copy_state(first, words)
            actions[me], actions[enemy] = action, answer
            play_round(first, actions)
            if not is_alive(first, me):
                least = -OUTLIVES
            else:
                least = min(least, dying_margin(first, me, enemy, space.after, end))
            if least <= most:
                break
        if least > most:
            best, most = action, least
    return best
