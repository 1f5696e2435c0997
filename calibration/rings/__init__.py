"""Calibration for boards whose cells nest rings (Square Stacker)."""

from calibration.rings.calibrate import calibrate_rings
from calibration.rings.carried import carried_offset
from calibration.rings.new_colour import learn_colours

__all__ = ["calibrate_rings", "carried_offset", "learn_colours"]
