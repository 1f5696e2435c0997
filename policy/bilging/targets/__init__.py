"""Plans for breaks that are several swaps away: target tables by rows, orders without accidents, a beam of plans."""

from policy.bilging.targets.player import PlansPolicy

__all__ = ["PlansPolicy"]
