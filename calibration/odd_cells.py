"""Cells that fit no kind: something lies over them, or they are a kind seen only once."""

import numpy as np
from numpy.typing import NDArray

from calibration.kinds import STEADY, Kind, build_kinds
from vision.matching import CAP

WHOLLY = 48.0
"""Difference of a pixel that no shading, splash or chequer makes, in grey levels."""
COVERED_SHARE = 0.15
"""Share of a cell's pixels, by how far they tell kinds apart, from which something lies over it."""
CLOSE_BY = 2
"""Cells up to which one thing may lie over both."""
OCCLUDED_SHARE = 0.45
"""Share of a cell's trusted pixels that fit a kind from which it is that kind with something over it."""
FITS = 2 * STEADY
"""Grey levels by which a pixel that fits may differ from its kind."""
ALIKE = 3 * STEADY
"""Grey levels by which a pixel may differ in two cells of a kind that none of the known ones is."""
ALIKE_SHARE = 0.7
"""Share of the pixels that must be alike then."""
TINTED = 0.93
"""Correlation of a cell with a kind from which only a layer parts them."""


def covered_cells(
    dry: NDArray[np.float32],
    label: NDArray[np.intp],
    row: NDArray[np.intp],
    col: NDArray[np.intp],
    weight: NDArray[np.float32],
) -> NDArray[np.bool_]:
    """Return which labelled cells differ wholly, over a good part of them, from even the most alike of their kind.

    Not from the kind's prototype: where the ground is chequered, half the cells differ from that. Nor from cells
    close by, which the same thing may lie over.

    Args:
        dry: (cells, n, n, 3), the tint off.
        label: (cells,) the kind of each; -1 of cells that are none.
        row, col: (cells,) places on the board.
        weight: (pixels,) how far each tells kinds apart.

    Returns:
        (cells,) bool.
    """
    covered = np.zeros(len(label), np.bool_)
    weight = weight.reshape(dry.shape[1:3])
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


def add_rest(
    dry: NDArray[np.float32], kinds: list[Kind], label: NDArray[np.intp], distance: NDArray[np.float32]
) -> tuple[list[Kind], NDArray[np.intp]]:
    """Make kinds of the cells that fit none, unless they are a known kind with something over it.

    Args:
        dry: (cells, n, n, 3), the tint off.
        kinds: known ones.
        label: (cells,) the kind of each; -1 of those that fit none.
        distance: (cells,) from the nearest kind.

    Returns:
        All kinds, the commonest first, and the labels for them.
    """
    rest = [int(a) for a in np.flatnonzero(label < 0)]
    label = label.copy()
    fresh: list[list[int]] = []
    for cell in sorted(rest, key=lambda a: -float(distance[a])):
        if occluded(dry[cell], kinds) or same_but_tinted(dry[cell], kinds):
            continue
        for group in fresh:
            other = dry[group[0]]
            if float(np.mean(np.sqrt(np.mean((dry[cell] - other) ** 2, axis=2)) < ALIKE)) > ALIKE_SHARE:
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


def occluded(cell: NDArray[np.float32], kinds: list[Kind]) -> bool:
    """Tell whether a good part of a cell (n, n, 3) is a known kind, each pixel counting by how far it tells."""
    if len(kinds) < 2:
        return False
    prototypes = np.stack([k.dry for k in kinds])
    for k, kind in enumerate(kinds):
        others = np.delete(prototypes, k, axis=0)
        apart = np.minimum(np.sqrt(np.mean((others - kind.dry) ** 2, axis=3)), CAP).mean(axis=0)
        telling = kind.trust * apart
        fits = np.sqrt(np.mean((cell - kind.dry) ** 2, axis=2)) < FITS
        if float((telling * fits).sum() / telling.sum()) >= OCCLUDED_SHARE:
            return True
    return False


def same_but_tinted(cell: NDArray[np.float32], kinds: list[Kind]) -> bool:
    """Tell whether a cell (n, n, 3) is a known kind under some layer of its own (a highlight, a shadow)."""
    for kind in kinds:
        weight = kind.trust[..., None] / kind.trust.sum()
        a, b = kind.dry, cell
        a = a - (weight * a).sum(axis=(0, 1))
        b = b - (weight * b).sum(axis=(0, 1))
        norm = np.sqrt(float((weight * a * a).sum()) * float((weight * b * b).sum()))
        if norm > STEADY**2 and float((weight * a * b).sum()) / norm > TINTED:
            return True
    return False
