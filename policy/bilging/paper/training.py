"""From training boards to a file of weights: what `train bilging --policy mdp` runs."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.bilging import Rules
from policy.bilging.paper.fitted_iteration import SAMPLES, FittedIteration
from policy.bilging.paper.weights import GAMMAS, save_weights


def make_weights(
    rules: Rules, boards: int, seed: int, file: Path, on_progress: Callable[[int], None]
) -> dict[str, Any]:
    """Fit the weights of one preset for every discount of `GAMMAS` into `file`. The same seed gives the same weights.

    Args:
        rules: the preset.
        boards: training boards of each of the two sorts.
        seed: decides everything.
        file: ends in .npz.
        on_progress: called with the boards of each sort done so far, `boards` at the end.

    Returns:
        How it went, plain JSON: boards, minutes, and a discount's weights, iterations, growth and residual.

    Raises:
        OSError: the file cannot be written.
    """
    started = time.monotonic()
    fitted = FittedIteration(rules, boards, SAMPLES, seed, on_progress)
    fits = [fitted.run(gamma) for gamma in GAMMAS]
    minutes = round((time.monotonic() - started) / 60, 1)
    save_weights(file, fits, {"rules": rules.name, "boards": boards, "k": SAMPLES, "seed": seed, "minutes": minutes})
    document: dict[str, Any] = {"boards": boards, "minutes": minutes}
    for fit in fits:
        document[f"gamma_{fit.gamma:g}"] = {
            "theta": [round(float(weight), 3) for weight in fit.theta],
            "iterations": fit.iterations,
            "growth": round(fit.growth, 3),
            "residual": round(fit.residual, 3),
        }
    return document
