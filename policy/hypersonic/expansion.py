"""What the beam asks of Hypersonic: all moves of a position judged, a move made, the others following a script.

Judging plays the round twice, standing still with and without placing a bomb, and foresees both outcomes' explosions
once. Where the player ends its step changes neither, so each of its moves costs one more look at a cell; only a
step onto an item, which stops being in the way of blasts, is played and foreseen for itself.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.hypersonic.actions import ACTIONS, MOVES
from engine.hypersonic.cells import BIT_OF, CELLS, NEIGHBOUR, WORD_OF, X_OF, Y_OF
from engine.hypersonic.kernels import blast, count_bits, legal_mask, play_round
from engine.hypersonic.packed import (
    BOMB,
    BOMB_ITEMS,
    BOMBS_AT,
    BOXES_AT,
    BYTE,
    EXPLODES_SHIFT,
    META,
    OWNER_SHIFT,
    PLAYER,
    RANGE_ITEMS,
    REACH_SHIFT,
    SCORE_MASK,
    SCORE_SHIFT,
    Words,
    bomb_count,
    copy_state,
    is_alive,
    player_bombs,
    player_boxes,
    player_cell,
    player_in_hand,
    player_range,
    players_of,
    round_of,
)
from engine.hypersonic.rules import COLS, FUSE, MAX_PLAYERS, ROWS
from engine.jit import njit
from policy.hypersonic.distances import DISTANCE, FROM_CENTRE, summed_distance
from policy.hypersonic.evaluation import boxes_of_others, equipment, estimated_bombs, rival_share
from policy.hypersonic.nearness import distance_of_others, worth_of_a_cell
from policy.hypersonic.planes import PLANE_BIT, PLANE_OF, holds
from policy.hypersonic.scripted import KERNELS
from policy.hypersonic.stage import (
    BOMBING,
    BOXES_BEFORE,
    BOXES_POWER,
    BREAKING,
    CELL_WORTH,
    CHECKED,
    CONTACT_POWER,
    GAINED,
    LAST_ROUND,
    LATE,
    ME,
    NARROW,
    OTHERS_FAR,
    OUTCOMES,
    PENDING,
    STILL,
    TAKING,
    THREATENED,
    Stage,
)
from policy.hypersonic.survivability import idle_cells, safe_cells
from policy.hypersonic.timeline import MINE, THEIRS, foresee, unclaimed
from policy.hypersonic.weights import (
    APART,
    BOX,
    BOX_SINCE,
    DOOMED,
    IDLE,
    MANY_BOXES,
    NEARNESS,
    OFF_BOXES,
    OFF_CENTRE,
    THREAT,
    TRAP,
)
from policy.search.grouped_beam import GAIN, GROUP, KEY, WORTH, compile_grouped_beam

MULTIPLIER: Final = 0x4F1BBCDCBFA53E0B
"""Odd; the golden ratio's bits below 2**63."""


@njit
def mixed(word: int) -> int:
    """Return a word whose bits all depend on all of the given one's lower bits."""
    word *= MULTIPLIER
    word ^= word >> 29
    word *= MULTIPLIER
    return word ^ word >> 32


@njit
def key_without(words: Words, me: int) -> int:
    """Return a key of a position without one player's word; the order of bombs and everybody's boxes do not enter it.

    It does the work of Zobrist's keys (paper, section 6.3, ZH) on whole words: a table of random numbers for each bit
    would be read a hundred times a position.
    """
    key = 0
    for word in range(BOMBS_AT):
        key = (key ^ words[word]) * MULTIPLIER
        key ^= key >> 31
    for player in range(players_of(words)):
        if player != me:
            key = (key ^ (words[PLAYER + player] & ~(SCORE_MASK << SCORE_SHIFT))) * MULTIPLIER
            key ^= key >> 31
    bombs = 0
    for bomb in range(bomb_count(words)):
        bombs += mixed(words[BOMB + bomb])
    return key + bombs


@njit
def measure_spans(words: Words, spans: NDArray[np.float64]) -> None:
    """Fill the summed distances from each column, then from each row, to the boxes."""
    spans[:] = 0.0
    for cell in range(CELLS):
        if words[BOXES_AT + WORD_OF[cell]] & BIT_OF[cell]:
            for x in range(COLS):
                spans[x] += abs(X_OF[cell] - x)
            for y in range(ROWS):
                spans[COLS + y] += abs(Y_OF[cell] - y)


@njit
def drop_everywhere(words: Words, me: int) -> int:
    """Lay a bomb under every other living player who has one in hand; return how many were laid."""
    laid, count, now = 0, bomb_count(words), round_of(words)
    lying = words[BOMBS_AT], words[BOMBS_AT + 1]
    for player in range(players_of(words)):
        if player == me or not is_alive(words, player) or player_in_hand(words, player) == 0:
            continue
        cell = player_cell(words, player)
        if lying[WORD_OF[cell]] & BIT_OF[cell] or count + laid >= words.size - BOMB:
            continue
        words[BOMBS_AT + WORD_OF[cell]] |= BIT_OF[cell]
        bomb = cell | player << OWNER_SHIFT | player_range(words, player) << REACH_SHIFT
        words[BOMB + count + laid] = bomb | (now + FUSE) << EXPLODES_SHIFT
        laid += 1
    words[META] += laid
    return laid


IN_NONE: Final = 0
IN_SIGHT: Final = 1
BEHIND_ITEMS: Final = 2
"""Boxes in the lines of a bomb: none; some; some of which items hide, as long as nobody takes them."""


@njit
def boxes_in_lines(words: Words, me: int) -> int:
    """Return which boxes a bomb would hit that a player placed where it stands: IN_NONE, IN_SIGHT or BEHIND_ITEMS."""
    first, second = words[BOXES_AT], words[BOXES_AT + 1]
    cell, reach = player_cell(words, me), player_range(words, me)
    hit = blast(first, second, cell, reach)
    boxes = hit[0] & first, hit[1] & second
    if boxes[0] | boxes[1] == 0:
        return IN_NONE
    stops = words[RANGE_ITEMS] | words[BOMB_ITEMS], words[RANGE_ITEMS + 1] | words[BOMB_ITEMS + 1]
    hit = blast(first | stops[0], second | stops[1], cell, reach)
    return IN_SIGHT if (hit[0] & first, hit[1] & second) == boxes else BEHIND_ITEMS


@njit
def settle(words: Words, outcome: int, level: int, game: Stage) -> None:
    """Work out what all moves share that end the round in this outcome, whose position is in `game.after`."""
    me, after, ahead = game.settings[ME], game.after[outcome], game.ahead[outcome]
    last = foresee(after, me, ahead, game.settings[LAST_ROUND])
    weights, power = game.weights, game.powers[level + 1, BOXES_POWER]
    coming = estimated_bombs(ahead, last, weights)
    game.shared[outcome, BREAKING] = 0.0
    for row in range(1, last + 1):
        game.shared[outcome, BREAKING] += ahead[row, MINE]
    mine = player_boxes(after, me) - player_boxes(words, me)
    gained = power * weights[BOX] * mine
    gained += weights[BOX_SINCE] * (player_boxes(words, me) - game.settings[BOXES_BEFORE])
    share = rival_share(words, me, weights)
    if share != 0.0:
        coming -= share * estimated_bombs(ahead, last, weights, THEIRS)
        gained -= share * power * weights[BOX] * (boxes_of_others(after, me, words) - boxes_of_others(words, me, words))
    game.shared[outcome, PENDING] = power * coming
    if weights[NEARNESS] != 0.0:
        first, second = unclaimed(after, ahead, last)
        cell_worth = worth_of_a_cell(count_bits(first) + count_bits(second), weights)
        game.unclaimed[outcome, 0], game.unclaimed[outcome, 1] = first, second
        game.shared[outcome, CELL_WORTH] = cell_worth
        game.shared[outcome, OTHERS_FAR] = cell_worth * distance_of_others(after, me, first, second)
    safe = safe_cells(ahead, last)
    game.safe[outcome, 0], game.safe[outcome, 1], game.safe[outcome, 2] = safe
    if level < game.settings[LATE]:
        idle = idle_cells(ahead, last)
        game.idle[outcome, 0], game.idle[outcome, 1], game.idle[outcome, 2] = idle
    if weights[TRAP] != 0.0:
        for player in range(players_of(words)):
            if player != me and is_alive(words, player):
                caught = weights[TRAP] * game.powers[level, CONTACT_POWER]
                if not is_alive(after, player):
                    gained += caught  # for good: later positions know nothing of it
                elif not holds(safe[0], safe[1], safe[2], player_cell(after, player)):
                    game.shared[outcome, PENDING] += caught
    game.shared[outcome, GAINED] = gained
    game.keys[outcome] = key_without(after, me)
    if level < game.settings[THREATENED]:
        scratch = game.after[OUTCOMES]
        copy_state(scratch, after)
        if drop_everywhere(scratch, me):
            last = foresee(scratch, me, game.ahead[OUTCOMES], game.settings[LAST_ROUND])
            safe = safe_cells(game.ahead[OUTCOMES], last)
        game.unthreatened[outcome, 0], game.unthreatened[outcome, 1], game.unthreatened[outcome, 2] = safe


@njit
def look(
    words: Words, level: int, gained: float, game: Stage, sights: NDArray[np.int64], values: NDArray[np.float64]
) -> int:
    """Play the round with and without a bomb and judge every move; see `policy.search.grouped_beam.look`."""
    settings, actions, weights = game.settings, game.actions, game.weights
    me = settings[ME]
    still, bombing = game.after[STILL], game.after[BOMBING]
    legal = legal_mask(words, me)
    for player in range(MAX_PLAYERS):
        actions[player] = game.script[level, player]
    actions[me] = 0
    copy_state(still, words)
    play_round(still, actions)
    if not is_alive(still, me):
        return 0
    settle(words, STILL, level, game)
    left = count_bits(still[BOXES_AT]) + count_bits(still[BOXES_AT + 1])
    if 0 < left <= weights[MANY_BOXES] and weights[OFF_BOXES] != 0.0:
        measure_spans(still, game.spans)
    narrow, hidden = settings[NARROW] and level > 0, False
    if legal >> MOVES and narrow:
        lines = boxes_in_lines(words, me)
        if lines == IN_NONE:  # whatever breaks first, such a bomb breaks none
            legal &= (1 << MOVES) - 1
        hidden = lines == BEHIND_ITEMS
    if legal >> MOVES:
        actions[me] = MOVES
        copy_state(bombing, words)
        play_round(bombing, actions)
        settle(words, BOMBING, level, game)
        if narrow and not hidden and game.shared[BOMBING, BREAKING] <= game.shared[STILL, BREAKING]:
            legal &= (1 << MOVES) - 1
    start = player_cell(words, me)
    for move in range(ACTIONS):
        if legal >> move & 1 == 0:
            continue
        outcome = BOMBING if move >= MOVES else STILL
        cell = NEIGHBOUR[start, move % MOVES]
        word, bit = WORD_OF[cell], BIT_OF[cell]
        total = gained
        if move % MOVES and (words[RANGE_ITEMS + word] | words[BOMB_ITEMS + word]) & bit:
            outcome = TAKING
            actions[me] = move
            after = game.after[TAKING]
            copy_state(after, words)
            play_round(after, actions)
            settle(words, TAKING, level, game)
            better = equipment(player_range(after, me), player_bombs(after, me), weights)
            better -= equipment(player_range(words, me), player_bombs(words, me), weights)
            total += better
        total += game.shared[outcome, GAINED]
        worth = total + game.shared[outcome, PENDING]
        if weights[APART] != 0.0:
            for other in range(players_of(still)):
                if other != me and is_alive(still, other):
                    worth += weights[APART] * DISTANCE[cell, player_cell(still, other)]
        if left > weights[MANY_BOXES]:
            worth -= weights[OFF_CENTRE] * FROM_CENTRE[cell]
        elif left > 0:
            worth -= weights[OFF_BOXES] * (game.spans[X_OF[cell]] + game.spans[COLS + Y_OF[cell]]) / left
        if weights[NEARNESS] != 0.0:
            far = summed_distance(game.unclaimed[outcome, 0], game.unclaimed[outcome, 1], cell)
            worth += game.shared[outcome, OTHERS_FAR] - game.shared[outcome, CELL_WORTH] * far
        if settings[CHECKED]:
            plane, bit = PLANE_OF[cell], PLANE_BIT[cell]
            if game.safe[outcome, plane] & bit == 0:
                worth -= weights[DOOMED]
            elif level < settings[THREATENED] and game.unthreatened[outcome, plane] & bit == 0:
                risk = weights[THREAT] * game.powers[level, CONTACT_POWER]
                worth -= risk
                total -= risk
            if level < settings[LATE] and game.idle[outcome, plane] & bit == 0:
                worth -= weights[IDLE]
                total -= weights[IDLE]
        values[move, WORTH], values[move, GAIN] = worth, total
        body = game.after[outcome, PLAYER + me] & ~(SCORE_MASK << SCORE_SHIFT) & ~BYTE | cell
        sights[move, KEY], sights[move, GROUP] = game.keys[outcome] ^ mixed(body), cell
    return legal


@njit
def make(words: Words, move: int, level: int, game: Stage) -> None:
    """Play the round; see `policy.search.grouped_beam.make`."""
    for player in range(MAX_PLAYERS):
        game.actions[player] = game.script[level, player]
    game.actions[game.settings[ME]] = move
    play_round(words, game.actions)


BEAM: Final = compile_grouped_beam(KERNELS, look, make)
"""The beam of `policy.search.grouped_beam`, for Hypersonic; it asks for no chance and no rollouts."""

MOST_MOVES: Final = ACTIONS
GROUPS: Final = CELLS
