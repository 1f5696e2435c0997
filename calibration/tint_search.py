"""Finds the one see-through layer that turns the tiles above into the tiles below."""

from dataclasses import dataclass

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
COVERAGE = 0.4
"""Share of the cells below the line that the layer must explain."""


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
    m = len(use)
    pairs = [(i, j) for i in range(m) for j in range(m) if i != j and use[j].size >= 2 and _below(use[i], use[j])]
    if len(pairs) < 2:
        return None
    means = np.stack([g.mean for g in use])
    sizes = np.array([g.size for g in use], np.float64)
    order = np.zeros((m, m), np.bool_)
    for i, j in pairs:
        order[i, j] = True
    first = [(p, q) for k, p in enumerate(pairs) for q in pairs[k + 1 :] if p[0] != q[0] and p[1] != q[1]]
    if not first:
        return None
    # pairs of large groups first: they are the likelier to be whole kinds
    first.sort(
        key=lambda pq: (
            -min(use[pq[0][0]].size, 3) * use[pq[0][1]].size * min(use[pq[1][0]].size, 3) * use[pq[1][1]].size
        )
    )
    first = first[:MOST_PROPOSALS]
    index = np.array([[p[0], q[0], p[1], q[1]] for p, q in first])
    above = means[index[:, :2]].reshape(len(index), -1, 3)
    under = means[index[:, 2:]].reshape(len(index), -1, 3)
    double = np.concatenate([weight, weight])
    share, offset = _fit(above, under, double)
    sane = (share > SMALLEST_ALPHA) & (share < 1.0 - WEAKEST)
    colour = offset / np.maximum(1.0 - share, 1e-3)[:, None]
    sane &= np.all((colour > -40) & (colour < 295), axis=1)
    best, best_score = None, 0.0
    # what parts groups from each other: an explained group must lie much closer than that
    apart = _Apart(means, weight)
    parting = apart.under(1.0, np.zeros(3))
    np.fill_diagonal(parting, np.inf)
    typical = float(np.median(parting[np.isfinite(parting)]))
    for k in np.flatnonzero(sane):
        error = apart.under(float(share[k]), offset[k])
        error[~order] = np.inf
        limit = max(ALIKE * share[k] * typical, 3.0)
        nearest = error.min(axis=0)
        gain = np.where(nearest < limit, sizes * (1.0 - nearest / limit), 0.0)
        used = {int(i) for i in error.argmin(axis=0)[nearest < limit]}
        score = float(gain.sum()) if len(used) >= 2 else 0.0
        if score > best_score:
            best, best_score = k, score
    if best is None:
        return None
    share_best, offset_best = float(share[best]), offset[best]
    for _ in range(2):  # once more over every pair that the layer explains
        error = apart.under(share_best, offset_best)
        error[~order] = np.inf
        limit = max(ALIKE * share_best * typical, 3.0)
        lower = np.flatnonzero(error.min(axis=0) < limit)
        if len(lower) < 2:
            return None
        upper = error.argmin(axis=0)[lower]
        s, o = _fit(means[upper].reshape(1, -1, 3), means[lower].reshape(1, -1, 3), np.tile(weight, len(lower)))
        share_best, offset_best = float(np.clip(s[0], SMALLEST_ALPHA, 1.0)), o[0]
    split = [
        _split(
            [(use[i].rows, use[i].frames) for i in set(upper)], [(use[j].rows, use[j].frames) for j in lower], f, rows
        )
        for f in range(frames)
    ]
    wet_rows = np.array([s[1] for s in split], np.intp)
    beneath = sum(int((g.rows >= wet_rows[g.frames]).sum()) for g in use)
    explained = sum(use[j].size for j in lower)
    if explained < COVERAGE * beneath or share_best > 1.0 - WEAKEST:
        return None
    colour_best = np.clip(offset_best / (1.0 - share_best), 0.0, 255.0)
    tint = Tint(1.0 - share_best, (float(colour_best[0]), float(colour_best[1]), float(colour_best[2])))
    return TintFound(tint, np.array([s[0] for s in split], np.intp), wet_rows)


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
