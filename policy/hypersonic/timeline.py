"""What the bombs on the board will do if nobody places another: the next eight rounds, worked out once.

Everything that looks ahead without moving asks here: the boxes that will break (paper, section 5: `estimated_bombs`)
and the cells from which a player can still get away (`is_survivable`).
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.hypersonic.cells import BIT_OF, WORD_OF
from engine.hypersonic.kernels import blast, count_bits
from engine.hypersonic.packed import (
    BOMB,
    BOMB_BOXES,
    BOMB_ITEMS,
    BOMBS_AT,
    BOXES_AT,
    BYTE,
    EXPLODES_SHIFT,
    OWNER_MASK,
    OWNER_SHIFT,
    RANGE_BOXES,
    RANGE_ITEMS,
    REACH_SHIFT,
    Words,
    bomb_count,
    is_alive,
    players_of,
    round_of,
)
from engine.hypersonic.rules import FUSE
from engine.jit import njit, unspecialised

Timeline = NDArray[np.int64]
"""int64 (FUSE + 1, 6): row k is the k-th round from now; row 0 is not used."""

COVERED: Final = 0
"""Two words of cells on which a player dies in that round."""
CLOSED: Final = 2
"""Two words of cells that cannot be entered in that round: boxes and bombs as they lie before it."""
MINE: Final = 4
"""Boxes that a player's bombs break in that round."""
THEIRS: Final = 5
"""Boxes that the bombs of the others who live break in it. As in the score, a box counts for everybody whose bomb hits
it, once each."""

NO_END: Final = unspecialised(1 << 16)
"""A round that no game reaches: for whoever plays as if a game had no end."""


def timeline() -> Timeline:
    """Return room for a timeline."""
    return np.zeros((FUSE + 1, 6), np.int64)


@njit
def _scored(words: Words, owners: int, exploding: int, stops: tuple[int, int], boxed: tuple[int, int]) -> int:
    """Return how many boxes several players score in a round, all together.

    Args:
        words: the position.
        owners: a bit for each of them.
        exploding: a bit for each bomb that explodes.
        stops, boxed: two words each of what stops blasts, and of boxes.
    """
    boxes = 0
    for owner in range(players_of(words)):
        if owners >> owner & 1 == 0:
            continue
        hit_first = hit_second = 0
        for bomb in range(bomb_count(words)):
            word = words[BOMB + bomb]
            if exploding >> bomb & 1 and word >> OWNER_SHIFT & OWNER_MASK == owner:
                more_first, more_second = blast(stops[0], stops[1], word & BYTE, word >> REACH_SHIFT & BYTE)
                hit_first |= more_first
                hit_second |= more_second
        boxes += count_bits(hit_first & boxed[0]) + count_bits(hit_second & boxed[1])
    return boxes


@njit
def foresee(words: Words, player: int, ahead: Timeline, end: int) -> int:
    """Fill the timeline of a position and return its last round with an explosion, 0 where no bomb lies.

    Args:
        words: the position, not changed. Nobody places, moves or takes an item.
        player: whose boxes are MINE.
        ahead: filled in rows 1 to the answer, chains included; what later ones hold means nothing.
        end: the round that ends the game: the answer is no later, for what explodes after it kills and breaks nothing.
    """
    count, now = bomb_count(words), round_of(words)
    if count == 0:
        return 0
    boxed_first, boxed_second = words[BOXES_AT], words[BOXES_AT + 1]
    item_first = words[RANGE_ITEMS] | words[BOMB_ITEMS]
    item_second = words[RANGE_ITEMS + 1] | words[BOMB_ITEMS + 1]
    bombed_first, bombed_second = words[BOMBS_AT], words[BOMBS_AT + 1]
    gone, all_gone, oldest, last = 0, (1 << count) - 1, 0, 0
    while gone != all_gone:
        while gone >> oldest & 1:
            oldest += 1
        # the oldest bomb explodes first; one that should have gone off already does so in the coming round
        due = max(int(words[BOMB + oldest] >> EXPLODES_SHIFT), now + last + 1)
        closed_first, closed_second = boxed_first | bombed_first, boxed_second | bombed_second
        for round_ahead in range(last + 1, due - now + 1):
            ahead[round_ahead, COVERED] = ahead[round_ahead, COVERED + 1] = 0
            ahead[round_ahead, CLOSED], ahead[round_ahead, CLOSED + 1] = closed_first, closed_second
            ahead[round_ahead, MINE] = ahead[round_ahead, THEIRS] = 0
        last = due - now
        first, second = closed_first | item_first, closed_second | item_second
        covered_first = covered_second = mine_first = mine_second = their_first = their_second = 0
        before, rivals, found = gone, 0, True
        while found:
            found = False
            for bomb in range(oldest, count):
                if gone >> bomb & 1:
                    continue
                word = words[BOMB + bomb]
                cell = word & BYTE
                hit = (covered_second if WORD_OF[cell] else covered_first) & BIT_OF[cell] != 0
                if not hit and word >> EXPLODES_SHIFT > due:
                    continue
                gone |= 1 << bomb
                found = True
                more_first, more_second = blast(first, second, cell, word >> REACH_SHIFT & BYTE)
                covered_first |= more_first
                covered_second |= more_second
                if word >> OWNER_SHIFT & OWNER_MASK == player:
                    mine_first |= more_first
                    mine_second |= more_second
                elif is_alive(words, word >> OWNER_SHIFT & OWNER_MASK):
                    rivals |= 1 << (word >> OWNER_SHIFT & OWNER_MASK)
                    their_first |= more_first
                    their_second |= more_second
        ahead[last, COVERED], ahead[last, COVERED + 1] = covered_first, covered_second
        ahead[last, MINE] = count_bits(mine_first & boxed_first) + count_bits(mine_second & boxed_second)
        ahead[last, THEIRS] = count_bits(their_first & boxed_first) + count_bits(their_second & boxed_second)
        if rivals & rivals - 1:
            ahead[last, THEIRS] = _scored(words, rivals, gone & ~before, (first, second), (boxed_first, boxed_second))
        # every exploded bomb lies in its own blast, so what is covered is what is gone
        bombed_first &= ~covered_first
        bombed_second &= ~covered_second
        broken_first, broken_second = boxed_first & covered_first, boxed_second & covered_second
        boxed_first &= ~covered_first
        boxed_second &= ~covered_second
        item_first = item_first & ~covered_first | broken_first & (words[RANGE_BOXES] | words[BOMB_BOXES])
        item_second = item_second & ~covered_second | broken_second & (words[RANGE_BOXES + 1] | words[BOMB_BOXES + 1])
    return min(last, max(0, end - now))


@njit
def foresee_round(words: Words, player: int, ahead: Timeline) -> None:
    """Fill row 1 of a timeline, bombs or none."""
    if foresee(words, player, ahead, NO_END) == 0:
        ahead[1, COVERED] = ahead[1, COVERED + 1] = ahead[1, MINE] = ahead[1, THEIRS] = 0
        ahead[1, CLOSED], ahead[1, CLOSED + 1] = words[BOXES_AT], words[BOXES_AT + 1]


@njit
def unclaimed(words: Words, ahead: Timeline, last: int) -> tuple[int, int]:
    """Return two words of the boxes that no bomb on the board will break in the rounds of a timeline.

    Args:
        words: the position, not changed.
        ahead: its timeline.
        last: the timeline's last round with an explosion.
    """
    first, second = words[BOXES_AT], words[BOXES_AT + 1]
    for row in range(1, last + 1):
        first &= ~ahead[row, COVERED]
        second &= ~ahead[row, COVERED + 1]
    return first, second


@njit
def close_items(words: Words, ahead: Timeline, last: int) -> None:
    """Close all cells with an item, or a box that holds one, in the first `last` rounds of a timeline.

    A timeline has items lie on that a player takes, as if they shielded what lies behind them still. What is left is
    where one can go without an item.
    """
    for word in range(2):
        items = words[RANGE_ITEMS + word] | words[BOMB_ITEMS + word]
        items |= words[RANGE_BOXES + word] | words[BOMB_BOXES + word]
        for row in range(1, last + 1):
            ahead[row, CLOSED + word] |= items
