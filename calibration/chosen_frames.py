"""Which of the pictures that were given a calibration learns from."""

from collections.abc import Sequence

import numpy as np

from calibration.outcome import CalibrationError
from capture.frame import Frame


def chosen_frames(frames: Sequence[Frame], most: int) -> list[Frame]:
    """Return so many frames at most, more than that thinned out evenly.

    Raises:
        CalibrationError: there are none, or they have several sizes.
    """
    if not frames:
        raise CalibrationError("no frames to calibrate on; give at least one")
    sizes = {f.pixels.shape[:2] for f in frames}
    if len(sizes) > 1:
        text = ", ".join(f"{w}x{h}" for h, w in sorted(sizes))
        raise CalibrationError(f"the pictures have several sizes ({text}); give pictures of one window at one size")
    keep = np.unique(np.linspace(0, len(frames) - 1, most).round().astype(int))
    return [frames[int(k)] for k in keep]
