"""How long a board must stand still to count as settled, by the pace of its game."""

from typing import Any

from vision.arena.tracker import ArenaTracker
from vision.profile import Profile
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

STILL_MS = 12.0
"""An arena must stand still so long to count as settled: what slides does so in every picture."""

PRESSES_PER_SECOND = 40
"""Keys a second that a piece may be steered with; a press held for 8 ms that shows at once takes some 25."""

PAINTING_S = 2.0
"""So long a window may look unlike its profile, for it may be painting itself, before a run on it is refused."""

WHOLE_WINDOW_PIXELS = 1_200_000
"""Windows up to this size are grabbed whole (3 ms), so that recordings show everything around the board too."""


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
