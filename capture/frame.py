"""What a source of pictures hands out."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""A picture, (height, width, 3) uint8, channels in OpenCV's order: blue, green, red."""


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle in capture pixels of the virtual desktop; x and y may be negative."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of the game, and where and when it was taken.

    Attributes:
        pixels: (height, width, 3) uint8, BGR, not to be written to.
        time_ns: when it was taken, `time.monotonic_ns` for live sources, else the recorded time.
        region: what part of the desktop it shows, in capture pixels; None for a stored picture.
        scale: capture pixels per input point (1.0, or 2.0 on a HiDPI display).
    """

    pixels: Pixels
    time_ns: int
    region: Region | None = None
    scale: float = 1.0

    def __post_init__(self) -> None:
        """Refuse pixels of another shape or type where they enter."""
        if self.pixels.ndim != 3 or self.pixels.shape[2] != 3 or self.pixels.dtype != np.uint8:
            raise ValueError(f"expected pixels (height, width, 3) uint8, got {self.pixels.shape} {self.pixels.dtype}")
