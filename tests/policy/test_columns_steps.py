"""The clock of an anytime decision."""

import math
import time

from policy.columns.steps import FIRST_S, FORGET, RESERVE, Steps


def test_exact_work_heeds_no_clock() -> None:
    steps = Steps(until=-math.inf, exact=2, expected_s={"future": 5.0})
    for _ in range(2):
        assert steps.enter("future", 3)
        steps.leave("future", 3)
    assert not steps.enter("future", 3)
    assert (steps.done, steps.expected_s) == (2, {"future": 5.0})


def test_a_step_that_will_not_fit_is_not_begun_and_its_cost_slowly_forgotten() -> None:
    known = {"future": 1.0}
    steps = Steps(time.perf_counter() + 3 * RESERVE - 0.5, None, known)
    assert steps.enter("future", 2)
    assert not steps.enter("future", 3)
    assert known == {"future": FORGET}
    assert steps.done == 0


def test_one_slow_step_is_not_taken_for_the_rule() -> None:
    known = {"future": 1e-6}
    steps = Steps(time.perf_counter() + 60.0, None, known)
    for kind in ("future", "replies"):
        assert steps.enter(kind, 1)
        time.sleep(2 * FIRST_S)
        steps.leave(kind, 1)
    assert known["future"] < 2e-6
    assert FIRST_S <= known["replies"] < 2 * FIRST_S
    assert steps.done == 2
