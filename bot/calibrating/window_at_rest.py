"""Waits until nothing moves in a window of rings that is calibrated by playing."""

import time

import numpy as np

from calibration.rings.places import Places
from capture.frame import Frame
from capture.source import FrameSource

STILL_S = 0.06
"""Two pictures so far apart that are equal show a window at rest."""
REST_S = 3.0
"""How long a window may take to come to rest."""


def at_rest(source: FrameSource, places: Places | None = None) -> Frame:
    """Return a picture of the window once nothing moves in it, or the last one after `REST_S`.

    Args:
        source: of the window.
        places: of board and hand, where they are known: beside them a page may move for ever.
    """
    looked_at = (slice(None), slice(None)) if places is None else _around(places)
    deadline = time.monotonic() + REST_S
    before = source.grab()
    while True:
        time.sleep(STILL_S)
        frame = source.grab()
        if np.array_equal(before.pixels[looked_at], frame.pixels[looked_at]) or time.monotonic() > deadline:
            return frame
        before = frame


def _around(places: Places) -> tuple[slice, slice]:
    """Return the rows and columns of a frame that hold board and hand."""
    centres = places.centres()
    left, top = np.maximum(centres.min(axis=0) - places.pitch / 2, 0).astype(int).tolist()
    right, bottom = np.ceil(centres.max(axis=0) + places.pitch / 2).astype(int).tolist()
    return slice(top, bottom), slice(left, right)
