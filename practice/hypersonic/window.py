"""The Hypersonic window: keys, players and time in, the game's moments out."""

import math
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QFocusEvent, QKeyEvent, QPainter, QRegion

from engine.hypersonic import Rules, State, places, to_text, warm_up
from practice.application import window_application
from practice.hypersonic.artwork import Artwork, look_artwork
from practice.hypersonic.ending import ending_words, ranks
from practice.hypersonic.keys import BOMB, DOWN, LEFT, RIGHT, STAY, UP, Choice, Keys
from practice.hypersonic.looks import Layout
from practice.hypersonic.motion import moving, resting
from practice.hypersonic.play import Phase, Play
from practice.hypersonic.scene import PAUSED, Scene, cards_of, changed, paint
from practice.hypersonic.seats import PERSON, find_rules, make_seat
from practice.hypersonic.session import Session
from practice.hypersonic.settings import read_settings
from practice.hypersonic.still import find_look
from practice.options import PracticeOptions
from practice.scores import FinishedGame, ScoresFile
from practice.window import FRAME_MS, Clock, PracticeWindow, show_until_closed

Artist = Callable[[float], Artwork]
"""Makes a look or skin ready for a scale."""

GAME = "hypersonic"
"""The game's name in scores files."""
NS_PER_MS = 1e6
READY_MS = 30_000.0
"""A game begins without a program that has not answered its first turn after so long."""
WAITING, PRESS = "GETTING READY", "PRESS RETURN"

KEYS = {
    Qt.Key.Key_Left: LEFT,
    Qt.Key.Key_Right: RIGHT,
    Qt.Key.Key_Up: UP,
    Qt.Key.Key_Down: DOWN,
    Qt.Key.Key_Space: BOMB,
}
RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class HypersonicWindow(PracticeWindow):
    """Plays Hypersonic by keys, against players of this process and programs.

    Args:
        layout: where things lie.
        artist: draws the look or loads the skin at a scale.
        options: as asked for.
        clock: the time in nanoseconds.

    Raises:
        PracticeError: a setting, truth log or scores file cannot be used.
    """

    def __init__(
        self, layout: Layout, artist: Artist, options: PracticeOptions, clock: Clock = time.monotonic_ns
    ) -> None:
        self._settings = read_settings(options.settings)
        rules, who = find_rules(options.rules, options.specials, self._settings.seats)
        self._scores = ScoresFile(options.scores) if options.scores is not None else None
        super().__init__("Hypersonic", layout.width, layout.height, options, clock)
        self.person = who.index(PERSON) if PERSON in who else None
        self.play = Play(Session(rules, options.seed, self.person or 0), self._settings.tick_ms, options.speed)
        self.keys = Keys(self._settings.swallow, options.seed)
        self.seats = [make_seat(name, seat, rules, options.seed, self.frame) for seat, name in enumerate(who)]
        self._names = tuple("YOU" if seat is None else seat.name for seat in self.seats)
        self._artist = artist
        self._art = artist(self.pixel_scale)
        self._held_up = False  # paused by the person
        self._away = False  # paused because another window has the keyboard
        # X repeats a held key by a release and a press of one millisecond; Qt sees it only where they come together
        self._key_up: tuple[Qt.Key, int] | None = None
        self._now = self.clock()  # moment up to which the game has been played
        self._asked: State | None = None  # the turn that the players have been shown
        self._started = False  # the return key has been pressed, or need not be
        self._scored = False  # the present game's end is in the scores file
        self._open_game()
        self._scene = self._present()
        self._plan()

    @property
    def paused(self) -> bool:
        """Whether the game stands still."""
        return (self._held_up or self._away) and not self.play.over

    def restart(self) -> None:
        """Begin a new game, whatever is going on."""
        self._bring_up()
        self._held_up = self._scored = False
        self.keys.forget()
        self.play.restart()
        self.tell(False, self._state())
        self._open_game()
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
        if key == Qt.Key.Key_R or (key in RETURN and self.play.over):
            self.restart()
        elif key in RETURN and not self.paused:
            self._started = True
            self.frame()
        elif key == Qt.Key.Key_P:
            self._pause(held_up=not self._held_up, away=self._away)
        elif key in KEYS or key == Qt.Key.Key_Backspace:
            if self.paused or not self._plays:
                return
            self._bring_up()
            if key not in KEYS:
                self.keys.forget()
            elif (key, event.timestamp()) == self._key_up:
                self.keys.resume(KEYS[key])
            else:
                self.keys.press(KEYS[key])
            self._show()
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's name)
        """Take note of a key that goes up."""
        key = Qt.Key(event.key())
        if event.isAutoRepeat():
            return
        if key in KEYS:
            self._bring_up()
            self.keys.release(KEYS[key])
            self._key_up = (key, event.timestamp()) if event.timestamp() else None
            self._show()
        else:
            super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 (Qt's name)
        """Forget what was chosen and pause."""
        self._bring_up()
        self.keys.forget()
        if self._settings.focus_pause:
            self._pause(held_up=self._held_up, away=True)
        self._show()
        super().focusOutEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 (Qt's name)
        """Go on, unless the person paused."""
        self._pause(held_up=self._held_up, away=False)
        super().focusInEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 (Qt's name)
        """End the players with the window."""
        for seat in self.seats:
            if seat is not None:
                seat.close()
        super().closeEvent(event)

    @property
    def _plays(self) -> bool:
        """Whether the person's keys mean anything."""
        return self.person is not None and not self.play.over and self.play.session.is_alive(self.person)

    @property
    def _ready(self) -> bool:
        """Whether every player has answered once, or has had its time."""
        return self.play.since >= READY_MS or all(seat is None or seat.ready for seat in self.seats)

    def _open_game(self) -> None:
        """Let every player in, and show the first board."""
        self._started = not self._settings.wait
        for number, seat in enumerate(self.seats):
            if seat is not None:
                seat.open(number)
        self._ask()
        self._begin_if_ready()
        self.tell(True, self._state())

    def _begin_if_ready(self) -> None:
        if self.play.phase == Phase.READY and self._started and self._ready and not self.paused:
            self.play.begin()

    def _ask(self) -> None:
        """Show the players a new turn; those who are dead leave."""
        session = self.play.session
        if self._asked is session.state:
            return
        self._asked = session.state
        for number, seat in enumerate(self.seats):
            if seat is not None and session.is_alive(number) and not session.over:
                seat.ask(session.state)
            elif seat is not None:
                seat.close()

    def _decide(self) -> list[int]:
        """Return everybody's action for the turn that begins."""
        session = self.play.session
        actions = []
        for number, seat in enumerate(self.seats):
            if not session.is_alive(number):
                actions.append(STAY)
            else:
                actions.append(self.keys.take().action if seat is None else seat.take(session.state))
        return actions

    def _pause(self, held_up: bool, away: bool) -> None:
        """Pause or go on."""
        self._bring_up()
        before = self.paused
        self._held_up, self._away = held_up and not self.play.over, away
        if self.paused != before:
            self.keys.forget()
            self._tell(not self.play.moving and not self.paused)
        self._begin_if_ready()
        self._show()

    def _bring_up(self) -> None:
        """Play up to the present."""
        now = self.clock()
        self._begin_if_ready()
        if not self.paused:
            self.play.advance((now - self._now) / NS_PER_MS, self._decide, self._tell)
        self._now = now
        self._begin_if_ready()

    def _tell(self, settled: bool) -> None:
        """Show the players a new turn, and write down what the screen shows from now on."""
        self._ask()
        if not self._plays:
            self.keys.forget()
        if self.play.over and not self._scored:
            self._scored = True
            self._keep_score()
        self.tell(settled, self._state())

    def _keep_score(self) -> None:
        """Add the finished game to the scores file."""
        if self._scores is None:
            return
        session = self.play.session
        ended = datetime.now(UTC).isoformat(timespec="seconds")
        score, moves = int(session.state.score), int(session.state.moves)
        self._scores.append(FinishedGame(GAME, session.rules.name, score, moves, ended))

    def _show(self) -> None:
        """Bring the picture to the present, repaint what differs, and plan the next look."""
        scene = self._present()
        region = changed(self._art, self._scene, scene)
        self._scene = scene
        if not region.isEmpty():
            self.repaint_pixels(region)
        self._plan()

    def _present(self) -> Scene:
        session = self.play.session
        if self.play.moving and session.step is not None:
            sprites = moving(session.before, session.step, self.play.share)
        else:
            sprites = resting(session.state)
        notes = tuple("" if seat is None else seat.note for seat in self.seats)
        choice = self.keys.choice if self._plays else Choice()
        cards = cards_of(session.state, self._names, notes)
        places_said = ranks(session.state) if self.play.phase == Phase.COVERED else ()
        return Scene(sprites, session.state.round, cards, self._message, choice, self._cover, places_said)

    @property
    def _message(self) -> str:
        """What the game waits for before its first turn."""
        if self.play.phase != Phase.READY:
            return ""
        return PRESS if self._ready and not self._started else WAITING if not self._ready else ""

    @property
    def _cover(self) -> tuple[str, ...]:
        """The words over the arena."""
        if self.paused:
            return (PAUSED, "P goes on" if self._held_up else "click the window to go on")
        if self.play.phase != Phase.COVERED:
            return ()
        return ending_words(self.play.session.state, self._names)

    def _plan(self) -> None:
        """Schedule the next moment at which something may look different."""
        if self.paused:
            self.schedule(None)
            return
        wait = READY_MS - self.play.since if self.play.phase == Phase.READY and not self._ready else self.play.left_ms
        if self.play.moving:
            wait = min(wait, FRAME_MS)
        self.schedule(math.ceil(max(wait, 0.0)) if wait < math.inf else None)

    def _state(self) -> dict[str, Any]:
        """Return what the window shows, as the truth log writes it."""
        session = self.play.session
        state = session.state
        return {
            "board": places(state).tolist(),
            "score": int(state.score),
            "moves": int(state.moves),
            "over": self.play.over,
            "paused": self.paused,
            "ready": self.play.phase == Phase.READY,
            "game": session.game,
            "state": to_text(state),
            "actions": list(session.actions),
            "notes": ["" if seat is None else seat.note for seat in self.seats],
        }


def wanted_rules(options: PracticeOptions) -> Rules:
    """Return the rules that options ask for.

    Raises:
        PracticeError: they cannot be met.
    """
    return find_rules(options.rules, options.specials, read_settings(options.settings).seats)[0]


def run_window(options: PracticeOptions) -> int:
    """Open the window and run until it is closed; see `practice.hypersonic.run`."""
    rules = wanted_rules(options)
    if options.skin is not None:
        from practice.hypersonic.skin import load_skin

        skin = load_skin(options.skin)
        layout, artist = skin.layout, skin.artwork
    else:
        look = find_look(options.look)
        layout, artist = look.layout, partial(look_artwork, look, rules.players)
    application = window_application()
    warm_up()
    return show_until_closed(HypersonicWindow(layout, artist, options), application)
