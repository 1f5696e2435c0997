"""The Columns window: keys and time in, the game's moments out."""

import math
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QRegion

from engine.columns import MAGIC, visible, warm_up
from practice.application import window_application
from practice.columns.artwork import Artwork, look_artwork
from practice.columns.keys import Action, Keys
from practice.columns.looks import Habits, Layout
from practice.columns.motion import FLASH_MS, ghost_sprites, picture_of, piece_sprites, well_sprites
from practice.columns.play import Phase, Play, Tempo
from practice.columns.scene import GAME_OVER, PAUSED, Numbers, Scene, changed, paint
from practice.columns.session import Session, find_rules
from practice.columns.settings import read_settings
from practice.columns.still import find_look
from practice.options import PracticeOptions
from practice.scores import FinishedGame, ScoresFile
from practice.window import FRAME_MS, Clock, PracticeWindow, show_until_closed

Artist = Callable[[float], Artwork]
"""Makes a look or skin ready for a scale."""

GAME = "columns"
"""The game's name in scores files."""
NS_PER_MS = 1e6

ACTIONS = {
    Qt.Key.Key_Left: Action.LEFT,
    Qt.Key.Key_Right: Action.RIGHT,
    Qt.Key.Key_Up: Action.ROTATE,
    Qt.Key.Key_Down: Action.DOWN,
    Qt.Key.Key_Space: Action.DROP,
}


class ColumnsWindow(PracticeWindow):
    """Plays Columns by keys.

    Args:
        layout: where things lie.
        artist: draws the look or loads the skin at a scale.
        habits: how the look moves and marks, where the settings do not say.
        options: as asked for.
        clock: the time in nanoseconds.

    Raises:
        PracticeError: a setting, truth log or scores file cannot be used.
    """

    def __init__(
        self,
        layout: Layout,
        artist: Artist,
        habits: Habits,
        options: PracticeOptions,
        clock: Clock = time.monotonic_ns,
    ) -> None:
        rules = find_rules(options.rules, options.specials)
        self._settings = read_settings(options.settings)
        self._scores = ScoresFile(options.scores) if options.scores is not None else None
        super().__init__("Columns", layout.width, layout.height, options, clock)
        smooth = habits.smooth if self._settings.smooth is None else self._settings.smooth
        self._ghost = habits.ghost if self._settings.ghost is None else self._settings.ghost
        self.play = Play(Session(rules, options.seed), Tempo(self._settings.row_ms, smooth))
        self.keys = Keys(self._settings.keys, self._settings.swallow, options.seed)
        self._artist = artist
        self._art = artist(self.pixel_scale)
        self._held_up = False  # paused by the person
        self._away = False  # paused because another window has the keyboard
        # X repeats a held key by a release and a press of one millisecond; Qt sees it only where they come together
        self._key_up: tuple[Qt.Key, int] | None = None
        self._scored = False  # the present game's end is in the scores file
        self._now = self.clock()  # moment up to which the game has been played
        self._scene = self._present()
        self.tell(True, self._state())
        self._plan()

    @property
    def paused(self) -> bool:
        """Whether the game stands still."""
        return (self._held_up or self._away) and not self.play.over

    def restart(self) -> None:
        """Begin a new game, whatever is going on."""
        self._bring_up()
        self.keys.release_all()
        self._held_up = self._scored = False
        self.play.restart()
        self.tell(False, self._state())
        self._tell(self.play.at_rest)
        self._show()

    def frame(self) -> None:
        """Bring game and picture to the present."""
        self._bring_up()
        self._show()

    def rescaled(self) -> None:
        """Make the pictures for the new pixel density."""
        self._art = self._artist(self.pixel_scale)

    def draw(self, p: QPainter, region: QRegion) -> None:
        """Paint the present scene."""
        if not self._art.backdrop.rect().contains(region.boundingRect()):  # a pixel of rounding under HiDPI
            p.fillRect(region.boundingRect(), Qt.GlobalColor.black)
        paint(p, self._art, self._scene, region)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's name)
        """Take a key; those that the keyboard repeats by itself do not count."""
        if event.isAutoRepeat():
            return
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_R or (key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.play.over):
            self.restart()
        elif key == Qt.Key.Key_P:
            self._pause(held_up=not self._held_up, away=self._away)
        elif key in ACTIONS:
            if self.paused:
                return
            self._bring_up()
            if (key, event.timestamp()) == self._key_up:
                self.keys.resume(ACTIONS[key])
            else:
                self.keys.press(ACTIONS[key], self._now / NS_PER_MS)
            self.frame()
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's name)
        """Take note of a key that goes up."""
        key = Qt.Key(event.key())
        if event.isAutoRepeat():
            return
        if key in ACTIONS:
            self._bring_up()
            self.keys.release(ACTIONS[key])
            self._key_up = (key, event.timestamp()) if event.timestamp() else None
            self._show()
        else:
            super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 (Qt's name)
        """Let go of every key and pause."""
        self._bring_up()
        self.keys.release_all()
        if self._settings.focus_pause:
            self._pause(held_up=self._held_up, away=True)
        super().focusOutEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 (Qt's name)
        """Go on, unless the person paused."""
        self._pause(held_up=self._held_up, away=False)
        super().focusInEvent(event)

    def _pause(self, held_up: bool, away: bool) -> None:
        """Pause or go on."""
        self._bring_up()
        before = self.paused
        self._held_up, self._away = held_up and not self.play.over, away
        if self.paused != before:
            self.keys.release_all()
            self._tell(self.play.at_rest and not self.paused)
        self._show()

    def _bring_up(self) -> None:
        """Play up to the present, every key at its moment."""
        now = self.clock()
        while not self.paused and (due := self.keys.next_due() * NS_PER_MS) < now + 1:
            self._play_to(max(self._now, round(due)))
            self.play.act(self.keys.take(), self._tell)
        self._play_to(now)

    def _play_to(self, moment: int) -> None:
        if not self.paused:
            self.play.advance((moment - self._now) / NS_PER_MS * self.options.speed, self._tell)
        self._now = moment

    def _tell(self, settled: bool) -> None:
        """Write down what the screen shows from now on."""
        if self.play.phase == Phase.OVER and not self._scored:
            self._scored = True
            self._keep_score()
        self.tell(settled, self._state())

    def _keep_score(self) -> None:
        """Add the finished game to the scores file."""
        if self._scores is None:
            return
        state, rules = self.play.session.state, self.play.session.rules
        ended = datetime.now(UTC).isoformat(timespec="seconds")
        self._scores.append(FinishedGame(GAME, rules.name, int(state.score), int(state.moves), ended))

    def _show(self) -> None:
        """Bring the picture to the present, repaint what differs, and plan the next look."""
        scene = self._present()
        region = changed(self._art, self._scene, scene)
        self._scene = scene
        if not region.isEmpty():
            self.repaint_pixels(region)
        self._plan()

    def _present(self) -> Scene:
        play, hidden = self.play, self.play.session.rules.hidden
        flash = int(self._now / NS_PER_MS / FLASH_MS) if self._flashing else 0
        sprites = well_sprites(play, hidden, self._art.vanish, flash)
        ghost = []
        if play.falling is not None:
            unit = self._art.layout.pitch * self._art.scale
            top = round((play.falling.edge - hidden) * unit) / unit  # to the pixel, so that equal pictures are equal
            sprites += piece_sprites(play.falling.piece, play.falling.col, top, flash)
            if self._ghost:
                ghost = ghost_sprites(play.falling, hidden, flash)
        following = [picture_of(code, flash, place) for place, code in enumerate(play.next.tolist())]
        cover = PAUSED if self.paused else GAME_OVER if play.phase == Phase.COVERED else ""
        return Scene(
            tuple(sprites),
            tuple(ghost),
            tuple(following) if self._settings.next else (),
            Numbers(play.score, play.level, play.jewels),
            cover,
        )

    @property
    def _flashing(self) -> bool:
        """Whether a magic jewel is to be seen."""
        play = self.play
        falling = play.falling is not None and (play.falling.piece == MAGIC).any()
        return bool(falling or (play.next == MAGIC).any() or (play.board == MAGIC).any())

    def _plan(self) -> None:
        """Schedule the next moment at which something may look different."""
        if self.paused:
            self.schedule(None)
            return
        wait = min(self.play.left_ms / self.options.speed, self.keys.next_due() - self._now / NS_PER_MS)
        if self.play.gliding:
            wait = min(wait, FRAME_MS)
        if self._flashing:
            wait = min(wait, FLASH_MS - self._now / NS_PER_MS % FLASH_MS)
        self.schedule(math.ceil(max(wait, 0.0)) if wait < math.inf else None)

    def _state(self) -> dict[str, Any]:
        """Return what the window shows, as the truth log writes it."""
        play, rules = self.play, self.play.session.rules
        piece = play.falling
        return {
            "board": visible(rules, play.board).tolist(),
            "piece": piece.piece.tolist() if piece is not None else None,
            "col": piece.col if piece is not None else None,
            "top": round(piece.edge - rules.hidden, 3) if piece is not None else None,
            "next": play.next.tolist(),
            "score": play.score,
            "level": play.level,
            "jewels": play.jewels,
            "moves": play.moves,
            "over": play.over,
            "paused": self.paused,
            "game": play.session.game,
            "locked": [play.last[0], play.last[1].tolist()] if play.last is not None else None,
        }


def run_window(options: PracticeOptions) -> int:
    """Open the window and run until it is closed; see `practice.columns.run`."""
    rules = find_rules(options.rules, options.specials)
    read_settings(options.settings)
    if options.skin is not None:
        from practice.columns.skin import load_skin

        skin = load_skin(options.skin)
        skin.check(rules)
        layout, habits, artist = skin.layout, skin.habits, skin.artwork
    else:
        look = find_look(options.look)
        layout, habits = look.arrange(rules.rows, rules.cols), look.habits
        artist = partial(look_artwork, look, rules.rows, rules.cols)
    application = window_application()
    warm_up()
    return show_until_closed(ColumnsWindow(layout, artist, habits, options), application)
