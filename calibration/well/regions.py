"""Regions of even colour that recur in one size: what jewels are drawn of, whatever they look like."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.colour_regions import grow_regions, smoothed
from capture.frame import Pixels

SAME_COLOUR = 26
"""Grey levels in the worst channel by which a pixel may differ from the mean of the region that it joins."""
SHADED = (3, 40)
"""Where neighbours differ by so little, a region may go on up to so far from its mean: jewels that shade off."""
SMALLEST_SIDE = 6
"""Pixels; smaller regions are not looked at."""
LARGEST_SHARE = 0.25
"""Nor wider ones than this share of the picture's longer side."""
LEAST_FILL = 0.3
"""Share of its box that a region covers at least."""
SAME_SIZE = (1, 0.03)
"""Pixels, and share, by which the sides of regions drawn alike may differ: pitches have fractions."""
SAME_AREA = 0.12
"""Share by which their areas may."""
COLOUR_STEP = 8.0
"""Grey levels within which a region in the same place is the same in two pictures."""


@dataclass(frozen=True, slots=True, eq=False)
class Regions:
    """Regions of all pictures.

    Attributes:
        boxes: (n, 4) float64: left, top, width, height in pixels.
        area: (n,) float64 pixels.
        colour: (n, 3) float64 BGR.
        frame: (n,) int64, number of the first picture that shows it.
        still: (n,) bool: several pictures show it, in the same place.
    """

    boxes: NDArray[np.float64]
    area: NDArray[np.float64]
    colour: NDArray[np.float64]
    frame: NDArray[np.int64]
    still: NDArray[np.bool_]

    @property
    def x(self) -> NDArray[np.float64]:
        """Middles of the boxes across, (n,) pixels."""
        return self.boxes[:, 0] + self.boxes[:, 2] / 2

    @property
    def y(self) -> NDArray[np.float64]:
        """Middles of the boxes down, (n,) pixels."""
        return self.boxes[:, 1] + self.boxes[:, 3] / 2


def find_regions(pictures: Sequence[Pixels]) -> Regions:
    """Return the regions that a jewel, or a part of it, may be, each in the first of the pictures that shows it."""
    boxes, areas, colours, frames = [], [], [], []
    for number, picture in enumerate(pictures):
        calm = smoothed(np.ascontiguousarray(picture))
        height, width = calm.shape[:2]
        labels = np.zeros((height, width), np.int32)
        table = np.zeros((height * width // 4 + 1, 9), np.int64)
        count = grow_regions(calm, SAME_COLOUR, SHADED, labels, np.empty(height * width, np.int32), table)
        table = table[: min(count, len(table))]
        wide, tall = table[:, 2] - table[:, 0] + 1, table[:, 3] - table[:, 1] + 1
        likely = (np.minimum(wide, tall) >= SMALLEST_SIDE) & (
            np.maximum(wide, tall) <= LARGEST_SHARE * max(height, width)
        )
        likely &= table[:, 4] >= LEAST_FILL * wide * tall
        rows = table[likely].astype(np.float64)
        boxes.append(np.column_stack([rows[:, 0], rows[:, 1], wide[likely], tall[likely]]).astype(np.float64))
        areas.append(rows[:, 4])
        colours.append(rows[:, 5:8] / rows[:, 4:5])
        frames.append(np.full(len(rows), number))
    box, area = np.concatenate(boxes), np.concatenate(areas)
    colour, frame = np.concatenate(colours), np.concatenate(frames)
    # what stands still is one find, however many pictures show it: a frieze would outweigh the jewels
    what = np.column_stack([box, np.round(colour / COLOUR_STEP)])
    _, first, times = np.unique(what, axis=0, return_index=True, return_counts=True)
    order = np.argsort(first)
    first = first[order]
    return Regions(box[first], area[first], colour[first], frame[first], times[order] > 1)


def groups_of(regions: Regions, fewest: int) -> list[NDArray[np.int64]]:
    """Return groups of regions drawn in one size, the larger regions first; a region may be in several.

    Args:
        regions: of all pictures.
        fewest: members a group has at least.
    """
    wide, tall = regions.boxes[:, 2], regions.boxes[:, 3]
    sizes = np.unique(regions.boxes[:, 2:], axis=0)
    groups = []
    seen: set[bytes] = set()
    for width, height in sorted(sizes.tolist(), key=lambda size: -size[0] * size[1]):
        slack = np.maximum(SAME_SIZE[0], SAME_SIZE[1] * np.array([width, height]))
        near = np.flatnonzero((np.abs(wide - width) <= slack[0]) & (np.abs(tall - height) <= slack[1]))
        if len(near) < fewest:
            continue
        middle = np.median(regions.area[(wide == width) & (tall == height)])
        near = near[np.abs(regions.area[near] - middle) <= SAME_AREA * middle]
        if len(near) >= fewest and near.tobytes() not in seen:
            seen.add(near.tobytes())
            groups.append(near)
    return groups
