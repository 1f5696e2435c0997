"""Our player for rules that pay by how many pieces in a row cleared something: the run is never to end.

A run of n pieces pays as n squared, so one piece that clears nothing costs more than any chain brings. It lasts while
the board offers a run for every piece. A piece brings three jewels and takes three away at least: the board never grows
while the run lasts. So first a stock is laid in, then it is kept.
"""

from typing import Final

from engine.columns import Rules
from policy.columns.covers import weights
from policy.columns.futures import MOST_BEAM, MOST_FUTURES, FuturesPolicy
from policy.columns.futures_kernel import Goal, GoalByRun
from policy.spec import check_range

MANY_COLOURS: Final = 6
"""From so many colours on every run ends soon, and chains on the way are worth more than with fewer."""

_FEW_ALWAYS: Final = Goal(
    weights(
        once=0.923,
        twice=0.371,
        thrice=0.252,
        stuck=2.82,
        stuck_without_tops=0.0445,
        stuck_twice=0.637,
        stuck_thrice=0.0372,
        pairs=0.249,
        spread=0.0278,
        highest=0.765,
        rough=0.0369,
        stock=0.75,
        over_stock=9.45,
        under_stock=15.7,
    ),
    keep=4.44,
    points=0.0312,
)

_MANY_FRESH: Final = Goal(
    weights(
        once=1.75,
        twice=0.622,
        thrice=0.305,
        stuck=3.3,
        stuck_without_tops=0.0293,
        stuck_twice=0.937,
        stuck_thrice=0.0204,
        pairs=0.137,
        spread=0.0232,
        highest=0.519,
        rough=0.086,
        stock=0.75,
        over_stock=11.4,
        under_stock=20.7,
    ),
    keep=10.7,
    points=0.0503,
)
_MANY_LONG: Final = Goal(
    weights(
        once=1.27,
        twice=0.362,
        thrice=0.798,
        stuck=2.55,
        stuck_without_tops=0.0791,
        stuck_twice=0.848,
        stuck_thrice=0.201,
        pairs=0.13,
        spread=0.0503,
        highest=0.687,
        rough=0.0413,
        stock=0.288,
        over_stock=6.43,
        under_stock=19.1,
    ),
    keep=2.56,
    points=0.15,
)

FEW: Final = GoalByRun(_FEW_ALWAYS, _FEW_ALWAYS, ramp=12.7)
"""For fewer colours, found by an evolution strategy on 5 and 6 of them, looking three pieces ahead."""
MANY: Final = GoalByRun(_MANY_FRESH, _MANY_LONG, ramp=7.84)
"""For many colours, found in the same way on 6 of them, looking two pieces ahead."""


class RunningPolicy(FuturesPolicy):
    """Keeps the run alive.

    Args:
        rules: the preset.
        beam: positions after the known pieces that are followed.
        futures: third pieces that are looked at, at most.

    Raises:
        ValueError: a number out of range.
    """

    def __init__(self, rules: Rules, *, beam: int = 8, futures: int = 1000) -> None:
        check_range("beam", beam, 1, MOST_BEAM)
        check_range("futures", futures, 0, MOST_FUTURES)
        super().__init__(rules, MANY if rules.colours >= MANY_COLOURS else FEW, beam, futures)
