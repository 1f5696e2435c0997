"""Lets these tests draw windows as those of the eyes do, and calibrates on one for all that want a profile."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "vision"))

from learned_boards import LOOK, drawn, frame

from calibration.calibrate import Calibration, calibrate
from vision.bilging import SCREEN


@pytest.fixture(scope="session")
def calibration() -> Calibration:
    return calibrate([frame(drawn(LOOK, 1).picture)], SCREEN, permission="own", window_title="Bilging")
