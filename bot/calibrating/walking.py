"""Calibration by playing an arena: our player walks about its corner, and stays on a bomb of its own to the end, twice.

What a window shows of a game before anything happens is floor, boxes and players. What bombs look like with each number
of rounds left, also under a player, what breaks, what lies in boxes and who the keys move is seen only in play. None of
it has to be read for that: the corner that a player begins in is clear with the cells beside it. Then our player keeps
near its corner: the others break boxes and take items until all of them have shown what they mean, which takes long
games more than many. At the end a new game is begun, for whoever plays then.
"""

import contextlib
import time
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from bot.calibrating.kept_frames import KeptFrames
from bot.calibrating.pressing import CalibrationHand
from bot.calibrating.rest_finder import STILL_S, RestFinder
from bot.calibrating.wishes import CalibrationWishes
from bot.exit_status import Failed
from bot.playing.stalls import Stalls
from bot.ticking.watching import FIRST_MOTION_MS, MOTION_SHARE
from calibration.arena.calibrate import calibrate_arena
from calibration.outcome import Calibration
from capture.frame import Frame
from capture.source import FrameSource, WindowLost
from capture.window import Window, WindowSource
from engine.hypersonic import FUSE
from vision.profile_sections import ArenaKeysSection, InputSection

if TYPE_CHECKING:
    from bot.games import Game

TURNS: Final = (60, 60, 60, 100, 100, 120)
"""Boards at rest to look at before it is tried to learn from all seen so far, then again, and so on."""
TURNS_A_GAME: Final = 150
"""Then a new one is begun, if it has not ended by itself."""
MOST_MEMORY: Final = 1_500_000_000
"""Bytes that all boards may take: a large window of which everything flickers needs so much for a hundred of them."""
LOOK_S: Final = 0.005
STEPS: Final = ("right", "left", "down", "up")
BOMB_GAMES: Final = 2
"""In the first so many games that are seen to be played our player stays on a bomb."""
ECHO_S: Final = 0.035
"""After so long a window shows which keys were pressed, if it does; that is no new turn."""
UNSEEN_SHARE: Final = 0.55
"""Of a round, for a press and its echo: nobody looks for the next round meanwhile."""
LATEST_SHARE: Final = 1.0 - MOTION_SHARE
"""Of a round, and less the time of coming to rest: so long after a board was found the next one cannot have begun."""
SETTLING: Final = 3
"""Boards that a window may show before rounds are played: one of before the key, players who get ready, the first."""
PATIENCE_S: Final = 75.0
"""A window that shows no new round for so long is not playing; a second press of the key gets its time before."""
DULL_TURNS: Final = 4.0
DULL_S: Final = 1.0
"""A picture that stands for so many turns, and so long, with a game begun, is the end of that game."""
READY_S: Final = 35.0
"""Players may take so long to get ready, programs 30 s in our own window; then the key is pressed once more."""
HELD_SHARE: Final = 0.2
"""Of a round, for the keys of an action: the rest is for seeing and for thinking."""
LEAST_MS: Final = 5.0
"""No press is made shorter."""


def calibrate_by_walking(
    game: "Game", window: str | Window, wishes: CalibrationWishes, restart_key: str
) -> Calibration:
    """Play with blind presses until calibration passes, or enough has been seen for saying why it does not.

    Args:
        game: for its screen.
        window: its title, or the window itself, which is closed in the end.
        wishes: what the person said.
        restart_key: begins a new game there, as pyautogui spells it.

    Raises:
        capture.source.CaptureError: no such window, it was closed, or the screen cannot be seen.
        Failed: the window shows no game, or stays out of reach.
        Stopped: the person or a limit said so.
    """
    source = WindowSource(window)
    frames: list[Frame] = []
    pressed: list[tuple[str, ...]] = []
    try:
        with CalibrationHand(source, wishes.timing) as hand:
            watch = _Watch(source, hand, restart_key)
            watch.begin()
            for number, turns in enumerate(TURNS, 1):
                watch.collect(turns, frames, pressed)
                last = watch.is_full or number == len(TURNS)  # nobody is asked for what may yet be seen
                calibration = calibrate_arena(
                    frames,
                    game.screen,
                    pressed=pressed,
                    board=wishes.board,
                    name_kind=wishes.name_kind if last else None,
                    permission=wishes.permission,
                    window_title=source.window.title,
                    input=wishes.timing,
                )
                if calibration.result.passed or last:
                    break
            hand.press(restart_key)
    finally:
        source.close()
    if watch.is_full:
        calibration = _cut_short(calibration, len(frames))
    return _with_timing(calibration, held_for(wishes.timing, HELD_SHARE * watch.usual_s * 1e3))


def held_for(timing: InputSection, most_ms: float) -> InputSection:
    """Return a timing by which keys are held for no longer, but LEAST_MS; what the person asked for stays."""
    if "hold_ms" in timing.model_fields_set or timing.hold_ms <= most_ms:
        return timing
    return timing.model_copy(update={"hold_ms": max(LEAST_MS, float(int(most_ms)))})


def _cut_short(calibration: Calibration, boards: int) -> Calibration:
    """Return a calibration that says, where it did not pass, why no more was looked at."""
    if calibration.result.passed:
        return calibration
    why = f"{boards} boards fill the {MOST_MEMORY / 1e9:g} GB that may be kept; make the window smaller, to see more"
    return replace(calibration, result=replace(calibration.result, reasons=(*calibration.result.reasons, why)))


def _with_timing(calibration: Calibration, timing: InputSection) -> Calibration:
    """Return a calibration whose profile presses keys so, and says so where that is not what it was made with."""
    if not calibration.result.passed or timing == calibration.profile.input:
        return calibration
    note = f"rounds are short here: keys are held for {timing.hold_ms:g} ms; if some get lost, give --hold-ms"
    profile = calibration.profile.model_copy(update={"input": timing})
    return replace(calibration, draft=profile, notes=(*calibration.notes, note))


def script(bomb: bool) -> list[tuple[str, ...]]:
    """Return presses, a tuple a turn: a step to each side and back, with a pause after each.

    Args:
        bomb: then place a bomb and stay on it.
    """
    steps: list[tuple[str, ...]] = [keys for step in STEPS for keys in ((step,), ())]
    return [*steps, ("bomb",), *[()] * (FUSE + 2)] if bomb else steps


class _Watch:
    """Looks at a window turn by turn, and presses the script's keys in each.

    Args:
        source: of the window's pictures.
        hand: of its keys.
        restart_key: begins a new game there.
    """

    def __init__(self, source: FrameSource, hand: CalibrationHand, restart_key: str) -> None:
        self._source = source
        self._hand, self._timing = hand, hand.timing
        self._restart = restart_key
        self._keys = ArenaKeysSection()
        self._games = 0  # that were seen to be played, without the present one
        self._script: list[tuple[str, ...]] = []
        self._in_game = 0
        self._lengths: deque[float] = deque(maxlen=20)
        self._kept = KeptFrames()

    def begin(self) -> None:
        """Press the key that begins a new game."""
        self._hand.press(self._restart)
        self._games += self._played
        self._in_game = 0
        self._script = [()] * SETTLING

    def collect(self, turns: int, frames: list[Frame], pressed: list[tuple[str, ...]]) -> None:
        """Append so many boards at rest, fewer where they get too large to be kept, and what was pressed before each.

        Raises:
            capture.source.CaptureError: the window was closed.
            Failed: it shows no game, or stays out of reach.
            Stopped: the person or a limit said so.
        """
        eyes = RestFinder(self._source, frames[-1] if frames else None)
        until = len(frames) + turns
        keys: tuple[str, ...] = ()
        stalls = Stalls()
        new_s = played_s = time.monotonic()
        while len(frames) < until and not self.is_full:
            now_s = time.monotonic()
            if (stall := stalls.before(now_s)) is not None:  # nobody saw whether anything new showed meanwhile
                new_s = min(now_s, new_s + stall.lost_s)
            if self._has_ended(now_s - new_s):
                self.begin()
                new_s = time.monotonic()
            try:
                frame = eyes.look(self._motion_s)
            except WindowLost:
                self._hand.grab()
                new_s = time.monotonic()  # nothing can be seen to stand still in a window that is away
                continue
            if frame is None:
                self._hand.heed_person()
                if time.monotonic() - played_s > PATIENCE_S:
                    raise Failed(
                        f"the window shows no new round for {PATIENCE_S:.0f} s, though {self._restart} was pressed;"
                        " start a game in it, or name the key that does (--restart-key of calibrate)"
                    )
                time.sleep(LOOK_S)
                continue
            self._in_game += 1
            if self._played:
                self._lengths.append((frame.time_ns - frames[-1].time_ns) / 1e9)
                played_s = time.monotonic()
            frames.append(self._kept.keep(frame))
            pressed.append(keys)
            keys = self._press()
            if keys:
                time.sleep(ECHO_S)
                if (time.monotonic_ns() - frame.time_ns) / 1e9 < LATEST_SHARE * self.usual_s - STILL_S:
                    with contextlib.suppress(WindowLost):  # the next look finds it lost
                        eyes.take_for_seen()
            new_s = time.monotonic()

    @property
    def is_full(self) -> bool:
        """Whether no more boards are kept."""
        return self._kept.memory >= MOST_MEMORY

    @property
    def _played(self) -> bool:
        """Whether the present game has been seen to be played."""
        return self._in_game > SETTLING

    def _has_ended(self, still_s: float) -> bool:
        """Tell whether a new game is due where nothing new has shown for so long."""
        patience_s = max(DULL_S, DULL_TURNS * self.usual_s) if self._played else READY_S
        return self._in_game >= TURNS_A_GAME or still_s > patience_s

    @property
    def usual_s(self) -> float:
        """Seconds that a turn takes; 0 before one was seen."""
        return float(np.median(self._lengths)) if self._lengths else 0.0

    @property
    def _motion_s(self) -> float:
        """Seconds that the way to a new board may take; a game's first one is there at once."""
        if self._lengths:
            return MOTION_SHARE * self.usual_s
        return FIRST_MOTION_MS / 1e3 if self._in_game else 0.0

    def _press(self) -> tuple[str, ...]:
        """Press what is to be done on a board at rest; return the keys."""
        if not self._script:
            self._script = script(bomb=self._games < BOMB_GAMES)
        names = tuple(str(getattr(self._keys, what)) for what in self._script.pop(0))
        self._hand.timing = held_for(self._timing, (UNSEEN_SHARE * self.usual_s - ECHO_S) * 1e3)
        self._hand.press(*names)
        return names
