"""The engines held to each other, kernels to slow twins: whole games, and positions that no game reaches."""

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import engine.hypersonic as hypersonic
from engine.dice import Dice, dice, next_word
from engine.hypersonic import (
    BOX,
    BOXES,
    COLS,
    DIED,
    FLOOR,
    IN_HAND,
    OWNER,
    PRESETS,
    RANGE,
    ROWS,
    TIMER,
    State,
    kernels,
)
from engine.hypersonic import packed as words_of
from engine.hypersonic.cells import BIT_OF, CELL_OF, WORD_OF, X_OF, Y_OF
from engine.hypersonic.packed import WORDS, copy_state, pack, unpack
from tests.engine.hypersonic_engines import NAIVE, NAMES, actions_of, blasts_of, round_of
from tests.engine.hypersonic_games import random_game
from tests.engine.hypersonic_positions import (
    BOMB,
    FAR,
    FREE_CELLS,
    RIGHT,
    any_actions,
    any_states,
    code_at,
    covered,
    position,
    rows,
    same,
    slow_blast,
)


def as_mask(first: int, second: int) -> NDArray[np.bool_]:
    """Return two words of cells as bool (11, 13)."""
    mask = np.zeros((ROWS, COLS), np.bool_)
    mask[Y_OF, X_OF] = np.where(WORD_OF, second, first) & BIT_OF != 0
    return mask


def agree(state: State, actions: list[int]) -> State:
    """Play a round by every engine; return the state that all of them come to."""
    ends = [round_of(name, state, tuple(actions)) for name in NAMES]
    for name, end in zip(NAMES, ends, strict=True):
        assert same(end, ends[0]), f"{name} differs after {actions} in\n{hypersonic.to_text(state)}"
    step = hypersonic.advance(PRESETS["two"], state, actions_of(state, tuple(actions)).tolist())
    assert same(step.state, ends[0])
    reached, exploding = blasts_of(NAIVE["naive plain"], state)
    assert (reached == blasts_of(NAIVE["naive"], state)[0]).all()
    assert (step.blast == reached.any(axis=0)).all()
    assert list(step.exploded) == [row for row, goes in zip(rows(state.bombs), exploding, strict=False) if goes]
    return ends[0]


# -- rounds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=15)
def test_whole_games_of_random_actions(preset: str, seed: int) -> None:
    """They end soon."""
    for state, actions in random_game(PRESETS[preset], seed):
        agree(state, actions)


@pytest.mark.parametrize("preset", PRESETS)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=3, phases=[Phase.generate])
def test_whole_games_of_careful_players(preset: str, seed: int) -> None:
    """With many bombs, chains and items, to the last box and beyond."""
    for state, actions in random_game(PRESETS[preset], seed, careful=True):
        agree(state, actions)


@given(any_states(), st.lists(any_actions(), min_size=1, max_size=10))
@settings(max_examples=80)
def test_positions_that_no_game_reaches(state: State, turns: list[list[int]]) -> None:
    """Many bombs, huge ranges, several players and bombs on a cell; actions that are not possible too."""
    for actions in turns:
        state = agree(state, actions)


@given(any_states(most_bombs=32), any_actions())
@settings(max_examples=40)
def test_boards_full_of_bombs(state: State, actions: list[int]) -> None:
    """As many as there is room for: a bomb too many is not placed."""
    after = agree(state, actions)
    assert len(after.bombs) <= hypersonic.MAX_PLAYERS * hypersonic.FUSE


def test_the_room_for_bombs_is_never_overrun() -> None:
    """32 bombs lie, none explodes, four players place: no engine writes beyond its room."""
    cells = [cell for cell in FREE_CELLS if cell[1] in (0, 2, 4)][:32]
    bombs = [(number % 4, *cell, 8, 1) for number, cell in enumerate(cells)]
    state = position((0, 10, 9), (2, 10, 9), (4, 10, 9), (6, 10, 9), bombs=bombs)
    after = agree(state, [BOMB] * 4)
    assert len(after.bombs) == 32


# -- packing ---------------------------------------------------------------------------------------


@given(any_states(most_bombs=32))
def test_pack_and_unpack(state: State) -> None:
    words = pack(state)
    assert (words.shape, words.dtype) == ((WORDS,), np.dtype(np.int64))
    assert same(unpack(words, state.seat), state)
    assert (words_of.round_of(words), words_of.quiet_of(words), words_of.boxless_of(words)) == state[4:]
    assert words_of.players_of(words) == len(state.players)
    assert words_of.bomb_count(words) == len(state.bombs)
    for player, (x, y, hand, reach, boxes, died) in enumerate(rows(state.players)):
        assert words_of.player_cell(words, player) == CELL_OF[y, x]
        assert words_of.player_in_hand(words, player) == hand
        assert words_of.player_range(words, player) == reach
        assert words_of.player_boxes(words, player) == boxes
        assert words_of.player_died(words, player) == died
        assert words_of.is_alive(words, player) == (died == 0)
        assert words_of.player_bombs(words, player) == hand + (state.bombs[:, OWNER] == player).sum()
    for bomb, (owner, x, y, timer, reach) in enumerate(rows(state.bombs)):
        assert words_of.bomb_cell(words, bomb) == CELL_OF[y, x]
        assert words_of.bomb_owner(words, bomb) == owner
        assert words_of.bomb_rounds_left(words, bomb) == timer
        assert words_of.bomb_range(words, bomb) == reach


@given(any_states(), any_states())
def test_a_copy_is_the_position(state: State, other: State) -> None:
    """Over whatever lay there before; then each goes its own way."""
    source, target = pack(state), pack(other)
    copy_state(target, source)
    assert same(unpack(target, state.seat), state)
    kernels.play_round(target, np.full(4, BOMB, np.int64))
    assert same(unpack(source, state.seat), state)


@given(any_states(), any_actions())
def test_the_number_of_all_bombs_goes_along(state: State, actions: list[int]) -> None:
    """In hand and lying, after a round as after packing anew."""
    words = pack(state)
    kernels.play_round(words, np.array(actions, np.int64))
    anew = pack(unpack(words))
    for player in range(len(state.players)):
        assert words_of.player_bombs(words, player) == words_of.player_bombs(anew, player)


def test_numbers_that_no_game_has_spill_over_nothing() -> None:
    """Ranges and bombs in hand are cut to 1 to 127 and 0 to 127; an item more is an item more."""
    odd = position((0, 0, 2000, 2000, 2000, 0), (4, 4, -1, 0), bombs=[(0, 8, 0, 3, 2000), (1, 8, 8, 3, 0)])
    expected = position((0, 0, 127, 127, 2000, 0), (4, 4, 0, 1), bombs=[(0, 8, 0, 3, 127), (1, 8, 8, 3, 1)])
    assert same(unpack(pack(odd)), expected)
    expected.cells[0, 1], expected.cells[0, 2] = hypersonic.ITEM_RANGE, hypersonic.ITEM_BOMB
    words, actions = pack(expected), np.array((RIGHT, 0, 0, 0), np.int64)
    for _ in range(2):
        kernels.play_round(words, actions)
    assert same(unpack(words), round_of("naive", round_of("naive", expected, (RIGHT,)), (RIGHT,)))


def test_bombs_explode_in_time_in_whatever_order_they_are_given() -> None:
    bombs = [(1, 6, 6, 8, 3), (0, 2, 0, 1, 3), (1, 8, 8, 4, 3)]
    state, turned = (
        position((4, 4), FAR, bombs=order) for order in (bombs, sorted(bombs, key=lambda bomb: bomb[TIMER]))
    )
    state.cells[0, 3] = turned.cells[0, 3] = BOX
    end = hypersonic.advance(PRESETS["two"], state, [0, 0]).state
    assert same(end, hypersonic.advance(PRESETS["two"], turned, [0, 0]).state)
    assert end.players[0, BOXES] == 1
    assert [bomb[TIMER] for bomb in end.bombs] == [3, 7]


def test_cells_are_numbered_row_by_row() -> None:
    for cell, (x, y) in enumerate(FREE_CELLS):
        assert (CELL_OF[y, x], X_OF[cell], Y_OF[cell]) == (cell, x, y)
        assert WORD_OF[cell] == (y > 5)
        assert bin(BIT_OF[cell]).count("1") == 1
    assert (CELL_OF[1::2, 1::2] == -1).all()
    for word in (0, 1):
        bits = BIT_OF[word == WORD_OF].tolist()
        assert len(set(bits)) == len(bits)
    everything = as_mask(sum(BIT_OF[WORD_OF == 0].tolist()), sum(BIT_OF[WORD_OF == 1].tolist()))
    assert covered(everything) == set(FREE_CELLS)


def test_what_cannot_be_packed_is_refused_in_one_line() -> None:
    fine = position((0, 0), FAR)
    unread = fine.cells.copy()
    unread[4, 4] = -1
    on_a_wall = fine.cells.copy()
    on_a_wall[3, 5] = hypersonic.BOX_BOMB
    nobody = fine.players.copy()
    nobody[1, :2] = -1
    for odd in (
        fine._replace(cells=unread),
        fine._replace(cells=on_a_wall),
        fine._replace(players=nobody),
        position((1, 1), FAR),
        position((0, 0), FAR, bombs=[(0, 3, 3, 5, 3)]),
        position((0, 0), FAR, bombs=[(0, 4, 4, 8, 3)] * 33),
        fine._replace(round=-1),
        fine._replace(round=2**15),
        fine._replace(quiet=2**16),
        fine._replace(boxless=-2),
    ):
        with pytest.raises(ValueError, match=r"^hypersonic: ") as caught:
            pack(odd)
        assert "\n" not in str(caught.value)


# -- kernels ---------------------------------------------------------------------------------------


@given(any_states(most_bombs=20), st.integers(1, 255))
@settings(max_examples=40)
def test_blast(state: State, large: int) -> None:
    """From every cell, by short and long ranges."""
    words = pack(state)
    layers = (words_of.BOXES_AT, words_of.RANGE_ITEMS, words_of.BOMB_ITEMS, words_of.BOMBS_AT)
    low, high = (int(np.bitwise_or.reduce(words[[layer + word for layer in layers]])) for word in range(2))
    for place in FREE_CELLS:
        for reach in (1, 2, 3, 5, 9, 13, large):
            mask = as_mask(*kernels.blast(low, high, int(CELL_OF[place[::-1]]), reach))
            assert covered(mask) == slow_blast(state, place, reach)


def slow_actions(state: State, player: int) -> list[int]:
    """One by one."""
    x, y, hand, _, _, died = rows(state.players)[player]
    bombs = {(bx, by) for _, bx, by, _, _ in rows(state.bombs)}
    open_codes = (FLOOR, hypersonic.ITEM_RANGE, hypersonic.ITEM_BOMB)
    if died:
        return []
    moves = [0]
    for move, (dx, dy) in enumerate(((-1, 0), (1, 0), (0, -1), (0, 1)), 1):
        to = (x + dx, y + dy)
        if to in FREE_CELLS and code_at(state, to) in open_codes and to not in bombs:
            moves.append(move)
    return moves + [BOMB + move for move in moves if hand > 0 and (x, y) not in bombs]


@given(any_states(), st.integers(0, 2**32))
def test_legal_actions(state: State, seed: int) -> None:
    """The mask, the list, the naive rules, and random actions, which are legal ones and all of them."""
    words, board = pack(state), NAIVE["naive"].table(state)
    for player in range(len(state.players)):
        legal = slow_actions(state, player)
        mask = kernels.legal_mask(words, player)
        assert [action for action in range(10) if mask >> action & 1] == legal
        assert mask >> 10 == 0
        assert hypersonic.legal_actions(state, player).tolist() == legal
        if legal:
            assert [a for a in range(10) if NAIVE["naive plain"].is_legal(board, player, a)] == legal
            rolls = dice(seed)
            assert {NAIVE["naive"].random_action(board, player, rolls) for _ in range(20)} <= set(legal)


def test_random_actions_are_even() -> None:
    """Chi square over six legal actions: beyond 20.5 once in a thousand."""
    state, rolls, actions = position((0, 0), FAR), dice(5), np.zeros(4, np.int64)
    words, board = pack(state), NAIVE["naive"].table(state)

    def bitwise() -> int:
        kernels.random_actions(words, 1, rolls, actions)
        return int(actions[0])

    for draw in (bitwise, lambda: NAIVE["naive"].random_action(board, 0, rolls)):
        drawn = np.bincount([draw() for _ in range(6000)], minlength=10)
        assert (drawn > 0).tolist() == [True, False, True, False, True, True, False, True, False, True]
        assert ((drawn[drawn > 0] - 1000) ** 2 / 1000).sum() < 20.5


def drawn_by_one_word(state: State, rolls: Dice) -> tuple[int, ...]:
    """An action for each player, sixteen bits of one word of the dice each."""
    luck, actions = int(next_word(rolls)), []
    for player in range(len(state.players)):
        legal = slow_actions(state, player)
        actions.append(legal[(luck >> 16 * player & 0xFFFF) * len(legal) >> 16] if legal else 0)
    return tuple(actions)


@given(any_states(), st.integers(0, 2**32), st.integers(1, 15))
@settings(max_examples=40)
def test_random_rounds(state: State, seed: int, most: int) -> None:
    """As many rounds as are asked for, or until player 0 is dead, all legal, by the same dice in the same order."""
    words, rolls, twin_rolls = pack(state), dice(seed), dice(seed)
    played = kernels.play_random_rounds(words, most, rolls, np.zeros(4, np.int64))
    begun = state.round
    while state.round < begun + most and (state.round == begun or state.players[0, DIED] == 0):
        state = round_of("naive", state, drawn_by_one_word(state, twin_rolls))
    assert played == state.round - begun
    assert same(unpack(words, state.seat), state)
    assert rolls[0] == twin_rolls[0]


@pytest.mark.parametrize("player", range(4))
def test_actions_drawn_by_one_word_are_even(player: int) -> None:
    """Chi square over each player's six: beyond 20.5 once in a thousand."""
    words, rolls, actions = pack(hypersonic.start(PRESETS["four"], dice(1))), dice(9), np.zeros(4, np.int64)
    drawn = np.zeros(10)
    for _ in range(6000):
        kernels.random_actions(words, 4, rolls, actions)
        drawn[actions[player]] += 1
    assert ((drawn[drawn > 0] - 1000) ** 2 / 1000).sum() < 20.5
    assert (drawn > 0).sum() == 6


# -- laws ------------------------------------------------------------------------------------------


@given(any_states(), any_actions())
def test_laws_of_a_round(state: State, actions: list[int]) -> None:
    """Nothing rises from the dead, no box comes back, no bomb is lost, nobody jumps."""
    after = hypersonic.advance(PRESETS["two"], state, actions_of(state, tuple(actions)).tolist()).state
    assert after.round == state.round + 1
    assert after.seat == state.seat
    assert after.boxes <= state.boxes
    was_dead = state.players[:, DIED] > 0
    assert (after.players[was_dead, DIED] == state.players[was_dead, DIED]).all()
    assert (after.players[was_dead, :2] == state.players[was_dead, :2]).all()
    assert np.isin(after.players[~was_dead, DIED], (0, after.round)).all()
    assert (after.players[:, BOXES] >= state.players[:, BOXES]).all()
    assert (after.players[:, RANGE] - state.players[:, RANGE] <= 1).all()
    lying = [(owner, x, y, timer - 1, reach) for owner, x, y, timer, reach in rows(state.bombs)]
    old = [bomb for bomb in rows(after.bombs) if bomb[TIMER] < hypersonic.FUSE]
    assert all(bomb in lying for bomb in old)
    assert np.abs(after.players[:, :2] - state.players[:, :2]).sum(axis=1).max() <= 1
    in_all = [
        at.players[:, IN_HAND] + np.bincount(at.bombs[:, OWNER], minlength=len(at.players)) for at in (state, after)
    ]
    assert np.isin(in_all[1] - in_all[0], (0, 1)).all(), "a bomb item at most"
    gained = (in_all[1] - in_all[0]).sum() + (after.players - state.players)[:, RANGE].sum()
    items = np.isin(state.cells, (hypersonic.ITEM_RANGE, hypersonic.ITEM_BOMB))
    taken = items & (after.cells == FLOOR)
    assert gained == 0 or taken.any()
    assert (after.cells[items & ~taken] == state.cells[items & ~taken]).all()


@given(any_states(), any_actions())
def test_a_round_is_the_same_in_a_mirror(state: State, actions: list[int]) -> None:
    """Left and right, up and down: the rules know no side."""

    def mirrored(at: State, across: bool) -> State:
        cells = at.cells[:, ::-1] if across else at.cells[::-1]
        players, bombs = at.players.copy(), at.bombs.copy()
        column, last = (0, COLS - 1) if across else (1, ROWS - 1)
        players[:, column] = last - players[:, column]
        bombs[:, column + 1] = last - bombs[:, column + 1]
        return at._replace(cells=cells.copy(), players=players, bombs=bombs)

    for across, swap in ((True, {1: 2, 2: 1}), (False, {3: 4, 4: 3})):
        turned = [5 * (action // 5) + swap.get(action % 5, action % 5) for action in actions]
        there = round_of("bitwise", mirrored(state, across), tuple(turned))
        assert same(there, mirrored(round_of("bitwise", state, tuple(actions)), across))
