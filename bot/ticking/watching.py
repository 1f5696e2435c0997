"""What everybody who follows an arena keeps of its pictures: whether it stands still, and when its rounds begin."""

from typing import Any, Final

from bot.games import Game
from bot.ticking.rhythm import Rhythm
from engine.hypersonic import State
from vision.arena.tracker import ArenaPhase, ArenaTracker, ArenaView
from vision.profile import Profile
from vision.sighting import Sighting

MOTION_SHARE: Final = 0.4
"""Of a round: a picture that stands still sooner after the last one changed may be a motion that has just begun."""
FIRST_MOTION_MS: Final = 60.0
"""Taken for the length of a motion before a round has been measured: even one of 100 ms has come to rest by then."""


class Watch:
    """Follows the motion of an arena, and learns from it when rounds begin.

    Args:
        tracker: tells motion from rest.
    """

    def __init__(self, tracker: ArenaTracker) -> None:
        self.tracker = tracker
        tracker.motion_ms = FIRST_MOTION_MS
        self.rhythm = Rhythm()
        self._was = ArenaPhase.HIDDEN
        self._moved_ns = 0

    def feed(self, sighting: Sighting) -> ArenaView:
        """Take the next picture; see `ArenaTracker.feed`."""
        view = self.tracker.feed(sighting)
        if view.phase is ArenaPhase.MOVING and self._was is ArenaPhase.SETTLED:
            self._moved_ns = sighting.time_ns
        self._was = view.phase
        return view

    def round_began(self, view: ArenaView, rounds: int) -> None:
        """Take note of a new round that stands still in `view`, `rounds` after the last: it began as motion did.

        Where no motion was seen it began before the picture stood still; a picture that nothing is known before (0
        rounds) may have stood so for any time, and tells no beginning.
        """
        if self._moved_ns or rounds > 0:
            self.rhythm.round_began((self._moved_ns or view.since_ns) / 1e9, rounds)
        else:
            self.rhythm.forget_beginning()
        if self.rhythm.known:
            self.tracker.motion_ms = MOTION_SHARE * self.rhythm.tick_s * 1e3
        self._moved_ns = 0

    def forget(self) -> None:
        """Take note that rounds may have been played while nobody looked."""
        self.tracker.reset()
        self.rhythm.forget_beginning()
        self._was, self._moved_ns = ArenaPhase.HIDDEN, 0


def state_seen(game: Game, rules: Any, sighting: Sighting, profile: Profile) -> State:
    """Return the state that one picture shows, from the profile's seat, with nothing known from before."""
    seen: State = game.state_from_sighting(rules, sighting)
    seat = 0 if profile.arena is None else profile.arena.seat
    return seen._replace(seat=seat, boxless=-1 if seen.boxes else 0)
