"""Windows by title: where they are, whether they can be seen, and their pixels."""

import time
import weakref
from typing import Protocol

import numpy as np

from capture.desktop import Desktop
from capture.display_server import require_display
from capture.frame import Frame, Pixels, Region
from capture.source import CaptureError, WindowLost, WindowTooLarge
from capture.window_title import WindowNotFound

GRAB_ATTEMPTS = 5
"""A grab is repeated this often while the window moves under it."""
LONG_GRAB_S = 0.1
"""A grab that took longer, and more than twice as long as the one before, is made once more: the machine stood still,
and it may show what came long after its time."""


class Window(Protocol):
    """One window of another program, followed wherever it goes.

    A window is found by its title and then held by its identity, so a title that changes (a score in
    it) does not lose it. When it is closed, `found_again` looks for a new one by the same title.
    """

    title: str

    def exists(self) -> bool:
        """Tell whether it is still open, minimised or not."""
        ...

    def found_again(self) -> bool:
        """Tell whether it exists, after looking for a successor by title where it is gone."""
        ...

    def is_minimised(self) -> bool:
        """Tell whether it is open but not shown (minimised, or on another workspace)."""
        ...

    def is_active(self) -> bool:
        """Tell whether it is the window that keys go to."""
        ...

    def client_area(self) -> Region:
        """Return what lies inside its frame, in capture pixels.

        Raises:
            WindowLost: closed or minimised.
        """
        ...

    def topmost_at(self, x: float, y: float) -> bool:
        """Tell whether a click at this point (capture pixels) would land in it and in no other window."""
        ...

    def close(self) -> None:
        """Let go of handles; the window itself stays open."""
        ...


def find_window(title: str, scale: float = 1.0) -> Window:
    """Find an open window by title: the equal title first, else a part of it in any case.

    Args:
        title: what to look for; must not be empty.
        scale: capture pixels per input point of the display (`Desktop.scale`); only macOS needs it.

    Raises:
        NoDisplay: no display.
        WindowNotFound: none, or several.
    """
    if not title.strip():
        raise WindowNotFound("the window title is empty; give a part of the title")
    server = require_display()
    if server == "x11":
        from capture.window_x11 import X11Window

        return X11Window(title)
    if server == "macos":
        from capture.window_quartz import QuartzWindow

        return QuartzWindow(title, scale)
    from capture.window_native import NativeWindow

    return NativeWindow(title, scale)


class _Canvas:
    """Memory of a picture, black at first, lent to one frame after another.

    What is lent is an array around memory that belongs to no array. All its slices hold that very array (NumPy goes on
    to an owner of the memory only where that is an array too): while it lives somebody looks at the picture.

    Args:
        height, width: pixels.
    """

    def __init__(self, height: int, width: int) -> None:
        self.height, self.width = height, width
        self._memory = bytearray(height * width * 3)
        self._lent: weakref.ref[Pixels] | None = None

    def is_free(self) -> bool:
        """Tell whether no frame, slice or thread has the picture."""
        return self._lent is None or self._lent() is None

    def lend(self) -> Pixels:
        """Return the picture, as it was left."""
        pixels: Pixels = np.ndarray((self.height, self.width, 3), np.uint8, self._memory)
        self._lent = weakref.ref(pixels)
        return pixels


class WindowSource:
    """The client area of a window as a source of frames; follows it when it moves.

    Args:
        window: its title (see `find_window`), or the window itself, which is closed with the source.
        part: what of the client area is wanted, relative to its top left; None is all. A grab of 2760x2184
            pixels takes 11 ms, of a board in it 2. Frames keep the size of the client area, black elsewhere.

    Attributes:
        window: the window, for the questions the safety envelope asks.

    Raises:
        WindowNotFound: see `find_window`.
    """

    def __init__(self, window: str | Window, part: Region | None = None) -> None:
        self._part = part
        self._canvases: list[_Canvas] = []
        self._took_s = 0.0
        try:
            self._desktop = Desktop()
        except CaptureError:
            if not isinstance(window, str):
                window.close()
            raise
        try:
            self.window = find_window(window, self._desktop.scale) if isinstance(window, str) else window
        except CaptureError:
            self._desktop.close()
            raise

    def grab(self) -> Frame:
        """Return the client area as the screen shows it now, with whatever covers it.

        Raises:
            WindowLost: closed, minimised, or partly off the screen (`WindowTooLarge` where it cannot but be); a
                later grab may succeed, also on a new window of the same title.
        """
        if not self.window.found_again():
            raise WindowLost(f"window '{self.window.title}' is closed; open it again")
        before = self.window.client_area()
        for attempt in range(GRAB_ATTEMPTS):
            if not self._on_screen(before):
                raise self._off_screen(before)
            time_ns = time.monotonic_ns()
            pixels = self._pixels(before)
            took_s = (time.monotonic_ns() - time_ns) / 1e9
            late = attempt == 0 and took_s > max(LONG_GRAB_S, 2 * self._took_s)
            self._took_s = took_s
            after = self.window.client_area()
            if after == before and not late:
                return Frame(pixels, time_ns, before, self._desktop.scale)
            before = after
        raise WindowLost(f"window '{self.window.title}' is moving; waiting for it to rest")

    def close(self) -> None:
        """Let go of the screen and the window."""
        self.window.close()
        self._desktop.close()

    def _pixels(self, area: Region) -> Pixels:
        part = self._part
        if part is None or part.x + part.width > area.width or part.y + part.height > area.height:
            return self._desktop.pixels(area)
        pixels = self._canvas(area.height, area.width)
        wanted = Region(area.x + part.x, area.y + part.y, part.width, part.height)
        self._desktop.pixels(wanted, pixels[part.y : part.y + part.height, part.x : part.x + part.width])
        return pixels

    def _canvas(self, height: int, width: int) -> Pixels:
        """Return a black picture, an earlier one that nobody holds any more where there is one.

        Fresh memory has to be mapped page by page, which costs more than the grab itself.
        """
        for canvas in self._canvases:
            if (canvas.height, canvas.width) == (height, width) and canvas.is_free():
                return canvas.lend()
        # of a window that is being resized only its present size is kept
        self._canvases = [each for each in self._canvases if (each.height, each.width) == (height, width)]
        self._canvases.append(_Canvas(height, width))
        return self._canvases[-1].lend()

    def _off_screen(self, area: Region) -> WindowLost:
        title, bounds = self.window.title, self._desktop.bounds
        if area.width <= bounds.width and area.height <= bounds.height:
            return WindowLost(f"window '{title}' is partly off the screen; move it wholly onto it")
        sizes = f"{area.width}x{area.height} pixels, the screen {bounds.width}x{bounds.height}"
        return WindowTooLarge(f"window '{title}' is {sizes}; make it smaller")

    def _on_screen(self, region: Region) -> bool:
        try:
            return self._desktop.clip(region) == region
        except CaptureError:
            return False
