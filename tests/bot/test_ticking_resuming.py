"""A game taken up from one picture: what no screen shows is kept, if it is the same game."""

from dataclasses import replace

import numpy as np
import pytest

from bot.ticking.explaining import explain, fits
from bot.ticking.resuming import begins, fewest_rounds, is_another_game, keeps_ranges, resume, rounds_by_fuses
from engine.dice import dice
from engine.hypersonic import (
    BOX,
    BOX_BOMB,
    BOX_RANGE,
    BOXES,
    DIED,
    FLOOR,
    FUSE,
    IN_HAND,
    ITEM_BOMB,
    ITEM_RANGE,
    PRESETS,
    RANGE,
    UNKNOWN,
    State,
    X,
    Y,
    advance,
    has_ended,
    legal_actions,
    places,
    start,
)
from tests.bot.arena_games import careful, drawn, read_alone


def test_a_state_read_anew_keeps_what_the_screen_does_not_show() -> None:
    """Bombs too: whose they are and how far they reach, though somebody else stands nearer by now."""
    rules = PRESETS["two"]
    known = start(rules, dice(1))
    players = known.players.copy()
    players[:, RANGE], players[:, IN_HAND] = (5, 4), (2, 3)
    known = advance(rules, known._replace(players=players), [5, 0]).state
    ranges = known.players.copy()
    ranges[0, RANGE] = 9  # taken since: the bomb that lies there has what it was placed with
    known = known._replace(players=ranges)
    moved = known.players.copy()
    moved[0, [X, Y]], moved[1, [X, Y]] = (6, 4), (1, 0)
    left = np.array([[0, 0, 0, 6, 5], [1, 1, 0, 8, 4]], np.int16)
    read = read_alone(rules, places(known._replace(players=moved, bombs=left)))
    again = resume(read, known)
    assert again.bombs.tolist() == left.tolist()
    assert again.players[:, RANGE].tolist() == [9, 4]
    assert again.players[:, IN_HAND].tolist() == [1, 2]


@pytest.mark.parametrize(
    ("gone", "left", "ranges", "bombs", "kept"),
    [
        (BOX, FLOOR, (3, 3), True, True),
        (BOX_RANGE, ITEM_RANGE, (3, 3), True, True),
        (BOX_BOMB, FLOOR, (3, 3), True, True),
        (BOX_RANGE, FLOOR, (3, 3), True, False),
        (BOX_RANGE, FLOOR, (3, 3), False, False),
        (BOX, FLOOR, (3, 4), True, False),
        (BOX, FLOOR, (3, 4), False, True),
    ],
)
def test_rounds_unseen_keep_ranges_where_nobody_can_have_taken_one(
    gone: int, left: int, ranges: tuple[int, int], bombs: bool, kept: bool
) -> None:
    """One round with a player under a note made them uncertain to the game's end: no note was seen through any more."""
    known = start(PRESETS["two"], dice(1))
    players, cells = known.players.copy(), known.cells.copy()
    players[:, RANGE] = ranges
    y, x = np.argwhere(cells == gone)[0]
    cells[y, x] = left
    lying = np.array([[1, 6, 4, 5, 3]], np.int16) if bombs else known.bombs
    known = known._replace(players=players)
    assert keeps_ranges(known._replace(cells=cells, bombs=lying), known) == kept
    placed = known._replace(bombs=np.array([[0, 6, 4, 7, 9]], np.int16))
    assert not bombs or not keeps_ranges(known._replace(cells=cells, bombs=lying), placed)


def test_a_board_of_another_game_is_told_from_a_later_one_of_the_same() -> None:
    rules, rolls = PRESETS["two"], np.random.default_rng(5)
    game = [start(rules, dice(1))]
    while len(game) < 40 and not has_ended(rules, game[-1]):
        game.append(advance(rules, game[-1], drawn(game[-1], rolls)).state)
    assert len(game) > 10
    for early, known in enumerate(game):
        for later in game[early + 1 :]:
            assert not is_another_game(rules, read_alone(rules, places(later)), known)
    other = start(rules, dice(2))
    for _ in range(6):
        assert all(is_another_game(rules, read_alone(rules, places(other)), known) for known in game)
        other = advance(rules, other, [2, 1]).state
    assert is_another_game(rules, read_alone(rules, places(game[0])), game[-1]), "the same map once more"


def test_who_comes_back_to_the_corners_begins_no_game() -> None:
    """Boxes have gone by then; of a map that is covered in part nobody knows, and it may be a new one."""
    rules = PRESETS["two"]
    begun = start(rules, dice(1))
    assert begins(rules, begun)
    cells = begun.cells.copy()
    row, col = np.argwhere((cells >= BOX) & (cells <= BOX_BOMB))[0]
    for gone in ([(row, col)], [(row, col), (row, -1 - col), (-1 - row, col), (-1 - row, -1 - col)]):
        for place in gone:
            cells[place] = FLOOR
        later = begun._replace(cells=cells)
        placed = replace(rules, boxes=begun.boxes)
        assert not begins(placed, later)
        assert not is_another_game(placed, later, begun)
    cells[cells == FLOOR] = UNKNOWN
    assert begins(rules, begun._replace(cells=cells))


def test_who_lives_again_plays_another_game() -> None:
    rules = PRESETS["two"]
    alive = advance(rules, start(rules, dice(1)), [2, 1]).state
    assert is_another_game(rules, read_alone(rules, places(alive)), with_dead(alive, 1, 1))
    assert not is_another_game(rules, read_alone(rules, places(with_dead(alive, 1, 1))), with_dead(alive, 1, 1))


def test_boxes_that_went_unseen_count_for_the_others() -> None:
    rules = PRESETS["two"]
    known = start(rules, dice(1))
    players = known.players.copy()
    players[:, BOXES] = 5, 3
    known = known._replace(players=players)
    cells = known.cells.copy()
    gone = np.argwhere((cells >= BOX) & (cells <= BOX_BOMB))[:4]
    cells[gone[:, 0], gone[:, 1]] = FLOOR
    again = resume(read_alone(rules, places(known._replace(cells=cells))), known)
    assert again.players[:, BOXES].tolist() == [5, 7]


def test_a_bomb_where_one_went_off_is_a_new_one() -> None:
    rules = PRESETS["two"]
    known = start(rules, dice(1))
    known = known._replace(bombs=np.array([[1, 0, 0, 1, 7]], np.int16))
    again = resume(read_alone(rules, places(known._replace(bombs=np.array([[0, 0, 0, 8, 3]], np.int16)))), known)
    assert again.bombs.tolist() == [[0, 0, 0, 8, 3]]
    assert again.players[:, IN_HAND].tolist() == [0, 2]


def test_two_bombs_on_one_cell_are_both_remembered() -> None:
    rules = PRESETS["two"]
    two = np.array([[1, 2, 0, 8, 4], [0, 2, 0, 8, 3]], np.int16)
    known = start(rules, dice(1))._replace(bombs=two)
    again = resume(read_alone(rules, places(known)), known)
    assert sorted(again.bombs.tolist()) == sorted(two.tolist())
    assert again.players[:, IN_HAND].tolist() == [1, 1]


@pytest.mark.parametrize(
    ("planned", "owner", "in_hand"),
    [pytest.param(7, 0, [0, 1], id="meant"), pytest.param(2, 1, [1, 0], id="not"), (None, 1, [1, 0])],
)
def test_a_bomb_placed_unseen_is_ours_where_we_meant_to_place_one(
    planned: int | None, owner: int, in_hand: list[int]
) -> None:
    """The other one stands beside it by now, and we are gone: it was believed to be in our hand still."""
    rules = PRESETS["two"]
    known = start(rules, dice(1))
    players = known.players.copy()
    players[:, [X, Y]], players[:, RANGE] = [(4, 0), (8, 0)], (6, 4)
    known = known._replace(players=players)
    moved = players.copy()
    moved[:, [X, Y]] = [(1, 0), (5, 0)]
    shown = known._replace(players=moved, bombs=np.array([[0, 4, 0, 6, 6]], np.int16))
    again = resume(read_alone(rules, places(shown)), known, 3, planned)
    assert again.bombs.tolist() == [[owner, 4, 0, 6, (6, 4)[owner]]]
    assert again.players[:, IN_HAND].tolist() == in_hand


def test_a_bomb_placed_unseen_beside_us_that_we_did_not_mean_to_place_is_another_ones() -> None:
    rules = PRESETS["three"]
    known = start(rules, dice(1))
    bomb = known._replace(bombs=np.array([[2, 2, 0, 6, 3]], np.int16))
    read = read_alone(rules, places(bomb))
    assert read.bombs[0, 0] == 0, "the seat is nearest"
    for planned in (0, 2, 7):
        again = resume(read, known, 3, planned)
        assert again.bombs[0, 0] == 2
        assert again.players[:, IN_HAND].tolist() == [1, 1, 0]


def test_fuses_tell_how_many_rounds_went_by() -> None:
    rules = PRESETS["two"]
    state = start(rules, dice(1))
    later = state = advance(rules, state, [5, 0]).state
    assert rounds_by_fuses(state, start(rules, dice(1))) == 0
    for rounds in range(1, 8):
        later = advance(rules, later, [2 if rounds == 1 else 0, 5 if rounds == 2 else 0]).state
        assert rounds_by_fuses(read_alone(rules, places(later)), state) == rounds
    assert rounds_by_fuses(advance(rules, later, [0, 0]).state, state) == 0, "it has gone off"


def test_fuses_tell_of_no_more_rounds_than_went_by() -> None:
    """A round that is believed too late ends a game that goes on."""
    rules, told, at_least = PRESETS["three"], 0, 0
    for seed in range(4):
        rolls, game = np.random.default_rng(seed), [start(rules, dice(seed))]
        while len(game) < 60 and not has_ended(rules, game[-1]):
            game.append(advance(rules, game[-1], careful(rules, game[-1], rolls)).state)
        for number, known in enumerate(game):
            for rounds, later in enumerate(game[number + 1 : number + 25], 1):
                seen = read_alone(rules, places(later))
                by_fuses = rounds_by_fuses(seen, known)
                assert by_fuses <= rounds
                assert by_fuses in (0, rounds) or rounds >= FUSE
                assert fewest_rounds(seen, known) <= rounds
                told += by_fuses > 0
                at_least += fewest_rounds(seen, known) > 1
    assert told > 500
    assert at_least > 500


def test_a_bomb_placed_since_tells_how_many_rounds_went_by_at_least() -> None:
    rules = PRESETS["two"]
    known = start(rules, dice(1))
    assert fewest_rounds(known, known) == 1
    later = advance(rules, known, [0, 5]).state
    for rounds in range(1, 8):
        assert fewest_rounds(read_alone(rules, places(later)), known) == rounds
        later = advance(rules, later, [0, 1 if rounds == 1 else 0]).state
    hidden = known.cells.copy()
    hidden[10, 12] = UNKNOWN
    bomb = known._replace(bombs=np.array([[1, 12, 10, 2, 3]], np.int16))
    assert fewest_rounds(bomb, known._replace(cells=hidden)) == 1, "it may have lain there"
    assert fewest_rounds(bomb._replace(bombs=np.array([[1, 12, 10, 8, 3]], np.int16)), bomb) == 1
    assert fewest_rounds(bomb, bomb._replace(bombs=np.array([[1, 12, 10, 1, 3]], np.int16))) == 7, "another one"


@pytest.mark.parametrize(("burnt", "gained"), [(False, 1), (True, 0)])
def test_who_stands_where_an_item_lay_has_taken_it(burnt: bool, gained: int) -> None:
    rules = PRESETS["two"]
    known = start(rules, dice(1))
    cells = known.cells.copy()
    cells[0, :3], cells[10, 10:] = (FLOOR, ITEM_RANGE, FLOOR), (FLOOR, ITEM_BOMB, FLOOR)
    bombs = np.array([[0, 2, 0, 1, 3], [0, 10, 10, 1, 3]] if burnt else [], np.int16).reshape(-1, 5)
    known = known._replace(cells=cells, bombs=bombs)
    after = advance(rules, known, [2, 1]).state  # each onto its item
    again = resume(read_alone(rules, places(after)), known)
    assert again.players[:, [RANGE, IN_HAND]].tolist() == after.players[:, [RANGE, IN_HAND]].tolist()
    assert again.players[0, RANGE] == rules.reach + gained
    assert again.players[1, IN_HAND] == rules.bombs + gained


def with_dead(state: State, player: int, died: int) -> State:
    players = state.players.copy()
    players[player, DIED] = died
    return state._replace(players=players)


def test_a_game_joined_after_a_death_is_played_on() -> None:
    rules = PRESETS["three"]
    state = with_dead(start(rules, dice(1)), 2, 7)
    known = resume(read_alone(rules, places(state)), None)
    after = advance(rules, state, [int(legal_actions(known, 0)[-1]), 0, 0]).state
    story = explain(rules, known, places(after))
    assert story is not None
    assert fits(story.state, places(after))
    assert story.state.players[2, DIED] != 0


@pytest.mark.parametrize(("before", "died"), [(0, 21), (7, 7)])
def test_after_a_round_that_nothing_explains_the_dead_lie_where_they_were(before: int, died: int) -> None:
    rules = PRESETS["three"]
    known = with_dead(start(rules, dice(1)), 2, before)._replace(round=20)
    known.players[2, [X, Y]] = (4, 2)
    again = resume(read_alone(rules, places(with_dead(known, 2, 21))), known)
    assert again.players[2, [X, Y, DIED]].tolist() == [4, 2, died]
    assert again.round == 21
    assert legal_actions(again, 0).size > 0
    assert explain(rules, again, places(again)) is not None


def test_the_end_is_counted_on_where_the_last_box_broke_in_a_round_that_nothing_explains() -> None:
    rules = PRESETS["two"]
    known = start(rules, dice(1))
    assert resume(read_alone(rules, places(known)), known).boxless == -1
    bare = known._replace(cells=np.where(known.cells >= BOX, FLOOR, known.cells))
    for boxless in range(rules.boxless_rounds + 1):
        assert not has_ended(rules, known)
        known = resume(read_alone(rules, places(bare)), known)
        assert known.boxless == boxless
    assert has_ended(rules, known)
