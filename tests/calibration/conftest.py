"""Calibrates on a drawn window once, for all that want a profile."""

import pytest

from calibration.calibrate import Calibration, calibrate
from tests.calibration.learned_boards import LOOK, drawn, frame
from vision.bilging import SCREEN


@pytest.fixture(scope="session")
def calibration() -> Calibration:
    return calibrate([frame(drawn(LOOK, 1).picture)], SCREEN, permission="own", window_title="Bilging")
