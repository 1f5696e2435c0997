"""Whatever lines come in, turns come out that can be answered, and a whole turn is understood again at once."""

import re
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.platform.plain_player import plain_answer
from bot.platform.turns import BOUNDS, EMPTY_ROWS, MAP_CHARACTERS, Turn, TurnFraming
from engine.hypersonic.protocol import TurnReader

WHOLE = [*EMPTY_ROWS, "2", "0 0 3 4 1 3", "1 1 5 4 8 3"]
ANSWER = re.compile(r"(MOVE|BOMB) (\d|1[0-2]) (\d|10)")

odd_lines = st.one_of(
    st.text(max_size=30),
    st.text(alphabet="0123456789 -", max_size=20),
    st.text(alphabet=".X012", min_size=11, max_size=14),
    st.lists(st.integers(-3, 14), min_size=5, max_size=7).map(lambda numbers: " ".join(map(str, numbers))),
    st.integers().map(str),
)
turns = st.lists(
    st.one_of(
        st.just(WHOLE),
        st.tuples(st.integers(0, 13), odd_lines).map(lambda cut: [*WHOLE[: cut[0]], cut[1], *WHOLE[cut[0] + 1 :]]),
        st.tuples(st.integers(0, 13), st.integers(0, 13)).map(lambda part: WHOLE[min(part) : max(part)]),
        st.lists(odd_lines, max_size=30),
    ),
    max_size=6,
)


def check(turn: Turn) -> None:
    """Check that a turn is one, and that it can be answered."""
    assert len(turn.rows) == 11
    assert all(len(row) == 13 and MAP_CHARACTERS.issuperset(row) for row in turn.rows)
    assert all(0 <= n < bound for entity in turn.entities for n, bound in zip(entity, BOUNDS, strict=True))
    assert ANSWER.fullmatch(plain_answer(turn, 0, (0, 0)))
    if turn.place(0) is not None and not (turn.place(0) or (0, 0))[0] % 2:
        TurnReader(0).read(turn.rows, [" ".join(map(str, entity)) for entity in turn.entities])


@settings(max_examples=150)
@given(turns)
def test_turns_come_out_that_can_be_answered(sent: Sequence[Sequence[str]]) -> None:
    framing = TurnFraming()
    answers = 0
    for lines in sent:
        for line in lines:
            turn = framing.take(line, 0.0)
            if turn is not None:
                answers += 1
                check(turn)
        silent = framing.cut()
        if silent is not None:
            answers += 1
            check(silent)
    assert answers <= sum(map(len, sent))


@settings(max_examples=150)
@given(turns)
def test_after_any_lines_the_second_whole_turn_is_understood(sent: Sequence[Sequence[str]]) -> None:
    framing = TurnFraming()
    for lines in sent:
        for line in lines:
            framing.take(line, 0.0)
        framing.cut()
    for _ in range(2):
        answered = [turn for line in WHOLE if (turn := framing.take(line, 0.0)) is not None]
        cut = framing.cut()
        answered += [] if cut is None else [cut]
    assert [(turn.rows, turn.entities) for turn in answered] == [(EMPTY_ROWS, ((0, 0, 3, 4, 1, 3), (1, 1, 5, 4, 8, 3)))]
