"""Which pixels of a window tell what stands where in the well.

Each cell is cut into `LINES` lines of `ACROSS` samples; a sample is the mean of a few pixels spread over its area. A
falling jewel may begin at any line, so a column is one strip of rows x LINES lines.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Lattice
from vision.profile import ProfileError
from vision.well.pictures import SEEN, WellPictures

LINES = 16
"""Lines a cell: how finely a falling jewel's height is told before it is refined."""
ACROSS = 10
"""Samples a line."""
MOST_POINTS = (2, 2)
"""Pixels a sample is averaged over at most, across and down."""
JEWEL_SHARE, GROUND_SHARE = 0.8, 0.2
"""A sample that the jewel covers by more or less than these shows jewel or ground; between them it tells nothing."""
PALETTE, PALETTE_STEPS = 64, 16
"""Colours of the ground that are kept, and in how many steps a channel is told for that."""
IGNORED, JEWEL, GROUND = 0, 1, 2
"""What a template's sample shows."""
NEVER_SEEN, GUESSED, SEEN_GROUND = 0, 1, 2
"""How well the ground behind a sample is known."""


@dataclass(frozen=True, slots=True, eq=False)
class Strips:
    """Columns of cells as the kernels look at them.

    Attributes:
        xs: (cols, ACROSS, points across) int32, columns of pixels.
        ys: (rows * LINES, points down) int32, rows of pixels.
        ground: (cols, rows * LINES, ACROSS, 3) int16 BGR, what is there with no jewel.
        certainty: (cols, rows * LINES, ACROSS) uint8: NEVER_SEEN, GUESSED or SEEN_GROUND.
    """

    xs: NDArray[np.int32]
    ys: NDArray[np.int32]
    ground: NDArray[np.int16]
    certainty: NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Templates:
    """What a jewel of each kind shows.

    Attributes:
        colours: (kinds, LINES, ACROSS, 3) int16 BGR.
        shows: (kinds, LINES, ACROSS) uint8: IGNORED, JEWEL or GROUND.
    """

    colours: NDArray[np.int16]
    shows: NDArray[np.uint8]


def _spread(start: float, pitch: float, count: int, parts: int, points: int, size: int) -> NDArray[np.int32]:
    """Return (count * parts, points) pixel numbers: `points` spread evenly over each of the parts of each cell."""
    step = pitch / parts
    edges = start + np.arange(count * parts) * step
    inner = (np.arange(points) + 0.5) / points * step
    return np.clip(np.floor(edges[:, None] + inner), 0, size - 1).astype(np.int32)


def make_strips(lattice: Lattice, pictures: WellPictures) -> Strips:
    """Choose the pixels of a lattice of cells.

    Raises:
        ProfileError: the lattice lies outside the window.
    """
    height, width = pictures.background.shape[:2]
    beyond = 0.1 * lattice.pitch_y
    if (
        min(lattice.x, lattice.y) < -beyond
        or lattice.x + lattice.width > width + beyond
        or lattice.y + lattice.height > height + beyond
    ):
        raise ProfileError("the profile's well or preview leaves the window; calibrate again")
    across = min(MOST_POINTS[0], max(1, int(lattice.pitch_x / ACROSS)))
    down = min(MOST_POINTS[1], max(1, int(lattice.pitch_y / LINES)))
    xs = _spread(lattice.x, lattice.pitch_x, lattice.cols, ACROSS, across, width).reshape(lattice.cols, ACROSS, across)
    ys = _spread(lattice.y, lattice.pitch_y, lattice.rows, LINES, down, height)
    at = (ys[None, :, None, :, None], xs[:, None, :, None, :])
    ground = pictures.background[at].astype(np.float32).mean(axis=(3, 4))
    seen = pictures.known[at].min(axis=(3, 4))
    certainty = np.where(seen >= SEEN, SEEN_GROUND, np.where(seen > 0, GUESSED, NEVER_SEEN)).astype(np.uint8)
    return Strips(xs, ys, np.round(ground).astype(np.int16), certainty)


def stacked(strips: Sequence[Strips]) -> Strips:
    """Return strips of the same columns of pixels as one, the first on top."""
    return Strips(
        strips[0].xs,
        np.concatenate([part.ys for part in strips]),
        np.concatenate([part.ground for part in strips], axis=1),
        np.concatenate([part.certainty for part in strips], axis=1),
    )


def ground_palette(strips: Strips) -> NDArray[np.int16]:
    """Return (n, 3) BGR the commonest colours of the ground where it was seen, at most PALETTE of them."""
    seen = strips.ground[strips.certainty == SEEN_GROUND].astype(np.int64)
    if not len(seen):
        return np.zeros((0, 3), np.int16)
    step = 256 // PALETTE_STEPS
    keys = (seen // step) @ np.array([PALETTE_STEPS**2, PALETTE_STEPS, 1])
    _, which, counts = np.unique(keys, return_inverse=True, return_counts=True)
    sums = np.zeros((len(counts), 3))
    np.add.at(sums, which.ravel(), seen)
    commonest = np.argsort(-counts, kind="stable")[:PALETTE]
    return np.round(sums[commonest] / counts[commonest, None]).astype(np.int16)


def make_templates(pictures: WellPictures) -> Templates:
    """Average each kind's picture to samples."""
    colours, shows = [], []
    for jewel, mask in zip(pictures.jewels, pictures.masks, strict=True):
        weight = cv2.resize(mask, (ACROSS, LINES), interpolation=cv2.INTER_AREA)
        mixed = cv2.resize(jewel * mask[..., None], (ACROSS, LINES), interpolation=cv2.INTER_AREA)
        colours.append(np.clip(np.round(mixed / np.maximum(weight, 1e-3)[..., None]), 0, 255).astype(np.int16))
        shows.append(
            np.where(weight >= JEWEL_SHARE, JEWEL, np.where(weight <= GROUND_SHARE, GROUND, IGNORED)).astype(np.uint8)
        )
    return Templates(np.array(colours, np.int16), np.array(shows, np.uint8))


def jewel_samples(
    shown: NDArray[np.int16],
    tops: NDArray[np.int16],
    kinds: NDArray[np.int8],
    counts: NDArray[np.int32],
    templates: Templates,
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the samples at which jewels that were found show themselves, and what their kinds show there.

    Args:
        shown: (cols, lines, ACROSS, 3) as seen, in the picture's own tone.
        tops, kinds, counts: see `vision.well.kernels.parse_columns`.
        templates: of the kinds.

    Returns:
        (n, 3) float32 each.
    """
    found = [
        (col, int(tops[col, n]), int(kinds[col, n])) for col in range(len(counts)) for n in range(int(counts[col]))
    ]
    seen, known = [np.zeros((0, 3), np.int16)], [np.zeros((0, 3), np.int16)]
    for col, top, kind in found:
        first = max(0, -top)
        own = templates.shows[kind, first:] == JEWEL
        seen.append(shown[col, top + first : top + LINES][own])
        known.append(templates.colours[kind, first:][own])
    return np.concatenate(seen).astype(np.float32), np.concatenate(known).astype(np.float32)
