"""Which pictures are too old to act on: those from before a stall, not all of a slow machine's."""

import pytest

from bot.falling.stale_pictures import STALE_S, StalePictures

QUICK, SLOW, STALL = 0.2 * STALE_S, 1.8 * STALE_S, 5 * STALE_S


@pytest.mark.parametrize(
    ("ages_s", "passed_over"),
    [
        ([QUICK] * 4, [False] * 4),
        ([QUICK, STALL, QUICK], [False, True, False]),
        pytest.param([QUICK, STALL, STALL, QUICK], [False, True, True, False], id="two stalls in a row"),
        pytest.param([QUICK, QUICK, SLOW, STALL, QUICK], [False, False, True, True, False], id="one after a pause"),
        pytest.param([SLOW] * 6, [True, False] * 3, id="a slow machine"),
        pytest.param([*[SLOW] * 6, STALL, STALL], [True, False] * 4, id="not so far above what is usual there"),
        pytest.param(
            [*[SLOW] * 6, 2 * STALL, 2 * STALL], [*[True, False] * 3, True, True], id="stalls of a slow machine"
        ),
        pytest.param(
            [*[QUICK] * 5, *[SLOW] * 6], [*[False] * 5, *[True] * 3, False, True, False], id="slow from now on"
        ),
    ],
)
def test_a_picture_is_passed_over_for_a_stall_and_never_for_a_slow_machine(
    ages_s: list[float], passed_over: list[bool]
) -> None:
    stale = StalePictures()
    assert [stale.is_stale(age_s) for age_s in ages_s] == passed_over


def test_whatever_the_ages_some_picture_is_acted_on_soon() -> None:
    for shortest, longest in ((QUICK, SLOW), (SLOW, STALL), (QUICK, 10 * STALL)):
        stale = StalePictures()
        told = [stale.is_stale(longest if turn % 5 else shortest) for turn in range(100)]
        assert not any(all(told[start : start + 5]) for start in range(96))
