"""The environment that child processes with windows are started in."""

import os


def child_environment() -> dict[str, str]:
    """Return this process's environment without what importing cv2 has put into it.

    opencv-python points ``QT_QPA_PLATFORM_PLUGIN_PATH`` and ``QT_QPA_FONTDIR`` at Qt plugins of its own;
    a PySide6 child that inherits them aborts. Every process that may open a window starts with this.
    """
    return {name: value for name, value in os.environ.items() if not _is_opencvs(name, value)}


def _is_opencvs(name: str, value: str) -> bool:
    return name.startswith("QT_QPA_") and f"{os.sep}cv2{os.sep}" in value
