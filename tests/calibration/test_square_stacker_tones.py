"""Square Stacker in tones that bring its colours close to each other: read right, or refused."""

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytesseract
import pytest
from numpy.typing import NDArray

from calibration.outcome import Calibration
from calibration.rings import calibrate_rings
from capture.folder import load_image
from capture.frame import Frame, Pixels
from engine.square_stacker import places
from practice.square_stacker import look_names, render_still
from tests.calibration.test_square_stacker_stills import positions
from vision.rings import RingReader
from vision.sighting import UNKNOWN
from vision.square_stacker import SCREEN

REAL = os.environ.get("SPYGLASS_REAL")


@pytest.fixture(autouse=True)
def no_ocr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pytesseract.pytesseract, "tesseract_cmd", "no-such-tesseract")


def calibrated(pictures: list[Pixels]) -> Calibration:
    return calibrate_rings([Frame(picture, number) for number, picture in enumerate(pictures)], SCREEN)


def paler(picture: Pixels, saturation: float) -> Pixels:
    """Each pixel nearer to its own grey."""
    grey: NDArray[np.float64] = picture.mean(axis=2, keepdims=True)
    return np.clip(grey + saturation * (picture - grey), 0, 255).astype(np.uint8)


def assert_without_colours_refused(pictures: list[Pixels]) -> None:
    result = calibrated([paler(picture, 0.0) for picture in pictures]).result
    assert not result.passed
    assert len(result.reasons) == 1
    assert "colour" in result.reasons[0]


@pytest.mark.parametrize("look", look_names())
def test_a_window_without_colours_is_refused(look: str) -> None:
    """Several colours have one grey: up to 20 rings were taken for those of another colour."""
    assert_without_colours_refused([render_still(look, 1.0, state) for state in positions(1, 3)])


@pytest.mark.skipif(not REAL, reason="SPYGLASS_REAL is not set: no real pictures here")
def test_the_real_window_without_colours_is_refused() -> None:
    assert_without_colours_refused([load_image(Path(REAL or "") / "square_stacker" / "coolmath.png")])


def test_colours_that_little_contrast_brings_close_stay_apart(tmp_path: Path) -> None:
    """Two of them were taken for one."""
    states = positions(1, 3)
    dull = [np.round(128 + (render_still("rings", 1.0, s) - 128.0) / 3).astype(np.uint8) for s in states]
    calibration = calibrated(dull)
    assert calibration.result.passed, calibration.result.reasons
    calibration.save(tmp_path / "p")
    reader = RingReader.open(calibration.profile, tmp_path / "p")
    pairs = {
        (int(code), int(true))
        for picture, state in zip(dull, states, strict=True)
        for code, true in zip(reader.read(Frame(picture, 0)).codes.ravel(), places(state).ravel(), strict=True)
    }
    assert UNKNOWN not in dict(pairs)
    assert len(pairs) == calibration.result.kinds == len({true for _, true in pairs})


def half_contrast(picture: Pixels) -> Pixels:
    return np.round(128 + (picture - 128.0) / 2).astype(np.uint8)


def dark(picture: Pixels) -> Pixels:
    return np.round(255 * (picture / 255.0) ** 3).astype(np.uint8)


@pytest.mark.parametrize(("look", "tone"), [("discs", half_contrast), ("rings", dark)])
def test_a_ring_that_was_not_found_is_no_ground(look: str, tone: Callable[[Pixels], Pixels]) -> None:
    """It became part of the empty window, and its slot was read as empty for ever after."""
    result = calibrated([tone(render_still(look, 1.0, positions(1, 1)[0], best=182))]).result
    assert not result.passed
    assert any("taken for ground" in reason for reason in result.reasons), result.reasons
