"""How single cells fit a kind, beside plain calculations of the same."""

import numpy as np
import pytest

from tests.vision import naive_matching as naive
from vision.fit_kernels import FLAT, FOREIGN, ON_SURFACE, STRAY, better_half, contrast, differences, worst_side

N = 8
DRY_ALL = 10 * N
"""A surface far below the cell."""
BLACK = np.zeros(3, np.float32)


def shading(seed: int, deviation: float = 25.0) -> np.ndarray:
    return np.clip(np.random.default_rng(seed).normal(120, deviation, (N, N, 3)), 0, 255).astype(np.float32)


def measured(
    cell: np.ndarray,
    dry: np.ndarray,
    trust: np.ndarray | None = None,
    *,
    alpha: float = 1.0,
    colour: np.ndarray = BLACK,
    surface: int = DRY_ALL,
) -> float:
    trust = np.ones((N, N), np.float32) if trust is None else trust
    off, apart = np.zeros((N, N, 3), np.float32), np.zeros((N, N), np.float32)
    differences(cell.astype(np.float32), dry, alpha, colour, surface, off, apart)
    return contrast(off, dry, trust, surface)


def plain(cell: np.ndarray, dry: np.ndarray, trust: np.ndarray) -> float:
    weight = trust[..., None] / trust.sum()
    shade = dry - (weight * dry).sum(axis=(0, 1))
    seen = cell - (weight * cell).sum(axis=(0, 1))
    return float((weight * shade * seen).sum() / (weight * shade**2).sum())


@pytest.mark.parametrize("seed", range(5))
def test_is_the_slope_of_what_is_shown_over_what_the_kind_shows(seed: int) -> None:
    rng = np.random.default_rng(seed)
    dry, trust = shading(seed), rng.uniform(0.2, 1.5, (N, N)).astype(np.float32)
    for strength in (0.0, 0.1, 0.2):
        cell = (1 - strength) * dry + strength * 100 + rng.normal(0, 2, dry.shape)
        assert np.abs(cell - dry).max() < min(FOREIGN, STRAY)
        assert measured(cell, dry, trust) == pytest.approx(plain(cell, dry, trust), abs=1e-3)
        assert measured(cell, dry, trust) == pytest.approx(1 - strength, abs=0.05)


def test_a_flat_colour_has_none_and_a_lighter_tile_all() -> None:
    dry = shading(3, 15.0)
    assert abs(measured(np.broadcast_to(dry.mean(axis=(0, 1)), dry.shape), dry)) < 0.3
    assert measured(dry + 20, dry) == pytest.approx(1, abs=1e-4)


def test_what_lies_over_a_part_has_no_say() -> None:
    dry = shading(4)
    cell = dry.copy()
    cell[:4, :5] = 255
    assert measured(cell, dry) == pytest.approx(1, abs=0.25)
    cell[:] = 255
    assert measured(cell, np.minimum(dry, 150)) == 1, "nothing of it is seen"


def test_a_kind_that_is_flat_itself_is_not_asked() -> None:
    dry = np.full((N, N, 3), 90, np.float32)
    dry[0] += FLAT
    assert measured(np.full((N, N, 3), 95, np.float32), dry) == 1


def test_below_the_surface_the_layer_is_taken_off() -> None:
    dry, alpha, colour = shading(5), 0.6, np.array([90, 60, 30], np.float32)
    cell = dry.copy()
    cell[3:] = alpha * dry[3:] + (1 - alpha) * colour
    assert measured(cell, dry, alpha=alpha, colour=colour, surface=2) == pytest.approx(1, abs=1e-3)
    assert measured(cell, dry) < 0.9


def halves(apart: np.ndarray, telling: np.ndarray) -> tuple[float, float]:
    """Return the better half's mean as measured and as by sorting."""
    pairs = list(zip(apart.ravel().tolist(), telling.ravel().tolist(), strict=True))
    return better_half(apart, telling, np.zeros(apart.size, np.int32)), naive.better_half(pairs)


@pytest.mark.parametrize("seed", range(20))
def test_the_better_half_is_that_of_the_sorted_pixels(seed: int) -> None:
    rng = np.random.default_rng(seed)
    apart = rng.gamma(1.0, 20.0, (N, N)).astype(np.float32)
    telling = rng.integers(0, 20_000, (N, N)).astype(np.int32)
    assert np.isclose(*halves(apart, telling), rtol=1e-3)
    telling[:] = 1000
    apart[:5] = 300.0
    assert np.isclose(*halves(apart, telling), rtol=1e-3)
    assert halves(apart, telling)[0] > 60, "more than half of it is something else"
    apart[4:] = 2.0
    assert halves(apart, telling)[0] == pytest.approx(2.0), "just half of it fits"


def test_the_surface_has_no_part_in_the_better_half() -> None:
    dry = shading(6)
    off, apart = np.zeros((N, N, 3), np.float32), np.zeros((N, N), np.float32)
    differences(dry + 3, dry, 0.6, np.zeros(3, np.float32), 0, off, apart)
    telling = np.ones((N, N), np.int32)
    telling[0] = 10_000
    assert halves(apart, telling)[0] == pytest.approx(halves(apart[1:], telling[1:])[1], rel=1e-3)


def edged(pixels: float) -> np.ndarray:
    """Differences of a cell that something covers so far from its right."""
    apart = np.full((N, N), 2.0, np.float32)
    whole = int(pixels)
    apart[:, N - whole :] = 90.0
    apart[:, N - whole - 1] += np.float32(90.0 * (pixels - whole))
    return apart


@pytest.mark.parametrize(("pixels", "share"), [(0.8, 1 / N), (1.2, 1 / N), (1.5, 1.0), (2.0, 1.0), (4.0, 1.0)])
def test_what_reaches_beyond_the_outermost_pixels_hides_a_side(pixels: float, share: float) -> None:
    apart = edged(pixels)
    assert worst_side(apart, 30.0) == share
    assert worst_side(apart.T.copy(), 30.0) == worst_side(apart[::-1, ::-1].copy(), 30.0) == worst_side(apart, 30.0)


def test_a_cursor_s_brackets_leave_most_of_each_side() -> None:
    apart = np.full((N, N), 2.0, np.float32)
    apart[[0, 0, 1, 1], [0, 1, 0, 1]] = apart[[0, 0, 1, 1], [-1, -2, -1, -2]] = 90.0
    assert worst_side(apart, 30.0) == 4 / N


def test_the_surface_hides_nothing() -> None:
    apart = np.full((N, N), 2.0, np.float32)
    apart[1] = ON_SURFACE
    assert worst_side(apart, 30.0) == 0.0
    apart[2:, 1] = 90.0
    assert worst_side(apart, 30.0) == 6 / 7
