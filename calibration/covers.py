"""Kinds that are none: cells that look alike because one thing lies over them, as a dialog does."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.kinds import Kind

FEWEST_TOGETHER: Final = 4
"""Cells side by side, of kinds that are nowhere else, from which chance has not put them so."""
FLAT: Final = 5.0
"""Spread within a cell's picture, in grey levels, up to which it shows one plain colour."""
SHADED: Final = 12.0
"""Spread within the usual kind's picture from which tiles are no plain colours."""


def cover_faults(label: NDArray[np.intp], kinds: Sequence[Kind]) -> list[str]:
    """Return where something lies over the board that was learned as a kind, or as several, in one line.

    Args:
        label: (frames, rows, cols), see `calibration.learn_kinds.Learned`.
        kinds: by that index.
    """
    spreads = np.array([_spread(kind) for kind in kinds])
    plain = (spreads <= FLAT) & bool(np.median(spreads) >= SHADED)
    places = [(label == index).any(axis=0) for index in range(len(kinds))]
    # what lies over several cells shows different parts of it, and lies there in every frame: its kinds, and what is
    # none, are side by side; tiles may lie so by chance, on a small board, in one
    unknown = np.asarray((label < 0).all(axis=0))
    nowhere_else = [index for index, cells in enumerate(places) if len(_groups(cells)) == 1]
    odd = np.asarray((np.isin(label, nowhere_else) | (label < 0)).all(axis=0))
    suspects = [group for group in _groups(odd) if group.sum() >= FEWEST_TOGETHER and not unknown[group].all()]
    suspects += [cells for cells, flat in zip(places, plain, strict=True) if flat and _hang_together(cells)]
    if not suspects:
        return []
    cells = np.argwhere(np.any(suspects, axis=0)) + 1
    (top, left), (bottom, right) = cells.min(axis=0), cells.max(axis=0)
    return [
        f"cells at rows {top} to {bottom} and columns {left} to {right} seem to be covered by one thing;"
        " show the board with nothing over it"
    ]


def _spread(kind: Kind) -> float:
    """Return how far the pixels of a kind's picture spread about their mean, in grey levels."""
    return float(np.sqrt(np.mean(np.var(kind.dry, axis=(0, 1)))))


def _groups(cells: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
    """Return the cells, (rows, cols) each, that lie side by side or one above the other."""
    count, which = cv2.connectedComponents(cells.astype(np.uint8), connectivity=4)
    return [which == group for group in range(1, count)]


def _hang_together(cells: NDArray[np.bool_]) -> bool:
    """Tell whether cells lie in groups of two and more as a rule, or there is but one."""
    count = int(cells.sum())
    return count == 1 or 2 * len(_groups(cells)) <= count
