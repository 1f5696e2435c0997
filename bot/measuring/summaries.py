"""Many numbers in a few, as documents and lines of JSON hold them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

SHARES = (50, 95, 99)


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
