"""Planners for Bilging; what each does and scores: docs/bilging.md."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.bilging import PRESETS, Chains, Rules, State, start
from engine.dice import dice
from policy.bilging.beam import BeamPolicy
from policy.bilging.fullwidth import FullWidthPolicy
from policy.bilging.paper import MdpPolicy
from policy.bilging.players import Greedy2Policy, GreedyPolicy, RandomPolicy
from policy.bilging.targets import PlansPolicy
from policy.bilging.unknowns import matters
from policy.bilging.value.player import LearnedPolicy
from policy.decision import Policy
from policy.spec import Factory, build


def strongest(rules: Rules, *, clock: str = "wall") -> Policy[State]:
    """Return the best player of today: the beam; where chains score as swaps do, it looks for them as well."""
    return BeamPolicy(rules, chains=int(rules.chains is Chains.COMBO), clock=clock)


POLICIES: Mapping[str, Factory] = MappingProxyType(
    {
        "random": RandomPolicy,
        "greedy": GreedyPolicy,
        "greedy2": Greedy2Policy,
        "fullwidth": FullWidthPolicy,
        "mdp": MdpPolicy,
        "learned": LearnedPolicy,
        "plans": PlansPolicy,
        "beam": BeamPolicy,
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
