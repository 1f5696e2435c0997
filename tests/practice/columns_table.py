"""A Columns window whose clock is the test's own."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt

from practice.application import offscreen_application
from practice.columns.artwork import look_artwork
from practice.columns.falling import Falling
from practice.columns.session import find_rules
from practice.columns.still import find_look
from practice.columns.window import ColumnsWindow
from practice.options import PracticeOptions
from tests.practice.key_table import KeyTable

NS = 1_000_000_000
K = Qt.Key
LEFT, RIGHT, UP, DOWN, SPACE = K.Key_Left, K.Key_Right, K.Key_Up, K.Key_Down, K.Key_Space


class Table(KeyTable):
    """A window whose time stands still until `wait`; it takes `made_in_s` until it shows."""

    def __init__(self, folder: Path, look: str = "cave", made_in_s: float = 0.0, **options: Any) -> None:
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
        self.now += round(made_in_s * NS)
        self.window.frame()
        self.window.show()
        self.run()
        self.gain_focus()

    def wait(self, seconds: float) -> None:
        self.pass_ns(round(seconds * NS))

    @property
    def piece(self) -> Falling:
        falling = self.play.falling
        assert isinstance(falling, Falling)
        return falling

    @property
    def cover(self) -> str:
        return str(self.window._scene.cover)


Open = Callable[..., Table]
