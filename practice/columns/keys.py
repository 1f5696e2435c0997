"""Keys of a falling piece: which moment counts as a press. Pure: every time is an argument, in milliseconds.

Three manners, as real games have them:

- ``step``: one action a press, at once, however long the key is held;
- ``held``: an action once the key has been down for 60 ms, and again each 60 ms; a shorter press does nothing;
- ``repeat``: an action at once, then after 200 ms one each 50 ms.

Down repeats in ``step`` too, as in ``repeat``; the hard drop is one action a press in every manner.
"""

import math
from enum import StrEnum

from engine.dice import chance, dice
from practice.columns.settings import KeyMode

HELD_MS = 60.0
"""``held``: from the press to the first action, and between two."""
REPEAT_AFTER_MS = 200.0
"""``repeat``: from the press to the first repetition."""
REPEAT_EACH_MS = 50.0
"""``repeat``: between two repetitions."""
SWALLOW_SEED = 0x5EED << 32
"""Added to the window's seed, so that lost keys and new pieces come from different rolls."""


class Action(StrEnum):
    """What a key does to the falling piece."""

    LEFT = "left"
    RIGHT = "right"
    ROTATE = "rotate"
    DOWN = "down"
    DROP = "drop"


class Keys:
    """The keys that are down now, and when each acts next.

    Args:
        mode: the manner.
        swallow: chance that a press is lost whole, its repetitions too.
        seed: decides which.
    """

    def __init__(self, mode: KeyMode, swallow: float = 0.0, seed: int = 0) -> None:
        self._mode = mode
        self._swallow = swallow
        self._dice = dice(seed + SWALLOW_SEED)
        self._due: dict[Action, float] = {}
        self._acted: set[Action] = set()  # of those that are down
        self._last_up: tuple[Action, float | None, bool] | None = None  # a release that may have been none

    def press(self, action: Action, now: float) -> None:
        """Take note of a key that goes down; repetitions made by the keyboard do not belong here."""
        if self._swallow > 0 and chance(self._dice, self._swallow):
            self.release(action)
            return
        self._acted.discard(action)
        self._due[action] = now + HELD_MS if self._mode == "held" else now

    def release(self, action: Action) -> None:
        """Take note of a key that goes up; an action that was due before has to be taken first."""
        self._last_up = (action, self._due.pop(action, None), action in self._acted)
        self._acted.discard(action)

    def resume(self, action: Action) -> None:
        """Take back the last release: the key has been down all the time."""
        if self._last_up is None or self._last_up[0] != action:
            return
        _, due, acted = self._last_up
        if due is not None:
            self._due[action] = due
        if acted:
            self._acted.add(action)

    def release_all(self) -> None:
        """Forget every key that is down."""
        self._last_up = None
        self._due.clear()
        self._acted.clear()

    def next_due(self) -> float:
        """Return when a key acts next, infinity if none will."""
        return min(self._due.values(), default=math.inf)

    def take(self) -> Action:
        """Return the action that is due next, and plan its repetition.

        Raises:
            ValueError: none is.
        """
        action = min(self._due, key=self._due.__getitem__)
        at = self._due[action]
        if self._mode == "held":
            again = at + HELD_MS
        elif self._mode == "repeat" or action == Action.DOWN:
            again = at + (REPEAT_EACH_MS if action in self._acted else REPEAT_AFTER_MS)
        else:
            again = math.inf
        self._acted.add(action)
        self._due[action] = math.inf if action == Action.DROP else again
        return action
