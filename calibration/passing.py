"""What only passes over a board that stands still, as a hint or a gleam does: other frames show what it hides."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from capture.frame import Pixels
from vision.lattice import Lattice
from vision.sighting import UNKNOWN

MOST_PASSING: Final = 0.25
"""Share of a board's cells that it may hide in one frame."""
FEWEST_FRAMES: Final = 3
"""Frames of which more than half may show what passes over a pixel in one of them."""
ALIKE: Final = 8.0
"""Grey levels, in each channel, by which a pixel that nothing passes over may differ from the median of the frames."""
STANDS: Final = 0.9
"""Share of a board's pixels that more than half of the frames must show as their median does."""


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


def median(pictures: Sequence[Pixels]) -> Pixels:
    """Return what half of some pictures of one size show, pixel by pixel."""
    middle: Pixels = np.median(pictures, axis=0).astype(np.uint8)
    return middle


def passes_over(pictures: Sequence[Pixels], lattice: Lattice) -> bool:
    """Tell whether a board stands still in three or more pictures, and something passes over it.

    A board that falls, fades or gives way to another has a median too, but few of the pictures show it.
    """
    top, left = max(0, int(lattice.y)), max(0, int(lattice.x))
    bottom, right = round(lattice.y + lattice.height), round(lattice.x + lattice.width)
    boards = [picture[top:bottom, left:right] for picture in pictures]
    if len(boards) < FEWEST_FRAMES or all(np.array_equal(board, boards[0]) for board in boards):
        return False
    alike = (np.abs(np.stack(boards) - median(boards).astype(np.float32)) <= ALIKE).all(axis=-1)
    return float((alike.mean(axis=0) > 0.5).mean()) >= STANDS
