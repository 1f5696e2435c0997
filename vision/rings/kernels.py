"""How far every slot looks from every colour and from empty ground."""

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit, njit_inline

CAP = 80
"""Grey levels at which one pixel's difference is cut off: what covers a part of a ring has bounded influence."""
ODD = 30
"""Grey levels by which a pixel must differ to be odd; noise, JPEG and blurs move those within a stroke by less."""


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


@njit_inline
def _middle(counts: NDArray[np.int32], half: float) -> int:
    """Return the index at which counts add up to half of all."""
    seen, value = counts[0], 0
    while seen < half:
        value += 1
        seen += counts[value]
    return value


@njit
def measure_places(
    pixels: NDArray[np.uint8],
    ring_at: NDArray[np.int32],
    expected: NDArray[np.int16],
    even: NDArray[np.bool_],
    ground_at: NDArray[np.int32],
    ground: NDArray[np.int16],
    about_at: NDArray[np.int32],
    about: NDArray[np.int16],
    colours: NDArray[np.int16],
    counts: NDArray[np.int32],
    shifts: NDArray[np.int64],
    distance: NDArray[np.float32],
    core: NDArray[np.float32],
    unlike: NDArray[np.float32],
    veiled: NDArray[np.float32],
    odd: NDArray[np.float32],
    spilled: NDArray[np.float32],
) -> None:
    """Measure one frame. A pixel's difference is that of its worst channel, CAP at most.

    Args:
        pixels: (height, width, 3).
        ring_at, expected, even, ground_at, ground, about_at, about: see `vision.rings.samples.Samples`.
        colours: (kinds, 3) BGR of the rings.
        counts: (511,) scratch.
        shifts: (places + 1, 3) scratch: how the ground of each place has changed, and that of most places.
        distance: (places, slots, kinds + 1) written: mean difference from each colour, then from empty ground.
        core: (places, slots) written: mean difference of the better half of the pixels from the nearest of these.
        unlike: (places,) written: the largest of how the ground of all places has changed, twice how that of this
            place has changed beyond it (a panel over some places), and the mean difference that then is left.
        veiled: (places, slots) written: how far the median of a slot's pixels lies from empty ground.
        odd: (places, slots) written: share of the pixels that are off from the nearest of these by more than ODD;
            of empty ground even ones alone.
        spilled: (places, slots) written: share of the ground within a ring and right beside it that is twice as near
            to the colour of the nearest of these as to what lay there; 0 where that is empty ground.
    """
    places, slots, samples = ring_at.shape[0], ring_at.shape[1], ring_at.shape[2]
    kinds, probes = expected.shape[2], ground_at.shape[1]
    for channel in range(3):
        for p in range(places):
            counts[:] = 0
            for i in range(probes):
                now = np.int64(pixels[ground_at[p, i, 0], ground_at[p, i, 1], channel])
                counts[now - ground[p, i, channel] + 255] += 1
            shifts[p, channel] = _middle(counts, probes / 2) - 255
        counts[:] = 0
        for p in range(places):
            counts[shifts[p, channel] + 255] += 1
        shifts[places, channel] = _middle(counts, places / 2) - 255
    for p in range(places):
        shift = shifts[p]
        total = 0
        for i in range(probes):
            total += _worst(pixels, ground_at[p, i], ground[p, i], shift, 1)
        most = np.float32(total) / np.float32(probes)
        for channel in range(3):
            common = shifts[places, channel]
            most = max(most, np.float32(abs(common)), np.float32(2 * abs(shift[channel] - common)))
        unlike[p] = most
        for s in range(slots):
            best, nearest = 0, 0
            for k in range(kinds):
                on = 1 if k == kinds - 1 else 0
                total = 0
                for i in range(samples):
                    total += _worst(pixels, ring_at[p, s, i], expected[p, s, k, i], shift, on)
                distance[p, s, k] = np.float32(total) / np.float32(samples)
                if k == 0 or total < nearest:
                    best, nearest = k, total
            counts[: CAP + 1] = 0
            on, strange = 1 if best == kinds - 1 else 0, 0
            for i in range(samples):
                off = _worst(pixels, ring_at[p, s, i], expected[p, s, best, i], shift, on)
                counts[off] += 1
                if off > ODD and (on == 0 or even[p, s, i]):
                    strange += 1
            odd[p, s] = np.float32(strange) / np.float32(samples)
            coloured = 0
            if best < kinds - 1:
                for i in range(about_at.shape[2]):
                    off = _worst(pixels, about_at[p, s, i], colours[best], shift, 0)
                    coloured += 2 * off < _worst(pixels, about_at[p, s, i], about[p, s, i], shift, 1)
            spilled[p, s] = np.float32(coloured) / np.float32(about_at.shape[2])
            half = samples // 2
            left, value, total = half, 0, 0
            while left > 0:
                taken = left if left < counts[value] else counts[value]
                total += taken * value
                left -= taken
                value += 1
            core[p, s] = np.float32(total) / np.float32(half)
            veiled[p, s] = 0
            for channel in range(3):
                counts[:] = 0
                for i in range(samples):
                    now = np.int64(pixels[ring_at[p, s, i, 0], ring_at[p, s, i, 1], channel])
                    counts[now - expected[p, s, kinds - 1, i, channel] + 255] += 1
                off = abs(_middle(counts, samples / 2) - 255 - shift[channel])
                veiled[p, s] = max(veiled[p, s], np.float32(off))
