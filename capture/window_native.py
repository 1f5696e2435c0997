"""A window on Windows, asked through PyWinCtl. See `capture.window.Window`.

Written after PyWinCtl's documentation; the tests run on X11 only (docs/control.md says so).
"""

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import Any

from capture.coordinates import point_under, region_of
from capture.dpi import see_true_pixels
from capture.frame import Region
from capture.source import WindowLost
from capture.window_title import WindowNotFound, best_title, same_title


class NativeWindow:
    """A top-level window.

    Args:
        title: what to look for.
        scale: capture pixels per input point: PyWinCtl speaks in points.
    """

    def __init__(self, title: str, scale: float) -> None:
        self._wanted = title
        self._scale = scale
        self.title = title
        self._window: Any = self._find()

    def exists(self) -> bool:
        """Tell whether it is still open."""
        return self._says(lambda: self._window.isAlive)

    def found_again(self) -> bool:
        """Tell whether it exists, after looking for a successor by title where it is gone."""
        if self.exists():
            return True
        try:
            self._window = self._find(again=True)
        except (WindowNotFound, WindowLost):
            return False
        return True

    def is_minimised(self) -> bool:
        """Tell whether it is open but not shown, on another virtual desktop for one."""
        window = self._window
        return self.exists() and self._says(
            lambda: window.isMinimized or not window.visible or _hidden_by_desktop(window.getHandle())
        )

    def is_active(self) -> bool:
        """Tell whether it is the window that keys go to."""
        return self.exists() and self._says(lambda: self._window.isActive)

    def client_area(self) -> Region:
        """Return what lies inside its frame, in capture pixels.

        Raises:
            WindowLost: closed or minimised.
        """
        if not self.exists():
            raise WindowLost(f"window '{self.title}' is closed; open it again")
        if self.is_minimised():
            raise WindowLost(f"window '{self.title}' is minimised; restore it")
        with self._asking():
            area = self._window.getClientFrame()
        return region_of(area.left, area.top, area.right - area.left, area.bottom - area.top, self._scale)

    def topmost_at(self, x: float, y: float) -> bool:
        """Tell whether a click at this point (capture pixels) would land in it."""
        if sys.platform == "win32":
            from ctypes import windll, wintypes

            user = windll.user32
            user.WindowFromPoint.argtypes = [wintypes.POINT]
            user.WindowFromPoint.restype = wintypes.HWND
            hit = user.WindowFromPoint(wintypes.POINT(*point_under(x, y, self._scale)))
            return hit is not None and _whole_window(hit) == self._window.getHandle()
        return False

    def close(self) -> None:
        """Nothing is held."""

    def _find(self, *, again: bool = False) -> Any:
        see_true_pixels()
        import pywinctl

        native: Any = pywinctl  # only partly typed
        named = []
        with self._asking():
            for window in native.getAllWindows():
                with contextlib.suppress(Exception):  # closed in this moment
                    # buttons and the like are listed too, and of a Store application its inside by the same title
                    if (title := window.title) and _whole_window(handle := window.getHandle()) == handle:
                        named.append((title, window))
        titles = [title for title, _ in named]
        self.title, found = named[same_title(self.title, titles) if again else best_title(self._wanted, titles)]
        return found

    def _says(self, question: Callable[[], Any]) -> bool:
        """Tell what the library answers; False where the window is gone meanwhile."""
        try:
            with self._asking():
                return bool(question())
        except WindowLost:
            return False

    @contextlib.contextmanager
    def _asking(self) -> Iterator[None]:
        """Turn what the library raises about a window that is gone into WindowLost."""
        try:
            yield
        except Exception as cause:  # pywin32's own errors, and what PyWinCtl trips over
            raise WindowLost(f"window '{self.title}' is closed; open it again") from cause


def _whole_window(handle: int) -> int | None:
    """Return the top-level window that a part of it belongs to: itself, where it is one."""
    if sys.platform == "win32":
        from ctypes import windll, wintypes

        ga_root = 2  # of GetAncestor
        user = windll.user32
        user.GetAncestor.argtypes = [wintypes.HWND, wintypes.UINT]
        user.GetAncestor.restype = wintypes.HWND
        root: int | None = user.GetAncestor(handle, ga_root)
        return root
    return handle


def _hidden_by_desktop(handle: int) -> bool:
    """Tell whether a window that counts as visible is kept from the screen, as on another virtual desktop."""
    if sys.platform == "win32":
        from ctypes import byref, sizeof, windll, wintypes

        cloaked = 14  # DWMWA_CLOAKED of DwmGetWindowAttribute
        why = wintypes.DWORD()
        windll.dwmapi.DwmGetWindowAttribute(wintypes.HWND(handle), cloaked, byref(why), sizeof(why))
        return bool(why.value)
    return False
