"""The agents of the paper, by the names they have there; without parameters each is as its best row of Table 3."""

from collections.abc import Mapping
from types import MappingProxyType

from policy.spec import Factory
from policy.square_stacker.players import RandomPolicy
from policy.square_stacker.searches import (
    DepthLimitedRandomPolicy,
    ExhaustivePolicy,
    MonteCarloTreePolicy,
    RandomSearchPolicy,
)
from policy.square_stacker.short_term_memory import ShortTermMemoryPolicy

PAPER_AGENTS: Mapping[str, Factory] = MappingProxyType(
    {
        "random": RandomPolicy,
        "stm": ShortTermMemoryPolicy,
        "rgs": RandomSearchPolicy,
        "egs": ExhaustivePolicy,
        "dlrgs": DepthLimitedRandomPolicy,
        "mcts": MonteCarloTreePolicy,
    }
)
"""Planners by name; called with the rules and keyword parameters."""
