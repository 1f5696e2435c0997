"""The player of the paper "Holey Ship! Bilging by reinforcement learning": five bingo features and a linear value.

Rodriguez, Chen, Turner-Maier (2008). How it is read, and what it scores here: docs/bilging_paper.md.
"""

from policy.bilging.paper.player import MdpPolicy

__all__ = ["MdpPolicy"]
