"""How long one read takes on windows of about 720 lines."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from bot.benchmarks.vision.eyes import Eyes
from bot.benchmarks.vision.measure import DRAWINGS, Measure
from bot.benchmarks.vision.perturbations import PERTURBATIONS, unspoilt
from capture.frame import Frame, Pixels

LINES: Final = 720
BOARDS: Final = 20
REPEATS: Final = 15
"""Reads of each board; the first ones of a new window warm the processor's caches as a running game does."""
SPOILT: Final = 2
"""Boards that are spoilt in every way and read once."""


@dataclass(frozen=True, slots=True)
class Speed:
    """Reading times of one window, milliseconds.

    Attributes:
        game, look: whose window.
        width, height: pixels.
        p50, p95: of all reads.
        spoilt_p50, spoilt_p95: likewise of pictures that were spoilt on their way to us.
    """

    game: str
    look: str
    width: int
    height: int
    p50: float
    p95: float
    spoilt_p50: float
    spoilt_p95: float


def measure(measured: Measure, seed: int, on_window: Callable[[int], None]) -> list[Speed]:
    """Time reads of boards at rest in every window, at the scale at which it is nearest to 720 lines."""
    found = []
    windows = [(drawings, look) for drawings in DRAWINGS.values() for look in drawings.looks]
    for number, (drawings, look) in enumerate(windows):
        rng = np.random.default_rng([seed, number])
        (sample,) = drawings.draw(look, 1.0, 1, rng, moving=False)
        scale = min({one.scale for one in PERTURBATIONS}, key=lambda s: abs(s * sample.pixels.shape[0] - LINES))
        eyes = measured.eyes(drawings.game, look, scale)
        on_window(number + 1)
        if eyes is None:
            continue
        boards = drawings.draw(look, scale, BOARDS, rng, moving=False)
        times = [_milliseconds(eyes, drawn.pixels) for drawn in boards for _ in range(REPEATS)]
        boxes = drawings.boxes(look, scale)
        ways = [one.spoil for one in PERTURBATIONS if one.spoil is not unspoilt]
        spoilt = [_milliseconds(eyes, way(drawn.pixels, boxes, rng)) for way in ways for drawn in boards[:SPOILT]]
        height, width = boards[0].pixels.shape[:2]
        shares = (*np.percentile(times, [50, 95]).tolist(), *np.percentile(spoilt, [50, 95]).tolist())
        found.append(Speed(drawings.game, look, width, height, *shares))
    return found


def _milliseconds(eyes: Eyes, pixels: Pixels) -> float:
    frame = Frame(pixels, 0)
    begun = time.perf_counter()
    eyes.reader.read(frame)
    return 1000 * (time.perf_counter() - begun)
