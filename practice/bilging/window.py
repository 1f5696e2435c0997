"""The Bilging window: mouse and keys in, the engine's answers played as animations."""

import time
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QEnterEvent, QKeyEvent, QMouseEvent, QPainter, QRegion

from engine.bilging import JELLYFISH, warm_up
from practice.application import window_application
from practice.bilging.animation import Durations, Timeline, resting
from practice.bilging.artwork import Artwork, look_artwork
from practice.bilging.idle_clock import IdleClock
from practice.bilging.looks import COLS, ROWS, Layout
from practice.bilging.scene import Scene, changed, paint
from practice.bilging.score_panel import WARN_SECONDS, Hud, status_words
from practice.bilging.session import Session, find_rules, pair_at
from practice.bilging.still import BEATS_PER_SECOND, find_look
from practice.last_board import LastBoard
from practice.motion import scaled
from practice.options import PracticeError, PracticeOptions, refuse_settings
from practice.shown_cells import Cells, Piece, shown_cells
from practice.window import FRAME_MS, Clock, PracticeWindow, show_until_closed

Artist = Callable[[float], Artwork]
"""Makes a look or skin ready for a scale."""

NS = 1_000_000_000
ARROWS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}
SWAP_KEYS = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class BilgingWindow(PracticeWindow):
    """Plays Bilging by mouse or keys.

    A left press swaps the pair under the pointer, at once; presses while pieces still move are ignored.
    The idle clock starts with a game's first swap and stands still while pieces move or the game is paused.

    Args:
        layout: where things lie.
        artist: draws the look or loads the skin at a scale.
        options: as asked for.
        clock: the time in nanoseconds.
    """

    TELLS_MOTION = True

    def __init__(
        self, layout: Layout, artist: Artist, options: PracticeOptions, clock: Clock = time.monotonic_ns
    ) -> None:
        super().__init__("Bilging", layout.width, layout.height, options, clock)
        self.session = Session(find_rules(options.rules, options.specials), options.seed)
        self._artist = artist
        self._durations = scaled(Durations(), options.speed)
        self._art = artist(self.pixel_scale)
        self._cursor: tuple[int, int] | None = None
        self._by_keys = False
        self._message = ""
        self._playing: tuple[Timeline, int] | None = None  # pieces still move; with the moment it began
        self._fading: list[tuple[Timeline, int]] = []  # only drops and words are left
        self._idle = IdleClock(self.session.rules.idle_seconds)
        self._last_board = LastBoard(self._durations.over)
        self._scene = self._present(self.clock())
        self.tell(True, self._state())
        self._plan(self.clock())

    @property
    def moving(self) -> bool:
        """Whether pieces still move; a swap is ignored then."""
        return self._playing is not None

    def swap(self) -> None:
        """Swap the pair under the cursor, if pieces rest and the engine allows it."""
        self.frame()  # whether they rest the clock says, and not how late a picture is
        if self.moving or self._idle.paused or self._cursor is None:
            return
        made = self.session.swap(*self._cursor)
        if made is None:
            return
        before, move, step = made
        now = self.clock()
        self._message = step.message
        self._idle.clear()
        timeline = Timeline(before, move, step, self._durations)
        self.tell(False, self._state())
        if timeline.settle_seconds * 1000 <= FRAME_MS:
            self._settled(timeline, now - round(timeline.settle_seconds * NS), now)
        else:
            self._playing = (timeline, now)
        self.frame()

    def pause(self) -> None:
        """Cover the board and stop the idle clock, or go on."""
        self.frame()
        now = self.clock()
        if not self._idle.paused:
            if self.moving:
                return
            self._idle.pause(now)
            self.tell(False, self._state())
        else:
            self._idle.go_on(now)
            self.tell(not self._last_board.covered, self._state())
        self.frame()

    def restart(self) -> None:
        """Begin a new game."""
        self.frame()
        if self.moving:
            return
        self.session.restart()
        self._message = ""
        self._idle.begin_anew()
        self._fading.clear()
        self._last_board.begin_anew()
        self.tell(True, self._state())
        self.frame()

    def frame(self) -> None:
        """Bring animation, idle clock and picture to the present."""
        now = self.clock()
        if self._playing is not None:
            timeline, began = self._playing
            if now - began >= timeline.settle_seconds * NS:
                self._playing = None
                self._settled(timeline, began, now)
        self._fading = [(t, began) for t, began in self._fading if now - began < t.total_seconds * NS]
        self._stall(now)
        if self.session.over and not self.moving and not self._last_board.rests:
            self._last_board.came_to_rest(now)  # by a move or, as it counts as one, by a stall
        if self._last_board.falls_due(now):
            self.tell(False, self._state())
        self._show(now)
        self._plan(now)

    def cells(self) -> Cells | None:
        """Return what the cells show; see `PracticeWindow`."""
        if self._playing is None:
            return None
        return shown_cells(ROWS, COLS, (Piece(s.code, s.y, s.x, s.size, s.alpha) for s in self._scene.sprites))

    def rescaled(self) -> None:
        """Make the pictures for the new pixel density."""
        self._art = self._artist(self.pixel_scale)

    def draw(self, p: QPainter, region: QRegion) -> None:
        """Paint the present scene."""
        paint(p, self._art, self._scene, region)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 (Qt's name)
        """Move the cursor with the pointer."""
        self._by_keys = False
        self._point(event)
        self._show(self.clock())

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 (Qt's name)
        """Swap on a left press."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._by_keys = False
        if self._point(event):
            self.swap()
        self._show(self.clock())

    mouseDoubleClickEvent = mousePressEvent  # noqa: N815 (Qt reports the second of two quick presses so)

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: N802 (Qt's name)
        """Show the cursor where the pointer comes in."""
        self._point(event)
        self._show(self.clock())

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802 (Qt's name)
        """Hide the cursor, if the look hides it."""
        self._pointer_gone()
        self._show(self.clock())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's name)
        """Arrows move the cursor, space or enter swaps, P pauses, R starts anew."""
        key = event.key()
        if key in ARROWS:
            down, right = ARROWS[Qt.Key(key)]
            row, col = self._cursor or (ROWS // 2 - down, COLS // 2 - 1 - right)
            self._cursor = min(max(row + down, 0), ROWS - 1), min(max(col + right, 0), COLS - 2)
            self._by_keys = True
            self._show(self.clock())
        elif event.isAutoRepeat():
            return
        elif key in SWAP_KEYS:
            self.swap()
        elif key == Qt.Key.Key_P:
            self.pause()
        elif key == Qt.Key.Key_R:
            self.restart()
        else:
            super().keyPressEvent(event)

    def _point(self, event: QMouseEvent | QEnterEvent) -> bool:
        """Put the cursor on the pair under the pointer; tells whether there is one."""
        x, y = self.pixel(event.position())
        left, top = self._art.corner(0, 0)
        pair = pair_at((x - left) / self._art.tile, (y - top) / self._art.tile)
        if pair is None:
            self._pointer_gone()
            return False
        self._cursor = pair
        return True

    def _pointer_gone(self) -> None:
        if not self._art.cursor_stays and not self._by_keys:
            self._cursor = None

    def _settled(self, timeline: Timeline, began: int, now: int) -> None:
        """Take note that the pieces of a move stand still."""
        self._fading.append((timeline, began))
        self._idle.begin(now)
        self.tell(True, self._state())

    def _stall(self, now: int) -> None:
        """Count idle time."""
        if self.session.over:
            return
        for _ in range(self._idle.take_stalls(now)):
            self.session.stall()
            self._message = ""
            self.tell(True, self._state())

    def _idle_left(self, now: int) -> float | None:
        """Return the seconds until the next stall, None where none is coming."""
        return None if self.session.over else self._idle.seconds_left(now)

    def _show(self, now: int) -> None:
        """Bring the picture to the present and repaint what differs."""
        scene = self._present(now)
        self.repaint_pixels(changed(self._art, self._scene, scene))
        self._scene = scene

    def _present(self, now: int) -> Scene:
        state = self.session.state
        seen = [(timeline, (now - began) / NS) for timeline, began in self._fading]
        sprites, water, score, message = resting(state.board), float(state.water_px), state.score, self._message
        if self._playing is not None:
            timeline, began = self._playing
            since = (now - began) / NS
            sprites, water = timeline.sprites(since), timeline.water_px(since)
            score = timeline.score(since)
            message = message if timeline.broken(since) else ""
            seen.append((timeline, since))
        return Scene(
            sprites=sprites,
            water_px=water,
            cursor=self._cursor,
            beat=now * BEATS_PER_SECOND // NS,
            hud=Hud(
                score, state.moves, message, status_words(self.session.last_move is not None, self._idle_left(now))
            ),
            drops=tuple(drop for timeline, since in seen for drop in timeline.drops(since)),
            labels=tuple(label for timeline, since in seen for label in timeline.labels(since)),
            veil=self._veil(),
        )

    def _veil(self) -> str:
        if self._idle.paused:
            return "Paused\nP to go on"
        if self._last_board.covered:
            return "Pumped dry!\nR for a new game"
        return ""

    def _plan(self, now: int) -> None:
        """Schedule the next moment at which something will look different."""
        if self._playing is not None or self._fading:
            self.schedule(FRAME_MS)
            return
        waits: list[float] = []
        left = self._idle_left(now)
        if left is not None:
            waits.append(left - WARN_SECONDS if left > WARN_SECONDS else left % 1.0 or 1.0)
        covered_ms = self._last_board.left_ms(now)
        if covered_ms is not None:
            waits.append(covered_ms / 1e3)
        jellyfish = bool((self.session.state.board == JELLYFISH).any())
        if jellyfish and not self.isMinimized() and not self._idle.paused:
            waits.append(1 / BEATS_PER_SECOND)
        self.schedule(min(waits) * 1000 + 1 if waits else None)

    def _state(self) -> dict[str, Any]:
        """Return the present state as the truth log writes it."""
        state = self.session.state
        return {
            "board": state.board.tolist(),
            "water_px": int(state.water_px),
            "score": float(state.score),
            "moves": int(state.moves),
            "move": self.session.last_move,
        }


def run_window(options: PracticeOptions) -> int:
    """Open the window and run until it is closed; see `practice.bilging.run`.

    Raises:
        PracticeError: options that cannot be met.
    """
    find_rules(options.rules, options.specials)
    if options.scores is not None:
        raise PracticeError("Bilging keeps no scores file; leave --scores away")
    refuse_settings("Bilging", options.settings)
    if options.skin is not None:
        from practice.bilging.skin import load_skin

        skin = load_skin(options.skin)
        layout, artist = skin.layout, skin.artwork
    else:
        look = find_look(options.look)
        layout, artist = look.layout, lambda scale: look_artwork(look, scale)
    application = window_application()
    warm_up()
    return show_until_closed(BilgingWindow(layout, artist, options), application)
