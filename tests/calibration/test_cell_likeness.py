"""The kernels that compare the cells of a lattice, held to the same said in numpy."""

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.cell_likeness import (
    NOISE,
    TYPICAL,
    centre_weight,
    interior_pairs,
    likeness,
    raw_distances,
    tint_free_distances,
)

ROWS, COLS = 7, 5


def cells_of(n: int, seed: int) -> NDArray[np.float32]:
    """Cells of four kinds, a little noise on each, some darkened by a layer, (ROWS, COLS, n, n, 3)."""
    dice = np.random.default_rng(seed)
    kinds = dice.uniform(0, 255, (4, n, n, 3))
    layer = dice.uniform(0.5, 1.0, (ROWS, COLS, 1, 1, 1))
    cells = kinds[dice.integers(0, 4, (ROWS, COLS))] * layer + dice.normal(0, 2, (ROWS, COLS, n, n, 3))
    return np.clip(cells, 0, 255).astype(np.float32)


def slow_raw(cells: NDArray[np.float64]) -> NDArray[np.float64]:
    weight = centre_weight(cells.shape[1])[:, :, None]
    return np.asarray(np.sqrt(np.mean((cells[:, None] - cells[None]) ** 2 * weight, axis=(2, 3, 4))))


def slow_tint_free(cells: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    weight = centre_weight(cells.shape[1])[:, :, None]
    flat = (cells - (cells * weight).mean(axis=(1, 2), keepdims=True)) * np.sqrt(weight)
    flat = flat.reshape(len(cells), -1)
    unit = flat / np.maximum(np.linalg.norm(flat, axis=1), 1e-6)[:, None]
    return 1.0 - unit @ unit.T, np.sqrt((flat * flat).mean(axis=1))


def slow_likeness(cells: NDArray[np.float32], allowed: NDArray[np.bool_]) -> NDArray[np.float64]:
    flat = cells.reshape(ROWS * COLS, *cells.shape[2:])
    free, contrast = tint_free_distances(flat)
    best = np.zeros(ROWS * COLS)
    for distance, noise in (
        (raw_distances(flat), np.full(ROWS * COLS, NOISE)),
        (free, np.minimum((NOISE / np.maximum(contrast, 0.1)) ** 2, 1e3)),
    ):
        for cell in range(ROWS * COLS):
            others = np.sort(distance[cell][allowed[cell]])
            typical = others[max(1, int(TYPICAL * len(others)))]
            alike = 1.0 - (others[0] + noise[cell]) / (typical + noise[cell])
            best[cell] = max(best[cell], min(alike, 1.0))
    return best.reshape(ROWS, COLS)


@pytest.mark.parametrize("n", [8, 16, 32])
def test_distances_are_those_of_the_slow_twins(n: int) -> None:
    cells = cells_of(n, n).reshape(-1, n, n, 3)
    exact = cells.astype(np.float64)
    np.testing.assert_allclose(raw_distances(cells), slow_raw(exact), atol=0.2)
    free, contrast = tint_free_distances(cells)
    slow_free, slow_contrast = slow_tint_free(exact)
    np.testing.assert_allclose(free, slow_free, atol=0.002)
    np.testing.assert_allclose(contrast, slow_contrast, rtol=1e-4)


@pytest.mark.parametrize("n", [8, 16, 32, 48])
def test_black_and_white_are_as_far_apart_as_grey_levels_go(n: int) -> None:
    cells = np.zeros((2, n, n, 3), np.float32)
    cells[1] = 255
    assert raw_distances(cells)[0, 1] == pytest.approx(255, abs=0.1)


def test_even_cells_have_no_contrast_and_are_like_nothing() -> None:
    cells = cells_of(8, 1)
    cells[0, 0] = cells[0, 1] = 77
    _, contrast = tint_free_distances(cells.reshape(-1, 8, 8, 3))
    assert contrast[:2] == pytest.approx(0, abs=1e-3)
    assert contrast[2:].min() > 20


@pytest.mark.parametrize("interior", [False, True])
def test_likeness_is_that_of_the_slow_twin(interior: bool) -> None:
    everything = ~np.eye(ROWS * COLS, dtype=np.bool_)
    allowed = interior_pairs(ROWS, COLS) if interior else everything
    for seed in range(20):
        cells = cells_of(8, seed)
        found = likeness(cells, allowed if interior else None)
        np.testing.assert_allclose(found, np.clip(slow_likeness(cells, allowed), 0, 1), atol=1e-5)
        assert 0.3 < found.mean() < 1.0
