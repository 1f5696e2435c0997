"""A window on macOS, known by its number at the window server. See `capture.window.Window`.

PyWinCtl tells windows there apart by application and title only, and cannot say which lies on top. So the window server
itself is asked, and the game's application whether it has the keyboard. Written after Apple's documentation; the tests
run it on a stand-in for the server (docs/control.md says so). Places are input points, from the first display's top
left.
"""

from collections.abc import Mapping
from typing import Any, Final

from capture.coordinates import point_under, region_of
from capture.frame import Region
from capture.macos_permissions import how_to_allow
from capture.source import CaptureError, WindowLost
from capture.window_title import WindowNotFound, best_title, same_title

ON_SCREEN: Final = 1 | 16
"""kCGWindowListOptionOnScreenOnly | kCGWindowListExcludeDesktopElements: listed from front to back."""
THIS_ONE: Final = 8
"""kCGWindowListOptionIncludingWindow, shown or not."""
ORDINARY: Final = 0
"""The layer of programs' windows; menus, panels, the dock and the pointer have layers of their own."""
TITLED: Final = 1
"""NSWindowStyleMaskTitled."""
NOT_ALLOWED: Final = -25211
"""kAXErrorAPIDisabled."""
WITHOUT_DOCK_ICON: Final = 1
"""NSApplicationActivationPolicyAccessory."""
AWAKE: Final = 0x00EFFFFF
"""NSActivityUserInitiatedAllowingIdleSystemSleep."""


class QuartzWindow:
    """A top-level window; it is looked for among those that are shown.

    Args:
        title: what to look for.
        scale: capture pixels per input point: the window server speaks in points.
    """

    def __init__(self, title: str, scale: float) -> None:
        self._wanted = title
        self._scale = scale
        self.title = title
        appkit = _appkit()
        # connects this process with the window server
        appkit.NSApplication.sharedApplication().setActivationPolicy_(WITHOUT_DOCK_ICON)
        # macOS would let such a process nap, and its clocks run late; it does not as long as this is kept
        process = appkit.NSProcessInfo.processInfo()
        self._activity: Any = process.beginActivityWithOptions_reason_(AWAKE, f"looking at '{title}'")
        self._number, self._owner = self._find()

    @property
    def identity(self) -> int:
        """The window's number, which no other gets until the person logs out."""
        return self._number

    def exists(self) -> bool:
        """Tell whether it is still open; one that its program keeps hidden when it is closed counts as minimised."""
        return self._record() is not None

    def found_again(self) -> bool:
        """Tell whether it exists, after looking for a successor by title where it is gone."""
        if self.exists():
            return True
        try:
            self._number, self._owner = self._find(again=True)
        except WindowNotFound:
            return False
        return True

    def is_minimised(self) -> bool:
        """Tell whether it is open but not shown."""
        record = self._record()
        return record is not None and not record.get("kCGWindowIsOnscreen")

    def is_active(self) -> bool:
        """Tell whether it is the window that keys go to: the foremost one of the application that has the keyboard.

        Raises:
            CaptureError: macOS does not let this program know.
        """
        import ApplicationServices

        native: Any = ApplicationServices
        application = native.AXUIElementCreateApplication(self._owner)
        error, in_front = native.AXUIElementCopyAttributeValue(application, "AXFrontmost", None)
        if error == NOT_ALLOWED:
            raise CaptureError(f"macOS does not tell which window has the keyboard; {how_to_allow('Accessibility')}")
        if error or not in_front:
            return False
        numbers = [
            record["kCGWindowNumber"]
            for record in _listed(ON_SCREEN)
            if record["kCGWindowOwnerPID"] == self._owner
            and record["kCGWindowLayer"] == ORDINARY
            and record["kCGWindowAlpha"] > 0
        ]
        return numbers[:1] == [self._number]

    def client_area(self) -> Region:
        """Return what lies inside its frame, in capture pixels: all but a title bar of the usual height.

        Raises:
            WindowLost: closed or minimised.
        """
        record = self._record()
        if record is None:
            raise WindowLost(f"window '{self.title}' is closed; open it again")
        if not record.get("kCGWindowIsOnscreen"):
            raise WindowLost(f"window '{self.title}' is minimised; restore it")
        bounds = record["kCGWindowBounds"]
        bar = _title_bar(bounds["Width"], bounds["Height"])
        return region_of(bounds["X"], bounds["Y"] + bar, bounds["Width"], bounds["Height"] - bar, self._scale)

    def topmost_at(self, x: float, y: float) -> bool:
        """Tell whether a click at this point (capture pixels) would land in it.

        The window server looks as it does for a click: what lets clicks through does not count.
        """
        import Quartz

        native: Any = Quartz
        column, row = point_under(x, y, self._scale)
        height = native.CGDisplayBounds(native.CGMainDisplayID()).size.height
        appkit = _appkit()
        middle = appkit.NSMakePoint(column + 0.5, height - row - 0.5)  # AppKit counts from the bottom upwards
        return bool(appkit.NSWindow.windowNumberAtPoint_belowWindowWithWindowNumber_(middle, 0) == self._number)

    def close(self) -> None:
        """Nothing is held."""

    def _record(self) -> Mapping[str, Any] | None:
        """Return what the window server says of it, None where it is closed."""
        for record in _listed(THIS_ONE, self._number):
            if (record["kCGWindowNumber"], record["kCGWindowOwnerPID"]) == (self._number, self._owner):
                return record
        return None

    def _find(self, *, again: bool = False) -> tuple[int, int]:
        """Return number and owner of the window that the title means, or of one opened again in its place."""
        windows = [r for r in _listed(ON_SCREEN) if r["kCGWindowLayer"] == ORDINARY and r.get("kCGWindowName")]
        if not windows:
            raise WindowNotFound(
                f"no window titled '{self._wanted}': macOS tells no titles; {how_to_allow('Screen Recording')}"
            )
        titles = [str(record["kCGWindowName"]) for record in windows]
        found = windows[same_title(self.title, titles) if again else best_title(self._wanted, titles)]
        self.title = str(found["kCGWindowName"])
        return int(found["kCGWindowNumber"]), int(found["kCGWindowOwnerPID"])


def _listed(which: int, number: int = 0) -> list[Mapping[str, Any]]:
    import Quartz

    native: Any = Quartz
    return list(native.CGWindowListCopyWindowInfo(which, number) or ())


def _title_bar(width: float, height: float) -> float:
    """Return the height of a title bar, which applications draw alike."""
    appkit = _appkit()
    inside = appkit.NSWindow.contentRectForFrameRect_styleMask_(appkit.NSMakeRect(0, 0, width, height), TITLED)
    return float(height - inside.size.height)


def _appkit() -> Any:
    import AppKit

    return AppKit
