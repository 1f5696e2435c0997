"""Where tiles are centred in their cells; the kernel is held to the same said in numpy."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.registration import like_pairs
from calibration.tile_centres import AGREE, REACH, disagreement, tile_centres
from vision.cells import sample_cells
from vision.lattice import Lattice

ROWS, COLS = 7, 5


def slow_disagreement(picture: NDArray[np.uint8], lattice: Lattice, n: int) -> list[NDArray[np.float64]]:
    wide = replace(lattice, x=lattice.x - lattice.pitch_x, y=lattice.y - lattice.pitch_y, rows=ROWS + 2, cols=COLS + 2)
    whole = sample_cells(picture, wide, n).transpose(0, 2, 1, 3, 4).reshape((ROWS + 2) * n, (COLS + 2) * n, 3)
    reach = int(REACH * n)
    inner = slice(int(0.1 * n) + reach, -(int(0.1 * n) + reach))
    apart = []
    for pair in like_pairs(sample_cells(picture, lattice, 16).reshape(-1, 16, 16, 3), 0.35):
        first, second = (
            whole[(r + 1) * n - reach : (r + 2) * n + reach, (c + 1) * n - reach : (c + 2) * n + reach]
            for r, c in (divmod(int(k), COLS) for k in pair)
        )
        apart.append(np.minimum(np.abs(first - second).max(axis=2) / AGREE, 1.0))
    mean = np.asarray(np.mean(apart, axis=0, dtype=np.float64))
    return [mean[inner].mean(axis=0), mean[:, inner].mean(axis=1)]


@pytest.mark.parametrize(("dx", "dy"), [(0, 0), (2, 0), (0, -2), (-2, 1)])
def test_tiles_are_centred_where_the_zone_of_their_likeness_is(dx: int, dy: int) -> None:
    """Tiles of 24 px on a ground of noise, by (dx, dy) off the middle of cells of 30 px."""
    dice = np.random.default_rng(5)
    pitch, tile = 30, 24
    picture = dice.integers(70, 150, (60 + ROWS * pitch, 60 + COLS * pitch, 3)).astype(np.uint8)
    kinds = dice.integers(0, 256, (3, tile, tile, 3)).astype(np.uint8)
    for row in range(ROWS):
        for col in range(COLS):
            y, x = 30 + row * pitch + 3 + dy, 30 + col * pitch + 3 + dx
            picture[y : y + tile, x : x + tile] = kinds[dice.integers(0, 3)]
    lattice = Lattice(30, 30, pitch, pitch, ROWS, COLS)
    centre_x, centre_y = tile_centres([picture], lattice)
    assert [centre_x.offset * pitch, centre_y.offset * pitch] == pytest.approx([dx, dy], abs=0.3)
    along = disagreement([picture], lattice, pitch)
    assert along is not None
    for found, expected in zip(along, slow_disagreement(picture, lattice, pitch), strict=True):
        np.testing.assert_allclose(found, expected, atol=1e-5)


def test_nothing_is_centred_where_no_two_cells_are_of_one_kind() -> None:
    picture = np.random.default_rng(5).integers(0, 256, (270, 210, 3)).astype(np.uint8)
    lattice = Lattice(30, 30, 30, 30, ROWS, COLS)
    assert disagreement([picture], lattice, 30) is None
    assert tile_centres([picture], lattice)[0].asymmetry == 1.0
