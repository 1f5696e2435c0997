"""What a plan says in words is what the engine then does."""

import numpy as np
import pytest

from engine.bilging import PRESETS, State, apply, start
from engine.dice import dice
from policy.bilging import make_policy
from policy.bilging.plan import plan_text, planned_breaks
from policy.decision import Decision, Ranked

RULES = PRESETS["ypp"]
ONE_AWAY = """
0 1 2 3 4 5
1 2 0 4 5 6
2 0 1 5 6 0
0 3 3 1 3 2
1 4 5 3 0 1
2 5 6 0 1 2
3 6 0 1 2 3
4 0 1 2 3 4
5 1 2 3 4 5
6 2 3 4 5 6
0 3 4 5 6 0
1 4 5 6 0 1
"""


def board(text: str) -> State:
    rows = [[int(code) for code in line.split()] for line in text.strip().splitlines()]
    return State(np.array(rows, np.int8), RULES.water_start_px, 0, 0.0)


def test_the_words_name_swaps_break_worth_and_second_best() -> None:
    state = board(ONE_AWAY)
    swap = 3 * (RULES.cols - 1) + 3  # the 3 of row 4 beside the pair
    decision = Decision(swap, 3.5, (Ranked(swap, 3.5), Ranked(7, 1.25)), (swap,), 0.0)
    (one,) = planned_breaks(RULES, state, decision.line)
    assert (one.swaps, one.kind, one.message, one.points, one.chains) == (1, "3", "", 3.0, 0)
    text = plan_text(RULES, state, decision)
    assert text.short == "3 in 1: line of 3"
    assert text.long == (
        "swap row 4 columns 4-5: line of 3 for 3 at swap 1; worth 3.5; second best row 2 columns 3-4 worth 1.2"
    )


@pytest.mark.parametrize("seed", range(8))
def test_the_first_break_is_the_one_that_the_game_makes(seed: int) -> None:
    state = start(RULES, dice(seed))
    decision = make_policy("fullwidth:depth=3,chains=1,goal=sum", RULES).decide(state, 1e4, seed)
    breaks = planned_breaks(RULES, state, decision.line)
    assert breaks, "three swaps always break something"
    swaps, reward = 0, 0.0
    rolls = dice(seed + 100)
    while reward == 0.0:
        step = apply(RULES, state, decision.line[swaps], rolls)
        state, reward, swaps = step.state, step.reward, swaps + 1
    assert (swaps, step.kind, len(step.stages) - 1) == (breaks[0].swaps, breaks[0].kind, breaks[0].chains)
    assert reward == pytest.approx(breaks[0].points)


def test_a_line_that_would_need_an_unknown_piece_ends_there() -> None:
    state = board(ONE_AWAY)
    swap = 3 * (RULES.cols - 1) + 3
    bottom = 11 * (RULES.cols - 1) + 2
    assert len(planned_breaks(RULES, state, (swap, bottom, swap))) == 1
