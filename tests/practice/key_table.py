"""What the tests' windows that are played by keys share: a clock of the test's own, events sent, the truth log read."""

import json
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QApplication

from tests.practice.events import run_events


class KeyTable:
    """A window whose time stands still until its test goes on; a subclass sets the attributes."""

    application: QApplication
    window: Any
    truth: Path
    now: int

    @property
    def play(self) -> Any:
        return self.window.play

    def run(self) -> None:
        run_events(self.application, self.window)

    def send(self, event: QEvent) -> None:
        self.application.sendEvent(self.window, event)
        self.run()

    def pass_ns(self, nanoseconds: int) -> None:
        self.now += nanoseconds
        self.window.frame()
        self.run()

    def key(self, kind: QEvent.Type, key: Qt.Key, repeated: bool = False, stamp: int = 0) -> None:
        event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, "", repeated)
        event.setTimestamp(stamp)
        self.send(event)

    def press(self, key: Qt.Key, repeated: bool = False, stamp: int = 0) -> None:
        self.key(QEvent.Type.KeyPress, key, repeated, stamp)

    def release(self, key: Qt.Key, repeated: bool = False, stamp: int = 0) -> None:
        self.key(QEvent.Type.KeyRelease, key, repeated, stamp)

    def tap(self, *keys: Qt.Key) -> None:
        for key in keys:
            self.press(key)
            self.release(key)

    def lose_focus(self) -> None:
        self.send(QFocusEvent(QEvent.Type.FocusOut))

    def gain_focus(self) -> None:
        self.send(QFocusEvent(QEvent.Type.FocusIn))

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.truth.read_text().splitlines()]

    @property
    def scheduled(self) -> int:
        """Milliseconds to the next look, -1 if there is none."""
        return int(self.window._timer.interval()) if self.window._timer.isActive() else -1
