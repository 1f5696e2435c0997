"""The picture of the window with nothing in the well, from frames that show parts of it."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.median import partial_median
from capture.frame import Pixels
from engine.columns import LENGTH
from vision.lattice import Lattice
from vision.well.reader import Jewel

MARGIN = 0.07
"""Rows around a jewel that may show its blurred edge."""
GUESSED = 64
"""Alpha of ground that was filled in from around."""
UNLEARNED_A_FRAME = 2 * LENGTH
"""Jewels of a kind that a frame may show and that were not learned: a piece on its way down, and its ghost."""
GROUND_SPREAD = 10
"""What looks like a kind in so many times as many places as it was learned from, and more than that, is ground."""


def ground_kinds(jewels: Sequence[Sequence[Jewel]], learned: Sequence[int]) -> set[int]:
    """Return the kinds, by their places, that are ground of which a cell or a few were taken for jewels.

    All cells that look like a kind are learned from. One that is found far beyond them shows where nothing lies, and
    would hide the ground there.

    Args:
        jewels: of each picture, found where no ground is known.
        learned: how many cells each kind was learned from.
    """
    found = np.bincount([jewel.kind for of_frame in jewels for jewel in of_frame], minlength=len(learned))
    beyond = [int(count) - own for count, own in zip(found, learned, strict=True)]
    return {
        kind
        for kind, own in enumerate(learned)
        if beyond[kind] > max(UNLEARNED_A_FRAME * len(jewels), GROUND_SPREAD * own)
    }


def see_ground(
    pictures: Sequence[Pixels],
    jewels: Sequence[Sequence[Jewel]],
    ghosts: Sequence[set[tuple[int, int]]],
    lattice: Lattice,
) -> tuple[Pixels, NDArray[np.uint8]]:
    """Return the window without jewels, (height, width, 3) uint8, and how well it is known, (height, width) uint8.

    Known is 255 for what was seen, GUESSED for what was filled in from around.

    Args:
        pictures: of one window.
        jewels: of each picture.
        ghosts: (row, col) of the cells of each picture that show a ghost.
        lattice: of the well.
    """
    height, width = pictures[0].shape[:2]
    top, bottom = max(0, int(lattice.y)), min(height, int(np.ceil(lattice.y + lattice.height)))
    left, right = max(0, int(lattice.x)), min(width, int(np.ceil(lattice.x + lattice.width)))
    well = (slice(top, bottom), slice(left, right))
    free = [_free(found, ghost, lattice, (height, width))[well] for found, ghost in zip(jewels, ghosts, strict=True)]
    layers = np.stack([picture[well].astype(np.float32) for picture in pictures])
    middle, known = partial_median(layers, np.stack(free))
    shown = np.clip(np.round(middle), 0, 255).astype(np.uint8)
    if not known.all() and known.any():
        shown = np.asarray(cv2.inpaint(shown, (~known).astype(np.uint8), 3.0, cv2.INPAINT_TELEA), np.uint8)
    ground = pictures[-1].copy()
    ground[well] = shown
    alpha = np.full((height, width), 255, np.uint8)
    alpha[well] = np.where(known, 255, GUESSED if known.any() else 0)
    return ground, alpha


def _free(
    jewels: Sequence[Jewel], ghost: set[tuple[int, int]], lattice: Lattice, size: tuple[int, int]
) -> NDArray[np.bool_]:
    """Return which pixels of a picture show ground: neither a jewel nor a ghost."""
    free = np.ones(size, np.bool_)
    for jewel in jewels:
        _cover(free, lattice, jewel.col, jewel.top - MARGIN, jewel.top + 1 + MARGIN)
    for row, col in ghost:
        _cover(free, lattice, col, row, row + 1)
    return free


def _cover(free: NDArray[np.bool_], lattice: Lattice, col: int, first: float, last: float) -> None:
    x0, y0 = lattice.corner(first, col)
    x1, y1 = lattice.corner(last, col + 1)
    free[max(0, int(y0)) : max(0, int(np.ceil(y1))), max(0, int(x0)) : max(0, int(np.ceil(x1)))] = False
