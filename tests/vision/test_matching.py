"""The reader's kernels against their slow twins, and the waterline at any level."""

import numpy as np
import pytest

from tests.vision import naive_matching as naive
from vision.matching import CAP, Matcher
from vision.tint import Tint

ROWS, COLS, KINDS, N = 4, 3, 5, 4


def board(seed: int, surface: float | None, tint: Tint | None) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return dry prototypes, trust, kinds (rows, cols) and cells with the water's surface `surface` rows down."""
    rng = np.random.default_rng(seed)
    dry = rng.uniform(0, 255, (KINDS, N, N, 3)).astype(np.float32)
    trust = rng.uniform(0.1, 1, (KINDS, N, N)).astype(np.float32)
    kinds = rng.integers(0, KINDS, (ROWS, COLS))
    cells = dry[kinds]
    if surface is not None and tint is not None:
        height = np.arange(ROWS * N, dtype=np.float32).reshape(ROWS, 1, N, 1, 1)
        covered = np.clip(height + 1 - surface * N, 0, 1)
        cells = cells + covered * (tint.over(cells) - cells)
    noisy = cells + rng.normal(0, 2, cells.shape)
    return dry, trust, kinds, noisy.astype(np.float32)


@pytest.mark.parametrize("seed", range(4))
def test_kernels_equal_their_twins(seed: int) -> None:
    tint = Tint(0.5, (180.0, 60.0, 10.0))
    dry, trust, _, cells = board(seed, 1.6, tint)
    found = Matcher(dry, trust, tint, ROWS, COLS)(cells)
    trust = np.asarray(trust / trust.mean(axis=(1, 2), keepdims=True), np.float32)
    colour = np.asarray(tint.colour, np.float32)
    alpha = 1 - tint.weight
    line = naive.waterline(cells, dry, trust, alpha, colour, CAP)
    assert found.line == line
    others = np.minimum(np.sqrt(((dry[:, None] - dry[None]) ** 2).mean(axis=4)), CAP)
    telling = trust * (others.sum(axis=1) / (KINDS - 1) + 1)
    for r in range(ROWS):
        for c in range(COLS):
            twins = [
                naive.distance(cells[r, c], dry[k], trust[k], r * N, line, alpha, colour, CAP) for k in range(KINDS)
            ]
            assert found.distance[r, c] == pytest.approx(twins, rel=1e-4)
            k = int(np.argmin(twins))
            twin = naive.core(cells[r, c], dry[k], telling[k], r * N, line, alpha, colour)
            assert found.core[r, c] == pytest.approx(twin, rel=1e-3)


@pytest.mark.parametrize("surface", [0.0, 0.4, 1.0, 1.37, 2.5, 2.99, 3.6, 4.0])
def test_the_surface_is_found_within_a_line(surface: float) -> None:
    tint = Tint(0.45, (200.0, 90.0, 0.0))
    dry, trust, kinds, cells = board(7, surface, tint)
    found = Matcher(dry, trust, tint, ROWS, COLS)(cells)
    assert (found.distance.argmin(axis=2) == kinds).all()
    assert found.waterline == pytest.approx(surface, abs=0.06)


def test_what_lies_over_a_part_has_no_say_in_where_the_water_begins() -> None:
    """A panel in the water looks less unlike a tile where it is taken for dry; too much of it hid the water."""
    tint = Tint(0.45, (200.0, 90.0, 0.0))
    dry, trust, kinds, cells = board(7, 1.4, tint)
    cells[1:, :2] = (125.0, 255.0, 170.0)
    assert Matcher(dry, trust, tint, ROWS, COLS)(cells).waterline != pytest.approx(1.4, abs=0.06)
    found = Matcher(dry, trust, tint, ROWS, COLS, foreign=30.0)(cells)
    assert found.waterline == pytest.approx(1.4, abs=0.06)
    seen = np.ones((ROWS, COLS), bool)
    seen[1:, :2] = False
    assert (found.distance.argmin(axis=2) == kinds)[seen].all()


def test_without_a_tint_there_is_no_waterline() -> None:
    dry, trust, kinds, cells = board(3, None, None)
    found = Matcher(dry, trust, None, ROWS, COLS)(cells)
    assert found.waterline is None
    assert (found.distance.argmin(axis=2) == kinds).all()


def test_a_tint_comes_off_as_it_went_on() -> None:
    tint = Tint(0.7, (255.0, 0.0, 40.0))
    tiles = np.random.default_rng(1).uniform(0, 255, (5, 3)).astype(np.float32)
    assert tint.off(tint.over(tiles)) == pytest.approx(tiles, abs=1e-2)


@pytest.mark.parametrize("surface", [None, 2.5])
def test_pixels_are_paired_with_what_their_kinds_show(surface: float | None) -> None:
    tint = None if surface is None else Tint(0.45, (200.0, 90.0, 0.0))
    dry, trust, _, cells = board(5, surface, tint)
    matcher = Matcher(dry, trust, tint, ROWS, COLS)
    use = np.zeros((ROWS, COLS), bool)
    use[0, 1] = use[3, 2] = True
    shown, expected = matcher.pairs(cells, matcher(cells), use)
    assert shown.shape == expected.shape == (len(shown), 3)
    assert 8 < len(shown) < 2 * N * N
    assert np.abs(shown - expected).mean() < 3
