"""The median of a few pictures of the same thing, each of which shows only parts of it."""

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit


def partial_median(
    layers: NDArray[np.float32], there: NDArray[np.bool_]
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return the (lower) median over the layers that show each pixel, 0 where none does, and which pixels any shows.

    Args:
        layers: (n, height, width, 3).
        there: (n, height, width).

    Returns:
        (height, width, 3) float32 and (height, width) bool.
    """
    middle = np.zeros(layers.shape[1:], np.float32)
    known = np.zeros(layers.shape[1:3], np.bool_)
    _median(np.ascontiguousarray(layers), np.ascontiguousarray(there), np.empty(len(layers), np.float32), middle, known)
    return middle, known


@njit
def _median(
    layers: NDArray[np.float32],
    there: NDArray[np.bool_],
    ordered: NDArray[np.float32],
    middle: NDArray[np.float32],
    known: NDArray[np.bool_],
) -> None:
    count, height, width = layers.shape[0], layers.shape[1], layers.shape[2]
    for y in range(height):
        for x in range(width):
            for channel in range(3):
                held = 0
                for n in range(count):
                    if there[n, y, x]:
                        value = layers[n, y, x, channel]
                        at = held
                        while at > 0 and ordered[at - 1] > value:
                            ordered[at] = ordered[at - 1]
                            at -= 1
                        ordered[at] = value
                        held += 1
                if held > 0:
                    known[y, x] = True
                    middle[y, x, channel] = ordered[(held - 1) // 2]
