"""The overlay's process. See `control.overlay`."""

import json
import sys
import threading
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from control.overlay.canvas import Canvas


class _Messages(QObject):
    """Carries lines from the thread that reads them to the thread that draws."""

    came = Signal(str)
    ended = Signal()

    def read(self) -> None:
        for line in sys.stdin:
            self.came.emit(line)
        self.ended.emit()


class _Server(QObject):
    def __init__(self) -> None:
        super().__init__()
        self._canvas = Canvas()

    def obey(self, line: str) -> None:
        """Do what one line says, and answer when the screen shows it."""
        try:
            message = json.loads(line)
            number = message.get("id")
            if "show" in message:
                self._canvas.draw(message["show"], lambda: _done(number))
            elif "hide" in message:
                self._canvas.setVisible(False)
                _done(number)
            else:
                raise ValueError("neither show nor hide")
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            _answer({"error": f"the overlay cannot draw this ({type(error).__name__}: {error})"})


def _done(number: Any) -> None:
    QGuiApplication.sync()  # the display server has it, not just its queue
    _answer({"done": number})


def _answer(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def _show_without_dock_icon() -> None:
    """Let macOS show windows of this process though it never comes to the front."""
    if sys.platform == "darwin":
        import AppKit

        native: Any = AppKit
        policy = native.NSApplicationActivationPolicyAccessory
        native.NSApplication.sharedApplication().setActivationPolicy_(policy)


def main() -> None:
    """Run until told to quit, or until the parent is gone."""
    application = QGuiApplication(sys.argv)
    application.setQuitOnLastWindowClosed(False)
    _show_without_dock_icon()
    server, messages = _Server(), _Messages()
    messages.came.connect(server.obey)
    messages.ended.connect(application.quit)
    threading.Thread(target=messages.read, daemon=True).start()
    _answer({"ready": True})
    application.exec()


if __name__ == "__main__":
    main()
