"""Lines into turns: one answer a turn, whatever the lines hold."""

import pytest

from bot.platform.turns import EMPTY_ROWS, LONGEST_S, MOST_LINES, PATIENCE_S, Turn, TurnFraming

ROWS = ["..0.1.....2..", *EMPTY_ROWS[1:]]
OURS, BOMB = "0 0 3 4 1 3", "1 1 5 4 8 3"
WHOLE = [*ROWS, "2", OURS, BOMB]
PLAIN_TURN = (tuple(ROWS), ((0, 0, 3, 4, 1, 3), (1, 1, 5, 4, 8, 3)))


def taken(lines: list[str], framing: TurnFraming | None = None, now: float = 0.0) -> list[Turn]:
    """Return the turns handed out for lines that come all at once."""
    framing = framing or TurnFraming()
    return [turn for line in lines if (turn := framing.take(line, now)) is not None]


def parts(turn: Turn | None) -> tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]:
    assert turn is not None
    return turn.rows, turn.entities


def test_a_whole_turn_comes_out_as_it_was_sent() -> None:
    (turn,) = taken(WHOLE, now=3.0)
    assert parts(turn) == PLAIN_TURN
    assert turn.began == 3.0
    assert turn.place(0) == (3, 4)
    assert turn.place(1) is None


def test_turns_follow_each_other() -> None:
    framing = TurnFraming()
    for number in range(5):
        (turn,) = taken(WHOLE, framing, float(number))
        assert turn.began == number
        assert framing.patience_until is None


def test_a_turn_without_entities_is_complete_at_its_count() -> None:
    (turn,) = taken([*ROWS, "0"])
    assert turn.entities == ()


def test_an_unfinished_turn_is_handed_out_once() -> None:
    framing = TurnFraming()
    assert taken([*ROWS, "4", OURS, BOMB], framing, now=7.0) == []
    until = framing.patience_until
    assert until == 7.0 + PATIENCE_S
    assert parts(framing.cut()) == PLAIN_TURN
    assert framing.patience_until is None
    assert framing.cut() is None
    assert taken(["2 0 1 2 1 0", "2 0 2 2 1 0"], framing) == [], "what comes late leads to no second answer"
    assert parts(*taken(WHOLE, framing)) == PLAIN_TURN


def test_lines_that_come_one_by_one_are_waited_for_up_to_a_limit() -> None:
    framing, pause = TurnFraming(), 0.8 * LONGEST_S / len(WHOLE)
    for number, line in enumerate(WHOLE[:-1]):
        now = number * pause
        assert framing.take(line, now) is None
        assert framing.patience_until == pytest.approx(min(now + PATIENCE_S, LONGEST_S))
    assert framing.patience_until == LONGEST_S
    assert parts(framing.take(WHOLE[-1], LONGEST_S)) == PLAIN_TURN


@pytest.mark.parametrize("lines", range(1, len(WHOLE)))
def test_after_a_turn_that_ended_too_soon_the_very_next_one_is_answered(lines: int) -> None:
    framing = TurnFraming()
    taken(WHOLE, framing)
    assert taken(WHOLE[:lines], framing, now=1.0) == []
    assert framing.cut() is not None
    (turn,) = taken(WHOLE, framing, now=2.0)
    assert parts(turn) == PLAIN_TURN
    assert turn.began == 2.0
    assert framing.patience_until is None


@pytest.mark.parametrize("lines", range(1, len(WHOLE)))
def test_what_comes_late_of_a_turn_leads_to_no_second_answer(lines: int) -> None:
    framing = TurnFraming()
    taken(WHOLE[:lines], framing)
    assert framing.cut() is not None
    assert taken(WHOLE[lines:], framing) == []
    assert framing.cut() is None
    assert parts(*taken(WHOLE, framing)) == PLAIN_TURN


def test_after_a_turn_cut_within_a_row_the_very_next_one_is_answered() -> None:
    framing = TurnFraming()
    taken(WHOLE, framing)
    taken(WHOLE[:4], framing)
    assert framing.cut() is not None
    assert parts(*taken([WHOLE[4][:7] + WHOLE[0], *WHOLE[1:]], framing)) == PLAIN_TURN


def test_a_turn_that_the_next_one_cuts_short_is_still_answered() -> None:
    turns = taken([*ROWS, "9", OURS, BOMB, *WHOLE])
    assert [parts(turn) for turn in turns] == [PLAIN_TURN, PLAIN_TURN]


@pytest.mark.parametrize(
    "odd",
    [
        [*ROWS, "2", "7 0 3 4 1 3", "0 0 3"],
        [*ROWS, "2", "a b c d e f", "\x00\ufffd"],
        [*ROWS, "2", "0 0 3 99 1 3", "0 -1 3 4 1 3"],
        [*ROWS, "1", "9" * 6000],
        [*ROWS, "2", "0 0 1_0 4 1 3", "0_0 0 3 4 1 3"],
    ],
    ids=["unknown type and cut line", "no numbers", "outside", "a number without end", "parted digits"],
)
def test_entities_that_cannot_be_are_left_out(odd: list[str]) -> None:
    framing = TurnFraming()
    (turn,) = taken(odd, framing)
    assert turn.entities == ()
    assert parts(*taken(WHOLE, framing)) == PLAIN_TURN


@pytest.mark.parametrize("count", ["1000000000", "-3", "two", "2 2", "9" * 6000, "1e3"])
def test_a_count_that_cannot_be_meant_ends_with_silence_or_the_next_turn(count: str) -> None:
    framing = TurnFraming()
    assert taken([*ROWS, count, OURS, BOMB], framing) == []
    assert parts(framing.cut()) == PLAIN_TURN
    assert parts(*taken(WHOLE, framing)) == PLAIN_TURN


def test_entities_without_end_are_cut() -> None:
    framing = TurnFraming()
    turns = taken([*ROWS, "many", *[BOMB] * 1000], framing)
    assert len(turns) == 1
    assert parts(*taken(WHOLE, framing)) == PLAIN_TURN


JUNK, NO_ENTITY = "no number at all", "9 9 9 9 9 9"


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ([*ROWS, "many"], JUNK),
        ([*ROWS, "many"], NO_ENTITY),
        ([*ROWS, "many", OURS], JUNK),
        (ROWS, JUNK),
        (ROWS, NO_ENTITY),
        (ROWS, ROWS[0]),
    ],
)
def test_a_turn_of_lines_without_end_is_answered(before: list[str], line: str) -> None:
    (turn,) = taken([*before, *[line] * (MOST_LINES - len(before) + 1)])
    assert turn.rows == tuple(ROWS)


def test_more_entities_than_counted_are_left_out() -> None:
    framing = TurnFraming()
    (turn,) = taken([*ROWS, "1", OURS, BOMB, "5 5 5 5 5 5"], framing)
    assert turn.entities == ((0, 0, 3, 4, 1, 3),)
    assert framing.patience_until is None, "they begin no turn"
    assert parts(*taken(WHOLE, framing)) == PLAIN_TURN


def test_rows_that_cannot_be_read_are_as_before() -> None:
    framing = TurnFraming()
    taken(WHOLE, framing)
    garbled = WHOLE.copy()
    garbled[0], garbled[5], garbled[6] = "..0.1", ".............", "?" * 13
    assert parts(*taken(garbled, framing)) == PLAIN_TURN


def test_a_missing_row_leaves_the_others_in_place() -> None:
    framing = TurnFraming()
    taken(WHOLE, framing)
    assert taken(WHOLE[:5] + WHOLE[6:], framing) == []
    assert parts(framing.cut()) == PLAIN_TURN
    assert parts(*taken(WHOLE, framing)) == PLAIN_TURN


def test_a_row_too_many_is_passed_over() -> None:
    framing = TurnFraming()
    assert parts(*taken([*ROWS, ROWS[0], "2", OURS, BOMB], framing)) == PLAIN_TURN
    assert parts(*taken(WHOLE, framing)) == PLAIN_TURN


def test_a_missing_count_ends_with_silence() -> None:
    framing = TurnFraming()
    assert taken([*ROWS, OURS, BOMB], framing) == []
    assert parts(framing.cut()) == PLAIN_TURN


def test_empty_lines_are_nothing() -> None:
    assert parts(*taken([line for pair in zip(WHOLE, [""] * len(WHOLE), strict=True) for line in pair])) == PLAIN_TURN


def test_a_part_of_a_line_that_turns_out_to_be_empty_began_none() -> None:
    framing = TurnFraming()
    framing.touch(2.0)
    assert framing.take("  ", 2.001) is None
    assert not framing.unfinished
    assert framing.cut() is None
    assert parts(*taken(WHOLE, framing)) == PLAIN_TURN


def test_a_part_of_a_line_that_turns_out_to_be_one_entity_too_many_began_none() -> None:
    framing = TurnFraming()
    taken(WHOLE, framing)
    framing.touch(2.0)
    assert framing.take(BOMB, 2.001) is None
    assert not framing.unfinished
    assert parts(*taken(WHOLE, framing)) == PLAIN_TURN


def test_a_part_of_a_line_begins_a_turn() -> None:
    framing = TurnFraming()
    framing.touch(2.0)
    assert framing.patience_until == 2.0 + PATIENCE_S
    assert parts(framing.cut()) == (EMPTY_ROWS, ())
    assert taken(WHOLE, framing) == [], "it was answered"
    assert parts(*taken(WHOLE, framing)) == PLAIN_TURN
