"""Deep Q-networks for Square Stacker: the paper's (sections 2.2, 3.3, 4.2), and one that learns to play.

Playing needs numpy and numba alone; training needs the extra in requirements/torch.in.
"""

from policy.square_stacker.dqn.files import NetworkError, shipped_curve
from policy.square_stacker.dqn.player import DqnPolicy

__all__ = ["DqnPolicy", "NetworkError", "shipped_curve"]
