"""What a live run depends on, but for the window itself, and whether a window still is what its profile knows."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from bot.games import Game
from bot.playing.run import LoopSettings
from calibration.mending import mend_profile
from capture.frame import Region
from capture.source import WindowLost
from capture.window import WindowSource
from vision.fingerprint import profile_fits
from vision.profile import Profile, ProfileError, save_profile

PAINTING_S = 2.0
"""So long a window may look unlike its profile, for it may be painting itself, before a run on it is refused."""

HIDDEN_TOLD_S = 1.0
"""After so long a person is told that the window cannot be seen."""
LOOKED_AT = 12
"""Points across and down a window at which it is asked whether another lies over it."""
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


def with_fitting_profile(run: LiveRun, say: Callable[[str], None] = lambda _text: None) -> LiveRun:
    """See before the first move that the window still looks as it did when the profile was made; return what to play.

    A window that is covered or minimised, perhaps by the terminal that the run was begun in, is waited for, and `say`
    is told so. One that shows the same tiles at another size or place has its profile mended, in its folder too where
    that can be written to, and `say` is told so; any other is refused.

    Raises:
        ProfileError: another size, or other surroundings, and other tiles or a board that cannot be seen whole.
        capture.source.CaptureError: no such window, or it cannot be seen in good time.
    """
    source = WindowSource(run.title)
    try:
        reason = _difference(run, source, say)
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


def _difference(run: LiveRun, source: WindowSource, say: Callable[[str], None]) -> str | None:
    """Return in what a window differs from its profile, None where in nothing.

    One that is just painting itself gets `PAINTING_S`, one that cannot be seen whole as long as a run waits for it.

    Raises:
        WindowLost: closed, or out of sight for all that time.
    """
    began = time.monotonic()
    painted_by, absence_s, told = began + PAINTING_S, run.settings.absence_s, False
    while True:
        reason, hidden = _seen(run.profile, source)
        now = time.monotonic()
        if hidden is None and (reason is None or now >= painted_by):
            return reason
        if hidden is not None:
            if now - began > absence_s:
                raise hidden
            if not told and now - began >= HIDDEN_TOLD_S:
                told = True
                say(f"{hidden} (waiting, for {absence_s:.0f} s at most)")
            painted_by = now + PAINTING_S
        time.sleep(PAINTING_S / 20)


def _seen(profile: Profile, source: WindowSource) -> tuple[str | None, WindowLost | None]:
    """Return in what a window differs from its profile, if it does, and why that may be for it cannot be seen whole."""
    try:
        reason = profile_fits(profile, source.grab())
        covered = reason is not None and _is_covered(source)
    except WindowLost as lost:
        if not source.window.exists():
            raise
        return None, lost
    if not covered:
        return reason, None
    title = source.window.title
    return reason, WindowLost(f"another window lies over '{title}' and its board; bring it to the front")


def _is_covered(source: WindowSource) -> bool:
    """Tell whether another window lies over a part of a window, as far as a grid of points tells."""
    area = source.window.client_area()
    across, down = ((np.arange(LOOKED_AT) + 0.5) / LOOKED_AT * size for size in (area.width, area.height))
    return not all(source.window.topmost_at(area.x + x, area.y + y) for x in across for y in down)


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
