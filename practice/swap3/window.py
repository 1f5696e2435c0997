"""The swap3 window: clicks in, the engine's answers played as animations."""

import time
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QRegion

from engine.swap3 import Rules, warm_up
from practice.application import window_application
from practice.last_board import LastBoard
from practice.motion import scaled
from practice.options import PracticeError, PracticeOptions, refuse_settings
from practice.shown_cells import Cells, Piece, shown_cells
from practice.swap3.animation import Durations, Timeline, resting
from practice.swap3.artwork import look_artwork
from practice.swap3.looks import Look
from practice.swap3.scene import Scene, changed, paint
from practice.swap3.session import Session, find_rules
from practice.swap3.still import find_look
from practice.window import FRAME_MS, Clock, PracticeWindow, show_until_closed

NS = 1_000_000_000


class Swap3Window(PracticeWindow):
    """Plays swap3 by mouse: a click chooses a piece, a click on its neighbour swaps them.

    A click elsewhere chooses anew, one on the chosen piece lets it go. Clicks while pieces still move are ignored.

    Args:
        look: how it looks.
        rules: of every game.
        options: as asked for.
        clock: the time in nanoseconds.

    Raises:
        PracticeError: the truth log cannot be written.
    """

    TELLS_MOTION = True

    def __init__(self, look: Look, rules: Rules, options: PracticeOptions, clock: Clock = time.monotonic_ns) -> None:
        layout = look.layout(rules)
        super().__init__("Swap3", layout.width, layout.height, options, clock)
        self.session = Session(rules, options.seed)
        self._look = look
        self._durations = scaled(Durations(), options.speed)
        self._art = look_artwork(look, rules, self.pixel_scale)
        self._chosen: tuple[int, int] | None = None
        self._playing: tuple[Timeline, int] | None = None  # pieces still move; with the moment it began
        self._last_board = LastBoard(self._durations.over)
        self._scene = self._present(self.clock())
        self.tell(True, self._state())

    @property
    def moving(self) -> bool:
        """Whether pieces still move; a click is ignored then."""
        return self._playing is not None

    def click(self, cell: tuple[int, int] | None) -> None:
        """Choose a piece, let it go, or swap it, as a click on (row, column) does; None lies beside the board."""
        self.frame()  # whether pieces rest the clock says, and not how late a picture is
        if self.moving or self.session.over or cell is None:
            return
        before, self._chosen = self._chosen, None
        made = self.session.swap(before, cell) if before is not None else None
        if made is None:
            self._chosen = cell if cell != before else None
        else:
            self._play(Timeline(self.session.rules, *made, self._durations))
        self.frame()

    def restart(self) -> None:
        """Begin a new game."""
        self.frame()
        if self.moving:
            return
        self._chosen = None
        self._last_board.begin_anew()
        self.session.restart()
        self.tell(True, self._state())
        self.frame()

    def frame(self) -> None:
        """Bring animation and picture to the present."""
        now = self.clock()
        if self._playing is not None and now - self._playing[1] >= self._playing[0].seconds * NS:
            self._playing = None
            if self.session.over:
                self._last_board.came_to_rest(now)
            self.tell(True, self._state())
        if self._last_board.falls_due(now):
            self.tell(False, self._state())
        scene = self._present(now)
        self.repaint_pixels(changed(self._art, self._scene, scene))
        self._scene = scene
        self._plan(now)

    def cells(self) -> Cells | None:
        """Return what the cells show; see `PracticeWindow`."""
        if self._playing is None:
            return None
        rules = self.session.rules
        return shown_cells(rules.rows, rules.cols, map(Piece._make, self._scene.sprites))

    def rescaled(self) -> None:
        """Make the pictures for the new pixel density."""
        self._art = look_artwork(self._look, self.session.rules, self.pixel_scale)

    def draw(self, p: QPainter, region: QRegion) -> None:
        """Paint the present scene."""
        paint(p, self._art, self._scene, region)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 (Qt's name)
        """Take a click of the left button."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        x, y = self.pixel(event.position())
        left, top = self._art.corner(0, 0)
        row, col = (y - top) / self._art.tile, (x - left) / self._art.tile
        inside = 0 <= row < self.session.rules.rows and 0 <= col < self.session.rules.cols
        self.click((int(row), int(col)) if inside else None)

    mouseDoubleClickEvent = mousePressEvent  # noqa: N815 (Qt reports the second of two quick presses so)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's name)
        """R starts anew."""
        if event.key() == Qt.Key.Key_R and not event.isAutoRepeat():
            self.restart()
        else:
            super().keyPressEvent(event)

    def _play(self, timeline: Timeline) -> None:
        """Begin an animation; one shorter than a picture's time is over at once."""
        now = self.clock()
        self.tell(False, self._state())
        at_once = timeline.seconds * 1000 <= FRAME_MS
        self._playing = (timeline, now - round(timeline.seconds * NS) if at_once else now)

    def _plan(self, now: int) -> None:
        """Schedule the next moment at which something will look different."""
        left_ms = self._last_board.left_ms(now)
        if self._playing is not None:
            self.schedule(FRAME_MS)
        else:
            self.schedule(None if left_ms is None else left_ms + 1)

    def _present(self, now: int) -> Scene:
        state = self.session.state
        if self._playing is not None:
            timeline, began = self._playing
            since = (now - began) / NS
            return Scene(timeline.sprites(since), round(timeline.score(since)))
        veil = "No moves left\nR for a new game" if self._last_board.covered else ""
        return Scene(resting(state.board), round(state.score), self._chosen, veil)

    def _state(self) -> dict[str, Any]:
        """Return the present state as the truth log writes it."""
        state = self.session.state
        return {
            "board": state.board.tolist(),
            "score": float(state.score),
            "moves": int(state.moves),
            "over": bool(self.session.over),
            "game": self.session.game,
        }


def run_window(options: PracticeOptions) -> int:
    """Open the window and run until it is closed; see `practice.swap3.run`.

    Raises:
        PracticeError: options that cannot be met.
    """
    rules = find_rules(options.rules, options.specials)
    if options.scores is not None:
        raise PracticeError("swap3 keeps no scores file; leave --scores away")
    if options.skin is not None:
        raise PracticeError("swap3 has no skins; leave --skin away")
    refuse_settings("swap3", options.settings)
    look = find_look(options.look)
    application = window_application()
    warm_up()
    return show_until_closed(Swap3Window(look, rules, options), application)
