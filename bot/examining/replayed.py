"""What a replay tells: a decision for each picture, and what differs from what was recorded."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from policy.decision import Decision


@dataclass(frozen=True, slots=True)
class Difference:
    """One decision that came out otherwise, and what differed first."""

    number: int
    what: str
    recorded: object
    now: object


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a replay found.

    Attributes:
        frames: pictures that were read.
        decisions: what is decided in each; where nothing can be, "move" is None and "why" says why.
        differences: from what was recorded.
        words: a move's number to the move as a person would say it.
        rules: name of those that are gone by.
        policy: the planner with its parameters.
        rules_version: of these rules now.
        recorded_version: of those that the recording says it was made by; None where it does not say.
        recorded: whether there was anything recorded to compare with.
        of_video: whether what was played is told, in "played" of a decision: the moves that explain what came after it.
        lacking: decisions that were recorded and could not be made again, since their frames are not on disk.
    """

    frames: int
    decisions: tuple[dict[str, Any], ...]
    differences: tuple[Difference, ...]
    words: Callable[[int], str]
    rules: str
    policy: str
    rules_version: int
    recorded_version: int | None = None
    recorded: bool = True
    of_video: bool = False
    lacking: int = 0

    @property
    def other_rules(self) -> str:
        """What is to be said where rules of one name have changed since they were recorded; else ""."""
        if self.recorded_version in (None, self.rules_version):
            return ""
        return (
            f"made by version {self.recorded_version} of its rules, and here they are at version {self.rules_version}"
        )

    @property
    def undecided(self) -> list[str]:
        """The pictures in which nothing can be decided."""
        return [step["frame"] for step in self.decisions if step["move"] is None]

    @property
    def same(self) -> int:
        """Decisions that came out as recorded, or that were played in the video."""
        if self.of_video:
            return sum(step["move"] in step.get("played", ()) for step in self.decisions)
        return len(self.decisions) - len(self.differences) if self.recorded else 0

    @property
    def different(self) -> int:
        """Decisions that came out otherwise, or beside which another move was played in the video."""
        if self.of_video:
            return sum(bool(step.get("played")) and step["move"] is not None for step in self.decisions) - self.same
        return len(self.differences)

    def document(self) -> dict[str, Any]:
        """Return the `--json` document."""
        return {
            "rules": self.rules,
            "policy": self.policy,
            "frames": self.frames,
            "decisions": len(self.decisions),
            "same": self.same,
            "different": self.different,
            "lacking": self.lacking,
            "rules_version": {"recorded": self.recorded_version, "now": self.rules_version},
            "differences": [
                {"number": d.number, "what": d.what, "recorded": d.recorded, "now": d.now} for d in self.differences
            ],
            "moves": list(self.decisions),
        }


def plain(decision: Decision) -> dict[str, Any]:
    """Return a decision as a recording holds it: lists for tuples, no wall time."""
    return {
        "move": decision.move,
        "value": decision.value,
        "alternatives": [{"move": ranked.move, "value": ranked.value} for ranked in decision.alternatives],
        "line": list(decision.line),
        "work": decision.work,
    }


def shown(now: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a decision that a replay's document tells beside number, frame and move."""
    return {name: now[name] for name in ("value", "line", "alternatives", "work", "plan", "why") if name in now}
