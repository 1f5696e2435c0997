"""Live pixels of the desktop, through mss."""

import contextlib

import cv2
import mss
import numpy as np
from mss.models import Monitor
from mss.screenshot import ScreenShot

from capture.coordinates import clipped, grab_of, region_of
from capture.display_server import require_display
from capture.dpi import see_true_pixels
from capture.frame import Pixels, Region
from capture.one_line import one_line
from capture.source import CaptureError

GONE = (mss.ScreenShotError, AssertionError)
"""What mss raises where the display has ended: it takes for granted that an answer holds something or an error."""


class Desktop:
    """The whole desktop, opened once; grabbing a region costs about 1 ms at 1280x720.

    Attributes:
        bounds: the virtual desktop in capture pixels; x and y may be negative.
        scale: capture pixels per input point (2.0 on a Retina display, 1.0 on X11 and on a
            Windows process that mss has made DPI aware).

    Raises:
        NoDisplay: there is no display that can be read.
        CaptureError: the display does not answer.
    """

    def __init__(self) -> None:
        require_display()
        see_true_pixels()
        try:
            self._mss = _opened()
            desktop, probe = self._tried()
        except GONE as error:
            raise CaptureError(f"the display cannot be read ({one_line(error)}); {_mend(error)}") from error
        self.scale: float = probe.size.width / 16
        self.bounds = region_of(desktop["left"], desktop["top"], desktop["width"], desktop["height"], self.scale)

    def _tried(self) -> tuple[Monitor, ScreenShot]:
        """Return the whole desktop as mss has it, and a grab of 16 x 16 points; where that fails nothing stays open."""
        try:
            desktop = self._mss.monitors[0]
            first = self._mss.monitors[1] if len(self._mss.monitors) > 1 else desktop
            return desktop, self._mss.grab({"left": first["left"], "top": first["top"], "width": 16, "height": 16})
        except BaseException:
            self.close()
            raise

    def clip(self, region: Region) -> Region:
        """Return the part of `region` that lies on the desktop.

        Raises:
            CaptureError: nothing of it does.
        """
        part = clipped(region, self.bounds)
        if part is None:
            raise CaptureError(
                f"region {region.width}x{region.height} at ({region.x}, {region.y}) lies off the desktop "
                f"({self.bounds.width}x{self.bounds.height} at ({self.bounds.x}, {self.bounds.y}))"
            )
        return part

    def pixels(self, region: Region, into: Pixels | None = None) -> Pixels:
        """Return the pixels of `region`, (height, width, 3) uint8 BGR, a copy of its own.

        Args:
            region: in capture pixels.
            into: an array of that shape (a slice of a larger one will do) to write them to and return.

        Raises:
            CaptureError: the region is not wholly on the desktop, or the display is gone.
        """
        if self.clip(region) != region:
            raise CaptureError(
                f"region {region.width}x{region.height} at ({region.x}, {region.y}) is partly off the desktop"
            )
        grab = grab_of(region, self.scale)
        try:
            shot = self._mss.grab({"left": grab.left, "top": grab.top, "width": grab.width, "height": grab.height})
        except GONE as error:
            raise CaptureError(f"the display cannot be read any more ({one_line(error)})") from error
        wanted = np.asarray(shot)[grab.y : grab.y + region.height, grab.x : grab.x + region.width]
        # `shot.rgb` would cost ten times the grab; OpenCV drops the fourth channel in a fraction of it.
        if into is None:
            return np.asarray(cv2.cvtColor(wanted, cv2.COLOR_BGRA2BGR), dtype=np.uint8)
        cv2.cvtColor(wanted, cv2.COLOR_BGRA2BGR, dst=into)
        return into

    def close(self) -> None:
        """Let the display go; one that is gone itself has taken all there was to let go of."""
        with contextlib.suppress(*GONE):
            self._mss.close()


def _mend(error: Exception) -> str:
    """Return what to do where mss does not open the display: it refuses those whose pixels have fewer bits."""
    return "set it to 24 bits a pixel" if "depth" in str(error) else "check DISPLAY"


def _opened() -> mss.MSS:
    try:
        return mss.MSS()
    except AttributeError as error:  # a macOS that no longer has what mss asks for pictures
        raise CaptureError(
            f"mss does not work on this system ({one_line(error)}); try a newer one: pip install --upgrade mss"
        ) from error
