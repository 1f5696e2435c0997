"""Learns what kinds of tile there are from the cells of one or a few frames, wet and dry as one kind.

Cells are grouped as seen; the groups tell the tint and the waterline; with the tint taken off they are grouped again,
which gives the kinds; kinds, tint and waterlines are then refined in turn on all the cells.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.cell_clusters import (
    FINEST,
    cluster_cells,
    ground_weight,
    relative_distances,
    weighted_distances,
)
from calibration.tint_search import Group, find_tint
from vision.cells import Patches
from vision.matching import CAP, SMALLEST_ALPHA, Match, Matcher, Tint

SIDE = 16
"""Patch pixels a side while learning."""
ROUNDS = 3
"""Times that kinds, tint and waterlines are refined."""
STEADY = 10.0
"""Spread of a pixel at which it is trusted half, in grey levels."""
PRIOR_CELLS = 3.0
"""How many cells' worth the spread over all kinds counts against that of one kind."""
WHOLLY = 48.0
"""Difference of a pixel that no shading, splash or chequer makes, in grey levels."""
COVERED_SHARE = 0.15
"""Share of a cell's pixels, by how far they tell kinds apart, from which something lies over it."""
CLOSE_BY = 2
"""Cells up to which one thing may lie over both."""
OCCLUDED_SHARE = 0.45
"""Share of a cell's trusted pixels that fit a kind from which it is that kind with something over it."""


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """One kind of tile.

    Attributes:
        dry: (n, n, 3) float32, how it looks with no tint.
        trust: (n, n) float32, 0 to 1.
        cells: (count,) indices into all cells, frame by frame, row by row.
    """

    dry: NDArray[np.float32]
    trust: NDArray[np.float32]
    cells: NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Learned:
    """What was learned.

    Attributes:
        kinds: by falling count.
        tint: the layer over the lower part, or None.
        waterlines: (frames,) rows above the water; the number of rows where there is none.
        label: (frames, rows, cols) index into `kinds`, -1 for a cell that was not learned from.
        covered: (frames, rows, cols) bool, cells of a known kind with something over a good part of them.
    """

    kinds: list[Kind]
    tint: Tint | None
    waterlines: NDArray[np.float64]
    label: NDArray[np.intp]
    covered: NDArray[np.bool_]


def take_off(patches: Patches, tint: Tint | None, waterline: float) -> tuple[Patches, NDArray[np.bool_]]:
    """Return a frame's cells with the tint taken off below the water, and which pixels lie under it.

    Args:
        patches: (rows, cols, n, n, 3).
        tint: the layer, or None.
        waterline: rows above the water.

    Returns:
        (rows, cols, n, n, 3) float32 and (rows, n) bool.
    """
    rows, _, n = patches.shape[:3]
    height = (np.arange(rows * n).reshape(rows, n) + 0.5) / n
    wet = height > waterline
    if tint is None or not wet.any():
        return patches, np.zeros((rows, n), np.bool_)
    off = tint.off(patches)
    return np.where(wet[:, None, :, None, None], off, patches).astype(np.float32), wet


def _spread(cells: NDArray[np.float32], middle: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return (n, n) squared spread of the cells of one kind, the strangest eighth at each pixel left out."""
    square = np.minimum(np.mean((cells - middle) ** 2, axis=3), CAP**2)
    kept = len(cells) - len(cells) // 8
    result: NDArray[np.float32] = np.sort(square, axis=0)[:kept].mean(axis=0)
    return result


def build_kinds(dry: NDArray[np.float32], label: NDArray[np.intp], count: int) -> list[Kind]:
    """Return the kinds of labelled cells.

    Args:
        dry: (cells, n, n, 3) with the tint off.
        label: (cells,) kind of each, -1 to leave it out.
        count: how many kinds; those with no cell left are dropped.
    """
    members = [cells for k in range(count) if len(cells := np.flatnonzero(label == k))]
    middles = [np.median(dry[cells], axis=0).astype(np.float32) for cells in members]
    spreads = [_spread(dry[cells], m) for cells, m in zip(members, middles, strict=True)]
    large = [s for s, cells in zip(spreads, members, strict=True) if len(cells) >= 3]
    ground = np.mean(large, axis=0) if large else np.full(dry.shape[1:3], STEADY**2 / 4)
    kinds = []
    for cells, middle, spread in zip(members, middles, spreads, strict=True):
        own = len(cells) - 1.0
        mixed = (own * spread + PRIOR_CELLS * ground) / (own + PRIOR_CELLS)
        trust = np.maximum(STEADY**2 / (STEADY**2 + mixed), 0.02)
        kinds.append(Kind(middle, trust.astype(np.float32), cells))
    return kinds


def _groups(
    cells: NDArray[np.float32], label: NDArray[np.intp], frame: NDArray[np.intp], row: NDArray[np.intp]
) -> list[Group]:
    found = []
    for k in range(int(label.max()) + 1):
        m = label == k
        found.append(Group(np.median(cells[m], axis=0).astype(np.float32), row[m], frame[m]))
    return found


def _match_all(frames: list[Patches], kinds: list[Kind], tint: Tint | None) -> list[Match]:
    rows, cols = frames[0].shape[:2]
    matcher = Matcher(np.stack([k.dry for k in kinds]), np.stack([k.trust for k in kinds]), tint, rows, cols)
    return [matcher(f) for f in frames]


def _refit_tint(
    frames: list[Patches], kinds: list[Kind], label: NDArray[np.intp], waterlines: NDArray[np.float64]
) -> Tint | None:
    """Fit the layer to every wet pixel whose tile is known from dry ones."""
    rows, cols, n = frames[0].shape[:3]
    row_of = np.tile(np.repeat(np.arange(rows), cols), len(frames))
    frame_of = np.repeat(np.arange(len(frames)), rows * cols)
    seen = np.concatenate([f.reshape(-1, n, n, 3) for f in frames])
    depth = row_of - waterlines[frame_of]
    above, under, weight = [], [], []
    for kind in kinds:
        dry = kind.cells[depth[kind.cells] <= -1]
        wet = kind.cells[depth[kind.cells] >= 0]
        if len(dry) < 2 or not len(wet):
            continue
        above.append(np.median(seen[dry], axis=0).reshape(-1, 3))
        under.append(np.median(seen[wet], axis=0).reshape(-1, 3))
        weight.append(kind.trust.ravel() ** 2 * min(len(wet), len(dry)))
    if len(above) < 2:
        return None
    a, u, w = np.concatenate(above), np.concatenate(under), np.concatenate(weight)
    w = w / w.sum()
    share, offset = 1.0, np.zeros(3)
    robust = w
    for _ in range(5):
        r = robust / robust.sum()
        mean_a, mean_u = r @ a, r @ u
        share = float(
            (r[:, None] * (a - mean_a) * (u - mean_u)).sum() / max((r[:, None] * (a - mean_a) ** 2).sum(), 1e-6)
        )
        offset = mean_u - share * mean_a
        error = np.sqrt(np.mean((u - share * a - offset) ** 2, axis=1))
        robust = w / (1.0 + (error / 6.0) ** 2)
    if not SMALLEST_ALPHA <= share <= 0.95:
        return None
    colour = np.clip(offset / (1.0 - share), 0.0, 255.0)
    return Tint(1.0 - share, (float(colour[0]), float(colour[1]), float(colour[2])))


def _kind_labels(cells: NDArray[np.float32], dark: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Group cells with the tint off, (cells, n, n, 3); returns (cells,) labels, -1 for a cell like no other."""
    flat = cells.reshape(len(cells), -1, 3)
    distance = weighted_distances(flat, ground_weight(flat, dark))
    relative = relative_distances(distance, ~np.eye(len(flat), dtype=np.bool_))
    label = cluster_cells(relative).label
    counts = np.bincount(label)
    # labels come by falling size, so the single ones are the last
    return np.where(counts[label] >= 2, label, -1)


def learn_kinds(frames: list[Patches], tinted: bool) -> Learned:
    """Learn the kinds of tile shown in some frames of one window.

    Args:
        frames: each (rows, cols, SIDE, SIDE, 3).
        tinted: whether the game draws a see-through layer over the lower part of its board.
    """
    rows, cols, n = frames[0].shape[:3]
    seen = np.concatenate([f.reshape(-1, n, n, 3) for f in frames])
    frame_of = np.repeat(np.arange(len(frames)), rows * cols)
    row_of = np.tile(np.repeat(np.arange(rows), cols), len(frames))
    col_of = np.tile(np.arange(cols), rows * len(frames))
    dark = (row_of + col_of) % 2 == 1
    waterlines = np.full(len(frames), float(rows))
    tint: Tint | None = None
    sure = np.ones(len(seen), np.bool_)
    if tinted:
        flat = seen.reshape(len(seen), -1, 3)
        weight = ground_weight(flat, dark)
        near = np.abs(row_of[:, None] - row_of[None, :]) <= 2
        np.fill_diagonal(near, False)
        first = cluster_cells(relative_distances(weighted_distances(flat, weight), near), FINEST)
        found = find_tint(_groups(flat, first.label, frame_of, row_of), weight, len(frames), rows)
        if found is not None:
            tint = found.tint
            waterlines = found.wet_rows.astype(np.float64)
            sure = (row_of < found.dry_rows[frame_of]) | (row_of >= found.wet_rows[frame_of])
    dry = np.concatenate(
        [take_off(f, tint, w)[0].reshape(-1, n, n, 3) for f, w in zip(frames, waterlines, strict=True)]
    )
    label = np.full(len(seen), -1, np.intp)
    label[sure] = _kind_labels(dry[sure], dark[sure])
    kinds = build_kinds(dry, label, int(label.max()) + 1)
    distance = np.zeros(len(seen), np.float32)
    for _ in range(ROUNDS):
        if not kinds:
            break
        matches = _match_all(frames, kinds, tint)
        if tint is not None:
            waterlines = np.array([m.waterline for m in matches])
        every = np.concatenate([m.distance.reshape(rows * cols, -1) for m in matches])
        nearest = every.argmin(axis=1)
        distance = every.min(axis=1)
        # a cell that was grouped with its kind stays, however much ground shows beside it
        label = np.where((distance <= gate(every, nearest)) | (label == nearest), nearest, -1)
        # kinds that no cell fits any more are dropped
        label = np.where(label >= 0, np.searchsorted(np.unique(label[label >= 0]), label), -1)
        kinds = build_kinds(dry, label, int(label.max()) + 1)
        if tint is not None:
            better = _refit_tint(frames, kinds, label, waterlines)
            tint = better or tint
            dry = np.concatenate(
                [take_off(f, tint, w)[0].reshape(-1, n, n, 3) for f, w in zip(frames, waterlines, strict=True)]
            )
            kinds = build_kinds(dry, label, len(kinds))
    covered = _covered(dry, label, dark, row_of, col_of)
    label = np.where(covered, -1, label)
    kinds, label = _add_rest(dry, build_kinds(dry, label, len(kinds)), label, distance)
    shape = (len(frames), rows, cols)
    return Learned(kinds, tint, waterlines, label.reshape(shape), covered.reshape(shape))


def gate(distance: NDArray[np.float32], nearest: NDArray[np.intp]) -> float:
    """Return the distance up to which a cell is taken for a clean one of its nearest kind.

    Args:
        distance: (cells, kinds).
        nearest: (cells,) argmin of it.
    """
    own = distance[np.arange(len(distance)), nearest]
    middle = float(np.median(own))
    spread = float(np.median(np.abs(own - middle)))
    usual = middle + 8.0 * spread + 4.0
    if distance.shape[1] < 2:
        return usual
    # never beyond half way to what another kind of tile is like, however much the cells of one kind differ
    other = float(np.median(np.partition(distance, 1, axis=1)[:, 1]))
    return min(max(usual, 0.3 * other), 0.5 * other)


def _covered(
    dry: NDArray[np.float32],
    label: NDArray[np.intp],
    dark: NDArray[np.bool_],
    row: NDArray[np.intp],
    col: NDArray[np.intp],
) -> NDArray[np.bool_]:
    """Return which labelled cells differ wholly, over a good part of them, from even the most alike of their kind.

    Not from the kind's prototype: where the ground is chequered, half the cells differ from that. Nor from cells
    close by, which the same thing may lie over.
    """
    covered = np.zeros(len(label), np.bool_)
    weight = ground_weight(dry.reshape(len(dry), -1, 3), dark).reshape(dry.shape[1:3])
    for k in range(int(label.max()) + 1):
        cells = np.flatnonzero(label == k)
        if len(cells) < 3:
            continue
        apart = np.sqrt(np.mean((dry[cells][:, None] - dry[cells][None]) ** 2, axis=4))
        share = ((apart > WHOLLY) * weight).sum(axis=(2, 3))
        apart_rows = np.abs(row[cells][:, None] - row[cells][None])
        apart_cols = np.abs(col[cells][:, None] - col[cells][None])
        share[np.maximum(apart_rows, apart_cols) <= CLOSE_BY] = 1.0
        share[(share == 1.0).all(axis=1)] = 0.0
        covered[cells] = share.min(axis=1) > COVERED_SHARE
    return covered


def _add_rest(
    dry: NDArray[np.float32], kinds: list[Kind], label: NDArray[np.intp], distance: NDArray[np.float32]
) -> tuple[list[Kind], NDArray[np.intp]]:
    """Make kinds of the cells that fit none, unless they are a known kind with something over it."""
    rest = [int(a) for a in np.flatnonzero(label < 0)]
    label = label.copy()
    fresh: list[list[int]] = []
    for cell in sorted(rest, key=lambda a: -float(distance[a])):
        if _occluded(dry[cell], kinds) or _same_but_tinted(dry[cell], kinds):
            continue
        for group in fresh:
            other = dry[group[0]]
            if float(np.mean(np.sqrt(np.mean((dry[cell] - other) ** 2, axis=2)) < 3 * STEADY)) > 0.7:
                group.append(cell)
                break
        else:
            fresh.append([cell])
    for k, group in enumerate(fresh):
        label[group] = len(kinds) + k
    order = np.argsort([-int((label == k).sum()) for k in range(len(kinds) + len(fresh))], kind="stable")
    rank = np.empty(len(order), np.intp)
    rank[order] = np.arange(len(order))
    label = np.where(label >= 0, rank[label], -1)
    return build_kinds(dry, label, len(order)), label


def _occluded(cell: NDArray[np.float32], kinds: list[Kind]) -> bool:
    """Tell whether a good part of a cell is a known kind, counting pixels by how far they tell that kind from others."""
    if len(kinds) < 2:
        return False
    prototypes = np.stack([k.dry for k in kinds])
    for k, kind in enumerate(kinds):
        others = np.delete(prototypes, k, axis=0)
        apart = np.minimum(np.sqrt(np.mean((others - kind.dry) ** 2, axis=3)), CAP).mean(axis=0)
        telling = kind.trust * apart
        fits = np.sqrt(np.mean((cell - kind.dry) ** 2, axis=2)) < 2 * STEADY
        if float((telling * fits).sum() / telling.sum()) >= OCCLUDED_SHARE:
            return True
    return False


def _same_but_tinted(cell: NDArray[np.float32], kinds: list[Kind]) -> bool:
    """Tell whether a cell is a known kind under some layer of its own (a highlight, a shadow)."""
    for kind in kinds:
        weight = kind.trust[..., None] / kind.trust.sum()
        a, b = kind.dry, cell
        a = a - (weight * a).sum(axis=(0, 1))
        b = b - (weight * b).sum(axis=(0, 1))
        norm = np.sqrt(float((weight * a * a).sum()) * float((weight * b * b).sum()))
        if norm > STEADY**2 and float((weight * a * b).sum()) / norm > 0.93:
            return True
    return False
