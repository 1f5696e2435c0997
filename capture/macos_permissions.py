"""What macOS lets this program do; other systems ask nobody. It says no in silence: so who needs something asks first.

Written after Apple's documentation; the tests run it on a stand-in for the system (docs/control.md says so).
"""

import sys
from typing import Any


def may_press() -> bool:
    """Tell whether clicks and keys reach other programs, and these say whether they have the keyboard."""
    if sys.platform == "darwin":
        import ApplicationServices

        native: Any = ApplicationServices
        return bool(native.AXIsProcessTrusted())
    return True


def may_listen() -> bool:
    """Tell whether keys are heard that go to other programs."""
    return _granted("CGPreflightListenEventAccess")


def may_look() -> bool:
    """Tell whether pictures show other programs' windows, not just the wallpaper."""
    return _granted("CGPreflightScreenCaptureAccess")


def how_to_allow(*permissions: str) -> str:
    """Return what the person is to do.

    Args:
        permissions: as the system's settings call them.
    """
    return f"allow your terminal {' and '.join(permissions)} (System Settings, Privacy & Security)"


def _granted(question: str) -> bool:
    if sys.platform == "darwin":
        import Quartz

        ask: Any = getattr(Quartz, question, None)  # macOS before 10.15 asked nobody either
        return ask is None or bool(ask())
    return True
