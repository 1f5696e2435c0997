"""A game that is to begin by a key: pressed before anything else, and again where the game before shows on."""

import numpy as np

from bot.playing.run import Ending, EndRun
from capture.frame import Pixels
from control.gesture import Keys

LOST_S = 8.0
"""A well that shows for so long what it did before the key was pressed has not heeded it: a game that has begun counts
down, or a piece comes in. Where words can be read they tell it sooner."""


class AwaitedGame:
    """Remembers since when a game is to begin, until a piece falls.

    Args:
        key: begins it, as pyautogui spells it; "": none does.
        absence_s: so long after a first press to which no game begins the run ends.

    Attributes:
        due: is to be made before anything else, as at the run's beginning; None: nothing is.
    """

    def __init__(self, key: str, absence_s: float) -> None:
        self._gesture = Keys((key,)) if key else None
        self.due = self._gesture
        self._absence_s = absence_s
        self._first_s: float | None = None
        self._last_s = 0.0
        self._left: Pixels | None = None

    @property
    def unheeded(self) -> bool:
        """Whether the key has been pressed, and no piece has fallen since."""
        return self._first_s is not None

    def pressed(self, shown: Pixels, now_s: float) -> None:
        """Take note that the key has been pressed, and what the well showed before."""
        self.due = None
        self._first_s = now_s if self._first_s is None else self._first_s
        self._last_s, self._left = now_s, shown.copy()

    def heeded(self) -> None:
        """Take note that a piece falls: a game has begun, or goes on."""
        self._first_s = self._left = None

    def is_lost(self, shown: Pixels, now_s: float) -> bool:
        """Tell, by what the well shows now, whether the last press must have got lost."""
        return self._left is not None and now_s - self._last_s > LOST_S and np.array_equal(self._left, shown)

    def press_again(self, now_s: float) -> None:
        """Have the key pressed once more.

        Raises:
            bot.playing.run.EndRun: no press makes a game begin.
        """
        if self._first_s is not None and now_s - self._first_s > self._absence_s:
            raise EndRun(Ending(f"no game has begun in {self._absence_s:.0f} s, though the key for it was pressed"))
        self.due = self._gesture
