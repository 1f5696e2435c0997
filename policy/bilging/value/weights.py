"""The trained weights on disk, one file a rules preset, made by `train bilging`.

A file is a NumPy archive without pickled objects: ``weights`` int16 (the weights in units of ``step``), ``step`` in
points, ``rho`` in points a move, and ``made``, a line of JSON that says how it was made.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.bilging import PRESETS, Rules
from policy.archive import WeightsError, reading, write
from policy.bilging.value.features import COLOURS, COLS, ROWS, TABLE_SIZE, views
from policy.bilging.value.value import Value

FOLDER: Final = Path(__file__).parent / "data"
"""Where the weights that are shipped lie."""
STEP: Final = 1 / 1024
"""Points that weights are rounded to, where that reaches far enough: some 600 of them make a value."""
LARGEST: Final = 32767

FULL_WIDTH_RHO: Final = {"ypp": 8.1, "strict": 7.2, "linear": 7.3, "combo": 12.4}
"""Points a move of the full-width search, the strongest player without a value (docs/bilging.md)."""
PLAIN_RHO: Final = 7.2
"""The same for rules of another name: as `strict`, where chains bring nothing."""

SEARCH_SCALE: Final = 0.45
"""Part of the value that a search over many swaps should count: the play that it was learned from looks one swap ahead
and leaves more for later than a search does. Beams that add all of it to their points play worse than those that add a
quarter or a half."""


def save_weights(path: Path, weights: NDArray[np.float32], rho: float, made: Mapping[str, Any]) -> None:
    """Write weights, whole or not at all.

    Args:
        path: ends in .npz; its folder is made where missing.
        weights: (TABLE_SIZE,), points.
        rho: points a move of the play that they were learned from.
        made: how they were made; plain JSON.

    Raises:
        OSError: it cannot be written.
    """
    step = max(STEP, float(np.abs(weights).max()) / LARGEST)
    whole = np.round(weights / step).astype(np.int16)
    write(path, {"weights": whole, "step": step, "rho": rho, "made": json.dumps(made)})


def load_weights(path: Path) -> tuple[Value, dict[str, Any]]:
    """Read what `save_weights` wrote: the value with fresh scratch, and how it was made.

    Raises:
        WeightsError: missing, or not such a file.
    """
    with reading(path, "cannot be read as weights; make them with `train bilging`") as archive:
        weights = archive["weights"].astype(np.float32) * np.float32(archive["step"])
        rho, made = float(archive["rho"]), json.loads(str(archive["made"]))
    if weights.shape != (TABLE_SIZE,):
        raise WeightsError(f"{path}: made for other features; make it anew with `train bilging`")
    return Value(rho, 1, weights, views()), made


def _scaled(path: Path, scale: float) -> Value:
    value, _ = load_weights(path)
    return value._replace(weights=value.weights * np.float32(scale))


_shipped = cache(_scaled)
"""Shipped files do not change while the program runs."""


def load_value(rules: Rules, file: str = "", scale: float = SEARCH_SCALE) -> Value:
    """Return the value for `rules`, with scratch of its own; its weights are shared and not to be written to.

    Args:
        rules: rules that differ from a preset by their name, water, specials or move limit alone take the preset's.
        file: weights to take instead of those that are shipped.
        scale: factor of all weights; 1 for play that looks one swap ahead.

    Where nothing was learned for the rules every board is worth 0.

    Raises:
        WeightsError: a file cannot be read, or is for other boards.
    """
    if file:
        if (rules.rows, rules.cols, rules.colours) != (ROWS, COLS, COLOURS):
            raise WeightsError(f"{file}: use it with boards of {ROWS} x {COLS} and {COLOURS} colours only")
        return _scaled(Path(file), scale)
    for name, preset in PRESETS.items():
        path = FOLDER / f"{name}.npz"
        if _scoring(preset) == _scoring(rules) and path.is_file():
            return _shipped(path, scale)._replace(views=views())
    return Value(FULL_WIDTH_RHO.get(rules.name.partition("+")[0], PLAIN_RHO), 0, np.zeros(1, np.float32), views())


def _scoring(rules: Rules) -> tuple[Any, ...]:
    """Return what decides the worth of boards."""
    return rules.rows, rules.cols, rules.colours, rules.table, rules.chains
