"""The fitted weights on disk: six numbers a discount, one file a rules preset, made by `train bilging --policy mdp`.

A file is a NumPy archive without pickled objects: ``gammas`` float64 (n,), ``thetas`` float64 (n, 6), and ``made``,
a line of JSON that says how it was made.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from policy.archive import WeightsError, reading, write
from policy.bilging.paper.bingo_features import FEATURES
from policy.bilging.paper.fitted_iteration import Fit

FOLDER = Path(__file__).parent / "data"
"""Where the weights that are shipped lie."""
GAMMAS: Final = (1.0, 0.99)
"""Discounts that weights are made for: the paper tried both and saw no difference."""
DEFAULT: Final = "strict"
"""Weights for rules that have none of their own: chains are nothing in the paper either."""


def save_weights(path: Path, fits: Sequence[Fit], made: Mapping[str, Any]) -> None:
    """Write fits, whole or not at all.

    Args:
        path: ends in .npz; its folder is made where missing.
        fits: one a discount.
        made: how they were made; plain JSON.

    Raises:
        OSError: it cannot be written.
    """
    gammas = np.array([fit.gamma for fit in fits])
    thetas = np.array([fit.theta for fit in fits])
    write(path, {"gammas": gammas, "thetas": thetas, "made": json.dumps(made)})


def load_weights(path: Path) -> tuple[dict[float, NDArray[np.float64]], dict[str, Any]]:
    """Read what `save_weights` wrote: theta, float64 (6,), by discount, and how it was made.

    Raises:
        WeightsError: missing, or not such a file.
    """
    with reading(path, "cannot be read as weights; make them with `train bilging --policy mdp`") as archive:
        gammas, thetas = archive["gammas"].astype(np.float64), archive["thetas"].astype(np.float64)
        made = json.loads(str(archive["made"]))
    if thetas.shape != (gammas.size, FEATURES + 1) or not np.isfinite(thetas).all():
        raise WeightsError(f"{path}: made for other features; make it anew with `train bilging --policy mdp`")
    return dict(zip(gammas.tolist(), thetas, strict=True)), made


@cache
def theta_for(rules_name: str, gamma: float, file: str = "") -> NDArray[np.float64]:
    """Return theta, float64 (6,), for a rules preset, from `file` where one is named, else as shipped.

    Raises:
        WeightsError: it cannot be read, or has nothing for this discount.
    """
    own = FOLDER / f"{rules_name.partition('+')[0]}.npz"
    path = Path(file) if file else own if own.is_file() else FOLDER / f"{DEFAULT}.npz"
    thetas, _ = load_weights(path)
    if gamma not in thetas:
        raise WeightsError(f"gamma must be {' or '.join(f'{one:g}' for one in thetas)}, got {gamma:g}")
    return thetas[gamma]
