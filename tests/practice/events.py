"""Qt's events, for tests whose windows go by a clock of the test's own."""

import time

from PySide6.QtWidgets import QApplication

from practice.window import PracticeWindow

LONGEST_S = 2.0
"""A window that is not painted so long will not be: it is hidden."""


def run_events(application: QApplication, window: PracticeWindow) -> None:
    """Let Qt do what is due, until the truth log has what the window shows: four rounds are not enough at times."""
    until = time.monotonic() + LONGEST_S
    for _ in range(4):
        application.processEvents()
    while window.telling is not None and window.telling.waits and time.monotonic() < until:
        application.processEvents()
