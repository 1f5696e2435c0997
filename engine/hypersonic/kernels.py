"""A round in constant-time pieces: blasts by arithmetic on rows and columns of bits (paper, section 4).

A blast looks at the nearest blocker each way: in a row by the highest bit below and the lowest bit above its place, in
a column likewise after its eleven bits are drawn together. The blockers of a round are worked out once.
"""

from typing import Final

import numpy as np

from engine.dice import Dice, next_word
from engine.hypersonic.actions import MOVES
from engine.hypersonic.board import BOMBS_ROOM
from engine.hypersonic.cells import (
    ACTION_COUNT,
    BIT_OF,
    COLUMN,
    HIGHEST,
    LOWEST,
    NEIGHBOUR,
    NEIGHBOUR_BIT,
    NEIGHBOUR_WORD,
    NTH_ACTION,
    ROW_SHIFT,
    WALL_BIT,
    WORD_OF,
    X_OF,
    Y_OF,
    Numbers,
)
from engine.hypersonic.packed import (
    ALL_SHIFT,
    BOMB,
    BOMB_BOXES,
    BOMB_ITEMS,
    BOMBS_AT,
    BOXES_AT,
    BOXLESS_SHIFT,
    BYTE,
    DIED_SHIFT,
    EXPLODES_SHIFT,
    HAND_SHIFT,
    META,
    OWNER_MASK,
    OWNER_SHIFT,
    PLAYER,
    QUIET_SHIFT,
    RANGE_BOXES,
    RANGE_ITEMS,
    RANGE_SHIFT,
    REACH_SHIFT,
    ROUND_SHIFT,
    SCORE_SHIFT,
    Words,
    bomb_count,
    boxless_of,
    is_alive,
    players_of,
    quiet_of,
    round_of,
)
from engine.hypersonic.rules import COLS, FUSE, ROWS
from engine.jit import njit

_WALLS: Final = 1 << WALL_BIT


@njit
def count_bits(word: int) -> int:
    """Return how many bits of a word below 2**63 are set."""
    word -= word >> 1 & 0x5555555555555555
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333)
    word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0F
    word += word >> 8
    word += word >> 16
    return (word + (word >> 32)) & 0x7F


@njit
def column_bits(first: int, second: int, half: int) -> int:
    """Return column 2 * half of two words of cells as eleven bits, the top row lowest."""
    full = 2 * half
    upper = (first >> full & 1) | (first >> (13 + half) & 1) << 1 | (first >> (20 + full) & 1) << 2
    upper |= (first >> (33 + half) & 1) << 3 | (first >> (40 + full) & 1) << 4 | (first >> (53 + half) & 1) << 5
    lower = (second >> full & 1) | (second >> (13 + half) & 1) << 1 | (second >> (20 + full) & 1) << 2
    lower |= (second >> (33 + half) & 1) << 3 | (second >> (40 + full) & 1) << 4
    return upper | lower << 6


@njit
def blast(first: int, second: int, cell: int, reach: int) -> tuple[int, int]:
    """Return the two words of cells that a blast covers.

    Args:
        first, second: where boxes, items and bombs lie.
        cell: of the bomb; whether its own bit is set does not matter.
        reach: its range.
    """
    x, y = X_OF[cell], Y_OF[cell]
    covered_first = covered_second = 0
    far = reach - 1
    if y & 1 == 0:
        shift = ROW_SHIFT[y]
        row = ((second if WORD_OF[cell] else first) >> shift) & ((1 << COLS) - 1)
        left = max(int(HIGHEST[row & ((1 << x) - 1)]), x - far, 0)
        right = min(int(LOWEST[row >> (x + 1)]) + x + 1, x + far, COLS - 1)
        line = ((1 << (right + 1)) - (1 << left)) << shift
        if WORD_OF[cell]:
            covered_second = line
        else:
            covered_first = line
    if x & 1 == 0:
        half = x // 2
        column = column_bits(first, second, half)
        top = max(int(HIGHEST[column & ((1 << y) - 1)]), y - far, 0)
        bottom = min(int(LOWEST[column >> (y + 1)]) + y + 1, y + far, ROWS - 1)
        covered_first |= COLUMN[half, top, bottom, 0]
        covered_second |= COLUMN[half, top, bottom, 1]
    return covered_first, covered_second


@njit
def is_open(first: int, second: int, cell: int, move: int) -> int:
    """Return 1 where a move from `cell` leads onto a cell that is not closed, else 0.

    Args:
        first, second: closed cells (boxes and bombs), WALL_BIT set in both.
        cell: where the player stands.
        move: LEFT to DOWN.
    """
    return int(~((second if NEIGHBOUR_WORD[cell, move] else first) >> NEIGHBOUR_BIT[cell, move]) & 1)


@njit
def legal_mask(words: Words, player: int) -> int:
    """Return a bit for each of a player's legal actions; none for the dead."""
    body = words[PLAYER + player]
    if body >> DIED_SHIFT != 0:
        return 0
    cell = body & BYTE
    bombed_first, bombed_second = words[BOMBS_AT], words[BOMBS_AT + 1]
    first, second = words[BOXES_AT] | bombed_first | _WALLS, words[BOXES_AT + 1] | bombed_second | _WALLS
    mask = 1 | is_open(first, second, cell, 1) << 1 | is_open(first, second, cell, 2) << 2
    mask |= is_open(first, second, cell, 3) << 3 | is_open(first, second, cell, 4) << 4
    bombed = (bombed_second if WORD_OF[cell] else bombed_first) & BIT_OF[cell]
    if body >> HAND_SHIFT & BYTE and bombed == 0:
        mask |= mask << MOVES
    return mask


@njit
def play_round(words: Words, actions: Numbers) -> None:
    """Play one whole round in place.

    Args:
        words: the position, changed.
        actions: int64 (players or more,), an action a player; the dead make none, what cannot be done is left out.
    """
    boxed_first, boxed_second = words[BOXES_AT], words[BOXES_AT + 1]
    bombed_first, bombed_second = words[BOMBS_AT], words[BOMBS_AT + 1]
    count, players, now = bomb_count(words), players_of(words), round_of(words) + 1
    hands_before = (words[PLAYER], words[PLAYER + 1], words[PLAYER + 2], words[PLAYER + 3])
    lying = count
    if count and words[BOMB] >> EXPLODES_SHIFT <= now:
        lying = _explode(words, count, players, now)
    quiet = count == 0
    closed_first, closed_second = boxed_first | bombed_first, boxed_second | bombed_second
    added_first = added_second = taken_first = taken_second = 0
    for player in range(players):
        body = words[PLAYER + player]
        if body >> DIED_SHIFT != 0:
            continue
        cell, action = body & BYTE, actions[player]
        word, bit = WORD_OF[cell], BIT_OF[cell]
        move = action
        if action >= MOVES:
            move = action - MOVES
            held = hands_before[player] >> HAND_SHIFT & BYTE
            if held > 0 and lying < BOMBS_ROOM and (bombed_second if word else bombed_first) & bit == 0:
                reach = body >> RANGE_SHIFT & BYTE
                words[BOMB + lying] = (
                    cell | player << OWNER_SHIFT | reach << REACH_SHIFT | (now + FUSE) << EXPLODES_SHIFT
                )
                lying += 1
                body -= 1 << HAND_SHIFT
                quiet = False
                if word:
                    added_second |= bit
                else:
                    added_first |= bit
        if move > 0:
            to = NEIGHBOUR[cell, move]
            if to >= 0:
                word, bit = WORD_OF[to], BIT_OF[to]
                if (closed_second if word else closed_first) & bit == 0:
                    quiet = False
                    body += to - cell
                    if words[RANGE_ITEMS + word] & bit:
                        body += 1 << RANGE_SHIFT
                    elif words[BOMB_ITEMS + word] & bit:
                        body += (1 << HAND_SHIFT) + (1 << ALL_SHIFT)
                    if word:
                        taken_second |= bit
                    else:
                        taken_first |= bit
        words[PLAYER + player] = body
    words[RANGE_ITEMS] &= ~taken_first
    words[RANGE_ITEMS + 1] &= ~taken_second
    words[BOMB_ITEMS] &= ~taken_first
    words[BOMB_ITEMS + 1] &= ~taken_second
    if words[BOXES_AT] != boxed_first or words[BOXES_AT + 1] != boxed_second:
        _show_items(words, boxed_first & ~words[BOXES_AT], boxed_second & ~words[BOXES_AT + 1])
    words[BOMBS_AT] |= added_first
    words[BOMBS_AT + 1] |= added_second
    quiet_rounds = quiet_of(words) + 1 if quiet else 0
    boxless = boxless_of(words)
    if words[BOXES_AT] | words[BOXES_AT + 1]:
        boxless = -1
    elif boxed_first | boxed_second:
        boxless = 0
    elif boxless >= 0:
        boxless += 1
    words[META] = (
        lying | players << 8 | now << ROUND_SHIFT | quiet_rounds << QUIET_SHIFT | (boxless + 1) << BOXLESS_SHIFT
    )


@njit
def _show_items(words: Words, broken_first: int, broken_second: int) -> None:
    """Lay the items of broken boxes on the floor."""
    for word, broken in ((0, broken_first), (1, broken_second)):
        words[RANGE_ITEMS + word] |= words[RANGE_BOXES + word] & broken
        words[BOMB_ITEMS + word] |= words[BOMB_BOXES + word] & broken
        words[RANGE_BOXES + word] &= ~broken
        words[BOMB_BOXES + word] &= ~broken


@njit
def _explode(words: Words, count: int, players: int, now: int) -> int:
    """Work out and apply a round's blasts: deaths, bombs back in hand, boxes broken and scored, items gone.

    Broken boxes leave their items in the planes of boxes with items. Return how many bombs lie on.
    """
    first = words[BOXES_AT] | words[RANGE_ITEMS] | words[BOMB_ITEMS] | words[BOMBS_AT]
    second = words[BOXES_AT + 1] | words[RANGE_ITEMS + 1] | words[BOMB_ITEMS + 1] | words[BOMBS_AT + 1]
    going = 0
    covered_first = covered_second = 0
    first_0 = first_1 = first_2 = first_3 = 0
    second_0 = second_1 = second_2 = second_3 = 0
    due = 0
    while due < count and words[BOMB + due] >> EXPLODES_SHIFT <= now:
        due += 1
    waiting = (1 << due) - 1
    while waiting:
        going |= waiting
        for bomb in range(count):
            if waiting >> bomb & 1 == 0:
                continue
            word = words[BOMB + bomb]
            more_first, more_second = blast(first, second, word & BYTE, word >> REACH_SHIFT & BYTE)
            covered_first |= more_first
            covered_second |= more_second
            owner = word >> OWNER_SHIFT & OWNER_MASK
            if owner == 0:
                first_0 |= more_first
                second_0 |= more_second
            elif owner == 1:
                first_1 |= more_first
                second_1 |= more_second
            elif owner == 2:
                first_2 |= more_first
                second_2 |= more_second
            else:
                first_3 |= more_first
                second_3 |= more_second
        waiting = 0
        if (covered_first & words[BOMBS_AT]) | (covered_second & words[BOMBS_AT + 1]):
            for bomb in range(count):
                cell = words[BOMB + bomb] & BYTE
                hit = (covered_second if WORD_OF[cell] else covered_first) & BIT_OF[cell] != 0
                if hit and going >> bomb & 1 == 0:
                    waiting |= 1 << bomb
    boxed_first, boxed_second = words[BOXES_AT], words[BOXES_AT + 1]
    for player in range(players):
        body = words[PLAYER + player]
        cell = body & BYTE
        hit = (covered_second if WORD_OF[cell] else covered_first) & BIT_OF[cell] != 0
        if hit and body >> DIED_SHIFT == 0:
            body |= now << DIED_SHIFT
        mine_first = first_0 if player == 0 else first_1 if player == 1 else first_2 if player == 2 else first_3
        mine_second = second_0 if player == 0 else second_1 if player == 1 else second_2 if player == 2 else second_3
        if (mine_first & boxed_first) | (mine_second & boxed_second):
            boxes = count_bits(mine_first & boxed_first) + count_bits(mine_second & boxed_second)
            body += boxes << SCORE_SHIFT
        words[PLAYER + player] = body
    for word, covered in ((0, covered_first), (1, covered_second)):
        words[BOXES_AT + word] &= ~covered
        words[RANGE_ITEMS + word] &= ~covered
        words[BOMB_ITEMS + word] &= ~covered
        words[BOMBS_AT + word] = 0
    lying = 0
    for bomb in range(count):
        word = words[BOMB + bomb]
        if going >> bomb & 1:
            words[PLAYER + (word >> OWNER_SHIFT & OWNER_MASK)] += 1 << HAND_SHIFT
        else:
            words[BOMB + lying] = word
            cell = word & BYTE
            words[BOMBS_AT + WORD_OF[cell]] |= BIT_OF[cell]
            lying += 1
    return lying


@njit
def random_actions(words: Words, players: int, dice: Dice, actions: Numbers) -> None:
    """Draw a legal action for every player, STAY for the dead, all from one word of the dice.

    Each has the same chance up to a bias below 10 / 65536.
    """
    luck = next_word(dice)
    for player in range(players):
        mask = legal_mask(words, player)
        if mask == 0:
            actions[player] = 0
        else:
            share = (luck & np.uint64(0xFFFF)) * np.uint64(ACTION_COUNT[mask]) >> np.uint64(16)
            actions[player] = NTH_ACTION[mask, np.int64(share)]
        luck >>= np.uint64(16)


@njit
def play_random_rounds(words: Words, rounds: int, dice: Dice, actions: Numbers) -> int:
    """Play random legal actions for all, until so many rounds are over or player 0 is dead; return the rounds."""
    players = players_of(words)
    for played in range(rounds):
        random_actions(words, players, dice, actions)
        play_round(words, actions)
        if not is_alive(words, 0):
            return played + 1
    return rounds


def no_actions() -> Numbers:
    """Return room for the actions of a round, int64 (4,): all stay."""
    return np.zeros(4, np.int64)
