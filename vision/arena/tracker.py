"""Sightings of an arena in, turns out: the stateful part of the eyes for games that play a round at a fixed tick.

Between two turns players slide and blasts flash; then the picture stands still until the next turn. A picture is
settled when it was seen at least twice, some milliseconds apart, with nothing in it changed.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.arena.repair import may_have_left, repair
from vision.difference import difference
from vision.sighting import UNKNOWN, Sighting, Status

STILL: Final = 6.0
"""Grey levels by which no sample of a cell may differ in two pictures of an arena that stands still."""
SHARE: Final = 0.0003
"""Share of samples that may differ all the same: a blinking light, a cursor's edge."""
KEPT: Final = 15
FEWEST: Final = 3
"""Lengths of turns that are remembered, and that must be for one to be known."""
ONE_TURN: Final = 1.9
"""So many usual lengths after a turn has begun at the earliest, the next but one may have begun."""
FIRST_STILL_MS: Final = 40.0
"""For so long a picture before which nothing is known must stand still: a motion painted 30 times a second does not."""
UNREAD_NS: Final = 100_000_000
"""For so long a picture with cells that cannot be read must stand still before it is said to be UNREAD, and one with
something newly over a cell, or its edge, before it is believed."""
TURN_APART: Final = 40
"""Grey levels by which a pixel of the turn's number must differ for it to be another number."""

Codes = NDArray[np.int8]
Complete = Callable[[Codes, NDArray[np.bool_]], Codes | None]
"""Codes (33, 13) of the next turn, standing still and with UNKNOWN ones, and which of these were read in the turn
before, to all codes; None where they do not follow."""


class ArenaPhase(Enum):
    """What the arena is doing."""

    HIDDEN = auto()
    """It cannot be seen: covered, paused, over, or no game at all."""
    MOVING = auto()
    """A round is being played, or the picture has not stood still for long enough."""
    UNREAD = auto()
    """It stands still, but some cells cannot be read."""
    SETTLED = auto()
    """It stands still, and what every cell holds is known: it may be decided on."""


@dataclass(frozen=True, slots=True, eq=False)
class ArenaView:
    """What the last sighting means in the light of the ones before.

    Attributes:
        phase: what the arena is doing.
        sighting: the last one; a settled one has what could not be read put in by the rules, where that was asked for.
        fresh: this sighting is the first settled one of its turn, another turn than the one that settled before.
        since_ns: time of the first sighting of the picture that stands still now.
    """

    phase: ArenaPhase
    sighting: Sighting
    fresh: bool
    since_ns: int


class ArenaTracker:
    """Tells a round that is over from one that is being played.

    A turn is another one when some cell's code is another or the turn's number has changed. Where a profile knows no
    place of that number, a turn in which nothing happens on the board passes unseen.

    Args:
        still_ms: how long a picture must stand still to be settled.
        motion_ms: how long a round's motion lasts. Its first picture may show bombs a round on and players where they
            were; on a busy machine that stands still for a moment. So nothing new is settled before the motion, which
            began with the first change or with another turn's number, can be over; where nothing came before, with
            the first picture. May be set anew once a window's tick is known.
        mend: put in by the rules what stands in a few cells that cannot be read (`vision.arena.repair`), or in any
            number of them where `complete` knows it: the views' sightings are then to be used, not those that were fed.

    Attributes:
        motion_ms: as given.
        numbered_ns: when the turn's number was seen to change since the arena stood still last.
        doomed: who dies in the turn that comes next, whatever anybody does; None while nobody knows. It is for who
            knows the ranges of the bombs to set, anew for each turn, and helps to mend.
    """

    def __init__(self, still_ms: float, *, motion_ms: float = 0.0, mend: bool = False) -> None:
        self.motion_ms = motion_ms
        self.doomed: frozenset[int] | None = None
        self.complete: Complete | None = None
        self.numbered_ns: list[int] = []
        self._mend = mend
        self._changed_ns: int | None = None
        self._lengths: deque[int] = deque(maxlen=KEPT)
        self._still_ns = int(still_ms * 1e6)
        self._last: Sighting | None = None
        self._since_ns = 0
        self._settled: Sighting | None = None
        self._rest: Sighting | None = None
        self._turn_ns = 0
        self._shown_ns = 0
        self._began_ns: int | None = None

    def reset(self) -> None:
        """Forget what was seen; the next settled picture is another turn."""
        self._last = self._settled = self._rest = self._changed_ns = self._began_ns = self.doomed = None
        self.complete = None
        self.numbered_ns.clear()

    def feed(self, sighting: Sighting) -> ArenaView:
        """Take the next sighting, in order of time."""
        if sighting.status & Status.NO_BOARD:
            self._last = self._changed_ns = None
            self.numbered_ns.clear()
            return self._view(ArenaPhase.HIDDEN, sighting)
        if self._last is None or not stands_still(self._last, sighting):
            self._since_ns = sighting.time_ns
        if self._last is not None and not same_number(self._last, sighting):
            self._changed_ns = sighting.time_ns
            self.numbered_ns.append(sighting.time_ns)
        self._last = sighting
        if self._rest is not None and _shows_as_far_as_seen(self._rest, sighting):
            self._shown_ns = sighting.time_ns
        stood = sighting.time_ns - self._since_ns
        least_ms = FIRST_STILL_MS if self._rest is None and self.motion_ms else 0.0
        still = stood >= max(self._still_ns, int(least_ms * 1e6), 1)
        if self._moves(sighting, still) or not still or (stood < UNREAD_NS and self._newly_covered(sighting)):
            return self._view(ArenaPhase.MOVING, sighting)
        seen = sighting
        if self._mend and bool((sighting.codes == UNKNOWN).any()):
            sighting = self._repaired(sighting)
        if bool((sighting.codes == UNKNOWN).any()):
            return self._view(ArenaPhase.UNREAD if stood >= UNREAD_NS else ArenaPhase.MOVING, sighting)
        fresh = self._settled is None or not same_turn(self._settled, sighting)
        if fresh:
            if self._settled is not None:
                self._lengths.append(sighting.time_ns - self._turn_ns)
                self._began_ns = self._shown_ns
            self._turn_ns = sighting.time_ns
            self.doomed = self.complete = None
        self._settled, self._rest, self._changed_ns = sighting, seen, None
        self._shown_ns = sighting.time_ns
        self.numbered_ns.clear()
        return self._view(ArenaPhase.SETTLED, sighting, fresh)

    def _moves(self, sighting: Sighting, still: bool) -> bool:
        """Tell whether what is another since the turn that settled may be a motion that is not over.

        Of one turn the last picture that stood still counts, as it was seen: where the first was of a motion's last
        pixels, or the rules put in what it does not show, what came after would pass for the beginning of the next
        motion, which would be believed to be over before it has begun.
        """
        if self._rest is not None and _shows_the_same(self._rest, sighting):
            self._changed_ns, self._shown_ns = None, sighting.time_ns
            return False
        if self._rest is not None and still and same_turn(self._rest, sighting):
            self._rest, self._changed_ns, self._shown_ns = sighting, None, sighting.time_ns
            return False
        self._changed_ns = sighting.time_ns if self._changed_ns is None else self._changed_ns
        return sighting.time_ns - self._changed_ns < self.motion_ms * 1e6

    def _newly_covered(self, sighting: Sighting) -> bool:
        """Tell whether something lies over cells that were free at rest: a player on its way to the next, perhaps."""
        covered: frozenset[int] = sighting.extras["covered"]
        return self._rest is not None and not covered <= self._rest.extras["covered"]

    def _repaired(self, sighting: Sighting) -> Sighting:
        """Return a sighting with what could not be read put in by the rules.

        The picture may be of the turn that settled last, something lying over it now, or of the next.
        """
        last, rest = self._settled, self._rest
        if last is None or rest is None:
            return sighting
        unknown = sighting.codes == UNKNOWN
        if np.array_equal(np.where(unknown, last.codes, sighting.codes), last.codes) and same_number(last, sighting):
            codes = last.codes
        elif not self._is_next(sighting):
            return sighting
        else:
            floor, looks = sighting.extras["floor"], sighting.extras["looks"]
            resting = sighting.extras["resting"]()
            codes = repair(last.codes, sighting.codes, floor, self.doomed, resting=resting, looks=looks)
            if may_have_left(rest.codes, sighting.codes, codes, looks, resting):
                return sighting
            if self.complete is not None and bool((codes == UNKNOWN).any()):
                codes = self._completed(self.complete, codes, sighting.time_ns - self._since_ns)
        status = sighting.status if bool((codes == UNKNOWN).any()) else Status.CLEAR
        return replace(sighting, codes=codes, status=status)

    def _completed(self, complete: Complete, codes: Codes, stood_ns: int) -> Codes:
        """Return codes with what must stand in UNKNOWN ones; what is new over a cell must stand for a while."""
        assert self._rest is not None, "nothing has settled"
        newly = (codes == UNKNOWN) & (self._rest.codes != UNKNOWN)
        if bool(newly.any()) and stood_ns < UNREAD_NS:
            return codes
        whole = complete(codes, newly)
        return codes if whole is None else whole

    def _is_next(self, sighting: Sighting) -> bool:
        """Tell whether no turn but the next can have begun since the last settled picture, going by the time.

        Its own turn began after the one before had shown last.
        """
        if self._began_ns is None or len(self._lengths) < FEWEST:
            return False
        return sighting.time_ns - self._began_ns < ONE_TURN * float(np.median(self._lengths))

    def _view(self, phase: ArenaPhase, sighting: Sighting, fresh: bool = False) -> ArenaView:
        return ArenaView(phase, sighting, fresh, self._since_ns)


def _shows_the_same(settled: Sighting, now: Sighting) -> bool:
    """Tell whether a picture shows the turn that settled, with nothing moved since."""
    return same_number(settled, now) and stands_still(settled, now)


def _shows_as_far_as_seen(settled: Sighting, now: Sighting) -> bool:
    """Tell whether a picture shows the turn that settled with something over a part of it: its number is the same."""
    unread = _unseen(now)
    if settled.extras["turn_patch"] is None or not unread.any() or not same_number(settled, now):
        return False
    seen = ~(unread | _unseen(settled))
    if (settled.codes.reshape(3, -1) != now.codes.reshape(3, -1))[:, seen].any():
        return False
    one, other = settled.extras["look"][seen], now.extras["look"][seen]
    return bool(seen.any()) and float((difference(one, other) > STILL).mean()) <= SHARE


def _unseen(sighting: Sighting) -> NDArray[np.bool_]:
    """Return the cells, row by row, that could not be read, or by a part alone, bool (143,)."""
    unseen = np.asarray((sighting.codes.reshape(3, -1) == UNKNOWN).any(axis=0))
    unseen[list(sighting.extras["covered"])] = True
    return unseen


def stands_still(before: Sighting, now: Sighting) -> bool:
    """Tell whether nothing moved between two sightings: same codes, and the cells look the same."""
    if not np.array_equal(before.codes, now.codes):
        return False
    one, other = before.extras["look"], now.extras["look"]
    return float((difference(one, other) > STILL).mean()) <= SHARE


def same_turn(before: Sighting, now: Sighting) -> bool:
    """Tell whether two settled sightings show one turn: no code differs, nor the turn's number."""
    return np.array_equal(before.codes, now.codes) and same_number(before, now)


def same_number(before: Sighting, now: Sighting) -> bool:
    """Tell whether the turn's number looks the same, as far as its place is known."""
    one, other = before.extras["turn_patch"], now.extras["turn_patch"]
    if one is None or other is None or one.shape != other.shape:
        return True
    return int(np.abs(one.astype(np.int16) - other).max(initial=0)) < TURN_APART
