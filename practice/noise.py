"""Natural-looking randomness for backgrounds: smooth noise in several octaves, the same at every resolution."""

import numpy as np
from numpy.typing import NDArray

Noise = NDArray[np.float32]


def _spline_weights(size: int, cells: float) -> Noise:
    """Return (size, ceil(cells) + 3) weights of the uniform cubic B-spline, one row a pixel."""
    at = (np.arange(size, dtype=np.float64) + 0.5) * (cells / size)
    first = np.floor(at).astype(np.intp)
    t = at - first
    taps = np.stack(
        [
            (1 - t) ** 3,
            3 * t**3 - 6 * t**2 + 4,
            -3 * t**3 + 3 * t**2 + 3 * t + 1,
            t**3,
        ],
        axis=1,
    )
    weights = np.zeros((size, int(np.ceil(cells)) + 3), dtype=np.float32)
    rows = np.arange(size)
    for tap in range(4):
        weights[rows, first + tap] = taps[:, tap] / 6.0
    return weights


def smooth_noise(
    width: int, height: int, cells: tuple[float, float], octaves: int, seed: int, persistence: float = 0.5
) -> Noise:
    """Return (height, width) float32 noise in about -1..1.

    Args:
        width, height: pixels.
        cells: lattice cells across and down in the first octave; each further octave doubles both.
        octaves: how many; stops early when cells get smaller than a pixel.
        seed: decides the lattice, whatever the resolution: a larger picture shows the same clouds.
        persistence: how much of its amplitude each octave keeps for the next.
    """
    total = np.zeros((height, width), dtype=np.float32)
    across, down = cells
    amplitude, reach = 1.0, 0.0
    for octave in range(octaves):
        random = np.random.default_rng([seed, octave])
        lattice = random.uniform(-1.0, 1.0, (int(np.ceil(down)) + 3, int(np.ceil(across)) + 3)).astype(np.float32)
        if across <= width and down <= height:
            total += amplitude * (_spline_weights(height, down) @ lattice @ _spline_weights(width, across).T)
        reach += amplitude
        amplitude *= persistence
        across, down = across * 2, down * 2
    return total * np.float32(1.8 / reach)
