"""Distances from jewels, held to the same written with numpy."""

import numpy as np
import pytest

from calibration.well.jewel_distances import distance_from_nearest, nearest_everywhere

SIDE = 4


def some(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A picture (height, width, 3), three jewels (3, SIDE, SIDE, 3) of which it shows one, and what they cover."""
    rng = np.random.default_rng(seed)
    picture = rng.integers(0, 255, (13, 17, 3)).astype(np.float32)
    jewels = rng.integers(0, 255, (3, SIDE, SIDE, 3)).astype(np.float32)
    covers = rng.random((3, SIDE, SIDE)) < 0.7
    picture[2 : 2 + SIDE, 9 : 9 + SIDE] = jewels[1]
    covers[2] = False
    return picture, jewels, covers


@pytest.mark.parametrize("spared", [(0, 0, 0, 0), (3, 8, 2, 6), (-4, 5, -3, 4), (2, 90, 5, 90), (1, 4, 60, 90)])
def test_every_place_is_held_against_every_jewel(spared: tuple[int, int, int, int]) -> None:
    picture, jewels, covers = some(1)
    height, width = picture.shape[0] - SIDE + 1, picture.shape[1] - SIDE + 1
    expected = np.full((height, width), 9e3, np.float32)
    top, bottom, left, right = spared
    for y in range(height):
        for x in range(width):
            if top <= y < bottom and left <= x < right:
                continue
            cut = picture[y : y + SIDE, x : x + SIDE]
            for jewel, cover in zip(jewels[:2], covers[:2], strict=True):
                expected[y, x] = min(expected[y, x], float(np.mean((cut - jewel)[cover] ** 2)))
    found = np.full((height, width), 9e3, np.float32)
    planes = np.ascontiguousarray(picture.transpose(2, 0, 1))
    nearest_everywhere(planes, np.ascontiguousarray(jewels.transpose(0, 3, 1, 2)), covers, spared, found)
    assert np.allclose(found, expected, rtol=1e-5)
    assert (found[2, 9] == 0.0) == (not (top <= 2 < bottom and left <= 9 < right))


def test_one_place_is_held_against_every_jewel() -> None:
    picture, jewels, covers = some(2)
    cut = np.ascontiguousarray(picture[5 : 5 + SIDE, 3 : 3 + SIDE])
    apart = [np.abs(cut - jewel).max(axis=2)[cover].mean() for jewel, cover in zip(jewels[:2], covers[:2], strict=True)]
    assert distance_from_nearest(cut, jewels, covers) == pytest.approx(min(apart), rel=1e-6)
    assert distance_from_nearest(cut, jewels, np.zeros_like(covers)) == 255.0
