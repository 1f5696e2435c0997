"""Calibration for boards whose cells nest rings (Square Stacker)."""

from calibration.rings.calibrate import calibrate_rings
from calibration.rings.carried import carried_offset

__all__ = ["calibrate_rings", "carried_offset"]
