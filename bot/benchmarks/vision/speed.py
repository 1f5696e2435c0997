"""How long one read takes on windows of about 720 lines."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from bot.benchmarks.vision.measure import DRAWINGS, Measure
from bot.benchmarks.vision.perturbations import PERTURBATIONS
from capture.frame import Frame

LINES: Final = 720
BOARDS: Final = 20
REPEATS: Final = 15
"""Reads of each board; the first ones of a new window warm the processor's caches as a running game does."""


@dataclass(frozen=True, slots=True)
class Speed:
    """Reading times of one window, milliseconds.

    Attributes:
        game, look: whose window.
        width, height: pixels.
        p50, p95: of all reads.
    """

    game: str
    look: str
    width: int
    height: int
    p50: float
    p95: float


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
        times = []
        boards = drawings.draw(look, scale, BOARDS, rng, moving=False)
        for drawn in boards:
            frame = Frame(drawn.pixels, 0)
            for _ in range(REPEATS):
                begun = time.perf_counter()
                eyes.reader.read(frame)
                times.append(1000 * (time.perf_counter() - begun))
        height, width = boards[0].pixels.shape[:2]
        p50, p95 = np.percentile(times, [50, 95]).tolist()
        found.append(Speed(drawings.game, look, width, height, p50, p95))
    return found
