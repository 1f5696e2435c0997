"""What shows from the key that begins a game until the window heeds it, and a key that got lost."""

import time
from dataclasses import replace

import numpy as np
import pytest

from bot.playing.lookout import Look
from bot.ticking.loop import TickingLoop
from bot.ticking.restart_key import HEEDED_S
from control.gesture import Gesture, Keys
from engine.hypersonic import PRESETS, State, advance, dice, places, start
from tests.bot.ticking_stand_ins import RULES, kept_out, look_at, shows
from vision.arena.tracker import ArenaPhase, ArenaView
from vision.sighting import Sighting, Status


def over_for(players: int) -> State:
    """A game that is over for seat 0, which has died; of more than two the others play on."""
    rules = PRESETS[{2: "two", 4: "four"}[players]]
    begun = start(rules, dice(1))
    return advance(rules, begun._replace(bombs=np.array([[1, 0, 0, 1, 3]], np.int16)), [0] * players).state


class RestartingWindow:
    """A window that heeds the key that begins a game so long after the first press, or never.

    Args:
        loop: looks at it.
        over: the game that it shows until then.
        heeds_s: how long.
        words: words lie over the board; for so much of that time, then they go away.
        plays_on: another turn of the old game shows every 50 ms.

    Attributes:
        presses: of that key.
        first_turns: looks at the new game's first turn.
    """

    def __init__(self, loop: TickingLoop, over: State, heeds_s: float, *, words: float, plays_on: bool) -> None:
        self.loop, self.over, self.heeds_s, self.words, self.plays_on = loop, over, heeds_s, words, plays_on
        self.presses, self.first_turns = 0, 0
        self._pressed_s: float | None = None
        self.begun = start(loop.rules, dice(2))
        loop.lookout.look = self.look  # type: ignore[method-assign]
        loop.lookout.act = self.act  # type: ignore[method-assign]
        loop.lookout.blocked = lambda *_args: time.sleep(0.01)  # type: ignore[method-assign]
        loop.watch.feed = self.feed  # type: ignore[method-assign]

    def act(self, gesture: Gesture, look: Look, *, repeat: bool = False) -> bool:
        if gesture == Keys(("r",)):
            self.presses += 1
            self._pressed_s = time.monotonic() if self._pressed_s is None else self._pressed_s
        return True

    def look(self) -> Look:
        pressed_s = 0.0 if self._pressed_s is None else time.monotonic() - self._pressed_s
        if self._pressed_s is not None and pressed_s >= self.heeds_s:
            self.first_turns += 1
            return look_at(self.begun)
        look = look_at(self.over._replace(round=self.over.round + int(20 * pressed_s) * self.plays_on))
        if pressed_s < self.words * self.heeds_s:
            return replace(look, sighting=replace(look.sighting, status=Status.NO_BOARD))
        return look

    def feed(self, sighting: Sighting) -> ArenaView:
        phase = ArenaPhase.HIDDEN if sighting.status & Status.NO_BOARD else ArenaPhase.SETTLED
        return ArenaView(phase, sighting, True, time.monotonic_ns())


WINDOWS = [
    pytest.param(2, 0.0, False, id="bare board"),
    pytest.param(2, 1.0, False, id="words"),
    pytest.param(2, 0.5, False, id="words that go away first"),
    pytest.param(4, 0.0, True, id="the others play on"),
]


def restarting(players: int, words: float, plays_on: bool, heeds_s: float) -> tuple[TickingLoop, RestartingWindow]:
    rules = PRESETS[{2: "two", 4: "four"}[players]]
    loop, _window, _hand, _policy = kept_out(absence_s=0.6, rules=rules, restart_key="r")
    return loop, RestartingWindow(loop, over_for(players), heeds_s, words=words, plays_on=plays_on)


@pytest.mark.parametrize("heeds_s", [0.0, 0.1, 0.5])
@pytest.mark.parametrize(("players", "words", "plays_on"), WINDOWS)
def test_a_game_is_played_from_its_first_turn_and_the_one_before_counted_no_more(
    players: int, words: float, plays_on: bool, heeds_s: float
) -> None:
    """Until the window heeds the key the game before shows, which is over: no game of ours."""
    loop, window = restarting(players, words, plays_on, heeds_s)
    until = time.monotonic() + 10.0
    while window.first_turns == 0:
        loop._step()
        assert time.monotonic() < until
    assert window.presses == 1
    assert loop.ledger.games == []
    assert loop._known is not None, "its first turn was looked at and passed over"
    assert np.array_equal(places(loop._known), places(window.begun))


@pytest.mark.parametrize(("players", "words", "plays_on"), WINDOWS)
def test_a_key_that_got_lost_is_pressed_again_and_the_game_counted_no_more(
    players: int, words: float, plays_on: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ticking.restart_key.HEEDED_S", 0.05)
    monkeypatch.setattr("bot.ticking.restart_key.HIDDEN_S", 0.1)
    loop, window = restarting(players, words, plays_on, heeds_s=3.0)
    ending = loop.run()
    assert ending.reason == "no game has begun in 1 s, though the key for it was pressed"
    assert window.presses > 2
    assert loop.ledger.games == []


def test_a_game_that_goes_on_as_a_run_begins_is_none_of_its_own_until_the_key_is_lost() -> None:
    loop, window, _hand, _policy = kept_out(restart_key="r")
    window.in_front = True
    begun = start(RULES, dice(1))
    state = begun._replace(bombs=np.array([[1, 12, 6, 8, 3]], np.int16))
    began = time.monotonic()
    while loop._known is None:
        look = look_at(state._replace(round=int(10 * (time.monotonic() - began))))
        shows(loop, look, ArenaView(ArenaPhase.SETTLED, look.sighting, True, 0))
        loop._step()
        assert time.monotonic() < began + 10.0
    assert time.monotonic() - began >= HEEDED_S
