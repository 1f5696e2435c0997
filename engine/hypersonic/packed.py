"""A game as a few machine words, so that copying the words copies the game.

A position is int64 (WORDS,)::

    0, 1    boxes            (two words of cells, see engine.hypersonic.cells)
    2, 3    boxes with a range item    4, 5    boxes with a bomb item
    6, 7    range items                8, 9    bomb items
    10, 11  cells with a bomb
    12      bombs on the board | players << 8 | round << 16 | quiet << 32 | (boxless + 1) << 48
    13..16  a player each: cell | in hand << 8 | range << 16 | all bombs << 24 | boxes << 32 | died << 44
    17..    a bomb each, oldest first: cell | owner << 8 | range << 12 | round in which it explodes << 24

Only the first 17 and as many as there are bombs are in use; the rest may hold anything. The oldest bomb explodes first,
so a round with no explosion costs one comparison. What a player's bombs are in all (in hand and lying) is kept for the
evaluations.
"""

from operator import itemgetter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.hypersonic.board import (
    BOMBS_ROOM,
    BOX,
    BOX_BOMB,
    BOX_RANGE,
    BOXES,
    BX,
    BY,
    DIED,
    FLOOR,
    IN_HAND,
    ITEM_BOMB,
    ITEM_RANGE,
    OWNER,
    RANGE,
    REACH,
    TIMER,
    State,
    X,
    Y,
    empty_cells,
)
from engine.hypersonic.cells import BIT_OF, CELL_OF, FIRST_WORD, NOWHERE, WORD_OF, X_OF, Y_OF
from engine.hypersonic.rules import MAX_PLAYERS
from engine.jit import njit

Words = NDArray[np.int64]

BOXES_AT: Final = 0
RANGE_BOXES: Final = 2
BOMB_BOXES: Final = 4
RANGE_ITEMS: Final = 6
BOMB_ITEMS: Final = 8
BOMBS_AT: Final = 10
META: Final = 12
PLAYER: Final = 13
BOMB: Final = PLAYER + MAX_PLAYERS
WORDS: Final = BOMB + BOMBS_ROOM

BYTE: Final = 0xFF
COUNTER: Final = 0xFFFF
PLAYERS_SHIFT: Final = 8
ROUND_SHIFT: Final = 16
QUIET_SHIFT: Final = 32
BOXLESS_SHIFT: Final = 48
"""In META; 16 bits each but the first two."""
HAND_SHIFT: Final = 8
RANGE_SHIFT: Final = 16
ALL_SHIFT: Final = 24
SCORE_SHIFT: Final = 32
DIED_SHIFT: Final = 44
SCORE_MASK: Final = 0xFFF
"""In a player's word; 8 bits each, 12 for the boxes, 16 for the round of death (0: alive)."""
_MOST: Final = 127
"""Of bombs in hand and of a range, when packed: no game comes near it, and more items spill over no field."""
OWNER_SHIFT: Final = 8
OWNER_MASK: Final = 3
REACH_SHIFT: Final = 12
EXPLODES_SHIFT: Final = 24
"""In a bomb's word."""


_CODES: Final = np.array([BOX, BOX_RANGE, BOX_BOMB, ITEM_RANGE, ITEM_BOMB])
"""What the words before `BOMBS_AT` hold, two of them each; the first two hold boxes of every kind."""


def pack(state: State) -> Words:
    """Return a state's words, int64 (WORDS,). Bombs are put in order of placing, whatever their order in the state.

    Raises:
        ValueError: a cell or a player's place is UNKNOWN, something lies where a wall is, there are too many bombs, or
            rounds do not fit.
    """
    if (state.cells < FLOOR).any() or (state.players[:, [X, Y]] < 0).any():
        raise ValueError("hypersonic: a position with unknown cells or players cannot be played on")
    if len(state.bombs) > BOMBS_ROOM:
        raise ValueError(f"hypersonic: {len(state.bombs)} bombs on the board; no game has more than {BOMBS_ROOM}")
    counters = (state.round, state.quiet, state.boxless + 1)
    if min(counters) < 0 or max(counters) > COUNTER // 2:
        raise ValueError(f"hypersonic: round {state.round}, quiet {state.quiet}, boxless {state.boxless} do not fit")
    for y, x in np.argwhere((state.cells >= BOX) & (CELL_OF == NOWHERE)):
        _cell(int(x), int(y))
    words = np.zeros(WORDS, np.int64)
    lie = state.cells[Y_OF, X_OF] == _CODES[:, None]
    lie[0] |= lie[1] | lie[2]
    bits = np.where(lie, BIT_OF, 0)
    words[BOXES_AT:BOMBS_AT:2] = np.bitwise_or.reduce(bits[:, :FIRST_WORD], axis=1)
    words[BOXES_AT + 1 : BOMBS_AT : 2] = np.bitwise_or.reduce(bits[:, FIRST_WORD:], axis=1)
    lying = [0] * len(state.players)
    for index, bomb in enumerate(sorted(state.bombs.tolist(), key=itemgetter(TIMER))):
        cell = _cell(bomb[BX], bomb[BY])
        words[BOMBS_AT + WORD_OF[cell]] |= BIT_OF[cell]
        explodes = state.round + bomb[TIMER]
        reach = min(max(bomb[REACH], 1), _MOST)
        words[BOMB + index] = cell | bomb[OWNER] << OWNER_SHIFT | reach << REACH_SHIFT | explodes << EXPLODES_SHIFT
        lying[bomb[OWNER]] += 1
    for player, body in enumerate(state.players.tolist()):
        hand, reach = min(max(body[IN_HAND], 0), _MOST), min(max(body[RANGE], 1), _MOST)
        word = _cell(body[X], body[Y]) | hand << HAND_SHIFT | reach << RANGE_SHIFT
        word |= min(hand + lying[player], BYTE) << ALL_SHIFT | max(body[BOXES], 0) << SCORE_SHIFT
        words[PLAYER + player] = word | max(body[DIED], 0) << DIED_SHIFT
    words[META] = len(state.bombs) | len(state.players) << PLAYERS_SHIFT | state.round << ROUND_SHIFT
    words[META] |= state.quiet << QUIET_SHIFT | (state.boxless + 1) << BOXLESS_SHIFT
    return words


def _cell(x: int, y: int) -> int:
    cell = int(CELL_OF[y, x])
    if cell < 0:
        raise ValueError(f"hypersonic: something lies at x {x}, y {y}, where a wall is")
    return cell


def unpack(words: Words, seat: int = 0) -> State:
    """Return the state that the words hold, seen from a seat."""
    cells = empty_cells()
    for plane, code in enumerate(_CODES.tolist()):
        there = words[2 * plane + WORD_OF] & BIT_OF != 0
        cells[Y_OF[there], X_OF[there]] = code
    players = np.zeros((players_of(words), 6), np.int16)
    for player in range(len(players)):
        cell = player_cell(words, player)
        players[player, [X, Y]] = X_OF[cell], Y_OF[cell]
        players[player, IN_HAND], players[player, RANGE] = player_in_hand(words, player), player_range(words, player)
        players[player, BOXES], players[player, DIED] = player_boxes(words, player), player_died(words, player)
    bombs = np.zeros((bomb_count(words), 5), np.int16)
    for bomb in range(len(bombs)):
        cell = bomb_cell(words, bomb)
        bombs[bomb, OWNER], bombs[bomb, BX], bombs[bomb, BY] = bomb_owner(words, bomb), X_OF[cell], Y_OF[cell]
        bombs[bomb, TIMER], bombs[bomb, REACH] = bomb_rounds_left(words, bomb), bomb_range(words, bomb)
    return State(cells, players, bombs, seat, round_of(words), quiet_of(words), boxless_of(words))


@njit
def bomb_count(words: Words) -> int:
    """Return how many bombs are on the board."""
    return int(words[META] & BYTE)


@njit
def players_of(words: Words) -> int:
    """Return how many players the game has, the dead among them."""
    return int(words[META] >> PLAYERS_SHIFT & BYTE)


@njit
def round_of(words: Words) -> int:
    """Return how many rounds have been played."""
    return int(words[META] >> ROUND_SHIFT & COUNTER)


@njit
def quiet_of(words: Words) -> int:
    """Return the rounds in a row without a bomb, a placing or a move."""
    return int(words[META] >> QUIET_SHIFT & COUNTER)


@njit
def boxless_of(words: Words) -> int:
    """Return the rounds since the round that broke the last box, -1 while one stands."""
    return int(words[META] >> BOXLESS_SHIFT & COUNTER) - 1


@njit
def player_cell(words: Words, player: int) -> int:
    """Return where a player is, or died."""
    return int(words[PLAYER + player] & BYTE)


@njit
def player_in_hand(words: Words, player: int) -> int:
    """Return how many bombs a player can place."""
    return int(words[PLAYER + player] >> HAND_SHIFT & BYTE)


@njit
def player_range(words: Words, player: int) -> int:
    """Return the range of the bombs that a player places."""
    return int(words[PLAYER + player] >> RANGE_SHIFT & BYTE)


@njit
def player_bombs(words: Words, player: int) -> int:
    """Return a player's bombs, in hand and on the board."""
    return int(words[PLAYER + player] >> ALL_SHIFT & BYTE)


@njit
def player_boxes(words: Words, player: int) -> int:
    """Return how many boxes a player's bombs have hit."""
    return int(words[PLAYER + player] >> SCORE_SHIFT & SCORE_MASK)


@njit
def player_died(words: Words, player: int) -> int:
    """Return the round in which a player died, 0 for the living."""
    return int(words[PLAYER + player] >> DIED_SHIFT & COUNTER)


@njit
def is_alive(words: Words, player: int) -> bool:
    """Tell whether a player lives."""
    return bool(words[PLAYER + player] >> DIED_SHIFT == 0)


@njit
def bomb_cell(words: Words, bomb: int) -> int:
    """Return where the bomb with that number lies; the oldest is 0."""
    return int(words[BOMB + bomb] & BYTE)


@njit
def bomb_owner(words: Words, bomb: int) -> int:
    """Return whose bomb it is."""
    return int(words[BOMB + bomb] >> OWNER_SHIFT & OWNER_MASK)


@njit
def bomb_range(words: Words, bomb: int) -> int:
    """Return its range: its own cell and range - 1 more each way."""
    return int(words[BOMB + bomb] >> REACH_SHIFT & BYTE)


@njit
def bomb_rounds_left(words: Words, bomb: int) -> int:
    """Return in how many rounds it explodes, 1 to 8; sooner where another bomb hits it."""
    return int(words[BOMB + bomb] >> EXPLODES_SHIFT) - round_of(words)


@njit
def copy_state(target: Words, source: Words) -> None:
    """Copy a position: the words in use, no more."""
    for word in range(BOMB + bomb_count(source)):
        target[word] = source[word]
