"""Many numbers in a few, as documents and lines of JSON hold them."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

SHARES = (50, 95, 99)
DIGITS: Final = 5
"""Leading binary digits that `coarse` leaves."""


def spread(values: NDArray[np.float64]) -> dict[str, float]:
    """Return mean, standard deviation, standard error, least and most of numbers, (n,), n at least 1."""
    deviation = float(values.std(ddof=1)) if values.size > 1 else 0.0
    return {
        "mean": float(values.mean()),
        "sd": deviation,
        "se": deviation / values.size**0.5,
        "min": float(values.min()),
        "max": float(values.max()),
    }


def mean_and_error(values: NDArray[np.float64]) -> dict[str, float]:
    """Return mean and standard error of numbers, (n,), n at least 1."""
    whole = spread(values)
    return {"mean": whole["mean"], "se": whole["se"]}


def percentiles(values: NDArray[Any]) -> dict[str, float]:
    """Return p50, p95 and p99 of numbers, (n,); 0 each where there are none."""
    return {f"p{share}": float(np.percentile(values, share)) if values.size else 0.0 for share in SHARES}


def coarse(number: int) -> int:
    """Return a number from 0 on with all binary digits but the leading `DIGITS` set to 0: a sixteenth less at most.

    So a few dozen numbers stand for all, and counts of them can be added up from game to game.
    """
    lost = max(number.bit_length() - DIGITS, 0)
    return number >> lost << lost


def coarse_percentile(counts: Mapping[int, int], share: float) -> int:
    """Return the least coarse number that `share` of a hundred lie at or below, by how often each came; 0 of none."""
    reached, wanted = 0, share / 100.0 * sum(counts.values())
    for number, count in sorted(counts.items()):
        reached += count
        if reached >= wanted:
            return number
    return 0
