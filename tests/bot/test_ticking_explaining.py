"""Whole random games, seen through the screen alone: every round is explained, and nothing hidden is lost."""

from collections.abc import Sequence

import numpy as np
import pytest

from bot.ticking.explaining import explain, fits, next_board, whose_is_open
from bot.ticking.resuming import resume
from engine.dice import dice
from engine.hypersonic import (
    BOX,
    BOXES,
    COLS,
    DIED,
    FLOOR,
    IN_HAND,
    ITEM_BOMB,
    NOBODY,
    PRESETS,
    RANGE,
    ROWS,
    UNKNOWN,
    Rules,
    State,
    Step,
    X,
    Y,
    advance,
    blasts,
    has_ended,
    places,
    start,
)
from tests.bot.arena_games import all_bombs, careful, drawn, read_alone, same


@pytest.mark.parametrize("name", ["two", "three", "four"])
def test_every_round_of_a_game_is_explained(name: str) -> None:
    rules = PRESETS[name]
    rounds = 0
    for seed in range(6):
        rolls = np.random.default_rng(seed)
        known = state = start(rules, dice(seed))
        while not has_ended(rules, state) and state.round < 60:
            actions = drawn(state, rolls)
            together = {tuple(body[:2]) for body in state.players[state.players[:, DIED] == 0].tolist()}
            crowded = len(together) < np.count_nonzero(state.players[:, DIED] == 0)
            state = advance(rules, state, actions).state
            story = explain(rules, known, places(state), actions[0])
            assert story is not None
            assert len(story.actions) == 1
            if crowded:  # who of two on one cell placed a bomb, no screen shows
                assert fits(story.state, places(state))
                known = state
                continue
            assert same(story.state, state)
            known = story.state
            rounds += 1
    assert rounds > 60


@pytest.mark.parametrize("name", ["two", "three", "four"])
def test_under_a_cover_stands_what_the_rules_leave_or_nothing_is_said(name: str) -> None:
    rules = PRESETS[name]
    told = changed = covers = 0
    nowhere = np.zeros((3 * ROWS, COLS), np.bool_)
    for seed in range(2):
        rolls = np.random.default_rng(seed)
        state = start(rules, dice(seed))
        while not has_ended(rules, state) and state.round < 60:
            before, state = state, advance(rules, state, careful(rules, state, rolls)).state
            right = places(state)
            for row, col, high, wide in rolls.integers((0, 0, 1, 1), (ROWS, COLS, 5, 7), (6, 4)):
                codes = right.copy()
                codes.reshape(3, ROWS, COLS)[:, row : row + high, col : col + wide] = UNKNOWN
                whole = next_board(rules, before, codes, nowhere)
                covers += 1
                if whole is not None:
                    assert np.array_equal(whole, right), f"seed {seed}, round {state.round}"
                    told += 1
                    changed += bool((right != places(before))[codes == UNKNOWN].any())
    assert told > covers / 3
    assert changed > 8, f"{changed}: what changes under a cover was hardly asked for"


def test_where_a_bomb_may_have_been_placed_under_a_cover_nothing_is_said() -> None:
    rules = PRESETS["two"]
    state = start(rules, dice(1))
    after = advance(rules, state, [2, 0]).state
    nowhere = np.zeros((3 * ROWS, COLS), np.bool_)
    whole = next_board(rules, state, places(after), nowhere)
    assert whole is not None
    assert np.array_equal(whole, places(after))
    for player, cell in ((0, (0, 0)), (1, (ROWS - 1, COLS - 1))):
        codes = places(after)
        codes[ROWS + cell[0], cell[1]] = UNKNOWN
        assert next_board(rules, state, codes, nowhere) is None, f"player {player} may have placed one there"


def test_what_is_newly_covered_by_a_blast_may_be_the_blast_itself() -> None:
    rules = PRESETS["two"]
    state = start(rules, dice(1))
    for actions in ([5, 0], [2, 0], [4, 0], *[[0, 0]] * 4, [0, 0]):
        state = advance(rules, state, actions).state
    burning, _ = blasts(state)
    assert burning[0, 0], "the bomb goes off"
    after = places(advance(rules, state, [0, 0]).state)
    codes, newly = after.copy(), np.zeros(after.shape, np.bool_)
    codes.reshape(3, ROWS, COLS)[:, burning] = UNKNOWN
    assert next_board(rules, state, codes, codes == UNKNOWN) is None
    whole = next_board(rules, state, codes, newly)
    assert whole is not None
    assert np.array_equal(whole, after), "a note lay there before"
    moved = places(advance(rules, state, [0, 3]).state)
    seen = np.where(codes == UNKNOWN, UNKNOWN, moved).astype(np.int8)
    whole = next_board(rules, state, seen, seen == UNKNOWN)
    assert whole is not None, "somebody has arrived elsewhere: the motion is over"
    assert np.array_equal(whole, moved)
    codes.reshape(3, ROWS, COLS)[:, 8:, :4] = newly.reshape(3, ROWS, COLS)[:, 8:, :4] = UNKNOWN
    whole = next_board(rules, state, codes, newly)
    assert whole is not None
    assert np.array_equal(whole, after), "a note comes to where nothing burns"


def test_whose_bomb_it_is_matters_where_two_of_other_ranges_stood() -> None:
    rules = PRESETS["two"]
    state = start(rules, dice(1))
    together = state._replace(players=state.players.copy())
    together.players[1, [X, Y]] = together.players[0, [X, Y]]
    alike = advance(rules, together, [5, 0]).state
    assert not whose_is_open(together, alike), "whoever placed it, it reaches as far"
    assert not whose_is_open(together, together)
    together.players[1, RANGE] += 1
    placed = advance(rules, together, [5, 0]).state
    assert whose_is_open(together, placed)
    assert not whose_is_open(together, advance(rules, together, [0, 0]).state)
    later = advance(rules, placed, [0, 0]).state
    assert not whose_is_open(placed, later), "placed before"
    assert whose_is_open(together, later), "placed in the first of two rounds"


def far_blast(believed: int, true: int, box_at: int) -> tuple[State, State]:
    """Return what is believed before a bomb explodes, and what is true after it: a box so many cells away has gone."""
    rules = PRESETS["two"]
    state = start(rules, dice(1))
    cells, players = state.cells.copy(), state.players.copy()
    cells[6], cells[6, box_at] = FLOOR, BOX
    players[0, RANGE], players[0, IN_HAND], players[0, [X, Y]] = true, 0, (12, 0)
    state = state._replace(cells=cells, players=players, bombs=np.array([[0, 0, 6, 1, true]], np.int16))
    after = advance(rules, state, [0, 0]).state
    players = players.copy()
    players[0, RANGE] = believed
    return state._replace(players=players, bombs=np.array([[0, 0, 6, 1, believed]], np.int16)), after


def test_a_blast_that_reaches_further_than_believed_tells_the_range() -> None:
    rules = PRESETS["two"]
    known, after = far_blast(3, 6, 4)
    assert explain(rules, known, places(after)) is None
    story = explain(rules, known, places(after), ranges_certain=False)
    assert story is not None
    assert fits(story.state, places(after))
    assert story.state.players[0].tolist()[IN_HAND:BOXES] == [1, 5], "no more than what was seen: range 5"
    assert story.state.players[1, RANGE] == rules.reach
    near, as_expected = far_blast(3, 3, 4)
    assert explain(rules, near, places(as_expected)) is not None
    gone = places(as_expected)
    gone[10, 4] = FLOOR if gone[10, 4] != FLOOR else BOX
    assert explain(rules, near, gone, ranges_certain=False) is None, "what no blast does has no story"


def test_in_a_game_joined_late_the_ranges_are_learned() -> None:
    rules = PRESETS["four"]
    unexplained = {False: 0, True: 0}
    wrong = {False: 0, True: 0}
    for seed in range(6):
        rolls = np.random.default_rng([seed, 5])
        state, game = start(rules, dice(seed)), []
        while not has_ended(rules, state) and state.round < 110:
            state = advance(rules, state, careful(rules, state, rolls)).state
            game.append(state)
        for learns in (False, True):
            known = read_alone(rules, places(game[50]))
            for true in game[51:]:
                story = explain(rules, known, places(true), ranges_certain=not learns)
                unexplained[learns] += story is None
                known = resume(read_alone(rules, places(true)), known) if story is None else story.state
                alive = true.players[:, DIED] == 0
                wrong[learns] += int(np.count_nonzero((known.players != true.players)[alive, RANGE]))
    assert unexplained[True] < unexplained[False]
    assert wrong[True] < 0.8 * wrong[False]


@pytest.mark.parametrize("name", ["two", "three"])
def test_a_round_that_nobody_saw_is_made_out(name: str) -> None:
    rules = PRESETS[name]
    found = 0
    for seed in range(8):
        rolls = np.random.default_rng(seed)
        state = start(rules, dice(seed))
        while not has_ended(rules, state) and state.round < 40:
            first = drawn(state, rolls)
            between = advance(rules, state, first).state
            if has_ended(rules, between):
                break
            after = advance(rules, between, [0, *drawn(between, rolls)[1:]]).state  # the seat pressed nothing more
            story = explain(rules, state, places(after), first[0])
            assert story is not None
            if len(story.actions) == 2:
                assert story.actions[0][0] == first[0]
                assert fits(story.state, places(after))
                assert np.array_equal(story.state.players[:, [IN_HAND, RANGE]], after.players[:, [IN_HAND, RANGE]])
                found += 1
            state = after
    assert found > 40


@pytest.mark.parametrize("wrong", [(10, 12, BOX), (2, 4, ITEM_BOMB), (ROWS + 2, 2, 0), (ROWS + 4, 6, 3)])
def test_a_cell_that_no_move_explains_is_not_looked_for_in_all_moves(
    wrong: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of four who stand still it took a third of a second, on each look (2026-11-25)."""
    rules = PRESETS["four"]
    state = start(rules, dice(3))
    cells, players = np.where(state.cells >= BOX, FLOOR, state.cells), state.players.copy()
    cells[0, 6] = BOX
    players[:, [X, Y]] = [(4, 4), (8, 4), (4, 8), (8, 8)]
    state = state._replace(cells=cells, players=players, bombs=np.array([[0, 2, 2, 5, 3]], np.int16))
    codes = places(advance(rules, state, [0] * 4).state).copy()
    assert explain(rules, state, codes) is not None
    row, col, code = wrong
    assert codes[row, col] != code
    codes[row, col] = code
    played: list[Sequence[int]] = []

    def counted(rules: Rules, state: State, actions: Sequence[int]) -> Step:
        played.append(actions)
        return advance(rules, state, actions)

    monkeypatch.setattr("bot.ticking.explaining.advance", counted)
    assert explain(rules, state, codes) is None
    assert len(played) <= 3


@pytest.mark.parametrize("rounds", [1, 2])
def test_of_several_on_a_cell_who_has_a_bomb_has_placed_the_one_that_is_new(rounds: int) -> None:
    """Nobody is given one for the rest of the game for having stood there."""
    rules = PRESETS["three"]
    state = start(rules, dice(1))
    players = state.players.copy()
    players[:, [X, Y]] = (0, 0)
    players[:, IN_HAND] = (0, 2, 0)
    elsewhere = [[0, 12, 0, 5, 3], [2, 12, 2, 5, 3]]
    state = state._replace(players=players, bombs=np.array(elsewhere, np.int16))
    after = advance(rules, state, [0, 5, 0]).state
    for _ in range(rounds - 1):
        after = advance(rules, after, [0, 0, 0]).state
    story = explain(rules, state, places(after))
    assert story is not None
    assert len(story.actions) == rounds
    assert all_bombs(story.state) == all_bombs(state) == [1, 2, 1]
    assert same(story.state, after)


@pytest.mark.parametrize(
    ("done", "told"),
    [
        pytest.param((2, 0), 2, id="made, or too late: no picture tells"),
        pytest.param((0, 0), 0, id="lost"),
        pytest.param((2, 1), 0, id="there and back, which nobody pressed"),
        pytest.param((2, 2), 2, id="nothing else fits"),
    ],
)
def test_of_two_rounds_a_second_action_that_nobody_pressed_is_believed_last(done: tuple[int, int], told: int) -> None:
    rules = PRESETS["two"]
    state = start(rules, dice(1))
    state = state._replace(bombs=np.array([[1, 12, 6, 8, 3]], np.int16))  # its timer tells how many rounds went by
    state.cells[0, :4] = FLOOR
    after = state
    for action in done:
        after = advance(rules, after, [action, 0]).state
    story = explain(rules, state, places(after), planned=2)
    assert story is not None
    assert len(story.actions) == 2
    assert story.actions[0][0] == told
    assert same(story.state, after)


def test_what_no_rules_allow_has_no_story() -> None:
    rules = PRESETS["two"]
    state = start(rules, dice(1))
    codes = places(state)
    codes[2 * ROWS :, :] = codes[2 * ROWS :, :][::-1]
    assert explain(rules, state, codes) is None


def test_from_a_state_in_which_somebody_was_not_found_nothing_follows() -> None:
    rules = PRESETS["two"]
    state = start(rules, dice(1))
    codes = places(state)
    codes[2 * ROWS :][codes[2 * ROWS :] > NOBODY] = UNKNOWN
    for later in (codes, places(state)):
        assert explain(rules, read_alone(rules, codes), later) is None


def test_cells_that_were_not_read_fit_everything() -> None:
    rules = PRESETS["two"]
    state = start(rules, dice(1))
    codes = places(state)
    codes[:ROWS, 3:] = UNKNOWN
    assert fits(state, codes)
    codes[0, 0] = 1
    assert not fits(state, codes)
