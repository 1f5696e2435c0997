"""The platform's text: what is sent, what is read back, what an answer means, and lines that nobody should send."""

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import engine.hypersonic as hypersonic
from engine.dice import dice
from engine.hypersonic import BOX, DIED, FLOOR, ITEM_BOMB, ITEM_RANGE, PRESETS, ROWS, Flaws, State
from engine.hypersonic.protocol import (
    AnswerError,
    InputError,
    TurnReader,
    answer_text,
    opening_text,
    parse_answer,
    turn_text,
)
from tests.engine.hypersonic_games import random_game
from tests.engine.hypersonic_positions import (
    BOMB,
    DOWN,
    FAR,
    FREE_CELLS,
    LEFT,
    RIGHT,
    STAY,
    UP,
    Place,
    any_rules,
    any_states,
    code_at,
    position,
    rows,
    same,
)

TWO = PRESETS["two"]

STATE = position(
    (0, 0, 2, 4, 5),
    (4, 4, 1, 3, 0, 7),
    (12, 10, 0, 5, 9),
    bombs=[(2, 6, 4, 2, 5), (0, 0, 0, 8, 4), (2, 12, 10, 8, 5)],
    box=[(3, 0)],
    range_box=[(4, 0)],
    bomb_box=[(5, 0)],
    bomb_item=[(2, 2), (12, 0)],
    range_item=[(8, 0)],
    played=9,
)
TURN = """\
...012.......
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
............0
.X.X.X.X.X.X.
.............
.X.X.X.X.X.X.
.............
8
0 0 0 0 2 4
0 2 12 10 0 5
1 2 6 4 2 5
1 0 0 0 8 4
1 2 12 10 8 5
2 0 8 0 1 0
2 0 12 0 2 0
2 0 2 2 2 0
"""


def read_turn(reader: TurnReader, text: str) -> State:
    """Feed a reader what `turn_text` writes."""
    lines = text.splitlines()
    assert int(lines[ROWS]) == len(lines) - ROWS - 1
    return reader.read(lines[:ROWS], lines[ROWS + 1 :])


# -- what is sent ----------------------------------------------------------------------------------


def test_the_opening() -> None:
    for seat in range(4):
        assert opening_text(seat) == f"13 11 {seat}\n"


def test_a_turn_as_it_is_sent() -> None:
    """Eleven rows, a count, the living by id, bombs in order of placing, items; from every seat the same."""
    for seat in (0, 2):
        assert turn_text(STATE._replace(seat=seat)) == TURN


def test_entities_come_in_order() -> None:
    """In whole games: types ascending, players by id, only the living, as many lines as announced."""
    for state, _ in random_game(PRESETS["four"], 5, careful=True):
        lines = turn_text(state).splitlines()
        entities = [[int(word) for word in line.split()] for line in lines[ROWS + 1 :]]
        assert int(lines[ROWS]) == len(entities)
        kinds = [entity[0] for entity in entities]
        assert kinds == sorted(kinds)
        players = [entity[1] for entity in entities if entity[0] == 0]
        assert players == np.flatnonzero(state.players[:, DIED] == 0).tolist()
        assert [tuple(entity[1:]) for entity in entities if entity[0] == 1] == rows(state.bombs)
        items = [(x, y, kind) for _, owner, x, y, kind, _ in (entity for entity in entities if entity[0] == 2)]
        assert sorted(items) == sorted(
            (x, y, 1 if code_at(state, (x, y)) == ITEM_RANGE else 2)
            for x, y in FREE_CELLS
            if code_at(state, (x, y)) in (ITEM_RANGE, ITEM_BOMB)
        )


# -- what is read ----------------------------------------------------------------------------------


@given(any_rules(), st.integers(0, 2**32))
@settings(max_examples=8, phases=[Phase.generate])
def test_whole_games_are_read_back(rules: hypersonic.Rules, seed: int) -> None:
    """By every player as long as it lives: what is not sent (boxes, deaths, rounds) is kept."""
    readers = [TurnReader(seat) for seat in range(rules.players)]
    for state, _ in random_game(rules, seed, careful=True):
        sent = turn_text(state)
        for seat, reader in enumerate(readers):
            if state.players[seat, DIED] == 0:
                assert same(read_turn(reader, sent), state._replace(seat=seat))


def test_a_turn_in_the_middle_of_a_game() -> None:
    """The first that is read: boxes and rounds before are not known, who is not there is dead."""
    state = read_turn(TurnReader(2), TURN)
    assert (state.cells == STATE.cells).all()
    assert rows(state.bombs) == rows(STATE.bombs)
    assert state.players[:, :4].tolist()[::2] == STATE.players[:, :4].tolist()[::2]
    assert state.players[:, DIED].tolist() == [0, 1, 0]
    assert state[3:] == (2, 0, 0, -1)


def broken(old: str, new: str) -> State:
    text = TURN.replace(old, new, 1)
    assert text != TURN
    lines = text.splitlines()
    return TurnReader(0).read(lines[:ROWS], lines[ROWS + 1 :])


@pytest.mark.parametrize(
    "line",
    [
        "7 0 4 4 1 1",
        "-1 0 4 4 1 1",
        "1 9 4 4 3 3",
        "1 0 13 4 3 3",
        "1 0 1 1 3 3",
        "1 0 4 4 9 3",
        "1 0 4 4 0 3",
        "1 0 4 4 3 0",
        "1 0 3 0 3 3",
        "2 0 4 4 3 0",
        "2 0 4 4 0 0",
        "2 0 3 0 1 0",
        "0 5 4 4 1 3",
        "0 1 4 4 -1 3",
        "0 1 4 4 1 -3",
        "2 0 4 4 1 -1",
        "1 0 4 4 3",
        "1 0 4 4 3 3 3",
        "1 0 four 4 3 3",
        "1 0 0_4 4 3 3",
        "1 0 4 4 3 99999999999999999999",
        "",
        "\x00",
        "héllo wörld",
    ],
)
def test_lines_that_say_nothing_sensible_are_passed_over(line: str) -> None:
    """Types, owners, places and numbers that the game does not have; too few or too many words."""
    assert same(broken("8\n", f"9\n{line}\n"), read_turn(TurnReader(0), TURN))


def test_bombs_sent_out_of_order_are_put_in_order_of_their_timers() -> None:
    """Of several with as many rounds left the one sent first stays the first."""
    bombs = "1 2 6 4 2 5\n1 0 0 0 8 4\n1 2 12 10 8 5\n"
    assert same(broken(bombs, "1 0 0 0 8 4\n1 2 12 10 8 5\n1 2 6 4 2 5\n"), read_turn(TurnReader(0), TURN))
    swapped = broken(bombs, "1 2 12 10 8 5\n1 2 6 4 2 5\n1 0 0 0 8 4\n")
    assert rows(swapped.bombs) == [(2, 6, 4, 2, 5), (2, 12, 10, 8, 5), (0, 0, 0, 8, 4)]


def test_ranges_beyond_the_arena_are_read_as_they_were_sent() -> None:
    """Of players and of bombs alike: who has taken so many items places bombs of that range."""
    wide = position((0, 0, 2, 20), FAR, bombs=[(0, 4, 4, 3, 14), (0, 0, 0, 8, 20)])
    state = read_turn(TurnReader(0), turn_text(wide))
    assert rows(state.bombs) == rows(wide.bombs)
    assert turn_text(state) == turn_text(wide)


def test_who_was_taken_for_dead_and_is_listed_again_lives_again() -> None:
    """A line that was lost in one turn ends nobody's game."""
    reader, sent = TurnReader(0), turn_text(position((0, 0), FAR))
    assert read_turn(reader, sent).players[:, DIED].tolist() == [0, 0]
    lines = sent.splitlines()
    without = [line for line in lines[ROWS + 1 :] if not line.startswith("0 1 ")]
    assert reader.read(lines[:ROWS], without).players[:, DIED].tolist() == [0, 1]
    again = read_turn(reader, turn_text(position((0, 0), (12, 9))))
    assert again.players[:, DIED].tolist() == [0, 0]
    assert rows(again.players)[1][:2] == (12, 9)


def test_an_arena_that_is_cut_or_unreadable() -> None:
    """Unknown letters and what is missing are floor; walls stand where walls always stand."""
    state = broken("...012.......", "..?0")
    assert state.cells[0].tolist() == [0, 0, 0, BOX, 0, 0, 0, 0, ITEM_RANGE, 0, 0, 0, ITEM_BOMB]
    assert (broken(".X.X.X.X.X.X.", "0000X00000000").cells[1] == [BOX, 1, BOX, 1, FLOOR] + [1, BOX] * 4).all()
    none = TurnReader(0).read([], ["0 0 0 0 1 3"])
    assert same(none, State(hypersonic.from_text(hypersonic.to_text(none)).cells, *none[1:]))
    assert (none.cells[1::2, 1::2] == 1).all()


def test_without_the_own_player_nothing_can_be_done() -> None:
    with pytest.raises(InputError, match="player 0, who is asked, is not among the entities"):
        broken("0 0 0 0 2 4\n", "")


def test_a_turn_that_cannot_be_read_was_played_all_the_same() -> None:
    """What a bomb broke in it is known from the turn before; so is how many rounds there were."""
    rules = PRESETS["two"]
    state = hypersonic.start(rules, dice(1))
    cells = np.where(state.cells >= BOX, FLOOR, state.cells)
    cells[0, 2] = BOX
    state = state._replace(cells=cells, bombs=np.array([[0, 0, 0, 2, 3]], np.int16))
    players = state.players.copy()
    players[0, :2] = (4, 4)
    state, reader = state._replace(players=players), TurnReader(0)
    for turn in range(4):
        sent = turn_text(state)
        if turn == 1:
            lines = [line for line in sent.splitlines() if not line.startswith("0 0 ")]
            with pytest.raises(InputError, match="not among the entities"):
                reader.read(lines[:ROWS], lines[ROWS + 1 :])
        else:
            assert same(read_turn(reader, sent), state)
        state = hypersonic.advance(rules, state, [1 + turn % 2, 0]).state
    assert state.players[0, hypersonic.BOXES] == 1


@given(
    st.lists(st.text(alphabet=".X012 -9a", max_size=15), max_size=13),
    st.lists(st.one_of(st.text(max_size=20), st.lists(st.integers(-3, 1100), min_size=4, max_size=7)), max_size=50),
    st.integers(0, 3),
)
@settings(max_examples=60)
def test_whatever_is_sent_is_a_state_or_refused(arena: list[str], sent: list[str | list[int]], seat: int) -> None:
    """Turn after turn; the states can be played on."""
    lines = [line if isinstance(line, str) else " ".join(map(str, line)) for line in sent]
    reader = TurnReader(seat)
    for own in ("", f"0 {seat} 4 4 0 0", f"0 {seat} 4 5 900 900"):
        if not any(line.split()[:2] == ["0", str(seat)] for line in (*lines, own)):
            with pytest.raises(InputError, match=f"player {seat}, who is asked"):
                reader.read(arena, [*lines, own, *lines])
        try:
            state = reader.read(arena, [*lines, own, *lines])
        except InputError:
            continue
        for action in hypersonic.legal_actions(state, seat).tolist():
            actions = [STAY] * len(state.players)
            actions[seat] = action
            played = hypersonic.advance(TWO, state, actions).state
            assert hypersonic.advance(TWO, played, actions).state.round == state.round + 2


def test_a_game_read_from_a_sender_who_skips_bombs_beyond_all_room() -> None:
    lines = [f"1 0 {x} {y} 8 3" for x, y in FREE_CELLS]
    state = TurnReader(0).read([], ["0 0 0 0 1 3", *lines])
    assert len(state.bombs) == 32
    assert hypersonic.validate(TWO, state) == Flaws.OWNER


# -- answers ---------------------------------------------------------------------------------------


@given(any_states())
def test_answers_are_understood(state: State) -> None:
    """Every legal action, with and without words to show."""
    for seat in range(len(state.players)):
        for action in hypersonic.legal_actions(state, seat).tolist():
            for text in ("", "hello, world"):
                line = answer_text(state._replace(seat=seat), action, text)
                assert line.endswith(f"{text}\n")
                assert line.count("\n") == 1
                assert parse_answer(state, seat, line) == action


def test_an_answer_as_it_is_written() -> None:
    state = position((4, 4), FAR)
    assert answer_text(state, STAY) == "MOVE 4 4\n"
    assert answer_text(state, LEFT) == "MOVE 3 4\n"
    assert answer_text(state, DOWN + BOMB, "boom") == "BOMB 4 5 boom\n"
    assert answer_text(state._replace(seat=1), UP) == "MOVE 12 9\n"


@pytest.mark.parametrize(
    "line",
    [
        *("", "\n", "MOVE", "MOVE 1", "BOMB 1", "MOVE a b", "MOVE 1.5 2", "move 1 2", "WAIT 1 2", "1 2", "MOVE  "),
        *("BOMB -1 0", "BOMB 0 -1", "MOVE 13 0", "MOVE 0 11", "MOVE 99999999999999999999 0", "\x00\x00", "BOMB1 2"),
        f"MOVE {'9' * 4000} 1",
    ],
)
def test_a_bad_answer_is_refused_in_one_line(line: str) -> None:
    with pytest.raises(AnswerError) as caught:
        parse_answer(position((4, 4), FAR), 0, line)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 160


WORDS = st.sampled_from(("MOVE", "BOMB", "move", "")) | st.text(max_size=9)
NUMBERS = st.integers(-3, 15).map(str) | st.text(max_size=9)


@given(WORDS, NUMBERS, NUMBERS, st.text(max_size=20))
def test_any_answer_is_an_action_or_refused(word: str, x: str, y: str, rest: str) -> None:
    line = f"{word} {x} {y} {rest}"
    try:
        meant = parse_answer(position((4, 4), FAR), 0, line)
    except AnswerError:
        first, *numbers = f"{line} . .".split()[:3]
        plain = all(number.isascii() and number.isdigit() for number in numbers)
        assert first not in ("MOVE", "BOMB") or not plain or int(numbers[0]) >= 13 or int(numbers[1]) >= 11
        return
    assert meant in range(10)
    assert line.split()[0] == ("BOMB" if meant >= 5 else "MOVE")


@pytest.mark.parametrize(
    ("begin", "target", "move"),
    [
        ((4, 4), (4, 4), STAY),
        ((4, 4), (0, 4), LEFT),
        ((4, 4), (12, 4), RIGHT),
        ((4, 4), (4, 0), UP),
        ((4, 4), (4, 10), DOWN),
        ((0, 0), (2, 2), RIGHT),
        ((2, 2), (0, 0), LEFT),
        ((0, 2), (2, 0), RIGHT),
        ((2, 0), (0, 2), LEFT),
        ((1, 0), (1, 2), LEFT),
        ((0, 1), (2, 1), UP),
        ((0, 0), (12, 10), RIGHT),
    ],
)
def test_far_targets_go_left_right_up_down_first(begin: Place, target: Place, move: int) -> None:
    """Of several shortest ways the one found first breadth-first with the neighbours in that order."""
    state = position(begin, FAR)
    x, y = target
    assert parse_answer(state, 0, f"MOVE {x} {y}") == move
    assert parse_answer(state, 0, f"BOMB {x} {y} away") == move + BOMB
    assert parse_answer(state._replace(players=state.players[::-1]), 1, f"MOVE {x} {y}") == move


def test_ways_lead_round_boxes_and_bombs_and_over_items_and_players() -> None:
    blocked = position((0, 0), FAR, box=[(1, 0)])
    assert parse_answer(blocked, 0, "MOVE 4 0") == DOWN
    bombed = position((0, 0), FAR, bombs=[(1, 2, 0, 5, 3)])
    assert parse_answer(bombed, 0, "MOVE 4 0") == DOWN
    assert parse_answer(position((0, 0), (1, 0), range_item=[(2, 0)]), 0, "MOVE 4 0") == RIGHT
    standing = position((0, 0), FAR, bombs=[(0, 0, 0, 5, 3)])
    assert parse_answer(standing, 0, "MOVE 4 0") == RIGHT


@pytest.mark.parametrize(
    ("begin", "target", "move"),
    [
        ((2, 2), (1, 1), LEFT),
        ((2, 1), (1, 1), STAY),
        ((0, 0), (1, 1), RIGHT),
        ((4, 4), (3, 5), LEFT),
        ((10, 10), (11, 9), RIGHT),
    ],
)
def test_towards_a_wall(begin: Place, target: Place, move: int) -> None:
    """To the nearest cell that can be reached, first found; where one stands counts."""
    assert parse_answer(position(begin, FAR), 0, f"MOVE {target[0]} {target[1]}") == move


def test_towards_a_cell_that_cannot_be_reached() -> None:
    """A box, a bomb, and floor behind boxes."""
    assert parse_answer(position((0, 0), FAR, box=[(3, 0)]), 0, "MOVE 3 0") == RIGHT
    assert parse_answer(position((0, 0), FAR, bombs=[(1, 3, 0, 5, 3)]), 0, "MOVE 3 0") == RIGHT
    shut = position((6, 4), FAR, box=[(1, 0), (0, 1)])
    assert parse_answer(shut, 0, "MOVE 0 0") == LEFT
    assert parse_answer(shut._replace(players=position((2, 0), FAR).players), 0, "MOVE 0 0") == STAY
    caged = position((0, 0), FAR, box=[(1, 0), (0, 1)])
    for x, y in FREE_CELLS:
        assert parse_answer(caged, 0, f"MOVE {x} {y}") == STAY


def distances(state: State, begin: Place) -> dict[Place, int]:
    """Steps to each cell that can be reached, by relaxing until nothing changes."""
    bombs = {(x, y) for _, x, y, _, _ in rows(state.bombs)}
    passable = {
        place for place in FREE_CELLS if code_at(state, place) in (FLOOR, ITEM_RANGE, ITEM_BOMB) and place not in bombs
    }
    found, level = {begin: 0}, {begin}
    while level:
        near = {(x + dx, y + dy) for x, y in level for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        level = (near & passable) - found.keys()
        found |= dict.fromkeys(level, 1 + max(found.values()))
    return found


@given(any_states(), st.integers(0, 2**32))
def test_a_far_answer_is_a_step_on_a_shortest_way(state: State, seed: int) -> None:
    """To the target, or to a cell that is as near to it as any that can be reached."""
    rolls = np.random.default_rng(seed)
    for seat in range(len(state.players)):
        x, y = rows(state.players)[seat][:2]
        reached = distances(state, (x, y))
        for to_x, to_y in rolls.integers(0, (13, 11), (5, 2)).tolist():
            move = parse_answer(state, seat, f"MOVE {to_x} {to_y}")
            least = min(abs(at_x - to_x) + abs(at_y - to_y) for at_x, at_y in reached)
            goals = [place for place in reached if abs(place[0] - to_x) + abs(place[1] - to_y) == least]
            nearest = min(reached[place] for place in goals)
            dx, dy = ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))[move]
            if move == STAY:
                assert nearest == 0
                continue
            onward = distances(state, (x + dx, y + dy))
            assert reached[x + dx, y + dy] == 1
            assert any(reached[goal] == nearest and onward.get(goal) == nearest - 1 for goal in goals)


def test_the_start_of_a_game_is_sent_to_all() -> None:
    """What the first turn of each preset says, read by each player."""
    for rules in PRESETS.values():
        first = hypersonic.start(rules, dice(3))
        for seat in range(rules.players):
            assert same(read_turn(TurnReader(seat), turn_text(first)), first._replace(seat=seat))
