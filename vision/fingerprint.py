"""Tells whether a picture shows the window that a profile was made on: its size and what surrounds the board.

The picture is cut into GRID blocks; each keeps the mean colour of its pixels outside the board, four bits a channel.
A chat line or a ship on a map changes a block or two; another theme or scale changes most.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from capture.frame import Frame, Pixels
from vision.lattice import Lattice
from vision.profile import Profile

GRID = (6, 8)
"""Blocks down and across."""
OUTSIDE = 0.25
"""Share of a block that must lie outside the board for it to count."""
TOLERANCE = 2.0
"""Difference of a channel that still passes for the same, in sixteenths of full scale."""
FEWEST_BLOCKS = 6
"""With fewer blocks outside the board nothing is said."""
ALIKE = 0.5
"""Share of blocks that must agree."""


def _blocks(pixels: Pixels, areas: Sequence[Lattice]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return (blocks, 3) mean colours in sixteenths and (blocks,) which count."""
    height, width = pixels.shape[:2]
    outside = np.ones((height, width), np.bool_)
    for area in areas:
        x0, y0 = max(0, int(area.x)), max(0, int(area.y))
        outside[y0 : int(area.y + area.height) + 1, x0 : int(area.x + area.width) + 1] = False
    means = np.zeros((GRID[0] * GRID[1], 3))
    counts = np.zeros(GRID[0] * GRID[1], np.bool_)
    ys = np.linspace(0, height, GRID[0] + 1).astype(int)
    xs = np.linspace(0, width, GRID[1] + 1).astype(int)
    step = max(1, min(height, width) // 200)
    for r in range(GRID[0]):
        for c in range(GRID[1]):
            part = (slice(ys[r], ys[r + 1], step), slice(xs[c], xs[c + 1], step))
            mask = outside[part]
            if mask.size and mask.mean() >= OUTSIDE:
                means[r * GRID[1] + c] = pixels[part][mask].mean(axis=0) / 16.0
                counts[r * GRID[1] + c] = True
    return means, counts


def fingerprint(pixels: Pixels, areas: Sequence[Lattice]) -> str:
    """Return what surrounds the areas that change (`Profile.areas`) as text.

    Four hex digits a block: 0 or 1 (does it count), then blue, green and red in sixteenths.
    """
    means, counts = _blocks(pixels, areas)
    digits = []
    for mean, count in zip(means, counts, strict=True):
        b, g, r = (min(15, int(v)) for v in mean)
        digits.append(f"{int(count):x}{b:x}{g:x}{r:x}")
    return "".join(digits)


def with_fingerprint(profile: Profile, pixels: Pixels) -> Profile:
    """Return the profile with the fingerprint of the window that it was made on."""
    window = profile.window.model_copy(update={"fingerprint": fingerprint(pixels, profile.areas)})
    return profile.model_copy(update={"window": window})


def profile_fits(profile: Profile, frame: Frame) -> str | None:
    """Return why a profile does not fit a picture of the client area (one line), or None where it does."""
    height, width = frame.pixels.shape[:2]
    window = profile.window
    if (width, height) != (window.width, window.height):
        return (
            f"the picture is {width}x{height}, the profile was made on {window.width}x{window.height}"
            "; calibrate again at this size"
        )
    text = window.fingerprint
    blocks = GRID[0] * GRID[1]
    try:
        digits = np.array([int(d, 16) for d in text]).reshape(blocks, 4)
    except ValueError:
        return None  # no fingerprint, or one of another kind: nothing is known
    means, counts = _blocks(frame.pixels, profile.areas)
    both = counts & (digits[:, 0] == 1)
    if int(both.sum()) < FEWEST_BLOCKS:
        return None
    apart = np.abs(means[both] - (digits[both, 1:] + 0.5)).max(axis=1)
    alike = int((apart <= TOLERANCE).sum())
    if alike < ALIKE * apart.size:
        return (
            "the window looks different from the one the profile was made on: "
            f"{alike} of {apart.size} parts of what surrounds the board agree (another theme?); calibrate again"
        )
    return None
