"""What everybody who follows an arena keeps of its pictures: whether it stands still, and when its rounds begin."""

from typing import Any

from bot.games import Game
from bot.ticking.rhythm import Rhythm
from engine.hypersonic import State
from vision.arena.tracker import ArenaPhase, ArenaTracker, ArenaView
from vision.profile import Profile
from vision.sighting import Sighting


class Watch:
    """Follows the motion of an arena, and learns from it when rounds begin.

    Args:
        tracker: tells motion from rest.
    """

    def __init__(self, tracker: ArenaTracker) -> None:
        self.tracker = tracker
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
        """Take note of a new round that stands still in `view`, `rounds` after the last: it began as motion did."""
        self.rhythm.round_began((self._moved_ns or view.since_ns) / 1e9, rounds)
        self._moved_ns = 0

    def forget(self) -> None:
        """Take note that rounds may have been played while nobody looked."""
        self.tracker.reset()
        self.rhythm.forget_beginning()


def state_seen(game: Game, rules: Any, sighting: Sighting, profile: Profile) -> State:
    """Return the state that one picture shows, from the profile's seat, with nothing known from before."""
    seen: State = game.state_from_sighting(rules, sighting)
    seat = 0 if profile.arena is None else profile.arena.seat
    return seen._replace(seat=seat, boxless=-1 if seen.boxes else 0)
