"""What everybody who follows an arena keeps of its pictures: whether it stands still, and when its rounds begin."""

import math
from functools import partial
from itertools import pairwise
from typing import Any, Final

import numpy as np

from bot.games import Game
from bot.ticking.explaining import MOST_EXPLAINED, next_board, whose_is_open
from bot.ticking.resuming import begins, boxes_as_placed, is_another_game, keeps_ranges
from bot.ticking.rhythm import Rhythm
from bot.ticking.unread_time import LONGEST_GAP_S, UnreadTime
from engine.hypersonic import BOXES, DIED, Rules, State, X, Y, blasts
from vision.arena.tracker import ArenaPhase, ArenaTracker, ArenaView
from vision.profile import Profile
from vision.sighting import Sighting

MOTION_SHARE: Final = 0.4
"""Of a round: a picture that stands still sooner after the last one changed may be a motion that has just begun."""
HIDES_SHARE: Final = 0.5
"""Of a round: its motion takes less; what cannot be read for longer hides the round."""
MORE_BOXES: Final = 3
"""Boxes that a map may have beyond those wanted: the last one placed brings its mirror images."""
LONGEST_MOTION_MS: Final = 500.0
"""No motion is taken for longer, however long a round is: what moves for longer is a round that is over."""
WAITING_S: Final = 1.0
"""The turn that a game begins with may wait for somebody's first key: one that lasts longer tells no round's length."""
UNRESTED_S: Final = 2.0
"""An arena that for so long never came to rest, and was never unread for longer than a motion, has a shorter motion, so
a shorter round, than was believed: where that was learned from a stall, no turn would settle, and teach better."""
UNRESTED_ROUNDS: Final = 3
SHORTER: Final = 0.8
"""So has one that in so many rounds in a row, by the turn's number, never came to rest, where the longest of them has a
motion of less than this share of the one believed."""
FIRST_MOTION_MS: Final = 60.0
"""Taken for the length of a motion before a round has been measured: even one of 100 ms has come to rest by then."""


class Watch:
    """Follows the motion of an arena, and learns from it when rounds begin.

    Args:
        tracker: tells motion from rest.
        rules: the preset that is played.
    """

    def __init__(self, tracker: ArenaTracker, rules: Rules) -> None:
        self.tracker, self.rules = tracker, rules
        tracker.motion_ms = FIRST_MOTION_MS
        self.rhythm = Rhythm()
        self._unread = UnreadTime()
        self._was = ArenaPhase.HIDDEN
        self._moved_ns = 0
        self._fed_ns, self._unrested_s = 0, 0.0
        self._since_start = False
        self._state: State | None = None
        self._blind = False
        self._begun_s: float | None = None

    @property
    def blind(self) -> bool:
        """Whether nobody looked for a while since the last round was noted: others may have been played."""
        return self._blind

    @property
    def unread(self) -> bool:
        """Whether rounds since the last one noted could not be read for sure, or not be seen: none was decided on.

        In a motion hardly anything can be read. Before a round has been measured it may last as long as any.
        """
        share_s = HIDES_SHARE * self.rhythm.tick_s
        return self._unread.lasted(share_s if self.rhythm.measured else LONGEST_MOTION_MS / 1e3)

    @property
    def ranges_certain(self) -> bool:
        """Whether everything was seen since a game began, so that nobody can have taken an item unnoticed."""
        return self._since_start

    def feed(self, sighting: Sighting) -> ArenaView:
        """Take the next picture; see `ArenaTracker.feed`."""
        view = self.tracker.feed(sighting)
        if view.phase is ArenaPhase.MOVING and self._was is ArenaPhase.SETTLED:
            self._moved_ns = sighting.time_ns
        self._was = view.phase
        self._unrested_s += min((sighting.time_ns - self._fed_ns) / 1e9, LONGEST_GAP_S)
        self._fed_ns = sighting.time_ns
        self._unread.feed(view)
        unread_ns = sighting.time_ns - self._unread.whole_ns
        if view.phase is not ArenaPhase.MOVING or unread_ns > LONGEST_MOTION_MS * 1e6:
            self._unrested_s = 0.0  # what is unread for longer is covered
        elif unread_ns == 0 and self._unrested_s > UNRESTED_S:
            self._measure_anew(FIRST_MOTION_MS)
        elif unread_ns == 0 and (motion_ms := self._motion_by_number_ms()) < SHORTER * self.tracker.motion_ms:
            self._measure_anew(motion_ms)
        return view

    def _motion_by_number_ms(self) -> float:
        """Return how long a motion is by the last rounds in which the arena never rested; infinity for too few.

        A number that fades or counts up changes several times within one motion.
        """
        changes_ns = self.tracker.numbered_ns
        if len(changes_ns) <= UNRESTED_ROUNDS or changes_ns[-1] - changes_ns[0] <= self.tracker.motion_ms * 1e6:
            return math.inf
        longest_ms = max(later - at for at, later in pairwise(changes_ns[-UNRESTED_ROUNDS - 1 :])) / 1e6
        return max(FIRST_MOTION_MS, MOTION_SHARE * longest_ms)

    def _measure_anew(self, motion_ms: float) -> None:
        """Forget how long a round is; until that is known again a motion is taken for so long."""
        self._unrested_s, self._blind = 0.0, True
        self.rhythm.forget()
        self.tracker.motion_ms = motion_ms

    def round_began(self, view: ArenaView, rounds: int) -> None:
        """Take note of a new round that stands still in `view`, `rounds` after the last: it began as motion did.

        What its state is has been told before (`knows`).

        Where no motion was seen it began before the picture stood still; so too where several rounds went by, for the
        motion may be the first one's, and where it came long before. A picture that nothing is known before (0 rounds),
        or that comes into sight, may have stood so for any time, and tells no beginning.
        """
        if self._blind:
            self.rhythm.forget_beginning()
        moved_ns = self._moved_ns if rounds <= 1 else 0
        if rounds == 0 and (view.since_ns - moved_ns) / 1e9 > self.rhythm.tick_s:
            moved_ns = 0  # a note may have come then, and hidden any number of rounds
        if moved_ns or (rounds > 0 and not self._blind):
            at_s = (moved_ns or view.since_ns) / 1e9
            waited = self._begun_s is not None and at_s - self._begun_s > WAITING_S
            self.rhythm.round_began(at_s, 0 if waited else rounds)
        else:
            self.rhythm.forget_beginning()
        self._blind = False
        if self.rhythm.known:
            self.tracker.motion_ms = min(MOTION_SHARE * self.rhythm.tick_s * 1e3, LONGEST_MOTION_MS)
        self._moved_ns = 0
        self._begun_s = view.since_ns / 1e9 if self._state is not None and begins(self.rules, self._state) else None
        if self._begun_s is not None and self.rhythm.out_of_step:
            self.rhythm.may_have_begun(self._begun_s)
        self._unread.round_noted(decided_on=self._begun_s is not None or not self.rhythm.out_of_step)

    def knows(self, state: State, follows: bool) -> None:
        """Take note of the state in the turn that settled last: it tells what the next one holds, for the mending.

        Who dies in it, and what stands in cells that cannot be read.

        Args:
            state: as it was explained.
            follows: by the rules from the one noted before. Only where all do from a game's beginning are the ranges
                of the bombs certain, if nobody placed one who cannot be told from another with another range; or where
                more rounds could not be read than can be explained, and they can have changed none (`keeps_ranges`).
        """
        certain = self._since_start and self._state is not None and self._ranges_follow(self._state, state, follows)
        self._since_start, self._state = certain or begins(self.rules, state), state
        self.tracker.doomed = _doomed(state) if self._since_start else None
        self.tracker.complete = partial(next_board, self.rules, state) if self._since_start else None

    def _ranges_follow(self, before: State, state: State, follows: bool) -> bool:
        """Tell whether the ranges of a state are as certain as those of the one noted before; see `knows`."""
        if follows:
            return not whose_is_open(before, state)
        covered = MOST_EXPLAINED + 1 <= self._unread.rounds(self.rhythm.tick_s) < math.inf
        return (
            self.rhythm.measured
            and covered
            and not is_another_game(self.rules, state, before)
            and keeps_ranges(state, before)
        )

    def forget(self) -> None:
        """Take note that rounds may have been played while nobody looked."""
        self.tracker.reset()
        self._unread.out_of_sight()
        self._blind = True
        self._was, self._moved_ns, self._unrested_s = ArenaPhase.HIDDEN, 0, 0.0


def _doomed(state: State) -> frozenset[int]:
    """Return the living players who die in the coming round wherever they go: those who stand in a blast."""
    covered, _ = blasts(state)
    alive = [number for number, body in enumerate(state.players) if not body[DIED]]
    return frozenset(number for number in alive if covered[state.players[number][Y], state.players[number][X]])


def state_seen(game: Game, rules: Any, sighting: Sighting, profile: Profile) -> State:
    """Return the state that one picture shows, from the profile's seat, with nothing known from before."""
    seen: State = game.state_from_sighting(rules, sighting)
    seat = 0 if profile.arena is None else profile.arena.seat
    return others_broke_the_rest(rules, seen._replace(seat=seat, boxless=-1 if seen.boxes else 0))


def others_broke_the_rest(rules: Rules, seen: State) -> State:
    """Return a state in which every box that may be gone already counts for each of the others, where one is gone.

    Who broke it is not to be seen. A player that thought itself in front would be ready to die with its last enemy
    (policy.hypersonic.forced_kills): it does so only where it is in front however the game began.
    """
    if boxes_as_placed(rules, seen):
        return seen
    players = seen.players.copy()
    most = rules.boxes + rules.boxes_more - 1 + MORE_BOXES
    players[np.arange(len(players)) != seen.seat, BOXES] = max(0, most - seen.boxes)
    return seen._replace(players=players)
