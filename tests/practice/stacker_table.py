"""A Square Stacker window whose clock is the test's own."""

import json
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent

from engine.square_stacker import from_text
from practice.application import offscreen_application
from practice.options import PracticeOptions
from practice.square_stacker.artwork import look_artwork
from practice.square_stacker.looks import SQUARES, Look, Point
from practice.square_stacker.session import Session
from practice.square_stacker.window import NS, SquareStackerWindow
from tests.practice.events import run_events

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton


class Table:
    """A window whose time stands still until `wait`."""

    def __init__(self, folder: Path, look: Look = SQUARES, **options: Any) -> None:
        self.application = offscreen_application()
        self.now = 10 * NS
        self.truth = folder / "truth.jsonl"
        self.look = look
        wanted = PracticeOptions(truth=self.truth, **{"seed": 4, **options})
        self.window = SquareStackerWindow(
            look.layout, lambda scale: look_artwork(look, scale), wanted, lambda: self.now
        )
        self.window.show()
        self.run()

    @property
    def session(self) -> Session:
        return self.window.session

    def run(self) -> None:
        run_events(self.application, self.window)

    def wait(self, seconds: float) -> None:
        self.now += round(seconds * NS)
        self.window.frame()
        self.run()

    def settle(self) -> None:
        while self.window.moving:
            self.wait(0.05)

    def mouse(self, kind: QEvent.Type, at: Point, button: Qt.MouseButton, held: Qt.MouseButton) -> None:
        scale = self.window.options.scale
        point = QPointF(at[0] * scale, at[1] * scale)
        event = QMouseEvent(kind, point, point, button, held, Qt.KeyboardModifier.NoModifier)
        self.application.sendEvent(self.window, event)
        self.run()

    def press(self, at: Point, button: Qt.MouseButton = LEFT) -> None:
        self.mouse(QEvent.Type.MouseButtonPress, at, button, button)

    def move(self, at: Point, held: Qt.MouseButton = LEFT) -> None:
        self.mouse(QEvent.Type.MouseMove, at, NONE, held)

    def release(self, at: Point, button: Qt.MouseButton = LEFT) -> None:
        self.mouse(QEvent.Type.MouseButtonRelease, at, button, NONE)

    def drag(self, *points: Point) -> None:
        self.press(points[0])
        for point in points[1:]:
            self.move(point)
        self.release(points[-1])

    def key(self, key: Qt.Key) -> None:
        event = QKeyEvent(QKeyEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier)
        self.application.sendEvent(self.window, event)
        self.run()

    def lose_focus(self) -> None:
        self.application.sendEvent(self.window, QFocusEvent(QEvent.Type.FocusOut))
        self.run()

    def lines(self) -> list[dict[str, Any]]:
        """The truth log without the pictures of what moves."""
        lines = [json.loads(line) for line in self.truth.read_text().splitlines()]
        return [line for line in lines if line["settled"] or "painting_ns" not in line]

    def put(self, text: str) -> None:
        """Lay a state on the table."""
        self.session.state = from_text(text)
        self.window._show(self.now)
        self.run()

    @property
    def scheduled(self) -> bool:
        return self.window._timer.isActive()
