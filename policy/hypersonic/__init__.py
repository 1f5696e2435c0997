"""Planners of Hypersonic; what each does and how it fares: docs/hypersonic.md."""

from engine.dice import dice
from engine.hypersonic import PRESETS, Rules, State, start
from policy.decision import Policy
from policy.hypersonic.players import LIVE_POLICIES, POLICIES
from policy.spec import build


def make_policy(spec: str, rules: Rules) -> Policy[State]:
    """Return the planner that `spec` names, such as "beam:sc=0"; raises `policy.spec.PolicyError`."""
    return build(POLICIES, spec, rules)


def make_live_policy(spec: str, rules: Rules) -> Policy[State]:
    """Return the planner that `spec` names for a window whose keys may come too late."""
    return build(LIVE_POLICIES, spec, rules)


def warm_up() -> None:
    """Compile every kernel of every planner (a minute once, then read from disk)."""
    rules = PRESETS["two"]
    for factory in POLICIES.values():
        factory(rules).decide(start(rules, dice(0)), budget_ms=20.0, seed=0)


__all__ = ["POLICIES", "make_live_policy", "make_policy", "warm_up"]
