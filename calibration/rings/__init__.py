"""Calibration for boards whose cells nest rings (Square Stacker)."""

from calibration.rings.calibrate import calibrate_rings

__all__ = ["calibrate_rings"]
