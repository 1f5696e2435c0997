"""What a decision may still spend: time, or an exact number of steps."""

import time
from dataclasses import dataclass, field
from typing import Final

from policy.decision import MOST_STEPS, check_work

RESERVE: Final = 1.5
"""A step is begun only if this many times what it is expected to take is left."""
LEARN: Final = 0.2
"""Weight of the last step in what the next is expected to take."""
SPIKE: Final = 3.0
"""A step that took this many times what was expected was held up by other work: no more of it is learned."""
FORGET: Final = 0.98
"""What is left of an expectation for which a step was refused, so that after a slow one it is tried again in time."""
FIRST_S: Final = 1e-3
"""No more is expected of a unit after the first step, which may have had to load its kernels."""


@dataclass
class Steps:
    """The steps of one decision.

    Attributes:
        until: `time.perf_counter()` that must not be passed, seconds.
        exact: steps to do whatever the clock says; None goes by the clock.
        expected_s: seconds that a unit of a step is expected to take, by its kind; outlives the decision.
        done: steps done, MOST_STEPS at most.

    Raises:
        policy.decision.WorkError: `exact` is more than that.
    """

    until: float
    exact: int | None
    expected_s: dict[str, float]
    done: int = 0
    _begun: float = field(default=0.0, repr=False)

    def __post_init__(self) -> None:
        """Refuse what would not end."""
        check_work(self.exact, MOST_STEPS)

    def enter(self, kind: str, units: int) -> bool:
        """Ask for one more step of so many units; `leave` must follow where the answer is yes."""
        if self.done >= (MOST_STEPS if self.exact is None else self.exact):
            return False
        if self.exact is not None:
            return True
        self._begun = time.perf_counter()
        expected = self.expected_s.get(kind, 0.0)
        if self._begun + RESERVE * expected * units < self.until:
            return True
        self.expected_s[kind] = FORGET * expected
        return False

    def leave(self, kind: str, units: int) -> None:
        """Book a finished step."""
        self.done += 1
        if self.exact is None:
            spent = (time.perf_counter() - self._begun) / units
            expected = self.expected_s.setdefault(kind, min(spent, FIRST_S))
            self.expected_s[kind] += LEARN * (min(spent, SPIKE * expected) - expected)
