"""Cells of any pitch as patches of one size."""

import cv2
import numpy as np
import pytest

from vision.cells import MAX_TAPS, axis_taps, sample_cells
from vision.lattice import Lattice


def taps_in_arrays(start: float, pitch: float, cells: int, n: int) -> tuple[np.ndarray, np.ndarray]:
    """The same, all areas at once."""
    step = pitch / n
    low = start + step * np.arange(cells * n)
    if step > MAX_TAPS:
        offsets = (np.arange(MAX_TAPS) + 0.5) * (step / MAX_TAPS)
        index = np.floor(low[:, None] + offsets[None, :])
        weight = np.full(index.shape, 1.0 / MAX_TAPS)
    else:
        taps = int(np.ceil(step)) + 1
        index = np.floor(low)[:, None] + np.arange(taps)[None, :]
        weight = np.minimum(index + 1, low[:, None] + step) - np.maximum(index, low[:, None])
        weight = np.maximum(weight, 0.0)
        weight /= weight.sum(axis=1, keepdims=True)
    return index.astype(np.int32), weight.astype(np.float32)


def test_taps_are_the_same_to_the_bit_in_arrays() -> None:
    rng = np.random.default_rng(4)
    for _ in range(300):
        start, pitch = float(rng.uniform(-80, 900)), float(rng.uniform(2, 160))
        cells, n = int(rng.integers(1, 14)), int(rng.integers(4, 25))
        for given in ((start, pitch), (float(round(start)), float(round(pitch)))):
            for one, other in zip(axis_taps(*given, cells, n), taps_in_arrays(*given, cells, n), strict=True):
                assert one.dtype == other.dtype
                assert np.array_equal(one, other)


@pytest.mark.parametrize(("start", "pitch"), [(0.0, 45.0), (3.25, 33.75), (10.5, 16.2), (0.0, 140.0), (5.0, 8.0)])
def test_weights_are_shares_of_the_area(start: float, pitch: float) -> None:
    index, weight = axis_taps(start, pitch, 3, 8)
    assert weight.sum(axis=1) == pytest.approx(np.ones(24), abs=1e-5)
    centre = (weight * (index + 0.5)).sum(axis=1)
    assert centre == pytest.approx(start + pitch / 8 * (np.arange(24) + 0.5), abs=0.26 if pitch < 48 else pitch / 60)


def test_whole_cells_are_averaged_like_a_resize_by_area() -> None:
    picture = np.random.default_rng(0).integers(0, 256, (96, 80, 3), dtype=np.uint8)
    patches = sample_cells(picture, Lattice(16, 8, 16, 16, 5, 4), 8)
    whole = patches.transpose(0, 2, 1, 3, 4).reshape(40, 32, 3)
    assert whole == pytest.approx(
        cv2.resize(picture[8:88, 16:80].astype(np.float32), (32, 40), interpolation=cv2.INTER_AREA), abs=0.01
    )


def test_a_fraction_of_a_pixel_moves_a_ramp_by_that_fraction() -> None:
    ramp = np.repeat(np.arange(200, dtype=np.uint8)[None, :, None], 3, axis=2).repeat(40, axis=0)
    one = sample_cells(ramp, Lattice(20.0, 4, 16, 16, 2, 5), 8)
    two = sample_cells(ramp, Lattice(20.4, 4, 16, 16, 2, 5), 8)
    assert (two - one) == pytest.approx(np.full_like(one, 0.4), abs=1e-3)


def test_beyond_the_picture_its_edge_repeats() -> None:
    picture = np.full((40, 40, 3), 77, np.uint8)
    assert (sample_cells(picture, Lattice(-10, -10, 20, 20, 3, 3), 8) == 77).all()


def test_a_view_that_cannot_be_written_reads_like_a_copy() -> None:
    wide = np.random.default_rng(0).integers(0, 256, (64, 64, 4), dtype=np.uint8)
    view = wide[..., :3]
    view.flags.writeable = False
    lattice = Lattice(2, 3, 15.5, 15.5, 3, 3)
    assert (sample_cells(view, lattice, 8) == sample_cells(np.ascontiguousarray(view), lattice, 8)).all()
