"""The likeness of windows, held to the same written window by window."""

import numpy as np
import pytest

from calibration.self_similarity import CELL, NOISE, PAD, REACH, TYPICAL, likeness_map


def naive(picture: np.ndarray) -> np.ndarray:
    """What `likeness_map` says of a picture whose pitch is CELL."""
    padded = np.pad(picture.astype(np.int64), ((PAD, PAD), (PAD, PAD), (0, 0)), mode="edge")
    height, width = padded.shape[0] - CELL + 1, padded.shape[1] - CELL + 1
    steps = [(j, i) for j in range(-REACH, REACH + 1) for i in range(-REACH, REACH + 1) if (j, i) != (0, 0)]
    out = np.zeros((height, width), np.float32)
    for y in range(height):
        for x in range(width):
            here = padded[y : y + CELL, x : x + CELL]
            places = [(y + j * CELL, x + i * CELL) for j, i in steps]
            known = sorted(
                np.float32(np.abs(here - padded[v : v + CELL, u : u + CELL]).sum()) / np.float32(here.size)
                for v, u in places
                if 0 <= v < height and 0 <= u < width
            )
            if len(known) >= 8:
                at = min(len(known) - 1, max(1, int(TYPICAL * len(steps)) * len(known) // len(steps)))
                out[y, x] = 1.0 - (known[0] + NOISE) / (known[at] + NOISE)
    return out


@pytest.mark.parametrize("size", [(3 * CELL, 4 * CELL), (5 * CELL + 3, 3 * CELL - 1), (CELL, 6 * CELL)])
def test_each_window_is_held_against_those_around_it(size: tuple[int, int]) -> None:
    rng = np.random.default_rng(1)
    kinds = rng.integers(0, 255, (2, CELL, CELL, 3))
    rows, cols = size[0] // CELL + 1, size[1] // CELL + 1
    board = np.concatenate([np.concatenate(list(kinds[rng.integers(0, 2, cols)]), axis=1) for _ in range(rows)])
    picture = (board[: size[0], : size[1]] + rng.integers(-4, 5, (*size, 3))).clip(0, 255).astype(np.uint8)
    found = likeness_map(picture, CELL)
    assert np.allclose(found, naive(picture), rtol=0, atol=1e-6)
    assert found.max() > 0.5 or size[0] == CELL


def test_of_a_picture_smaller_than_a_window_nothing_is_said() -> None:
    assert not likeness_map(np.zeros((1, 1, 3), np.uint8), 4.0 * CELL).any()
