"""Which shapes are rings where shapes have more than three sizes: ground over photographs, hands that are smaller."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytesseract
import pytest
from numpy.typing import NDArray

from calibration.outcome import Calibration
from calibration.rings import calibrate_rings
from calibration.rings.proof import OTHER_HAND
from capture.frame import Frame, Pixels
from tests.calibration.test_ring_windows import code_of
from tests.vision.drawn_rings import EMPTY, RingLook, centres_of, draw_ring, finish, random_codes, size_of
from vision.profile import load_profile
from vision.rings import RingReader
from vision.sighting import UNKNOWN
from vision.square_stacker import SCREEN

LOOK = RingLook(pitch=132, half=(0.13, 0.27, 0.41), hole=(0.02, 0.185, 0.315), at=(116, 190))
RIM = replace(
    LOOK,
    palette=tuple((b // 3, g // 3, r // 3) for b, g, r in LOOK.palette),
    half=(0.15, 0.29, 0.43),
    hole=(0.0, 0.165, 0.295),
)
"""What shows of it around a ring is its dark rim."""
SMALL_HAND = replace(LOOK, hand_distance=1.15)
CORNERS = np.array([[[230, 90, 20], [30, 60, 210]], [[60, 210, 60], [220, 20, 200]]], float)
"""BGR of the ground in the window's corners, far apart."""


@pytest.fixture(autouse=True)
def _no_ocr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pytesseract.pytesseract, "tesseract_cmd", "no-such-tesseract")


def ground(height: int, width: int) -> NDArray[np.float64]:
    """Return a ground whose colour is another one at every cell."""
    down, across = np.linspace(0, 1, height)[:, None, None], np.linspace(0, 1, width)[None, :, None]
    top, bottom = (CORNERS[k, 0] * (1 - across) + CORNERS[k, 1] * across for k in (0, 1))
    return np.asarray(top * (1 - down) + bottom * down)


def wells(codes: NDArray[np.int8]) -> Pixels:
    """Draw a window whose cells are dimmed wells in that ground, and whose rings have dark rims."""
    canvas = ground(*size_of(LOOK))
    centres, p = centres_of(LOOK), LOOK.pitch
    for x, y in centres[:9]:
        rows, cols = (slice(round(c - 0.47 * p), round(c + 0.47 * p)) for c in (y, x))
        canvas[rows, cols] *= 0.65
    for (x, y), place in zip(centres, codes, strict=True):
        for slot in (2, 1, 0):
            for look in (RIM, LOOK):
                if place[slot] != EMPTY:
                    draw_ring(canvas, look, float(x), float(y), slot, int(place[slot]))
    return finish(canvas)


def small_hand(codes: NDArray[np.int8], scale: float) -> Pixels:
    canvas = np.full((*size_of(SMALL_HAND), 3), 60.0)
    for number, ((x, y), place) in enumerate(zip(centres_of(SMALL_HAND), codes, strict=True)):
        look = LOOK if number < 9 else replace(LOOK, pitch=scale * LOOK.pitch)
        for slot in (2, 1, 0):
            if place[slot] != EMPTY:
                draw_ring(canvas, look, float(x), float(y), slot, int(place[slot]))
    return finish(canvas)


def positions(count: int, seed: int, fill: float) -> list[NDArray[np.int8]]:
    rng = np.random.default_rng(seed)
    return [random_codes(rng, fill, colours=4) for _ in range(count)]


def calibrated(pictures: list[Pixels]) -> Calibration:
    return calibrate_rings([Frame(pixels, k) for k, pixels in enumerate(pictures)], SCREEN)


@pytest.mark.parametrize("seed", range(4))
def test_wells_over_a_photograph_are_no_rings(seed: int, tmp_path: Path) -> None:
    calibration = calibrated([wells(codes) for codes in positions(4, seed, fill=0.25)])
    assert calibration.result.passed, calibration.result.reasons
    calibration.save(tmp_path / "p")
    reader = RingReader.open(load_profile(tmp_path / "p"), tmp_path / "p")
    code = code_of(reader, LOOK)
    for codes in positions(3, 100 + seed, fill=0.5):
        read, true = reader.read(Frame(wells(codes), 0)).codes, code[codes]
        assert np.array_equal(read[:9], true[:9])
        # ground that no picture has shown without a piece is guessed
        assert np.array_equal(read[read != UNKNOWN], true[read != UNKNOWN])


@pytest.mark.parametrize("scale", [0.6, 0.8])
def test_a_hand_that_is_drawn_smaller_is_read(scale: float, tmp_path: Path) -> None:
    calibration = calibrated([small_hand(codes, scale) for codes in positions(4, 1, fill=0.3)])
    assert calibration.result.passed, calibration.result.reasons
    calibration.save(tmp_path / "p")
    profile = load_profile(tmp_path / "p")
    assert profile.rings is not None
    assert profile.rings.hand_size == pytest.approx(scale, abs=0.01)
    reader = RingReader.open(profile, tmp_path / "p")
    code = code_of(reader, LOOK)
    for codes in positions(4, 100, fill=0.5):
        assert np.array_equal(reader.read(Frame(small_hand(codes, scale), 0)).codes, code[codes])


def test_a_smaller_hand_of_one_size_is_named() -> None:
    """One size alone may be any of the three at some share."""
    boards = positions(4, 1, fill=0.3)
    for codes in boards:
        codes[9:] = EMPTY
        codes[9:, 1] = 0, 1, 2
    result = calibrated([small_hand(codes, 0.6) for codes in boards]).result
    assert not result.passed
    assert result.reasons == (OTHER_HAND,)
