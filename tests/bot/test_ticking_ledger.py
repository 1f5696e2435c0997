"""Rounds in a row that came out otherwise: what the run's ending says of them."""

import pytest

from bot.playing.outcome import Outcome
from bot.playing.run import EndRun
from bot.ticking.ledger import Ledger
from bot.ticking.pending import Pending
from engine.hypersonic import dice, start
from policy.decision import Decision
from tests.bot.handed_parts import log_of_nothing
from tests.bot.ticking_stand_ins import RIGHT, RULES, look_at

LOST, DIFFERS, PLANNED = Outcome.INPUT_LOST, Outcome.RULES_DIFFER, Outcome.AS_PLANNED


@pytest.mark.parametrize(
    ("outcomes", "how"),
    [
        ((LOST, LOST, LOST), "were played without the keys that were pressed"),
        ((LOST, DIFFERS, LOST), "did not go as the rules say"),
        ((DIFFERS, LOST, PLANNED, LOST, LOST, LOST), "were played without the keys that were pressed"),
    ],
)
def test_turns_in_a_row_are_said_to_be_without_keys_where_all_of_them_were(
    outcomes: tuple[Outcome, ...], how: str
) -> None:
    ledger = Ledger(log_of_nothing(), dry=False, faults=3, on_move=lambda _moves: None)
    look = look_at(start(RULES, dice(1)))
    pending = Pending(1, Decision(RIGHT, 0.0, (), (RIGHT,), 0.0), look, 0.0)
    for outcome in outcomes[:-1]:
        ledger.judged(pending, look, outcome)
    with pytest.raises(EndRun) as ended:
        ledger.judged(pending, look, outcomes[-1])
    assert ended.value.ending.reason == f"3 turns in a row {how}"
    assert ended.value.ending.fault
