"""Learns what kinds of tile there are from the cells of one or a few frames, wet and dry as one kind.

Cells are grouped as seen; the groups tell the tint and the waterline; with the tint taken off they are grouped again,
which gives the kinds; kinds, tint and waterlines are then refined in turn on all the cells.
"""

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.cell_clusters import (
    FINEST,
    cluster_cells,
    ground_weight,
    relative_distances,
    weighted_distances,
)
from calibration.grounds import Grounds
from calibration.kinds import Kind, build_kinds, take_off
from calibration.odd_cells import add_rest, covered_cells
from calibration.parted_kinds import one_kind_on_two_grounds
from calibration.shaded_ground import telling, tile_weight
from calibration.taking_turns import one_kind_in_motion
from calibration.tint_search import Group, TintFound, find_tint
from vision.cells import Patches
from vision.matching import Match, Matcher
from vision.tint import SMALLEST_ALPHA, Tint

PROTOTYPE_SIDE = 32
"""Pixels a side of a prototype picture."""
SIDE = 16
"""Patch pixels a side while learning."""
ROUNDS = 3
"""Times that kinds, tint and waterlines are refined."""
NEAR_ROWS = 2
"""Rows up to which cells are compared as seen: under the same layer, or none."""
REFITS = 5
"""Times that the layer is fitted to what its kinds show, less and less to what it does not explain."""
OFF = 6.0
"""Grey levels from the layer at which a pixel counts half."""
WEAKEST = 0.05
"""Weight below which a layer is none."""
USUAL = (8.0, 4.0)
"""How far a clean cell may be from its kind beyond the median: in median deviations, and grey levels more."""
OF_OTHERS = (0.3, 0.5)
"""Limits of that distance, in shares of the usual one from the next kind."""


@dataclass(frozen=True, slots=True, eq=False)
class Learned:
    """What was learned.

    Attributes:
        kinds: by falling count.
        tint: the layer over the lower part, or None.
        waterlines: (frames,) rows above the water; the number of rows where there is none.
        label: (frames, rows, cols) index into `kinds`, -1 for a cell that was not learned from.
        covered: (frames, rows, cols) bool, cells of a known kind with something over a good part of them.
        shaded: whether they were learned as tiles on a ground of many shades.
    """

    kinds: list[Kind]
    tint: Tint | None
    waterlines: NDArray[np.float64]
    label: NDArray[np.intp]
    covered: NDArray[np.bool_]
    shaded: bool = False


def _groups(
    cells: NDArray[np.float32], label: NDArray[np.intp], frame: NDArray[np.intp], row: NDArray[np.intp]
) -> list[Group]:
    found = []
    for k in range(int(label.max()) + 1):
        m = label == k
        found.append(Group(np.median(cells[m], axis=0).astype(np.float32), row[m], frame[m]))
    return found


def _first_tint(
    seen: NDArray[np.float32],
    dark: NDArray[np.bool_],
    frame_of: NDArray[np.intp],
    row_of: NDArray[np.intp],
    frames: int,
    rows: int,
) -> TintFound | None:
    """Return the layer that groups of cells as seen, (cells, n, n, 3), tell of; None where they tell of none."""
    flat = seen.reshape(len(seen), -1, 3)
    weight = ground_weight(flat, dark)
    near = np.abs(row_of[:, None] - row_of[None, :]) <= NEAR_ROWS
    np.fill_diagonal(near, False)
    label = cluster_cells(relative_distances(weighted_distances(flat, weight), near), FINEST).label
    return find_tint(_groups(flat, label, frame_of, row_of), weight, frames, rows)


def _dried(frames: list[Patches], tint: Tint | None, waterlines: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return all cells with the tint off, (cells, n, n, 3), frame by frame and row by row."""
    n = frames[0].shape[2]
    dry = [take_off(f, tint, w)[0].reshape(-1, n, n, 3) for f, w in zip(frames, waterlines, strict=True)]
    return np.concatenate(dry)


def _match_all(frames: list[Patches], kinds: list[Kind], tint: Tint | None) -> list[Match]:
    rows, cols = frames[0].shape[:2]
    matcher = Matcher(np.stack([k.dry for k in kinds]), np.stack([k.trust for k in kinds]), tint, rows, cols)
    return [matcher(f) for f in frames]


def _refit_tint(frames: list[Patches], kinds: list[Kind], waterlines: NDArray[np.float64]) -> Tint | None:
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
    robust: NDArray[np.floating[Any]] = w
    for _ in range(REFITS):
        r = robust / robust.sum()
        mean_a, mean_u = r @ a, r @ u
        share = float(
            (r[:, None] * (a - mean_a) * (u - mean_u)).sum() / max((r[:, None] * (a - mean_a) ** 2).sum(), 1e-6)
        )
        offset = mean_u - share * mean_a
        error = np.sqrt(np.mean((u - share * a - offset) ** 2, axis=1))
        robust = w / (1.0 + (error / OFF) ** 2)
    if not SMALLEST_ALPHA <= share <= 1.0 - WEAKEST:
        return None
    colour = np.clip(offset / (1.0 - share), 0.0, 255.0)
    return Tint(1.0 - share, (float(colour[0]), float(colour[1]), float(colour[2])))


def _weight(cells: NDArray[np.float32], grounds: Grounds, shaded: bool) -> NDArray[np.float32]:
    """Return how far each pixel of cells with the tint off, (cells, n, n, 3), tells kinds apart, (pixels,)."""
    return tile_weight(cells, grounds) if shaded else ground_weight(cells.reshape(len(cells), -1, 3), grounds.dark)


def _kind_labels(cells: NDArray[np.float32], grounds: Grounds, shaded: bool) -> NDArray[np.intp]:
    """Group cells with the tint off, (cells, n, n, 3); returns (cells,) labels, -1 for a cell like no other."""
    flat = cells.reshape(len(cells), -1, 3)
    distance = weighted_distances(flat, _weight(cells, grounds, shaded))
    relative = relative_distances(distance, ~np.eye(len(flat), dtype=np.bool_))
    label = cluster_cells(relative, grounds=grounds).label
    counts = np.bincount(label)
    # labels come by falling size, so the single ones are the last
    return np.where(counts[label] >= 2, label, -1)


def _without_empty(label: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return labels numbered anew without the kinds that no cell is of any more: nothing is built of these."""
    return np.where(label >= 0, np.searchsorted(np.unique(label[label >= 0]), label), -1)


def learn_kinds(frames: list[Patches], tinted: bool, shaded: bool = False) -> Learned:
    """Learn the kinds of tile shown in some frames of one window.

    Args:
        frames: each (rows, cols, SIDE, SIDE, 3).
        tinted: whether the game draws a see-through layer over the lower part of its board.
        shaded: whether to take the ground for one of many shades, and believe what is the tiles' alone.
    """
    build = partial(build_kinds, shaded=shaded)
    rows, cols, n = frames[0].shape[:3]
    seen = np.concatenate([f.reshape(-1, n, n, 3) for f in frames])
    grounds = Grounds.of((len(frames), rows, cols))
    frame_of, row_of, col_of, dark = grounds.frame, grounds.row, grounds.col, grounds.dark
    waterlines = np.full(len(frames), float(rows))
    tint: Tint | None = None
    sure = np.ones(len(seen), np.bool_)
    found = _first_tint(seen, dark, frame_of, row_of, len(frames), rows) if tinted else None
    if found is not None:
        tint = found.tint
        waterlines = found.wet_rows.astype(np.float64)
        sure = (row_of < found.dry_rows[frame_of]) | (row_of >= found.wet_rows[frame_of])
    dry = _dried(frames, tint, waterlines)
    label = np.full(len(seen), -1, np.intp)
    label[sure] = _kind_labels(dry[sure], grounds.below(waterlines).only(sure), shaded)
    kinds = build(dry, label, int(label.max()) + 1)
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
        label = _without_empty(label)
        kinds = build(dry, label, int(label.max()) + 1)
        if tint is not None:
            tint = _refit_tint(frames, kinds, waterlines) or tint
            dry = _dried(frames, tint, waterlines)
            kinds = build(dry, label, len(kinds))
    tells = telling(kinds) if shaded and len(kinds) > 1 else ground_weight(dry.reshape(len(dry), -1, 3), dark)
    covered = covered_cells(dry, label, row_of, col_of, tells)
    label = _without_empty(np.where(covered, -1, label))
    kinds, label = add_rest(dry, build(dry, label, len(kinds)), label, distance)
    shape = (len(frames), rows, cols)
    whole = one_kind_in_motion(kinds, label.reshape(shape))
    kinds = build(dry, whole.ravel(), int(whole.max()) + 1)
    if tint is None:
        whole = one_kind_on_two_grounds(kinds, whole)
        kinds = build(dry, whole.ravel(), int(whole.max()) + 1)
    return Learned(kinds, tint, waterlines, whole, covered.reshape(shape), shaded)


def gate(distance: NDArray[np.float32], nearest: NDArray[np.intp]) -> float:
    """Return the distance up to which a cell is taken for a clean one of its nearest kind.

    Args:
        distance: (cells, kinds).
        nearest: (cells,) argmin of it.
    """
    own = distance[np.arange(len(distance)), nearest]
    middle = float(np.median(own))
    spread = float(np.median(np.abs(own - middle)))
    usual = middle + USUAL[0] * spread + USUAL[1]
    if distance.shape[1] < 2:
        return usual
    # never beyond half way to what another kind of tile is like, however much the cells of one kind differ
    other = float(np.median(np.partition(distance, 1, axis=1)[:, 1]))
    return min(max(usual, OF_OTHERS[0] * other), OF_OTHERS[1] * other)
