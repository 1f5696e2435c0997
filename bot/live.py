"""One live run: puts window, eyes, planner, hand and envelope together and plays."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from bot.exit_status import ExitStatus
from bot.games import Game
from bot.loop import Ending, Loop, LoopSettings, Tally
from bot.run_log import RunLog
from capture.frame import Region
from capture.window import WindowSource
from control.envelope import Envelope, Limits
from control.hand import DryHand, Hand, PyAutoGuiHand
from control.stop_key import StopKey
from vision.fingerprint import profile_fits
from vision.profile import Profile, ProfileError
from vision.readers import open_reader
from vision.tracker import Tracker

QUIET_MS = 50.0
"""A board must stand this long to count as settled: three frames of a game at 60 a second."""

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

    @property
    def status(self) -> ExitStatus:
        """The exit status that tells this ending."""
        if self.ending.finished:
            return ExitStatus.DONE
        return ExitStatus.FAILED if self.ending.fault else ExitStatus.STOPPED

    def document(self, run: LiveRun) -> dict[str, Any]:
        """Return the `--json` document of play; demo adds what only an examiner knows."""
        tally = self.tally
        return {
            "game": run.game.name,
            "rules": run.rules_name,
            "policy": run.policy_spec,
            "seed": run.settings.seed,
            "moves": tally.moves,
            "cells_read": tally.cells,
            "moves_confirmed": tally.confirmed,
            "outcomes": dict(tally.outcomes),
            "score": tally.points,
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
) -> LiveResult:
    """Play one run on the live window and return how it went; every handle is closed on the way out."""
    started = time.monotonic()
    policy = run.game.policy(run.policy_spec, run.rules)
    reader = open_reader(run.profile, run.profile_folder)
    check_profile(run)
    source = WindowSource(run.title, part_to_grab(run.profile))
    hand: Hand = DryHand(run.profile.input) if run.dry else PyAutoGuiHand(run.profile.input)
    log = RunLog(run.record, run.profile_folder, describe(run))
    with StopKey() as stop_key:
        if stop_key.problem:
            say(stop_key.problem)
        envelope = Envelope(source.window, run.profile.targets, Limits(moves=run.settings.moves), stop_key, hand)
        loop = Loop(
            run.game,
            run.rules,
            policy,
            source,
            reader,
            Tracker(QUIET_MS),
            hand,
            envelope,
            log,
            run.settings,
            on_move,
        )
        try:
            ending = loop.run()
        finally:
            source.close()
            log.close()
    return LiveResult(ending, loop.tally, log, time.monotonic() - started)


def check_profile(run: LiveRun) -> None:
    """See before the first move that the window still looks as it did when the profile was made.

    Raises:
        ProfileError: another size, or other surroundings.
        capture.source.CaptureError: no such window, or it cannot be seen.
    """
    source = WindowSource(run.title)
    try:
        reason = profile_fits(run.profile, source.grab())
    finally:
        source.close()
    if reason:
        raise ProfileError(f"{run.profile_folder}: {reason}")


def part_to_grab(profile: Profile) -> Region | None:
    """Return what is read and touched, with a margin, for windows too large to grab whole in good time, else None."""
    window = profile.window
    if window.width * window.height <= WHOLE_WINDOW_PIXELS:
        return None
    left, top, right, bottom = np.array(
        [
            (b.x - b.pitch_x / 2, b.y - b.pitch_y / 2, b.x + b.width + b.pitch_x / 2, b.y + b.height + b.pitch_y / 2)
            for b in profile.targets
        ]
    ).T
    x, y = max(0, int(left.min())), max(0, int(top.min()))
    return Region(x, y, min(window.width, round(right.max())) - x, min(window.height, round(bottom.max())) - y)


def describe(run: LiveRun) -> dict[str, Any]:
    """Return what a replay must know of a run; TOML types only."""
    return {
        "game": run.game.name,
        "rules": run.rules_name,
        "policy": run.policy_spec,
        "think_ms": run.settings.think_ms,
        "seed": run.settings.seed,
        "title": run.title,
        "dry": run.dry,
    }
