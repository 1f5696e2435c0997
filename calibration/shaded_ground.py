"""What in a cell is the tile's, on a ground of many shades: tiles of one kind agree there, whatever they lie on.

`cell_clusters.ground_weight` asks where a cell and the cell most like it differ. On a ground that is darker towards the
edges of the board, or goes from light to dark, that cell lies close by, on the same shade, and tells nothing.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.cell_clusters import FEWEST, NOISE, cluster_cells, relative_distances, weighted_distances
from calibration.grounds import Grounds
from calibration.kinds import Kind
from vision.matching import CAP

ROUNDS = 3
"""Times that cells are grouped by what was a tile's so far, and the tile is found anew in the groups."""
MIDDLE = 0.5
"""Of a cell's half width: how far from its middle the tile surely reaches; at first little counts beyond."""


def tile_weight(cells: NDArray[np.float32], grounds: Grounds) -> NDArray[np.float32]:
    """Return how far each pixel of a cell tells kinds apart, (pixels,) float32 summing to 1.

    The first groups are made by the middle of the cells, for there the tiles are.

    Args:
        cells: (cells, n, n, 3).
        grounds: where the cells lie.
    """
    flat = cells.reshape(len(cells), -1, 3)
    others = ~np.eye(len(flat), dtype=np.bool_)
    along = (np.arange(cells.shape[1]) + 0.5) / cells.shape[1] * 2 - 1
    weight = np.exp(-(along[:, None] ** 2 + along[None, :] ** 2) / MIDDLE**2).ravel()
    for _ in range(ROUNDS):
        weight = (weight / weight.sum()).astype(np.float32)
        label = cluster_cells(relative_distances(weighted_distances(flat, weight), others), grounds=grounds).label
        groups = [flat[label == k] for k in np.flatnonzero(np.bincount(label) >= FEWEST)]
        if not groups:
            break
        apart = np.mean([_spread(group) for group in groups], axis=0)
        # squared, for ground that takes up most of a cell must not add up to as much as the tile
        weight = 1.0 / (apart**2 + NOISE**2) ** 2
    return np.asarray(weight / weight.sum(), np.float32)


def telling(kinds: Sequence[Kind]) -> NDArray[np.float32]:
    """Return how far kinds differ from each other at each pixel, (pixels,) float32 summing to 1; two kinds at least.

    They lie on one and the same ground, so what differs is the tiles'. What covers a part of that is no ground.
    """
    looks = np.stack([kind.dry.reshape(-1, 3) for kind in kinds])
    square = np.minimum(np.mean((looks[:, None] - looks[None]) ** 2, axis=3), CAP**2).mean(axis=(0, 1))
    return np.asarray(square / max(float(square.sum()), 1e-6), np.float32)


def off_the_middle(kinds: Sequence[Kind]) -> tuple[float, float]:
    """Return how far right of and below a cell's middle the part of it lies that is the tiles', in cells.

    It is about half of what the lattice is off: what is trusted of a tile is what of it lies in the cell.
    """
    trust = np.mean([kind.trust for kind in kinds], axis=0)
    along = (np.arange(len(trust)) + 0.5) / len(trust) - 0.5
    whole = float(trust.sum())
    return float((trust * along).sum()) / whole, float((trust * along[:, None]).sum()) / whole


def _spread(group: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how far cells (cells, pixels, 3) are from their median at each pixel, (pixels,), in grey levels."""
    square = np.mean((group - np.median(group, axis=0)) ** 2, axis=2)
    return np.asarray(np.sqrt(np.minimum(square, CAP**2).mean(axis=0)), np.float32)
