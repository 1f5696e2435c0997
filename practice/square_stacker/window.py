"""The Square Stacker window: drags in, the engine's answers played as animations."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QRegion

from engine.square_stacker import CELLS, EMPTY, places, warm_up
from practice.application import window_application
from practice.last_board import LastBoard
from practice.motion import scaled
from practice.options import PracticeOptions, refuse_settings
from practice.scores import FinishedGame, ScoresFile
from practice.shown_cells import Cells
from practice.square_stacker.animation import (
    Animation,
    Dealing,
    Durations,
    Placing,
    Returning,
    Sprite,
    resting,
    rings_at,
)
from practice.square_stacker.artwork import Artwork, look_artwork
from practice.square_stacker.drag import Drag
from practice.square_stacker.looks import Layout, Point
from practice.square_stacker.numbers import GAIN_STEPS, Numbers
from practice.square_stacker.scene import Scene, changed, paint, panel_rect
from practice.square_stacker.session import Session, find_rules
from practice.square_stacker.shown_slots import shown_slots
from practice.square_stacker.still import find_look
from practice.window import FRAME_MS, Clock, PracticeWindow, show_until_closed

Artist = Callable[[float], Artwork]
"""Makes a look or skin ready for a scale."""

GAME = "square_stacker"
"""The game's name in scores files."""
NS = 1_000_000_000


class SquareStackerWindow(PracticeWindow):
    """Plays Square Stacker by mouse.

    Presses while pieces still move are ignored and not remembered.

    Args:
        layout: where things lie.
        artist: draws the look or loads the skin at a scale.
        options: as asked for.
        clock: the time in nanoseconds.

    Raises:
        PracticeError: truth log or scores file cannot be used.
    """

    TELLS_MOTION = True

    def __init__(
        self, layout: Layout, artist: Artist, options: PracticeOptions, clock: Clock = time.monotonic_ns
    ) -> None:
        rules = find_rules(options.rules, options.specials)
        scores = ScoresFile(options.scores) if options.scores is not None else None
        best = scores.best(GAME, rules.name) if scores is not None else 0
        super().__init__("Square Stacker", layout.width, layout.height, options, clock)
        self._scores = scores
        self.session = Session(rules, options.seed, best)
        self._layout = layout
        self._artist = artist
        self._durations = scaled(Durations(), options.speed)
        self._art = artist(self.pixel_scale)
        self._drag: Drag | None = None
        self._playing: tuple[Animation, int] | None = None  # pieces still move; with the moment it began
        self._numbers_before = self._numbers_of(0)  # what is written until the running animation has scored
        self._gain: tuple[int, int] | None = None  # points that fade below the score; with the moment they came
        self._due_gain = 0  # points of the running animation
        self._last_board = LastBoard(self._durations.over)
        self._click_again = False  # a press on that panel waits for its release
        self._scene = self._present(self.clock())
        self.tell(True, self._state())

    @property
    def moving(self) -> bool:
        """Whether pieces still move; a press is ignored then."""
        return self._playing is not None

    def restart(self) -> None:
        """Begin a new game, whatever is going on."""
        if self.session.over and not self._last_board.rests:  # its last piece still moves
            self._keep_score()
        self._drag, self._gain, self._due_gain = None, None, 0
        self._last_board.begin_anew()
        self._click_again = False
        self.session.restart()
        self.tell(False, self._state())
        self._play(Dealing(self._layout, self.session.state, self._durations))

    def frame(self) -> None:
        """Bring animation and picture to the present."""
        now = self.clock()
        if self._playing is not None:
            animation, began = self._playing
            if self._due_gain and animation.scored((now - began) / NS):
                self._gain, self._due_gain = (self._due_gain, now), 0
            if now - began >= animation.seconds * NS:
                self._settled(now)
        if self._gain is not None and now - self._gain[1] >= self._durations.gain * NS:
            self._gain = None
        if self._last_board.falls_due(now):
            self.tell(False, self._state())
        self._show(now)
        self._plan(now)

    def cells(self) -> Cells | None:
        """Return what the slots show; see `PracticeWindow`."""
        if self._playing is None and self._drag is None:
            return None
        return shown_slots(self._layout, (*self._scene.sprites, *self._scene.held))

    def rescaled(self) -> None:
        """Make the pictures for the new pixel density."""
        self._art = self._artist(self.pixel_scale)

    def draw(self, p: QPainter, region: QRegion) -> None:
        """Paint the present scene."""
        paint(p, self._art, self._scene, region)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 (Qt's name)
        """Take a piece of the hand with the left button, or press on the panel at the end of a game."""
        self.frame()  # whether pieces rest the clock says, and not how late a picture is
        if event.button() != Qt.MouseButton.LeftButton or self.moving or self._drag is not None:
            return
        at = self._point(event)
        if self._last_board.covered:
            self._click_again = panel_rect(self._layout).contains(QPointF(*at))
            return
        piece = self._layout.piece_at(*at)
        if piece is None or self.session.over or (self.session.state.hand[piece] == EMPTY).all():
            return
        self._drag = Drag(piece, at, at)
        self.tell(False, self._state())

    mouseDoubleClickEvent = mousePressEvent  # noqa: N815 (Qt reports the second of two quick presses so)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 (Qt's name)
        """Drag the piece that is held."""
        if self._drag is None:
            return
        self._drag.pointer, self._drag.moved = self._point(event), True
        self._show(self.clock())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 (Qt's name)
        """Let the held piece go: into the cell under it if the rules allow it, else back to the hand."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        at = self._point(event)
        if self._click_again:
            self._click_again = False
            if panel_rect(self._layout).contains(QPointF(*at)):
                self.restart()
        elif self._drag is not None:
            self._drag.pointer = at
            self._drop(self._drag)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 (Qt's name)
        """Give a held piece back when the window loses the keyboard."""
        self._give_back()
        super().focusOutEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's name)
        """R starts anew, escape gives a held piece back."""
        if event.key() == Qt.Key.Key_R and not event.isAutoRepeat():
            self.restart()
        elif event.key() == Qt.Key.Key_Escape:
            self._give_back()
        else:
            super().keyPressEvent(event)

    def _point(self, event: QMouseEvent) -> Point:
        """Return an event's place in pixels of the layout."""
        x, y = self.pixel(event.position())
        return x / self._art.scale, y / self._art.scale

    def _target(self, drag: Drag) -> int | None:
        """Return the cell in which a held piece would land now."""
        cell = drag.cell(self._layout)
        return cell if cell is not None and self.session.allows(drag.piece, cell) else None

    def _drop(self, drag: Drag) -> None:
        """Let a held piece go where it is."""
        start, cell = drag.floating(self._layout), self._target(drag)
        self._drag = None
        made = self.session.place(drag.piece, cell) if cell is not None else None
        if made is None:
            self._play(Returning(self._layout, self.session.state, drag.piece, start, self._durations))
            return
        before, move, step = made
        self._numbers_before = self._numbers_of(before.score, before.combo)
        self._due_gain = int(step.reward)
        self.tell(False, self._state())
        self._play(Placing(self._layout, before, move, step, start, self._durations))

    def _give_back(self) -> None:
        """Let a held piece return to the hand."""
        if self._drag is None:
            return
        drag, start = self._drag, self._drag.floating(self._layout)
        self._drag = None
        self._play(Returning(self._layout, self.session.state, drag.piece, start, self._durations))

    def _play(self, animation: Animation) -> None:
        """Begin an animation; one shorter than a picture's time is over at once."""
        now = self.clock()
        at_once = animation.seconds * 1000 <= FRAME_MS
        self._playing = (animation, now - round(animation.seconds * NS) if at_once else now)
        self.frame()

    def _settled(self, now: int) -> None:
        """Take note that the pieces stand still."""
        self._playing = None
        self.tell(True, self._state())
        if self.session.over and not self._last_board.rests:
            self._last_board.came_to_rest(now)
            self._keep_score()

    def _keep_score(self) -> None:
        """Add the finished game to the scores file."""
        if self._scores is None:
            return
        state = self.session.state
        ended = datetime.now(UTC).isoformat(timespec="seconds")
        with self.writing():
            self._scores.append(FinishedGame(GAME, self.session.rules.name, int(state.score), int(state.moves), ended))

    def _show(self, now: int) -> None:
        """Bring the picture to the present and repaint what differs."""
        scene = self._present(now)
        self.repaint_pixels(changed(self._art, self._scene, scene))
        self._scene = scene

    def _present(self, now: int) -> Scene:
        state, drag = self.session.state, self._drag
        numbers = self._numbers_of(state.score, state.combo)
        held: tuple[Sprite, ...] = ()
        target = None
        if self._playing is not None:
            animation, began = self._playing
            since = (now - began) / NS
            sprites = animation.sprites(since)
            if not animation.scored(since):
                numbers = self._numbers_before
        elif drag is not None:
            sprites = resting(self._layout, places(state), drag.piece)
            held = rings_at(state.hand[drag.piece], *drag.floating(self._layout))
            target = self._target(drag)
        else:
            sprites = resting(self._layout, places(state))
        if self._gain is not None:
            points, came = self._gain
            left = 1 - (now - came) / (self._durations.gain * NS)
            shown = round(GAIN_STEPS * min(1.0, max(0.0, 1.5 * left)))
            numbers = numbers._replace(gain=points, gain_shown=shown)
        return Scene(sprites, numbers, held, target, self._last_board.covered)

    def _numbers_of(self, score: int, combo: int = 0) -> Numbers:
        return Numbers(int(score), int(self.session.best_with(score)), int(combo))

    def _plan(self, now: int) -> None:
        """Schedule the next moment at which something will look different."""
        left_ms = self._last_board.left_ms(now)
        if self._playing is not None or self._gain is not None:
            self.schedule(FRAME_MS)
        else:
            self.schedule(None if left_ms is None else left_ms + 1)

    def _state(self) -> dict[str, Any]:
        """Return the present state as the truth log writes it; a held piece is not in its place."""
        state = self.session.state
        board = places(state)
        if self._drag is not None:
            board[CELLS + self._drag.piece] = EMPTY
        return {
            "board": board.tolist(),
            "score": int(state.score),
            "best": int(self.session.best),
            "combo": int(state.combo),
            "moves": int(state.moves),
            "over": bool(self.session.over),
            "game": self.session.game,
        }


def run_window(options: PracticeOptions) -> int:
    """Open the window and run until it is closed; see `practice.square_stacker.run`."""
    find_rules(options.rules, options.specials)
    refuse_settings("Square Stacker", options.settings)
    if options.skin is not None:
        from practice.square_stacker.skin import load_skin

        skin = load_skin(options.skin)
        layout, artist = skin.layout, skin.artwork
    else:
        look = find_look(options.look)
        layout, artist = look.layout, lambda scale: look_artwork(look, scale)
    application = window_application()
    warm_up()
    return show_until_closed(SquareStackerWindow(layout, artist, options), application)
