"""When a calibration that walks presses what, and which boards it finds: against a window whose time is counted."""

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from bot.calibrating import walking
from bot.calibrating.pressing import OUT_OF_REACH_S, CalibrationHand
from bot.calibrating.walking import BOMB_GAMES, PATIENCE_S, READY_S, SETTLING
from bot.exit_status import Failed, Stopped
from calibration.arena.calibrate import calibrate_arena
from capture.frame import Frame
from capture.source import WindowLost
from practice.hypersonic.settings import MAX_TICK_MS
from practice.hypersonic.window import READY_MS
from vision.hypersonic import SCREEN
from vision.profile_sections import ArenaKeysSection, InputSection

RESTART = "r"
BOMB = ArenaKeysSection().bomb
PACE_S = 0.008
"""A look takes so long."""
FOR_EVER_S = 1e6
READY, KEYS_SHOWN, MOVING = 50, 100, 200


@dataclass
class Clock:
    """Time that goes on by sleeping."""

    now_s: float = 1000.0

    def monotonic(self) -> float:
        return self.now_s

    def monotonic_ns(self) -> int:
        return round(self.now_s * 1e9)

    def sleep(self, seconds: float) -> None:
        self.now_s += seconds


@dataclass
class Arena:
    """A window whose rounds come by a clock.

    Attributes:
        tick_s: length of a round.
        motion_s: of that, until it stands still.
        loads_s: a game begins so long after the key.
        rounds: of a game; then nothing changes.
        first_heeded: which press of the restart key is the first that begins a game.
        shows_keys: whether pressed keys are to be seen until the round ends.
        look_s: what a look takes.
        press_s: what a press takes beside its hold.
        away: from when to when it cannot be seen, in seconds.
        stopped_s: when the person wants an end.
        stall: when the machine, and all that goes on in it, stands still, and for how many seconds.
    """

    clock: Clock
    tick_s: float = 0.3
    motion_s: float = 0.12
    loads_s: float = 0.0
    rounds: int = 1000
    first_heeded: float = 1
    shows_keys: bool = False
    look_s: float = PACE_S
    press_s: float = 0.005
    away: tuple[float, float] = (math.inf, math.inf)
    stopped_s: float = math.inf
    stall: tuple[float, float] = (math.inf, 0.0)
    timing: InputSection = field(default_factory=InputSection)
    game: int = 0
    began_s: float = 0.0
    key_s: float = 0.0
    pressed: list[tuple[int, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.opened_s = self.clock.now_s

    @property
    def restarts(self) -> int:
        """How often the key that begins a game was pressed."""
        return sum(name == RESTART for _, name in self.pressed)

    @property
    def age_s(self) -> float:
        return self.clock.now_s - self.opened_s

    def grab(self) -> Frame:
        """Return a picture whose three colours say the game, the round, and what else shows."""
        self.clock.sleep(self.look_s)
        if self.age_s >= self.stall[0]:
            self.clock.sleep(self.stall[1])
            self.began_s, self.stall = self.began_s + self.stall[1], (math.inf, 0.0)
        if self.away[0] <= self.age_s < self.away[1]:
            raise WindowLost("it is minimised")
        played_s = self.clock.now_s - self.began_s - self.loads_s
        number = min(self.rounds, max(0, int(played_s / self.tick_s)))
        shown_s = played_s - number * self.tick_s
        if self.game == 0:
            number = beside = 0
        elif played_s < 0:
            beside = READY
        elif number > 0 and shown_s < self.motion_s:
            beside = MOVING + 5 * int(shown_s / PACE_S)
        else:
            beside = KEYS_SHOWN if self.shows_keys and self.clock.now_s - self.key_s < shown_s else 0
        colours = (10 * self.game, 10 * (number % 25), beside % 256)
        return Frame(np.full((40, 50, 3), colours, np.uint8), self.clock.monotonic_ns())

    def close(self) -> None:
        """There is nothing to let go of."""

    def press(self, name: str) -> None:
        self.clock.sleep(self.press_s)
        self.pressed.append((self.game, name))
        if name != RESTART:
            self.key_s = self.clock.now_s
        elif self.restarts >= self.first_heeded:
            self.game, self.began_s = self.game + 1, self.clock.now_s
        self.clock.sleep(self.timing.hold_ms / 1e3)


class Hand(CalibrationHand):
    """Presses keys of an arena instead of a window's."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena

    @property
    def timing(self) -> InputSection:
        return self.arena.timing

    @timing.setter
    def timing(self, timing: InputSection) -> None:
        self.arena.timing = timing

    def press(self, *names: str) -> None:
        for name in names:
            self.grab()
            self.arena.press(name)

    def grab(self) -> Frame:
        while True:
            try:
                return self.arena.grab()
            except WindowLost:
                self.arena.clock.sleep(0.05)

    def heed_person(self) -> None:
        if self.arena.age_s > self.arena.stopped_s:
            raise Stopped("the stop key was pressed")


Board = tuple[int, int, int]
"""Game, round, what else shows."""
Opened = tuple[Arena, Callable[[int], list[Board]]]


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Opened]:
    """`opened(tick_s=0.3)`: an arena, and what begins a game in it and returns so many boards that are found."""

    def opener(**wanted: Any) -> Opened:
        clock = Clock()
        monkeypatch.setattr(walking, "time", clock)
        arena = Arena(clock, **wanted)
        watch = walking._Watch(arena, Hand(arena), RESTART)

        def collect(boards: int) -> list[Board]:
            frames: list[Frame] = []
            watch.begin()
            watch.collect(boards, frames, [])
            colours = [frame.pixels[0, 0].tolist() for frame in frames]
            return [(game // 10, number // 10, beside) for game, number, beside in colours]

        return arena, collect

    return opener


def rounds_of(boards: list[Board]) -> list[int]:
    """Return the numbers of the rounds, each once where it was found several times in a row."""
    return [number for number, _ in itertools.groupby(number for _, number, _ in boards)]


def in_order(count: int) -> list[int]:
    return [number % 25 for number in range(count)]


def test_patience_outlasts_what_a_window_waits_for() -> None:
    first_rounds_ms = SETTLING * MAX_TICK_MS
    assert READY_MS + first_rounds_ms < READY_S * 1e3
    assert READY_MS + first_rounds_ms < (PATIENCE_S - READY_S) * 1e3


@pytest.mark.parametrize(
    "window",
    [{"first_heeded": math.inf}, {"loads_s": FOR_EVER_S}, {"motion_s": FOR_EVER_S}],
    ids=["heeds no key", "begins no game", "never rests"],
)
def test_a_window_that_plays_no_game_is_given_up(opened: Callable[..., Opened], window: dict[str, Any]) -> None:
    arena, collect = opened(**window)
    with pytest.raises(Failed, match=rf"^the window shows no new round for 75 s, though {RESTART} was .*--restart-key"):
        collect(60)
    assert arena.age_s < PATIENCE_S + 1
    assert [name for _, name in arena.pressed] == [RESTART] * 3


def test_players_who_take_long_to_get_ready_are_waited_for(opened: Callable[..., Opened]) -> None:
    arena, collect = opened(loads_s=READY_MS / 1e3)
    boards = collect(40)
    assert arena.restarts == 1
    assert boards[0] == (1, 0, READY)
    assert boards[1:] == [(1, number, 0) for number in in_order(39)], "a round was missed, or found twice"


def test_the_first_games_that_are_played_are_those_with_a_bomb(opened: Callable[..., Opened]) -> None:
    arena, collect = opened(first_heeded=2, rounds=24)
    boards = collect(100)
    assert {game for game, *_ in boards} == {0, 1, 2, 3, 4}
    assert {game for game, name in arena.pressed if name == BOMB} == set(range(1, BOMB_GAMES + 1))
    assert arena.restarts == 1 + 4


def test_a_game_that_goes_on_is_left_for_a_new_one_in_time(opened: Callable[..., Opened]) -> None:
    arena, collect = opened()
    boards = collect(walking.TURNS_A_GAME + 10)
    assert arena.restarts == 2
    assert [game for game, *_ in boards] == [1] * walking.TURNS_A_GAME + [2] * 10


@pytest.mark.parametrize("tick_s", [0.15, 0.2, 0.3, 1.0])
def test_keys_that_are_shown_are_no_board(opened: Callable[..., Opened], tick_s: float) -> None:
    arena, collect = opened(tick_s=tick_s, motion_s=0.4 * tick_s, shows_keys=True)
    boards = collect(60)
    assert rounds_of(boards) == in_order(60)
    assert all(beside == 0 for _, _, beside in boards)
    assert len({name for _, name in arena.pressed}) == 6, "no keys were pressed"


@pytest.mark.parametrize("press_s", [0.005, 0.1, 0.15, 0.16, 0.17, 0.18])
def test_no_round_is_taken_for_keys_that_are_shown(opened: Callable[..., Opened], press_s: float) -> None:
    """Rounds that come with no motion: the next stands still as soon as it has begun."""
    arena, collect = opened(tick_s=0.4, motion_s=0.0, shows_keys=True, press_s=press_s)
    boards = collect(60)
    assert rounds_of(boards) == in_order(len(rounds_of(boards))), "a round was missed"
    assert len(arena.pressed) > 12


def test_a_window_that_is_away_for_a_moment_loses_no_game(opened: Callable[..., Opened]) -> None:
    arena, collect = opened(away=(6.0, 6.0 + 0.9 * OUT_OF_REACH_S))
    boards = collect(60)
    assert arena.restarts == 1
    assert {game for game, *_ in boards} == {1}


@pytest.mark.parametrize("at_s", [8.0, 8.05, 8.1, 8.15, 8.2, 8.25])
@pytest.mark.parametrize("stall_s", [0.9, 1.5, 4.0])
def test_no_game_is_left_for_a_stall_of_the_machine(opened: Callable[..., Opened], at_s: float, stall_s: float) -> None:
    """Nothing new showed for a second, and the game was taken for over."""
    arena, collect = opened(stall=(at_s, stall_s))
    boards = collect(60)
    assert arena.restarts == 1
    assert {game for game, *_ in boards} == {1}


@pytest.mark.parametrize("look_s", [PACE_S, 0.2, 0.26, 0.3])
def test_the_end_of_a_game_is_noticed_on_a_slow_machine_too(opened: Callable[..., Opened], look_s: float) -> None:
    arena, collect = opened(tick_s=2.0, motion_s=0.8, rounds=6, look_s=look_s)
    boards = collect(24)
    assert len(boards) == 24
    assert arena.restarts > 1


def test_boards_that_get_too_large_to_be_kept_end_it_with_the_reason(
    opened: Callable[..., Opened], monkeypatch: pytest.MonkeyPatch
) -> None:
    arena, collect = opened()
    monkeypatch.setattr(walking, "MOST_MEMORY", 20 * arena.grab().pixels.nbytes)
    assert len(collect(60)) == 20
    seen = calibrate_arena([arena.grab()], SCREEN)
    reasons = walking._cut_short(seen, 20).result.reasons
    assert reasons[:-1] == seen.result.reasons
    assert "20 boards fill" in reasons[-1]


def test_a_person_is_heeded_while_nothing_is_pressed(opened: Callable[..., Opened]) -> None:
    arena, collect = opened(loads_s=FOR_EVER_S, stopped_s=10.0)
    with pytest.raises(Stopped, match="stop key"):
        collect(60)
    assert arena.age_s < 10.1
