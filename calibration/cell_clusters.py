"""Groups cells that show the same thing, with the number of groups found."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import squareform

from calibration.grounds import Grounds
from engine.jit import njit
from vision.matching import CAP

NOISE = 6.0
"""Difference of one pixel that says nothing, in grey levels."""
FINEST = 0.3
"""Relative distance up to which cells are surely of one kind: about a third of what parts different kinds."""
DOUBLE = 0.5
"""Relative distance from which two tight groups are two kinds, whatever else is joined further apart."""
FEWEST = 3
"""Cells of a group below which it is no kind of its own beside one that is like it."""
TIGHT = 0.45
"""A group is tight if its parts join below this share of the distance to the other."""
MINGLED_DOUBLE = 0.2
"""Relative distance from which groups are two kinds that lie on one ground and are tighter still. Groups of one kind
were never more than 0.13 apart so, in 1104 drawn and spoilt pictures; two kinds never less than 0.3."""
MINGLED_TIGHT = 0.4
"""Share of the distance to the other group that such a group's parts join below."""
COARSEST = 0.85
"""Relative distance from which cells are surely of different kinds."""


@njit
def _weighted_distances(
    patches: NDArray[np.float32], weight: NDArray[np.float32], cap: float, out: NDArray[np.float32]
) -> None:
    most = np.float32(cap * cap)
    third = np.float32(1.0 / 3.0)
    for a in range(patches.shape[0]):
        out[a, a] = 0.0
        for b in range(a):
            total = np.float32(0.0)
            for i in range(patches.shape[1]):
                p = patches[a, i, 0] - patches[b, i, 0]
                q = patches[a, i, 1] - patches[b, i, 1]
                r = patches[a, i, 2] - patches[b, i, 2]
                total += weight[i] * min(third * (p * p + q * q + r * r), most)
            out[a, b] = np.sqrt(total)
            out[b, a] = out[a, b]


def weighted_distances(patches: NDArray[np.float32], weight: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return capped, weighted root mean square differences, (cells, cells) float32, in grey levels.

    Args:
        patches: (cells, pixels, 3).
        weight: (pixels,), summing to 1.
    """
    out = np.empty((len(patches), len(patches)), np.float32)
    _weighted_distances(np.ascontiguousarray(patches, np.float32), weight, CAP, out)
    return out


def ground_weight(patches: NDArray[np.float32], dark: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Return how far each pixel of a cell tells kinds apart, (pixels,) float32 summing to 1.

    Where a cell and the cell most like it differ, as a rule over all cells, the ground shows. The two are taken from
    fields of different colour, as on a chess board, for some grounds are chequered.

    Args:
        patches: (cells, pixels, 3).
        dark: (cells,) which cells lie on dark fields, that is row + column is odd.
    """
    same_field = dark[:, None] == dark[None, :]
    if same_field.all():
        same_field = np.eye(len(patches), dtype=np.bool_)
    weight = np.full(patches.shape[1], 1.0 / patches.shape[1], np.float32)
    for _ in range(2):
        distance = weighted_distances(patches, weight)
        distance[same_field] = np.inf
        twin = distance.argmin(axis=1)
        apart = np.sqrt(np.minimum(np.mean((patches - patches[twin]) ** 2, axis=2), CAP**2))
        ground = np.quantile(apart, 0.6, axis=0)
        weight = (1.0 / (ground**2 + NOISE**2)).astype(np.float32)
        weight /= weight.sum()
    return weight


@dataclass(frozen=True, slots=True, eq=False)
class Clusters:
    """Cells in groups.

    Attributes:
        label: (cells,) int, 0.. by falling size.
        cut: relative distance at which the groups were cut.
    """

    label: NDArray[np.intp]
    cut: float


def relative_distances(distance: NDArray[np.float32], near: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Return distances divided by what parts cells thereabouts, so that dim parts of a board count like bright ones.

    Args:
        distance: (cells, cells), in grey levels.
        near: (cells, cells), which cells lie thereabouts.
    """
    typical = np.array(
        [np.quantile(d[n], 0.4) if n.any() else np.median(d) for d, n in zip(distance, near, strict=True)]
    )
    typical = np.maximum(typical, 1.0) + 2.0
    relative = distance / np.sqrt(typical[:, None] * typical[None, :])
    np.fill_diagonal(relative, 0.0)
    return np.asarray(relative, np.float32)


def _are_two(near: float, h: float, one: NDArray[np.intp], other: NDArray[np.intp], grounds: Grounds | None) -> bool:
    """Tell whether two groups, h apart, whose own parts join at `near` or below, are two kinds."""
    if min(len(one), len(other)) < FEWEST:
        return False
    if h > DOUBLE and near < TIGHT * h:
        return True
    close = h > MINGLED_DOUBLE and near < MINGLED_TIGHT * h
    return close and grounds is not None and grounds.mingled(one, other)


def _split_doubles(tree: NDArray[np.float64], label: NDArray[np.intp], grounds: Grounds | None) -> NDArray[np.intp]:
    """Split groups that are two tight groups far from each other: two kinds more alike than the rest.

    What joins two that were split is further from both than they are from each other, so it is neither of them.
    """
    members = [np.array([k], np.intp) for k in range(len(tree) + 1)]
    height = [0.0] * len(members)
    split = [False] * len(members)
    label = label.copy()
    fresh = int(label.max()) + 1
    for a, b, h, _ in tree:
        left, right = int(a), int(b)
        near = max(height[left], height[right])
        two = split[left] or split[right] or _are_two(near, float(h), members[left], members[right], grounds)
        shared = members[right][np.isin(label[members[right]], label[members[left]])]
        if two and len(shared):
            label[shared] = fresh
            fresh += 1
        members.append(np.concatenate([members[left], members[right]]))
        height.append(float(h))
        split.append(two)
    return label


def cluster_cells(relative: NDArray[np.float32], cut: float | None = None, grounds: Grounds | None = None) -> Clusters:
    """Group cells by average linkage.

    Args:
        relative: (cells, cells) from `relative_distances`.
        cut: where to cut; None looks for the widest gap between the heights at which groups join.
        grounds: where the cells lie; two kinds that are alike can be told then from one on two grounds.
    """
    tree = linkage(squareform(relative, checks=False), "average")
    if cut is None:
        heights = tree[:, 2]
        between = heights[(heights > FINEST) & (heights < COARSEST)]
        ends = np.concatenate([[FINEST], between, [COARSEST]])
        widest = int(np.argmax(np.diff(ends)))
        cut = float(ends[widest] + ends[widest + 1]) / 2
    raw = _split_doubles(tree, np.asarray(fcluster(tree, cut, "distance"), np.intp), grounds)
    names, counts = np.unique(raw, return_counts=True)
    rank = {int(name): k for k, name in enumerate(names[np.argsort(-counts, kind="stable")])}
    return Clusters(np.array([rank[int(name)] for name in raw], np.intp), cut)
