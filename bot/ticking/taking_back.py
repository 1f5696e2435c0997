"""A board that was the first picture of a motion, put right by what the same turn shows after it.

Where the seat was to stay, or is a person's, nothing sure tells that picture, in a window that hangs, from a board on
which nobody has moved: bombs are a round on in it, and so is the turn's number. Once the window goes on the same number
shows who has.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from bot.ticking.explaining import Explanation, explain
from engine.hypersonic import DIED, Rules, State, X, Y
from vision.arena.tracker import TURN_APART, same_number
from vision.sighting import Sighting

MOST_CHANGED: Final = 0.65
"""Share of its place that another number changes at most, as 100 after 99; what changes more of it has come over it."""


@dataclass(frozen=True, slots=True, eq=False)
class _Unmoved:
    """A board on which nobody had moved.

    Attributes:
        before: the state of the turn before.
        action: the seat's in the round, with no step.
    """

    before: State
    action: int


class TakingBack:
    """Remembers the last board, and the state before it if nobody had moved on it.

    Args:
        rules: that are played.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._board: Sighting | None = None
        self._last: _Unmoved | None = None

    def believed(self, before: State | None, story: Explanation | None, now: Sighting) -> None:
        """Take note of a board that is believed.

        Args:
            before: the state of the last one; None: it was not known.
            story: what happened since; None: nothing explains it.
            now: the board.
        """
        shown, self._board, self._last = self._board, now, None
        if before is None or story is None or shown is None or len(story.actions) != 1:
            return
        was, is_now = (state.players[:, [X, Y, DIED]] for state in (before, story.state))
        if np.array_equal(was, is_now) and _shows_another_number(shown, now):
            self._last = _Unmoved(before, story.actions[0][before.seat])

    def put_right(self, now: Sighting, *, seat_acts: bool = False) -> Explanation | None:
        """Return what happened before the last board's turn by a picture that shows it, too; None where none does.

        Args:
            now: the picture.
            seat_acts: whether the seat may have done anything, as a person's; else it has stayed in it as well, and
                whoever sees it elsewhere sees another round.
        """
        if self._last is None or self._board is None or not _has_number(now) or not same_number(self._board, now):
            return None
        stayed = self._last.action
        story = explain(self._rules, self._last.before, now.codes, None if seat_acts else stayed)
        if story is None or len(story.actions) != 1:
            return None
        return story if seat_acts or story.actions[0][story.state.seat] == stayed else None


def _shows_another_number(before: Sighting, now: Sighting) -> bool:
    """Tell whether the turn's number is another; under what has come over it every later turn would show the same.

    Another number has the ground and the ink of the one before: its place is as dark and as bright as it was.
    """
    if not _has_number(now) or same_number(before, now):
        return False
    one, other = before.extras["turn_patch"].astype(np.int16), now.extras["turn_patch"].astype(np.int16)
    ends = [np.stack([patch.min(axis=(0, 1)), patch.max(axis=(0, 1))]) for patch in (one, other)]
    if (np.abs(ends[0] - ends[1]) >= TURN_APART).any():
        return False
    return bool((np.abs(one - other) >= TURN_APART).mean() <= MOST_CHANGED)


def _has_number(sighting: Sighting) -> bool:
    return sighting.extras["turn_patch"] is not None
