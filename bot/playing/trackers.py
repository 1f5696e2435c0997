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
