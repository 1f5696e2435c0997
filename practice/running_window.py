"""A practice window whose game goes on by itself: played up to the present, paused, steered by keys."""

import math
import sys
from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QRegion

from practice.game_clock import GameClock
from practice.options import PracticeOptions
from practice.picture import Art
from practice.scores import FinishedGame, ScoresFile
from practice.window import Clock, PracticeWindow

NS_PER_MS = 1e6
OTHER_REPEATS = ("win32", "darwin")
"""Systems that do not repeat a held key as X does; on Windows all that happens within 16 ms is of one moment."""
RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Played(Protocol):
    """A game in time, as the games' `play` modules have it."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        ...

    @property
    def session(self) -> Any:
        """The game itself: its `rules`, which have a name, its `state`, with score and moves, and `over`."""
        ...

    def restart(self) -> None:
        """Lay out a new game."""
        ...


A = TypeVar("A", bound=Art)
S = TypeVar("S")
K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Stage(Generic[A, S]):
    """Where a running game is shown.

    Attributes:
        game: its name in scores files; the title bar has it with a capital.
        width, height: client area in pixels at scale 1.
        artist: draws the look or loads the skin at a scale.
        changed: the pixels in which two scenes differ.
        paint: paints a scene's part.
        focus_pause: whether the game stands still while another window has the keyboard.
    """

    game: str
    width: float
    height: float
    artist: Callable[[float], A]
    changed: Callable[[A, S, S], QRegion]
    paint: Callable[[QPainter, A, S, QRegion], None]
    focus_pause: bool


class RunningWindow(PracticeWindow, Generic[A, S, K]):
    """A game that goes on by itself, in a window.

    A game's window says what a moment brings (`_bring_up`, `_present`, `_state`) and what keys do. Its `__init__` makes
    `play`, the game, and ends with `_begin`. What happens and what shows goes by `game_clock`, never by `clock`, which
    dates the truth log.

    Args:
        stage: where it is shown.
        actions: what the keys of the game mean.
        options: as asked for.
        clock: the time in nanoseconds.

    Raises:
        PracticeError: the truth log or scores file cannot be used.
    """

    play: Played

    def __init__(self, stage: Stage[A, S], actions: Mapping[Qt.Key, K], options: PracticeOptions, clock: Clock) -> None:
        self._scores = ScoresFile(options.scores) if options.scores is not None else None
        super().__init__(stage.game.title(), stage.width, stage.height, options, clock)
        self._stage, self._actions = stage, actions
        self._art = stage.artist(self.pixel_scale)
        self._held_up = False  # paused by the person
        self._away = False  # paused because another window has the keyboard
        # X repeats a held key by a release and a press of one millisecond; Qt sees it only where they come together
        self._key_up: tuple[Qt.Key, int] | None = None
        self._scored = False  # the present game's end is in the scores file
        self.game_clock = GameClock(clock)
        self._now = self.game_clock.now()  # moment up to which the game has been played
        self._scene: S

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.play.over

    @abstractmethod
    def _open_game(self) -> None:
        """Tell of the first moment of a game."""

    @abstractmethod
    def _bring_up(self) -> None:
        """Play up to the present."""

    @abstractmethod
    def _present(self) -> S:
        """Return what is to be seen at this moment."""

    @abstractmethod
    def _state(self) -> dict[str, Any]:
        """Return what the window shows, as the truth log writes it."""

    @abstractmethod
    def _rests(self) -> bool:
        """Tell whether what shows now stays until something happens."""

    @abstractmethod
    def _change_ms(self) -> float:
        """Return in how many milliseconds something may look different; infinity: not by itself."""

    @abstractmethod
    def _press(self, action: K, again: bool) -> None:
        """Take a key of the game; `again` where the keyboard has only repeated it."""

    @abstractmethod
    def _release(self, action: K) -> None:
        """Take note that a key of the game goes up."""

    @abstractmethod
    def _let_go(self) -> None:
        """Forget all keys."""

    def _heeds_keys(self) -> bool:
        """Tell whether the keys of the game mean anything now."""
        return not self.paused

    @property
    def paused(self) -> bool:
        """Whether the game stands still."""
        return (self._held_up or self._away) and not self.over

    def restart(self) -> None:
        """Begin a new game, whatever is going on."""
        self._bring_up()
        if self.play.session.over:  # what the last move brought may still be shown
            self._keep_score()
        self._let_go()
        self._held_up = self._scored = False
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
        self._art = self._stage.artist(self.pixel_scale)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 (Qt's name)
        """Paint what Qt asks for; the first picture is the first game's beginning."""
        self.game_clock.begin()
        super().paintEvent(event)

    def draw(self, p: QPainter, region: QRegion) -> None:
        """Paint the present scene."""
        self._stage.paint(p, self._art, self._scene, region)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's name)
        """Take a key; those that the keyboard repeats by itself do not count."""
        if event.isAutoRepeat():
            return
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_R or (key in RETURN and self.over):
            self.restart()
        elif key == Qt.Key.Key_P:
            self._pause(held_up=not self._held_up, away=self._away)
        elif key not in self._actions:
            super().keyPressEvent(event)
        elif self._heeds_keys():
            self._bring_up()
            self._press(self._actions[key], (key, event.timestamp()) == self._key_up)
            self.frame()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's name)
        """Take note of a key that goes up."""
        key = Qt.Key(event.key())
        if event.isAutoRepeat():
            return
        if key in self._actions:
            self._bring_up()
            self._release(self._actions[key])
            by_x = sys.platform not in OTHER_REPEATS and event.timestamp()
            self._key_up = (key, event.timestamp()) if by_x else None
            self._show()
        else:
            super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 (Qt's name)
        """Let go of every key and pause."""
        self._bring_up()
        self._let_go()
        if self._stage.focus_pause:
            self._pause(held_up=self._held_up, away=True)
        self._show()
        super().focusOutEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 (Qt's name)
        """Go on, unless the person paused."""
        self._pause(held_up=self._held_up, away=False)
        super().focusInEvent(event)

    def _begin(self) -> None:
        """Open the first game and show it."""
        self._open_game()
        self._scene = self._present()
        self._plan()

    def _pause(self, held_up: bool, away: bool) -> None:
        """Pause or go on."""
        self._bring_up()
        before = self.paused
        self._held_up, self._away = held_up and not self.over, away
        if self.paused != before:
            self._let_go()
            self._tell(self._rests() and not self.paused)
        self._bring_up()
        self._show()

    def _tell(self, settled: bool) -> None:
        """Write down what the screen shows from now on, and the score of a game that has ended."""
        if self.over:
            self._keep_score()
        self.tell(settled, self._state())

    def _keep_score(self) -> None:
        """Add the finished game to the scores file, once."""
        if self._scores is not None and not self._scored:
            ended = datetime.now(UTC).isoformat(timespec="seconds")
            rules, state = self.play.session.rules, self.play.session.state
            result = rules.name, int(state.score), int(state.moves)
            with self.writing():
                self._scores.append(FinishedGame(self._stage.game, *result, ended))
        self._scored = True

    def _show(self) -> None:
        """Bring the picture to the present, repaint what differs, and plan the next look."""
        scene = self._present()
        region = self._stage.changed(self._art, self._scene, scene)
        self._scene = scene
        if not region.isEmpty():
            self.repaint_pixels(region)
        self._plan()

    def _plan(self) -> None:
        """Schedule the next moment at which something may look different."""
        wait = math.inf if self.paused else self._change_ms()
        self.schedule(math.ceil(max(wait, 0.0)) if wait < math.inf else None)
