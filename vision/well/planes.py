"""Samples of a well as planes, one a channel, and what is asked of them as masks: so many are compared at once."""

from typing import NamedTuple, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.fit_kernels import FLAT
from vision.well.samples import ACROSS, GROUND, JEWEL, NEVER_SEEN, SEEN_GROUND, Strips, Templates

WIDE = 16
"""Places of a line in a plane: ACROSS samples and nothing behind them."""
EDGE = 2
"""Samples at either end of a line that the ground is not judged by: rims of a ghost, of a neighbour's glow."""
GUESS_SLACK = 36
"""Grey levels that guessed ground may be away from its guess at no cost."""
FEWEST_INNER = 20
"""Samples within a kind's rim from which it may be called flat."""

Levels = NDArray[np.int16]


class ColumnPlanes(NamedTuple):
    """Columns of one picture.

    Attributes:
        shown: (cols, lines, 3, WIDE) int16 as seen.
        ground: (cols, lines, 3, WIDE) int16, what is there with no jewel.
        seen: (cols, lines, WIDE) int16, -1 (all bits) where the ground was seen, else 0.
        asked: (cols, lines, WIDE) int16, -1 where the ground is judged by what is shown.
        slack: (cols, lines, WIDE) int16, grey levels that it may be off at no cost.
    """

    shown: Levels
    ground: Levels
    seen: Levels
    asked: Levels
    slack: Levels

    @classmethod
    def of(cls, strips: Strips) -> Self:
        """Return them for the samples of a window, nothing seen yet."""
        ground, seen = in_planes(strips.ground), _mask(strips.certainty == SEEN_GROUND)
        known = strips.certainty != NEVER_SEEN
        known[..., :EDGE] = known[..., ACROSS - EDGE :] = False
        return cls(np.zeros_like(ground), ground, seen, _mask(known), np.int16(GUESS_SLACK) & ~seen)


class JewelPlanes(NamedTuple):
    """What a jewel of each kind shows.

    Attributes:
        colours: (kinds, LINES, 3, WIDE) int16.
        jewel: (kinds, LINES, WIDE) int16, -1 where it shows itself.
        bare: (kinds, LINES, WIDE) int16, -1 where it lets the ground show.
        shaded: (kinds,) bool, whether it has shading of its own, within its rim.
    """

    colours: Levels
    jewel: Levels
    bare: Levels
    shaded: NDArray[np.bool_]

    @classmethod
    def of(cls, templates: Templates) -> Self:
        """Return them for templates."""
        own = templates.shows == JEWEL
        return cls(in_planes(templates.colours), _mask(own), _mask(templates.shows == GROUND), _shaded(templates, own))


def samples_of(planes: Levels) -> Levels:
    """Return the samples (..., ACROSS, 3) of planes (..., 3, WIDE), a view."""
    return planes[..., :ACROSS].swapaxes(-1, -2)


def in_planes(samples: Levels) -> Levels:
    """Return samples (..., ACROSS, 3) as (..., 3, WIDE) int16, 0 behind the last one."""
    out = np.zeros((*samples.shape[:-2], 3, WIDE), np.int16)
    out[..., :ACROSS] = samples.swapaxes(-1, -2)
    return out


def _shaded(templates: Templates, own: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return (kinds,) bool: which kinds are not flat within their rim.

    On a rim edges are blurred, in each cell otherwise where cells do not begin at whole pixels: shading that is only
    there says nothing of what lies over a jewel.
    """
    shaded = np.ones(len(own), np.bool_)
    for kind, (colours, shows) in enumerate(zip(templates.colours, own, strict=True)):
        within = cv2.erode(
            shows.astype(np.uint8), np.ones((3, 3), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0
        )
        inner = colours[within > 0]
        if len(inner) >= FEWEST_INNER:
            shaded[kind] = float(inner.astype(np.float32).var(axis=0).mean()) >= FLAT * FLAT
    return shaded


def _mask(which: NDArray[np.bool_]) -> Levels:
    out = np.zeros((*which.shape[:-1], WIDE), np.int16)
    out[..., :ACROSS] = -which.astype(np.int16)
    return out
