"""Planners for Square Stacker; what each does and scores: docs/square_stacker.md."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.dice import dice
from engine.square_stacker import PRESETS, Rules, State, start
from policy.decision import Policy
from policy.spec import Factory, build
from policy.square_stacker.dqn import DqnPolicy
from policy.square_stacker.paper import PAPER_AGENTS
from policy.square_stacker.strongest import LearnedPolicy


def strongest(rules: Rules) -> Policy[State]:
    """Return the best player of today."""
    return LearnedPolicy(rules)


POLICIES: Mapping[str, Factory] = MappingProxyType(
    {**PAPER_AGENTS, "dqn": DqnPolicy, "learned": LearnedPolicy, "strongest": strongest}
)
"""Planners by name; called with the rules and keyword parameters."""


def make_policy(spec: str, rules: Rules) -> Policy[State]:
    """Return the planner that `spec` names, such as "dlrgs:depth=3,games=10"; raises `policy.spec.PolicyError`."""
    return build(POLICIES, spec, rules)


def warm_up() -> None:
    """Compile every kernel the strongest planner uses (some seconds once, then read from disk)."""
    rules = PRESETS["wpi"]
    strongest(rules).decide(start(rules, dice(0)), budget_ms=5.0, seed=0, work=4)


__all__ = ["POLICIES", "make_policy", "strongest", "warm_up"]
