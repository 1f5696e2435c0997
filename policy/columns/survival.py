"""Our player that plays on: boards on which the next piece can clear, whatever it is, and room to spare."""

from typing import Final

from engine.columns import LENGTH, MAX_COLOURS, Rules
from policy.columns.covers import weights
from policy.columns.futures import MOST_BEAM, MOST_FOE, MOST_FUTURES, FuturesPolicy
from policy.columns.futures_kernel import Goal, GoalByRun
from policy.spec import check_range

_GOAL: Final = Goal(
    weights(
        once=0.9,
        twice=0.207,
        thrice=0.187,
        stuck=0.504,
        stuck_without_tops=0.0868,
        stuck_twice=0.0214,
        stuck_thrice=0.0475,
        pairs=0.165,
        spread=0.9,
        highest=0.194,
        rough=0.324,
        over_stock=8.41,
    ),
    keep=0.0,
    points=0.0,
)
"""Found by an evolution strategy on boards on which the smart player is soon lost: 4 to 6 wide, 8 to 14 tall, 6 to 8
colours, one of them under the crooked generator."""


FUTURES: Final = 8
"""Third pieces that are enough where chance deals them."""
FOE: Final = 6
"""The crooked generator is taken to choose from no more pieces than these, however many it has: who prepares for the
worst of all gives up boards that the others would have been good for."""


class SurvivalPolicy(FuturesPolicy):
    """Stays alive and cares for nothing else.

    Args:
        rules: the preset.
        beam: positions after the known pieces that are followed.
        futures: third pieces that are looked at, at most; -1: all of them where the generator is crooked, else 8.
        foe: of so many pieces the third is taken to be the worst; 0: as the rules say, but no more than 6.

    Raises:
        ValueError: a number out of range.
    """

    def __init__(self, rules: Rules, *, beam: int = 10, futures: int = -1, foe: int = 0) -> None:
        check_range("beam", beam, 1, MOST_BEAM)
        check_range("futures", futures, -1, MOST_FUTURES)
        check_range("foe", foe, 0, MOST_FOE)
        if futures == -1:
            futures = MAX_COLOURS**LENGTH if rules.crooked else FUTURES
        if foe == 0:
            foe = min(max(rules.crooked, 1), FOE)
        super().__init__(rules, GoalByRun(_GOAL, _GOAL, 1.0), beam, futures, foe)
