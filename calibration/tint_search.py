"""Finds the one see-through layer that turns the tiles above into the tiles below."""

from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.tint import SMALLEST_ALPHA, Tint

MOST_GROUPS = 28
"""Largest groups that are used: two a kind for fourteen kinds."""
MOST_PROPOSALS = 1500
"""Layers that are judged at most."""
WEAKEST = 0.15
"""Weight below which a layer cannot be told from shading."""
ALIKE = 0.45
"""Distance of an explained group, as a share of what parts groups from each other (both under the layer)."""
CLOSE = 3.0
"""Grey levels that this distance may always have."""
COVERAGE = 0.4
"""Share of the cells below the line that the layer must explain."""
COLOURS = (-40.0, 295.0)
"""Limits of a layer's colour; fitted to two pairs alone it may come out beyond 0 to 255."""
WHOLE = 3
"""Cells from which a group above tells as much as a larger one: its mean is the kind's."""
REFITS = 2
"""So often the best layer is fitted once more, to every pair that it explains."""


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Cells that look alike.

    Attributes:
        mean: (pixels, 3) their mean.
        size: how many cells.
        rows: (size,) the row of each, 0 on top.
        frames: (size,) the frame of each.
    """

    mean: NDArray[np.float32]
    rows: NDArray[np.intp]
    frames: NDArray[np.intp]

    @property
    def size(self) -> int:
        """How many cells."""
        return len(self.rows)


@dataclass(frozen=True, slots=True, eq=False)
class TintFound:
    """A layer and where it lies.

    Attributes:
        tint: the layer.
        dry_rows: (frames,) rows above this one (exclusive) are surely dry.
        wet_rows: (frames,) rows from this one on are surely wet; the number of rows where none is.
    """

    tint: Tint
    dry_rows: NDArray[np.intp]
    wet_rows: NDArray[np.intp]


def _split(
    upper: list[tuple[NDArray[np.intp], NDArray[np.intp]]],
    lower: list[tuple[NDArray[np.intp], NDArray[np.intp]]],
    frame: int,
    rows: int,
) -> tuple[int, int]:
    """Return the range of rows at which a frame's cells best part into upper and lower ones."""
    above = np.concatenate([r[f == frame] for r, f in upper] or [np.zeros(0, np.intp)])
    below = np.concatenate([r[f == frame] for r, f in lower] or [np.zeros(0, np.intp)])
    if not len(below):
        return rows, rows
    wrong = np.array([int((above >= s).sum() + (below < s).sum()) for s in range(rows + 1)])
    best = np.flatnonzero(wrong == wrong.min())
    return int(best[0]), int(best[-1])


def _below(upper: Group, lower: Group) -> bool:
    """Tell whether all of one group lies below all of the other in every frame that has both."""
    for frame in np.intersect1d(upper.frames, lower.frames):
        if lower.rows[lower.frames == frame].min() <= upper.rows[upper.frames == frame].max():
            return False
    return True


def _fit(
    above: NDArray[np.float32], under: NDArray[np.float32], weight: NDArray[np.float32]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return (m,) shares and (m, 3) offsets so that under = share * above + offset, least squares over pixels.

    Args:
        above, under: (m, pixels, 3).
        weight: (pixels,).
    """
    w = weight / weight.sum()
    mean_a = np.einsum("p,mpc->mc", w, above, dtype=np.float64)
    mean_u = np.einsum("p,mpc->mc", w, under, dtype=np.float64)
    a = above - mean_a[:, None]
    u = under - mean_u[:, None]
    share = np.einsum("p,mpc,mpc->m", w, a, u, dtype=np.float64) / (
        np.einsum("p,mpc,mpc->m", w, a, a, dtype=np.float64) + 1.0
    )
    return share, mean_u - share[:, None] * mean_a


def find_tint(groups: list[Group], weight: NDArray[np.float32], frames: int, rows: int) -> TintFound | None:
    """Return the layer under which the most cells of lower groups are cells of upper ones, or None.

    Every two pairs (a group above, a group below) propose a layer; it is judged by all the others.

    Args:
        groups: from one clustering; one cell may lie above, below it takes two.
        weight: (pixels,) from `ground_weight`.
        frames: how many there are.
        rows: of the board.
    """
    use = sorted(groups, key=lambda g: -g.size)[:MOST_GROUPS]
    order = _order(use)
    proposals = _proposals(use, order)
    if not proposals:
        return None
    explaining = _Explaining(use, order, weight)
    layer = explaining.best(_fitted(explaining.means, weight, proposals))
    if layer is None:
        return None
    for _ in range(REFITS):
        upper, lower = explaining.pairs(layer)
        if len(lower) < 2:
            return None
        layer = _refitted(explaining.means[upper], explaining.means[lower], weight)
    return _placed(layer, use, upper, lower, frames, rows)


class _Layer(NamedTuple):
    """What lies under a layer: share * what is above + offset; the offset is (3,)."""

    share: float
    offset: NDArray[np.float64]


def _order(use: list[Group]) -> NDArray[np.bool_]:
    """Return (m, m): whether a group (column) may be another one (row) under a layer."""
    m = len(use)
    order = np.zeros((m, m), np.bool_)
    for i in range(m):
        for j in range(m):
            order[i, j] = i != j and use[j].size >= 2 and _below(use[i], use[j])
    return order


def _proposals(use: list[Group], order: NDArray[np.bool_]) -> list[tuple[int, int, int, int]]:
    """Return two groups above and the two that may be these below, for each layer that is to be judged.

    Pairs of large groups come first: they are the likelier to be whole kinds.
    """
    pairs = [(int(i), int(j)) for i, j in np.argwhere(order)]
    found = [
        (above, other_above, below, other_below)
        for (above, below), (other_above, other_below) in combinations(pairs, 2)
        if above != other_above and below != other_below
    ]

    def whole(four: tuple[int, int, int, int]) -> int:
        above, other_above, below, other_below = (use[k].size for k in four)
        return min(above, WHOLE) * below * min(other_above, WHOLE) * other_below

    return sorted(found, key=whole, reverse=True)[:MOST_PROPOSALS]


def _fitted(
    means: NDArray[np.float32], weight: NDArray[np.float32], proposals: list[tuple[int, int, int, int]]
) -> list[_Layer]:
    """Return the layers that proposals make, without those that no layer looks like."""
    index = np.array(proposals)
    above = means[index[:, :2]].reshape(len(index), -1, 3)
    under = means[index[:, 2:]].reshape(len(index), -1, 3)
    share, offset = _fit(above, under, np.concatenate([weight, weight]))
    colour = offset / np.maximum(1.0 - share, 1e-3)[:, None]
    sane = (share > SMALLEST_ALPHA) & (share < 1.0 - WEAKEST)
    sane &= np.all((colour > COLOURS[0]) & (colour < COLOURS[1]), axis=1)
    return [_Layer(float(share[k]), offset[k]) for k in np.flatnonzero(sane)]


def _refitted(above: NDArray[np.float32], under: NDArray[np.float32], weight: NDArray[np.float32]) -> _Layer:
    """Return the layer that turns all of some looks (n, pixels, 3) best into others."""
    share, offset = _fit(above.reshape(1, -1, 3), under.reshape(1, -1, 3), np.tile(weight, len(above)))
    return _Layer(float(np.clip(share[0], SMALLEST_ALPHA, 1.0)), offset[0])


def _placed(
    layer: _Layer, use: list[Group], upper: NDArray[np.intp], lower: NDArray[np.intp], frames: int, rows: int
) -> TintFound | None:
    """Return a layer and where it lies; None where it explains too little of what lies below its line.

    Args:
        layer: the layer.
        use: all groups.
        upper, lower: (n,) which of them it explains: what is above it, and that below.
        frames, rows: as in `find_tint`.
    """
    above = [(use[i].rows, use[i].frames) for i in set(upper.tolist())]
    below = [(use[j].rows, use[j].frames) for j in lower]
    split = np.array([_split(above, below, frame, rows) for frame in range(frames)], np.intp).reshape(-1, 2)
    dry_rows, wet_rows = split[:, 0], split[:, 1]
    beneath = sum(int((g.rows >= wet_rows[g.frames]).sum()) for g in use)
    explained = sum(use[j].size for j in lower)
    if explained < COVERAGE * beneath or layer.share > 1.0 - WEAKEST:
        return None
    blue, green, red = np.clip(layer.offset / (1.0 - layer.share), 0.0, 255.0).tolist()
    return TintFound(Tint(1.0 - layer.share, (blue, green, red)), dry_rows, wet_rows)


class _Explaining:
    """Which groups are which others under a layer.

    Args:
        use: m groups.
        order: (m, m) from `_order`.
        weight: (pixels,).
    """

    def __init__(self, use: list[Group], order: NDArray[np.bool_], weight: NDArray[np.float32]) -> None:
        self.means = np.stack([group.mean for group in use])
        self._sizes = np.array([group.size for group in use], np.float64)
        self._order = order
        self._apart = _Apart(self.means, weight)
        # what parts groups from each other: an explained group must lie much closer than that
        parting = self._apart.under(1.0, np.zeros(3))
        np.fill_diagonal(parting, np.inf)
        self._typical = float(np.median(parting[np.isfinite(parting)]))

    def best(self, layers: list[_Layer]) -> _Layer | None:
        """Return the layer that explains the most cells the best, from two groups above at least."""
        best, best_score = None, 0.0
        for layer in layers:
            nearest, upper, limit = self._nearest(layer)
            near = nearest < limit
            if len(np.unique(upper[near])) < 2:
                continue
            score = float(np.where(near, self._sizes * (1.0 - nearest / limit), 0.0).sum())
            if score > best_score:
                best, best_score = layer, score
        return best

    def pairs(self, layer: _Layer) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return (n,) groups above, and those below that are these under a layer."""
        nearest, upper, limit = self._nearest(layer)
        lower = np.flatnonzero(nearest < limit)
        return upper[lower], lower

    def _nearest(self, layer: _Layer) -> tuple[NDArray[np.float64], NDArray[np.intp], float]:
        """Return (m,) how far each group is from the nearest one that it may be, (m,) which, and how far it may be."""
        error = self._apart.under(*layer)
        error[~self._order] = np.inf
        return error.min(axis=0), error.argmin(axis=0), max(ALIKE * layer.share * self._typical, CLOSE)


class _Apart:
    """How far looks are from each other seen through a layer, from their sums of products: no pixel is seen twice.

    Args:
        looks: (m, pixels, 3).
        weight: (pixels,).
    """

    def __init__(self, looks: NDArray[np.float32], weight: NDArray[np.float32]) -> None:
        share = np.asarray(weight / weight.sum(), np.float64)
        exact = looks.astype(np.float64)
        self._mean = np.einsum("p,mpc->mc", share, exact)
        self._products = np.einsum("p,mpc,npc->mn", share, exact, exact, optimize=True)

    def under(self, share: float, offset: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return (m, m) root mean square differences of `share * one + offset` (rows) from the others (columns)."""
        square, along = np.diag(self._products), self._mean @ offset
        mine = share * share * square + 2 * share * along + offset @ offset
        sums = mine[:, None] + (square - 2 * along)[None] - 2 * share * self._products
        return np.asarray(np.sqrt(np.maximum(sums, 0.0) / 3.0))
