"""Trained networks on disk: NumPy archives without pickled objects, float32 as they were trained.

An archive holds one array for each field of the network, named by it, ``kind``, ``gamma`` (discount a move), and
``made``, a line of JSON that says how it was made.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from policy.archive import WeightsError, reading, write
from policy.square_stacker.dqn import afterstate_network, paper_network
from policy.square_stacker.dqn.afterstate_network import AfterstateNetwork
from policy.square_stacker.dqn.paper_network import PaperNetwork

FOLDER: Final = Path(__file__).parent / "data"
"""Where the networks that are shipped lie, each under the name of its kind."""
KINDS: Final[Mapping[str, tuple[Any, Any]]] = MappingProxyType(
    {
        "paper": (PaperNetwork, paper_network.SHAPES),
        "learned": (AfterstateNetwork, afterstate_network.SHAPES),
    }
)
"""Each kind of network and the shapes of its arrays."""


class NetworkError(WeightsError):
    """A file of a network cannot be used; the message is one line."""


def save_network(
    path: Path, kind: str, network: PaperNetwork | AfterstateNetwork, gamma: float, made: Mapping[str, Any]
) -> None:
    """Write a network, whole or not at all.

    Args:
        path: ends in .npz; its folder is made where missing.
        kind: a key of `KINDS`.
        network: the weights.
        gamma: discount a move that it was trained with.
        made: how it was made; plain JSON.

    Raises:
        OSError: it cannot be written.
    """
    write(path, {"kind": kind, "gamma": gamma, "made": json.dumps(made), **network._asdict()})


def load_network(path: Path, kind: str) -> tuple[PaperNetwork | AfterstateNetwork, float, dict[str, Any]]:
    """Read what `save_network` wrote: the network, its discount a move, and how it was made.

    Raises:
        NetworkError: missing, not such a file, or a network of another kind.
    """
    network, shapes = KINDS[kind]
    refusal = "cannot be read as a network of the dqn policy; leave file= out for ours"
    with reading(path, refusal, NetworkError) as archive:
        found, gamma, made = str(archive["kind"]), float(archive["gamma"]), json.loads(str(archive["made"]))
        arrays = {name: archive[name] for name in network._fields} if found == kind else {}
    if found != kind:
        raise NetworkError(f"{path}: holds a network of the kind {found!r}, not {kind!r}; say network={found}")
    for name, shape in shapes.items():
        array = arrays[name]
        if array.shape != shape or array.dtype != np.float32 or not np.isfinite(array).all():
            raise NetworkError(f"{path}: {name} is not float32 {shape} of finite numbers; train the network anew")
    return network(**{name: np.ascontiguousarray(array) for name, array in arrays.items()}), gamma, made


def shipped_curve() -> NDArray[np.float64]:
    """Return how the paper's network did in its training (figure 5): (1000, 3) least, mean, most of each 100 games.

    Raises:
        NetworkError: the file that comes with the program is damaged.
    """
    refusal = "cannot be read; restore the program's files"
    with reading(FOLDER / "paper_figures.npz", refusal, NetworkError) as archive:
        curve = archive["curve"]
    return np.asarray(curve, np.float64)
