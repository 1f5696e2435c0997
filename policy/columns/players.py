"""The planners of Columns by name."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.columns import Rules, Scoring, State
from policy.columns.article import RandomPolicy, SimplePolicy, SmartPolicy
from policy.columns.chains import ChainPolicy
from policy.columns.running import RunningPolicy
from policy.columns.survival import SurvivalPolicy
from policy.decision import Policy
from policy.spec import Factory

CROWDED_COLOURS: Final = 7
"""From so many colours on, staying alive is all that a player can do."""


def strongest(rules: Rules) -> Policy[State]:
    """Return the best player of today for these rules."""
    if rules.crooked or rules.colours >= CROWDED_COLOURS:
        return SurvivalPolicy(rules)
    return RunningPolicy(rules) if rules.scoring == Scoring.RUNNING else ChainPolicy(rules)


POLICIES: Mapping[str, Factory] = MappingProxyType(
    {
        "random": RandomPolicy,
        "simple": SimplePolicy,
        "smart": SmartPolicy,
        "chains": ChainPolicy,
        "survive": SurvivalPolicy,
        "runner": RunningPolicy,
        "strongest": strongest,
    }
)
"""Planners by name; called with the rules and keyword parameters."""
