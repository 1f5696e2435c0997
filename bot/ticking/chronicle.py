"""An arena that somebody else plays in, turn by turn: the state in each, and what was done in the one before."""

from dataclasses import dataclass

from bot.games import Game
from bot.playing.trackers import arena_tracker
from bot.ticking.doubt import Doubt
from bot.ticking.explaining import explain, fits
from bot.ticking.resuming import is_another_game, resume
from bot.ticking.taking_back import TakingBack
from bot.ticking.watching import Watch, state_seen
from engine.hypersonic import Rules, State
from vision.arena.tracker import ArenaPhase, same_turn
from vision.profile import Profile
from vision.sighting import Sighting


@dataclass(frozen=True, slots=True, eq=False)
class ObservedTurn:
    """A turn that stands still.

    Attributes:
        state: in it, from the profile's seat.
        sighting: that it was seen in first.
        made: the seat's action in the turn before; none where nothing explains how this turn came from it, None where
            there was none before.
        again: the last turn once more: what was told of it was the first picture of a motion.
    """

    state: State
    sighting: Sighting
    made: tuple[int, ...] | None
    again: bool = False


class Chronicle:
    """Tells the turns of an arena.

    Args:
        game, rules: what is played.
        profile: of its window.

    Attributes:
        watch: tells motion from rest, and when rounds begin.
        phase: what the arena was doing in the last picture.
    """

    def __init__(self, game: Game, rules: Rules, profile: Profile) -> None:
        self._game, self._rules, self._profile = game, rules, profile
        self.watch = Watch(arena_tracker(), rules)
        self.phase = ArenaPhase.HIDDEN
        self._known: State | None = None
        self._seen: Sighting | None = None
        self._doubt = Doubt()
        self._taking_back = TakingBack(rules)

    def feed(self, sighting: Sighting) -> ObservedTurn | None:
        """Take the next sighting, in order of time; return the turn that it is the first to show for sure."""
        view = self.watch.feed(sighting)
        self.phase = view.phase
        if view.phase is not ArenaPhase.SETTLED or not (view.fresh or self._doubt.held):
            return None
        sighting = view.sighting
        if self._seen is not None and same_turn(self._seen, sighting):
            self._doubt.drop()
            return None  # a window that was lost and found again: no round has been played
        story = None if self.watch.blind else self._taking_back.put_right(sighting, seat_acts=True)
        if story is not None:
            self._seen, self._known = sighting, story.state
            self._doubt.drop()
            self.watch.knows(story.state, follows=True)
            return ObservedTurn(story.state, sighting, (story.actions[0][story.state.seat],), again=True)
        explained = self._explained(sighting)
        if explained is None:
            return None
        state, rounds, made = explained
        self._seen, self._known = sighting, state
        self._doubt.drop()
        self.watch.knows(state, rounds > 0)
        self.watch.round_began(view, rounds)
        return ObservedTurn(state, sighting, made)

    def forget(self) -> None:
        """Take note that rounds may have been played while nobody looked."""
        self.watch.forget()
        self._doubt.drop()

    def _explained(self, sighting: Sighting) -> tuple[State, int, tuple[int, ...] | None] | None:
        """Return the state that is seen, the rounds since the last, and what the seat did in the first of them.

        None where it shows the last one still, or nothing explains it yet: it may be a motion that has stalled.
        """
        known, rules = self._known, self._rules
        certain = self.watch.ranges_certain
        story = None if known is None else explain(rules, known, sighting.codes, ranges_certain=certain)
        if known is not None and story is not None:
            self._taking_back.believed(known, story, sighting)
            return story.state, len(story.actions), (story.actions[0][known.seat],)
        if known is not None and fits(known, sighting.codes):
            self._doubt.drop()
            return None  # something flickers where the turn's number is: no round has been played
        seen = state_seen(self._game, rules, sighting, self._profile)
        before = None if known is None or is_another_game(rules, seen, known) else known
        if self._doubt.holds(before, sighting.codes, sighting.time_ns / 1e9, self.watch.rhythm.tick_s):
            return None
        self._taking_back.believed(known, None, sighting)
        return resume(seen, before), 0, None if known is None else ()
