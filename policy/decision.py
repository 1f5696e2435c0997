"""What a planner answers."""

from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar

State = TypeVar("State", contravariant=True)

MOST_STEPS: Final = 1 << 20
"""Steps (futures, slices of a search) that one decision takes at most, however long its time. So a
`Decision.work` of theirs that says more was never told, and would not end."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A move and what the planner thinks it is worth (points, in the planner's own horizon)."""

    move: int
    value: float


@dataclass(frozen=True, slots=True)
class Decision:
    """The move to make and why.

    Attributes:
        move: the game's move number.
        value: what the planner thinks it is worth.
        alternatives: the best moves, best first, `move` among them at the front.
        line: the moves it expects to make, `move` first.
        spent_ms: wall time the planner took; not part of what a replay compares.
        work: how much of its search the planner finished (depth reached, games rolled out, ...), in the
            planner's own unit; given back to `Policy.decide` it yields the same decision on any machine.
    """

    move: int
    value: float
    alternatives: tuple[Ranked, ...]
    line: tuple[int, ...]
    spent_ms: float
    work: int = 0


@dataclass(frozen=True, slots=True)
class PlanText:
    """A decision in words.

    Attributes:
        short: a few words, drawn beside the board.
        long: a line: what is to come, what it brings, what was second best; "" where there is no more to say.
    """

    short: str
    long: str = ""


def worth(_rules: object, _state: object, decision: Decision) -> PlanText:
    """Return what is said of a decision where a game has no words of its own: what it is worth."""
    return PlanText(f"{decision.value:.1f}")


class NoMove(Exception):  # noqa: N818 (a state of the game, not an error)
    """There is no legal move to choose from."""


class WorkError(ValueError):
    """A `Decision.work` that the planner never tells; the message is one line."""


def check_work(work: int | None, most: int) -> None:
    """Raise WorkError for more work than a planner ever does."""
    if work is not None and not 0 <= work <= most:
        raise WorkError(f"work must be 0 to {most} for this planner, got {work}")


class Policy(Protocol, Generic[State]):
    """A planner bound to one rules preset and its parameters."""

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose a move within `budget_ms` of wall time.

        Args:
            state: the game's state; never changed.
            budget_ms: wall time to spend; a planner whose full answer is ready sooner returns sooner.
            seed: decides every random choice.
            work: do exactly this much (a `Decision.work`), whatever the clock says: same state, seed and
                work give the same decision bit for bit. This is what a replay uses.

        Raises:
            NoMove: no legal move.
            WorkError: more `work` than the planner ever tells, where there is no end of it.
        """
        ...


def decision_seed(seed: int, number: int) -> int:
    """Return a planner's seed for one decision of a game or run, so that any of them can be repeated alone.

    Args:
        seed: of the game or run.
        number: of the decision within it: moves or rounds before, or the move's own number.
    """
    return seed * 1_000_003 + number
