"""Planners for Bilging; what each does and scores: docs/bilging.md."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.bilging import PRESETS, Rules, State, start
from engine.dice import dice
from policy.bilging.fullwidth import FullWidthPolicy
from policy.bilging.players import Greedy2Policy, GreedyPolicy, RandomPolicy
from policy.bilging.unknowns import matters
from policy.decision import Policy
from policy.spec import Factory, build


def strongest(rules: Rules) -> Policy[State]:
    """Return the best player of today: full width 4, chains counted."""
    return FullWidthPolicy(rules, depth=4, chains=1, goal="sum")


POLICIES: Mapping[str, Factory] = MappingProxyType(
    {
        "random": RandomPolicy,
        "greedy": GreedyPolicy,
        "greedy2": Greedy2Policy,
        "fullwidth": FullWidthPolicy,
        "strongest": strongest,
    }
)
"""Planners by name; called with the rules and keyword parameters."""


def make_policy(spec: str, rules: Rules) -> Policy[State]:
    """Return the planner that `spec` names, such as "fullwidth:depth=3"; raises `policy.spec.PolicyError`."""
    return build(POLICIES, spec, rules)


def warm_up() -> None:
    """Compile every kernel the planners use (some seconds once, then read from disk)."""
    rules = PRESETS["ypp"]
    strongest(rules).decide(start(rules, dice(0)), budget_ms=5.0, seed=0)


__all__ = ["POLICIES", "make_policy", "matters", "strongest", "warm_up"]
