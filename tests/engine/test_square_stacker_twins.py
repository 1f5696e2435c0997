"""Every kernel held against its naive twin, on boards that play could not reach too."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import engine.square_stacker as stacker
from engine.dice import dice
from engine.square_stacker import CELLS, EMPTY, PIECES, SIZES, UNKNOWN, naive
from engine.square_stacker.kernels import (
    LINES,
    NTH_BIT,
    POPCOUNT,
    count_moves,
    deal,
    free_cells,
    growth_of,
    hand_is_played,
    occupied,
    place,
    scoring_of,
)
from engine.square_stacker.packed import HAND, PLAYED, TILES, WORDS, pack, piece_code, unpack
from tests.engine.square_stacker_boards import ANY_PIECES, any_rules, any_states, playable_states


def same(one: stacker.State, other: stacker.State) -> bool:
    return bool((stacker.places(one) == stacker.places(other)).all()) and one[2:] == other[2:]


def test_lines_are_the_naive_lines() -> None:
    masks = {sum(1 << (3 * row + col) for row, col in line) for line in naive.LINES}
    assert set(LINES) == masks
    assert len(LINES) == len(naive.LINES) == 8


def test_tables_of_bits() -> None:
    for mask in range(512):
        places = [bit for bit in range(9) if mask >> bit & 1]
        assert POPCOUNT[mask] == len(places)
        assert NTH_BIT[9 * mask : 9 * mask + len(places)].tolist() == places


@given(any_states())
def test_pack_and_unpack(state: stacker.State) -> None:
    words = pack(state)
    assert words.shape == (WORDS,)
    assert same(unpack(words, state.score, state.moves), state)
    assert (pack(unpack(words)) == words).all()
    for colour in range(6):
        slots = [
            9 * size + 3 * row + col for row, col, size in np.argwhere(state.grid == colour)
        ]  # the layout as written in engine/square_stacker/packed.py
        assert words[colour] == sum(1 << int(slot) for slot in slots)


@given(any_states())
def test_piece_codes(state: stacker.State) -> None:
    for slots in state.hand:
        tiles = [3 * int(colour) + size for size, colour in enumerate(slots) if colour != EMPTY]
        code = tiles[0] if tiles else PLAYED
        if len(tiles) == 2:
            code += TILES * (tiles[1] + 1)
        assert piece_code(slots) == code


def test_what_is_no_piece_has_no_code() -> None:
    for slots in ([EMPTY] * 3, [0, 1, 2], [UNKNOWN, 3, EMPTY], [2, EMPTY, UNKNOWN]):
        assert piece_code(np.array(slots, np.int8)) == PLAYED


@given(any_states())
def test_occupied_and_what_fits(state: stacker.State) -> None:
    words = pack(state)
    taken = occupied(words)
    free = [(row, col, size) for row, col, size in np.argwhere(state.grid == EMPTY)]
    assert taken == (1 << 27) - 1 - sum(1 << int(9 * size + 3 * row + col) for row, col, size in free)
    legal = naive.legal(state)
    assert count_moves(words) == len(legal)
    for move in range(PIECES * CELLS):
        piece, cell = divmod(move, CELLS)
        code = int(words[HAND + piece])
        assert bool(free_cells(taken, code) >> cell & 1) == (move in legal)
    assert hand_is_played(words) == bool((state.hand == EMPTY).all())


@given(any_states(unknown=True))
def test_legal_moves(state: stacker.State) -> None:
    assert stacker.legal_moves(ANY_PIECES, state).tolist() == naive.legal(state)


@given(any_rules(), playable_states())
def test_place(rules: stacker.Rules, state: stacker.State) -> None:
    for move in naive.legal(state):
        words = pack(state)
        points = place(words, *divmod(move, CELLS), scoring_of(rules))
        expected, expected_points = naive.play(rules, state, move)
        assert points == expected_points
        assert (words == pack(expected)).all()


@given(any_rules(), playable_states(unknown=True))
def test_place_piece(rules: stacker.Rules, state: stacker.State) -> None:
    """Unread slots stay unread and complete nothing."""
    for move in naive.legal(state):
        step = stacker.place_piece(rules, state, move)
        expected, points = naive.play(rules, state, move)
        assert same(step.state, expected)
        assert step.reward == points
        assert bool(step.kind) == bool(step.cleared.any()) == (expected.combo > 0)
        row, col = divmod(move % CELLS, 3)
        put = state.grid.copy()
        piece = state.hand[move // CELLS]
        put[row, col, piece != EMPTY] = piece[piece != EMPTY]
        assert (np.where(step.cleared, EMPTY, put) == step.state.grid).all()
        assert (put[step.cleared] != EMPTY).all()


@given(any_rules(), any_states(), st.integers(0, 2**32))
def test_deal(rules: stacker.Rules, state: stacker.State, seed: int) -> None:
    """The same rolls in the same order: the same hand, and the dice left alike."""
    rolls, twin_rolls = dice(seed), dice(seed)
    words = pack(state)
    deal(words, rolls, *growth_of(rules, state.score))
    assert same(unpack(words, state.score, state.moves), naive.dealt(rules, state, twin_rolls))
    assert rolls[0] == twin_rolls[0]


@given(any_rules(), playable_states(unknown=True), st.integers(0, 2**32), st.data())
def test_apply(rules: stacker.Rules, state: stacker.State, seed: int, data: st.DataObject) -> None:
    move = data.draw(st.sampled_from(naive.legal(state)))
    rolls, twin_rolls = dice(seed), dice(seed)
    step = stacker.apply(rules, state, move, rolls)
    expected, points = naive.play(rules, state, move)
    if (expected.hand == EMPTY).all():
        read = expected._replace(grid=np.where(expected.grid == UNKNOWN, np.int8(EMPTY), expected.grid))
        expected = expected._replace(hand=naive.dealt(rules, read, twin_rolls).hand)
    assert same(step.state, expected)
    assert step.reward == points
    assert rolls[0] == twin_rolls[0]


@given(any_rules(), playable_states(), st.integers(0, 2**32), st.data())
def test_contradictions_of_a_board_that_was_read_whole(
    rules: stacker.Rules, state: stacker.State, seed: int, data: st.DataObject
) -> None:
    """Off a new hand every slot that is not what the naive rules say, and no other."""
    move = data.draw(st.sampled_from(naive.legal(state)))
    seen = stacker.places(data.draw(any_states(unknown=True)))
    expected = naive.play(rules, state, move)[0]
    wrong = (seen != stacker.places(expected)) & (seen != UNKNOWN)
    if (expected.hand == EMPTY).all():
        for place, slots in enumerate(seen[CELLS:].tolist()):
            rings = [code for code in slots if code not in (EMPTY, UNKNOWN)]
            no_piece = slots == [EMPTY] * SIZES or len(rings) > rules.most_sizes
            wrong[CELLS + place] = [
                code != UNKNOWN and (no_piece or (code != EMPTY and code >= rules.colours)) for code in slots
            ]
    assert (stacker.contradictions(rules, state, move, seen) == wrong).all()


@given(any_rules(), playable_states(unknown=True), st.data())
def test_contradictions_of_a_board_with_unread_slots(
    rules: stacker.Rules, state: stacker.State, data: st.DataObject
) -> None:
    """Whatever the unread slots of the grid held, its true successor contradicts nothing there."""
    move = data.draw(st.sampled_from(naive.legal(state)))
    holes = np.argwhere(state.grid == UNKNOWN)
    codes = data.draw(st.lists(st.integers(0, EMPTY), min_size=len(holes), max_size=len(holes)))
    grid = state.grid.copy()
    grid[tuple(holes.T)] = codes
    after = naive.play(rules, state._replace(grid=grid), move)[0]
    wrong = stacker.contradictions(rules, state, move, stacker.places(after))
    assert not wrong[:CELLS].any()


@given(any_states(unknown=True), st.lists(st.integers(0, EMPTY), min_size=36, max_size=36))
def test_a_game_that_is_over_is_so_whatever_the_unread_slots_hold(state: stacker.State, codes: list[int]) -> None:
    shown = stacker.places(state)
    full = stacker.from_places(np.where(shown == UNKNOWN, np.array(codes, np.int8).reshape(12, 3), shown))
    if stacker.is_over(ANY_PIECES, state):
        assert naive.legal(full) == []
    if (shown != UNKNOWN).all():
        assert stacker.is_over(ANY_PIECES, state) == (naive.legal(state) == [])
