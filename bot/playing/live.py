"""One live run: puts window, eyes, planner, hand and envelope together and plays."""

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from bot.falling.loop import FallingLoop
from bot.games import Game, Pace
from bot.playing.keys import check_keys
from bot.playing.run import Ending, LoopSettings, Tally
from bot.playing.run_log import RunLog
from bot.ticking.loop import TickingLoop
from bot.turns.loop import Loop
from calibration.kind_names import NameKind
from calibration.mending import mend_profile
from capture.frame import Pixels, Region
from capture.window import WindowSource
from control.envelope import Envelope, Limits
from control.hand import DryHand, Hand, PyAutoGuiHand
from control.stop_key import StopKey
from vision.arena.tracker import ArenaTracker
from vision.fingerprint import profile_fits
from vision.profile import Profile, ProfileError, save_profile
from vision.readers import open_reader
from vision.tracker import UNKNOWN_QUIET_FACTOR, Tracker
from vision.well.tracker import WellTracker

QUIET_MS = 50.0
"""A board must stand this long to count as settled: three frames of a game at 60 a second."""

STILL_MS = 12.0
"""An arena must stand still so long to count as settled: what slides does so in every picture."""

PRESSES_PER_SECOND = 40
"""Keys a second that a piece may be steered with; a press held for 8 ms that shows at once takes some 25."""

PAINTING_S = 2.0
"""So long a window may look unlike its profile, for it may be painting itself, before a run on it is refused."""

WHOLE_WINDOW_PIXELS = 1_200_000
"""Windows up to this size are grabbed whole (3 ms), so that recordings show everything around the board too."""


@dataclass(frozen=True, slots=True)
class LiveRun:
    """What to play: everything a run's result depends on, but for the window itself."""

    game: Game
    rules_name: str
    policy_spec: str
    profile: Profile
    profile_folder: Path
    title: str
    settings: LoopSettings
    record: Path | None = None
    dry: bool = False
    restart_key: str = ""
    """Begins a new game in games that do not wait, as the first thing, and in an arena after each; "" for none."""

    @property
    def rules(self) -> Any:
        """The rules preset, as a live window may follow it."""
        return self.game.live_rules(self.game.rules.PRESETS[self.rules_name])


@dataclass(slots=True, eq=False)
class LiveResult:
    """How a run went."""

    ending: Ending
    tally: Tally
    log: RunLog
    seconds: float
    extra: dict[str, Any] = field(default_factory=dict)

    def document(self, run: LiveRun) -> dict[str, Any]:
        """Return the `--json` document of play; demo adds what only an examiner knows."""
        tally = self.tally
        landings = {"landings": [list(landing) for landing in tally.landings]} if run.game.pace is Pace.FALLS else {}
        return {
            "game": run.game.name,
            "rules": run.rules_name,
            "rules_version": run.rules.version,
            "policy": run.policy_spec,
            "seed": run.settings.seed,
            "moves": tally.moves,
            "cells_read": tally.cells,
            "cells_repaired": tally.repaired,
            "moves_confirmed": tally.confirmed,
            "outcomes": dict(tally.outcomes),
            **landings,
            **self.extra,
            "score": None if run.dry else tally.points,
            "score_at_least": tally.points_at_least,
            "latency_ms": tally.latency.summary(),
            "seconds": round(self.seconds, 3),
            "ending": self.ending.reason,
            "recording": str(self.log.folder) if self.log.folder else None,
            "picture": str(self.log.picture) if self.log.picture else None,
        }


def play_live(
    run: LiveRun,
    on_move: Callable[[int], None] = lambda _count: None,
    say: Callable[[str], None] = lambda _text: None,
    name_kind: NameKind | None = None,
) -> LiveResult:
    """Play one run on the live window and return how it went; every handle is closed on the way out.

    Args:
        run: what to play.
        on_move: told how many moves are made.
        say: told what the person should know.
        name_kind: asked what a kind is that came in mid-game; the run waits for the answer. None: it stays unnamed.
    """
    started = time.monotonic()
    policy = run.game.live_policy(run.policy_spec, run.rules)
    run = with_fitting_profile(run, say)
    reader = open_reader(run.profile, run.profile_folder)
    hand: Hand = DryHand(run.profile.input) if run.dry else PyAutoGuiHand(run.profile.input)
    check_keys(run.profile, run.profile_folder, hand)
    with (
        closing(WindowSource(run.title, part_to_grab(run.profile))) as source,
        closing(RunLog(run.record, run.profile_folder, describe(run), run.profile)) as log,
        StopKey() as stop_key,
    ):
        if stop_key.problem:
            say(stop_key.problem)
        envelope = Envelope(source.window, run.profile.targets, _limits(run), stop_key, hand)
        parts = (hand, envelope, log, run.settings, on_move)
        loop: Loop | FallingLoop | TickingLoop
        eyes = (run.game, run.rules, policy, source, reader)
        match run.game.pace:
            case Pace.FALLS:
                loop = FallingLoop(*eyes, well_tracker(run.rules), *parts, run.restart_key, say)
            case Pace.TICKS:
                loop = TickingLoop(*eyes, arena_tracker(), *parts, run.restart_key, say)
            case Pace.TURNS:
                loop = Loop(*eyes, board_tracker(run.profile), *parts, _asked_of(name_kind, hand), say)
        ending = loop.run()
        extra = loop.extra if isinstance(loop, TickingLoop) else {}
        result = LiveResult(ending, loop.tally, log, time.monotonic() - started, extra)
        log.summary(result.document(run))
    if log.failure is not None and not result.ending.fault:
        result.ending = Ending(log.failure, fault=True)
    return result


def board_tracker(profile: Profile) -> Tracker:
    """Return the tracker for a game of turns: how long its board must stand still is the window's own."""
    quiet_ms = profile.input.quiet_ms
    return Tracker(quiet_ms, max(quiet_ms, UNKNOWN_QUIET_FACTOR * QUIET_MS))


def well_tracker(rules: Any) -> WellTracker:
    """Return the tracker for a game of falling pieces: the rules say in which column they come in."""
    return WellTracker(QUIET_MS, rules.entry)


def arena_tracker() -> ArenaTracker:
    """Return the tracker for a game of ticks."""
    return ArenaTracker(STILL_MS, mend=True)


def _asked_of(name_kind: NameKind | None, hand: Hand) -> NameKind | None:
    """Return what asks the person, who may then have moved the mouse without meaning to end the run."""
    if name_kind is None:
        return None

    def name(picture: Pixels, number: int) -> str | None:
        answer = name_kind(picture, number)
        hand.left_at = None
        return answer

    return name


def _limits(run: LiveRun) -> Limits:
    """Return how much and how fast the hand may go: what waits for nobody takes more presses a second."""
    moves = run.settings.moves
    return Limits(moves, per_second=PRESSES_PER_SECOND) if run.game.pace is not Pace.TURNS else Limits(moves)


def with_fitting_profile(run: LiveRun, say: Callable[[str], None] = lambda _text: None) -> LiveRun:
    """See before the first move that the window still looks as it did when the profile was made; return what to play.

    A window that is just painting itself gets `PAINTING_S`. One that shows the same tiles at another size or place has
    its profile mended, in its folder too where that can be written to, and `say` is told so; any other is refused.

    Raises:
        ProfileError: another size, or other surroundings, and other tiles or a board that cannot be seen whole.
        capture.source.CaptureError: no such window, or it cannot be seen.
    """
    source = WindowSource(run.title)
    deadline = time.monotonic() + PAINTING_S
    try:
        while (reason := profile_fits(run.profile, source.grab())) and time.monotonic() < deadline:
            time.sleep(PAINTING_S / 20)
        if reason is None:
            return run
        mended = mend_profile(run.profile, run.profile_folder, source.grab(), run.game.screen)
    finally:
        source.close()
    if mended is None:
        raise ProfileError(f"{run.profile_folder}: {reason}")
    kept = ""
    try:
        save_profile(mended, run.profile_folder)
    except OSError as error:
        kept = f", for this run alone: it cannot be kept ({error.strerror})"
    say(f"{run.profile_folder}: the window has changed, its tiles have not; the profile is mended{kept}")
    return replace(run, profile=mended)


def part_to_grab(profile: Profile) -> Region | None:
    """Return what is read and touched, with a margin, for windows too large to grab whole in good time, else None."""
    window = profile.window
    if window.width * window.height <= WHOLE_WINDOW_PIXELS:
        return None
    parts = [
        (b.x - b.pitch_x / 2, b.y - b.pitch_y / 2, b.x + b.width + b.pitch_x / 2, b.y + b.height + b.pitch_y / 2)
        for b in profile.targets
    ]
    turn = None if profile.arena is None else profile.arena.turn
    if turn is not None:
        parts.append((turn.x, turn.y, turn.x + turn.width, turn.y + turn.height))
    left, top, right, bottom = np.array(parts).T
    x, y = max(0, int(left.min())), max(0, int(top.min()))
    return Region(x, y, min(window.width, round(right.max())) - x, min(window.height, round(bottom.max())) - y)


def describe(run: LiveRun) -> dict[str, Any]:
    """Return what a replay must know of a run; TOML types only."""
    return {
        "game": run.game.name,
        "rules": run.rules_name,
        "rules_version": run.rules.version,
        "policy": run.policy_spec,
        "think_ms": run.settings.think_ms,
        "seed": run.settings.seed,
        "title": run.title,
        "dry": run.dry,
    }
