"""How long things last on average, where some were cut off before they ended."""

import math
from typing import Final

TAIL: Final = 0.025
"""Beyond each end of a 95 % interval."""
HALVINGS: Final = 60
"""Of the range in which a mean count is looked for."""


def mean_life(total: float, deaths: int) -> tuple[float, float]:
    """Return the 95 % interval of a mean life in which every moment is as dangerous as any other (F. Garwood, 1936).

    Args:
        total: lived by all together, those that were cut off too.
        deaths: how many lives ended; of none the upper end is infinite.
    """
    most = _mean_count(deaths, TAIL)
    least = _mean_count(deaths - 1, 1 - TAIL) if deaths else 0.0
    return total / most, total / least if least else math.inf


def _mean_count(most: int, chance: float) -> float:
    """Return of which mean a Poisson count is at most `most` with that chance."""
    low, high = 0.0, 2.0 * most + 20.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if _at_most(most, middle) > chance:
            low = middle
        else:
            high = middle
    return low


def _at_most(most: int, mean: float) -> float:
    """Return the chance that a Poisson count with that mean is at most `most`."""
    if mean == 0.0:
        return 1.0
    return sum(math.exp(count * math.log(mean) - mean - math.lgamma(count + 1)) for count in range(most + 1))
