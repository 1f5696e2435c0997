"""The Hypersonic window: keys, players and time in, the game's moments out."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent

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
from practice.running_window import NS_PER_MS, RETURN, RunningWindow, Stage
from practice.window import FRAME_MS, Clock, show_until_closed

Artist = Callable[[float], Artwork]
"""Makes a look or skin ready for a scale."""

GAME = "hypersonic"
"""The game's name in scores files."""
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


class HypersonicWindow(RunningWindow[Artwork, Scene, int]):
    """Plays Hypersonic by keys, against players of this process and programs.

    Args:
        layout: where things lie.
        artist: draws the look or loads the skin at a scale.
        options: as asked for.
        clock: the time in nanoseconds.

    Raises:
        PracticeError: a setting, truth log or scores file cannot be used.
    """

    play: Play

    def __init__(
        self, layout: Layout, artist: Artist, options: PracticeOptions, clock: Clock = time.monotonic_ns
    ) -> None:
        self._settings = read_settings(options.settings)
        rules, who = find_rules(options.rules, options.specials, self._settings.seats)
        focus_pause = self._settings.focus_pause
        stage = Stage(GAME, layout.width, layout.height, artist, changed, paint, focus_pause)
        super().__init__(stage, KEYS, options, clock)
        self.person = who.index(PERSON) if PERSON in who else None
        self.play = Play(Session(rules, options.seed, self.person or 0), self._settings.tick_ms, options.speed)
        self.keys = Keys(self._settings.swallow, options.seed)
        self.seats = [make_seat(name, seat, rules, options.seed, self.frame) for seat, name in enumerate(who)]
        self._names = tuple("YOU" if seat is None else seat.name for seat in self.seats)
        self._asked: State | None = None  # the turn that the players have been shown
        self._started = False  # the return key has been pressed, or need not be
        self._begin()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's name)
        """Begin a game that waits, or take back what was chosen; the rest as in every such window."""
        key = Qt.Key(event.key())
        if key in RETURN and not (event.isAutoRepeat() or self.paused or self.over):
            self._started = True
            self.frame()
        elif key == Qt.Key.Key_Backspace:
            if self._heeds_keys() and not event.isAutoRepeat():
                self._bring_up()
                self.keys.forget()
                self._show()
        else:
            super().keyPressEvent(event)

    def _rests(self) -> bool:
        return not self.play.moving

    def _heeds_keys(self) -> bool:
        return self._plays and not self.paused

    def _press(self, action: int, again: bool) -> None:
        if again:
            self.keys.resume(action)
        else:
            self.keys.press(action)

    def _release(self, action: int) -> None:
        self.keys.release(action)

    def _let_go(self) -> None:
        self.keys.forget()

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
                seat.leave()

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

    def _bring_up(self) -> None:
        """Play up to the present."""
        now = self.game_clock.now()
        if not self.paused:
            self.play.advance((now - self._now) / NS_PER_MS, self._decide, self._tell)
        self._now = now
        self._begin_if_ready()

    def _tell(self, settled: bool) -> None:
        """Show the players a new turn, and write down what the screen shows from now on."""
        self._ask()
        if not self._plays:
            self.keys.forget()
        super()._tell(settled)

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

    def _change_ms(self) -> float:
        wait = READY_MS - self.play.since if self.play.phase == Phase.READY and not self._ready else self.play.left_ms
        if self.play.moving:
            wait = min(wait, FRAME_MS)
        return wait

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
