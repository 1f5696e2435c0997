"""What only passes over a board that stands still, as a hint or a gleam does: other frames show what it hides."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.sighting import UNKNOWN

MOST_PASSING: Final = 0.25
"""Share of a board's cells that it may hide in one frame."""


def always_hidden(codes: NDArray[np.int8], covered: NDArray[np.bool_]) -> int | None:
    """Return how many cells no frame shows; None where more than something that passes tells the frames apart.

    Args:
        codes: (frames, rows, cols) as read.
        covered: likewise, partly covered cells.
    """
    hidden = (codes == UNKNOWN) | covered
    shown = np.where(hidden, np.int8(UNKNOWN), codes)
    stands = ((shown == shown.max(axis=0)) | (shown == UNKNOWN)).all()
    if not stands or float(hidden.mean(axis=(1, 2)).max()) > MOST_PASSING:
        return None
    return int(hidden.all(axis=0).sum())


def same_kinds(one: NDArray[np.intp], other: NDArray[np.intp]) -> bool:
    """Tell whether the same cells are of one kind in both: what passes over cells may make two kinds look like one.

    Args:
        one, other: (rows, cols) labels of a frame, learned with others and alone; below 0 where a cell has none.
    """
    both = (one >= 0) & (other >= 0)
    pairs = set(zip(one[both].tolist(), other[both].tolist(), strict=True))
    return len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})
