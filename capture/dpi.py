"""Makes this process see true pixels on Windows, on every monitor; elsewhere there is nothing to do."""

import sys

PER_MONITOR = 2
"""PROCESS_PER_MONITOR_DPI_AWARE of Windows 8.1 and later."""


def see_true_pixels() -> None:
    """Tell Windows that this process knows of scaled monitors.

    The first word counts, and pyautogui's import would only say that the first monitor's scale is known: then Windows
    stretches what is told of all others. So every module that asks for coordinates calls this before.
    """
    if sys.platform == "win32":
        import ctypes

        try:
            ctypes.windll.shcore.SetProcessDpiAwareness(PER_MONITOR)
        except (AttributeError, OSError):  # older than 8.1
            ctypes.windll.user32.SetProcessDPIAware()
