"""How far every slot looks from every colour and from empty ground."""

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit, njit_inline

CAP = 80
"""Grey levels at which one pixel's difference is cut off: what covers a part of a ring has bounded influence."""


@njit_inline
def _worst(
    pixels: NDArray[np.uint8], at: NDArray[np.int32], expected: NDArray[np.int16], shift: NDArray[np.int64], on: int
) -> int:
    """Return a pixel's difference from what is expected, moved by `shift` where `on` is 1 and not where it is 0."""
    worst = 0
    for channel in range(3):
        now = np.int64(pixels[at[0], at[1], channel])
        apart = abs(now - expected[channel] - on * shift[channel])
        if apart > worst:
            worst = apart
    return worst if worst < CAP else CAP


@njit
def measure_places(
    pixels: NDArray[np.uint8],
    ring_at: NDArray[np.int32],
    ring_ground: NDArray[np.int16],
    ground_at: NDArray[np.int32],
    ground: NDArray[np.int16],
    colours: NDArray[np.int16],
    counts: NDArray[np.int32],
    distance: NDArray[np.float32],
    core: NDArray[np.float32],
    unlike: NDArray[np.float32],
) -> None:
    """Measure one frame. A pixel's difference is that of its worst channel, CAP at most.

    Args:
        pixels: (height, width, 3).
        ring_at, ring_ground, ground_at, ground: see `vision.rings.samples.Samples`.
        colours: (kinds, 3) BGR, "empty" not among them.
        counts: (511,) scratch.
        distance: (places, slots, kinds + 1) written: mean difference from each colour, then from empty ground.
        core: (places, slots) written: mean difference of the better half of the pixels from the nearest of these.
        unlike: (places,) written: the larger of the ground's mean difference from what it was, once its median
            change is taken off, and of that change.
    """
    places, slots, samples = ring_at.shape[0], ring_at.shape[1], ring_at.shape[2]
    kinds = colours.shape[0]
    shift = np.zeros(3, np.int64)
    for p in range(places):
        probes = ground_at.shape[1]
        largest = 0
        for channel in range(3):
            counts[:] = 0
            for i in range(probes):
                now = np.int64(pixels[ground_at[p, i, 0], ground_at[p, i, 1], channel])
                counts[now - ground[p, i, channel] + 255] += 1
            seen, value = counts[0], 0
            while 2 * seen < probes:
                value += 1
                seen += counts[value]
            shift[channel] = value - 255
            if abs(value - 255) > largest:
                largest = abs(value - 255)
        total = 0
        for i in range(probes):
            total += _worst(pixels, ground_at[p, i], ground[p, i], shift, 1)
        unlike[p] = max(np.float32(largest), np.float32(total) / np.float32(probes))
        for s in range(slots):
            best, nearest = kinds, 0
            for k in range(kinds + 1):
                total = 0
                for i in range(samples):
                    if k < kinds:
                        total += _worst(pixels, ring_at[p, s, i], colours[k], shift, 0)
                    else:
                        total += _worst(pixels, ring_at[p, s, i], ring_ground[p, s, i], shift, 1)
                distance[p, s, k] = np.float32(total) / np.float32(samples)
                if k == 0 or total < nearest:
                    best, nearest = k, total
            counts[: CAP + 1] = 0
            for i in range(samples):
                if best < kinds:
                    counts[_worst(pixels, ring_at[p, s, i], colours[best], shift, 0)] += 1
                else:
                    counts[_worst(pixels, ring_at[p, s, i], ring_ground[p, s, i], shift, 1)] += 1
            half = samples // 2
            left, value, total = half, 0, 0
            while left > 0:
                taken = left if left < counts[value] else counts[value]
                total += taken * value
                left -= taken
                value += 1
            core[p, s] = np.float32(total) / np.float32(half)
