"""A Columns window whose clock is the test's own."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent

from practice.application import offscreen_application
from practice.columns.artwork import look_artwork
from practice.columns.session import find_rules
from practice.columns.still import find_look
from practice.columns.window import ColumnsWindow
from practice.options import PracticeOptions

NS = 1_000_000_000
K = Qt.Key
LEFT, RIGHT, UP, DOWN, SPACE = K.Key_Left, K.Key_Right, K.Key_Up, K.Key_Down, K.Key_Space


class Table:
    """A window whose time stands still until `wait`."""

    def __init__(self, folder: Path, look: str = "cave", **options: Any) -> None:
        self.application = offscreen_application()
        self.now = 10 * NS
        self.truth = folder / "truth.jsonl"
        wanted = PracticeOptions(truth=self.truth, **{"seed": 4, "specials": 0.0, **options})
        drawn, rules = find_look(look), find_rules(wanted.rules, wanted.specials)
        self.window = ColumnsWindow(
            drawn.arrange(rules.rows, rules.cols),
            partial(look_artwork, drawn, rules.rows, rules.cols),
            drawn.habits,
            wanted,
            lambda: self.now,
        )
        self.window.show()
        self.run()
        self.send(QFocusEvent(QEvent.Type.FocusIn))

    @property
    def play(self) -> Any:
        return self.window.play

    def run(self) -> None:
        for _ in range(4):
            self.application.processEvents()

    def send(self, event: QEvent) -> None:
        self.application.sendEvent(self.window, event)
        self.run()

    def wait(self, seconds: float) -> None:
        self.now += round(seconds * NS)
        self.window.frame()
        self.run()

    def key(self, kind: QEvent.Type, key: Qt.Key, repeated: bool, stamp: int) -> None:
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
    def piece(self) -> Any:
        assert self.play.falling is not None
        return self.play.falling

    @property
    def cover(self) -> str:
        return self.window._scene.cover

    @property
    def scheduled(self) -> int:
        """Milliseconds to the next look, -1 if there is none."""
        return self.window._timer.interval() if self.window._timer.isActive() else -1


Open = Callable[..., Table]
