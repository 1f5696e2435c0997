"""Planners for Columns; what each does and scores: docs/columns.md."""

from engine.columns import PRESETS, Rules, State, start
from engine.dice import dice
from policy.columns.headroom import Headroom, lowered
from policy.columns.players import POLICIES, strongest
from policy.decision import Policy
from policy.spec import build


def make_policy(spec: str, rules: Rules) -> Policy[State]:
    """Return the planner that `spec` names, such as "smart"; raises `policy.spec.PolicyError`."""
    return build(POLICIES, spec, rules)


def make_live_policy(spec: str, rules: Rules) -> Policy[State]:
    """Return the planner that `spec` names for a window in which pieces fall while they are steered."""
    low = lowered(rules)
    return (
        make_policy(spec, rules) if low is rules else Headroom(rules, make_policy(spec, rules), make_policy(spec, low))
    )


def warm_up() -> None:
    """Compile every kernel the strongest planners use (some seconds once, then read from disk)."""
    for name in ("jewel", "running", "jewel:crooked=2"):
        rules = PRESETS[name]
        strongest(rules).decide(start(rules, dice(0)), budget_ms=5.0, seed=0, work=8)


__all__ = ["POLICIES", "make_live_policy", "make_policy", "strongest", "warm_up"]
