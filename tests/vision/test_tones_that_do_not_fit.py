"""Pictures so dark that their tone is not believed: another tone that was fitted to them must not be either."""

from dataclasses import replace

import numpy as np
import pytest

import engine.swap3 as swap3
from calibration.calibrate import calibrate
from capture.frame import Frame
from engine.dice import dice
from practice.swap3 import look_names, render_still
from vision.reader import Reader
from vision.sighting import UNKNOWN
from vision.swap3 import SCREEN

RULES = swap3.PRESETS["gweled"]


@pytest.mark.parametrize("look", look_names())
def test_a_dark_board_is_read_right_or_not_at_all(look: str) -> None:
    """Seen at 0.6 of the light: half of the board was read, and all tiles of one kind as those of another."""
    shown = swap3.start(RULES, dice(1))
    picture = render_still(look, 1.0, RULES, shown)
    calibration = calibrate([Frame(picture, 0)], replace(SCREEN, score=False))
    reader = Reader(calibration.profile, calibration.prototypes)
    right = reader.read(Frame(picture, 0)).codes
    assert not (right == UNKNOWN).any()
    for gain in (0.9, 0.8, 0.7, 0.65, 0.6, 0.55, 0.5, 0.4):
        dark = np.round(gain * picture).astype(np.uint8)
        codes = reader.read(Frame(dark, 0)).codes
        assert ((codes == right) | (codes == UNKNOWN)).all(), gain
        assert gain < 0.8 or not (codes == UNKNOWN).any(), gain
