"""The trained weights on disk: a few MB, one file a rules preset, made by `train square_stacker`.

A file is a NumPy archive without pickled objects: ``weights`` int16 (the weights divided by their table's scale),
``scales`` float32 a table, ``gamma``, and ``made``, a line of JSON that says how it was made.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from policy.archive import WeightsError, reading, write
from policy.square_stacker.features import TABLES, pattern_classes, table_size
from policy.square_stacker.hand_search import Value

FOLDER = Path(__file__).parent / "data"
"""Where the weights that are shipped lie."""
DEFAULT = "wpi"
"""Weights for rules that have none of their own."""
LARGEST = 32767


def save_weights(path: Path, weights: NDArray[np.float32], gamma: float, made: Mapping[str, Any]) -> None:
    """Write weights, whole or not at all.

    Args:
        path: ends in .npz; its folder is made where missing.
        weights: (table_size(),) float32.
        gamma: that they were trained with.
        made: how they were made; plain JSON.

    Raises:
        OSError: it cannot be written.
    """
    tables = weights.reshape(TABLES, -1)
    scales = np.maximum(np.abs(tables).max(axis=1), 1e-6) / LARGEST
    whole = np.round(tables / scales[:, None]).astype(np.int16)
    write(path, {"weights": whole, "scales": scales.astype(np.float32), "gamma": gamma, "made": json.dumps(made)})


def load_weights(path: Path) -> tuple[Value, dict[str, Any]]:
    """Read what `save_weights` wrote: the value, and how it was made.

    Raises:
        WeightsError: missing, or not such a file.
    """
    with reading(path, "cannot be read as weights; make them with `train square_stacker`") as archive:
        tables = archive["weights"].astype(np.float32) * archive["scales"][:, None]
        gamma, made = float(archive["gamma"]), json.loads(str(archive["made"]))
    weights = np.ascontiguousarray(tables.reshape(-1))
    if weights.size != table_size():
        raise WeightsError(f"{path}: made for other features; make it anew with `train square_stacker`")
    classes, (size, _) = pattern_classes()
    return Value(weights, classes, size, gamma), made


@cache
def value_for(rules_name: str, file: str = "") -> Value:
    """Return the value for a rules preset, from `file` where one is named, else as shipped.

    A preset with numbers changed ("coolmath:move_limit=500") has the weights of the preset.

    Raises:
        WeightsError: it cannot be read.
    """
    if file:
        return load_weights(Path(file))[0]
    own = FOLDER / f"{rules_name.partition(':')[0]}.npz"
    return load_weights(own if own.is_file() else FOLDER / f"{DEFAULT}.npz")[0]
