"""Planners for swap3; what each does and scores: docs/swap3.md."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.dice import dice
from engine.swap3 import PRESETS, Rules, State, start
from policy.decision import Policy
from policy.spec import Factory, build
from policy.swap3.beam import BeamPolicy
from policy.swap3.players import GreedyPolicy, RandomPolicy
from policy.swap3.unknowns import matters


def strongest(rules: Rules) -> Policy[State]:
    """Return the best player of today: the beam."""
    return BeamPolicy(rules)


POLICIES: Mapping[str, Factory] = MappingProxyType(
    {"random": RandomPolicy, "greedy": GreedyPolicy, "beam": BeamPolicy, "strongest": strongest}
)
"""Planners by name; called with the rules and keyword parameters."""


def make_policy(spec: str, rules: Rules) -> Policy[State]:
    """Return the planner that `spec` names, such as "beam:depth=3"; raises `policy.spec.PolicyError`."""
    return build(POLICIES, spec, rules)


def warm_up() -> None:
    """Compile every kernel the planners use (some seconds once, then read from disk)."""
    rules = PRESETS["gweled"]
    state = start(rules, dice(0))
    for name in POLICIES:
        make_policy(name, rules).decide(state, budget_ms=5.0, seed=0)


__all__ = ["POLICIES", "make_policy", "matters", "strongest", "warm_up"]
