"""What a person is told of a move that did not end as the rules say."""

import time

import numpy as np
import pytest

from bot.games import GAMES
from bot.playing.outcome import Outcome, Verdict
from bot.playing.run import EndRun
from bot.turns.odd_moves import OddMoves
from bot.turns.pending import Pending
from control.gesture import Click
from policy.decision import Decision
from tests.bot.handed_parts import look_at

THREE = ((2, 3), (2, 4), (5, 0))


def made(number: int) -> Pending:
    look = look_at(np.zeros((1, 1), np.int8))
    return Pending(number, Decision(8, 0.0, (), (8,), 0.0), Click((0, 0)), None, look, time.monotonic())


@pytest.mark.parametrize(
    ("name", "verdict", "told"),
    [
        (
            "bilging",
            Verdict(Outcome.MISREAD, THREE[:1]),
            "move 7, row 2 columns 4-5: misread, in 1 cell (row 3 column 4) that the rules ypp do not allow; "
            "a slip of the eyes? The next such moves are only counted",
        ),
        (
            "swap3",
            Verdict(Outcome.RULES_DIFFER, THREE),
            "move 7, row 1 columns 5-6: rules differ, in 3 cells (row 3 column 4, ...) that the rules gweled do not "
            "allow; another's move, or other rules (--rules)? The next such moves are only counted",
        ),
        (
            "square_stacker",
            Verdict(Outcome.RULES_DIFFER, THREE),
            "move 7, piece 1 to row 3 column 3: rules differ, in 3 cells that the rules wpi do not allow; "
            "another's move, or other rules (--rules)? The next such moves are only counted",
        ),
    ],
)
def test_where_and_what_differs_is_said_once(name: str, verdict: Verdict, told: str) -> None:
    said: list[str] = []
    game = GAMES[name]()
    odd = OddMoves(game, game.rules.PRESETS[game.default_rules], 3, said.append)
    odd.one(made(7), verdict)
    odd.none()
    odd.one(made(8), verdict)
    assert said == [told]


def test_so_many_in_a_row_end_the_run_and_each_outcome_is_said() -> None:
    said: list[str] = []
    game = GAMES["bilging"]()
    odd = OddMoves(game, game.rules.PRESETS[game.default_rules], 3, said.append)
    odd.one(made(1), Verdict(Outcome.MISREAD, THREE[:1]))
    odd.one(made(2), Verdict(Outcome.RULES_DIFFER, THREE))
    with pytest.raises(EndRun, match="3 moves in a row did not end as the rules say"):
        odd.one(made(3), Verdict(Outcome.RULES_DIFFER, THREE))
    assert [line.split(":")[1].split(",")[0] for line in said] == [" misread", " rules differ"]
