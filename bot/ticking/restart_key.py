"""The key that begins a new game: when it is to be pressed, and what shows of the game before until it is heeded."""

import time
from typing import Final

from bot.playing.run import Ending, EndRun
from bot.ticking.resuming import begins, is_another_game
from control.gesture import Keys
from engine.hypersonic import Rules, State, is_over
from vision.arena.tracker import same_turn
from vision.sighting import Sighting, Status

HEEDED_S: Final = 1.0
"""A window may take so long to heed the key; a game that is over then is left once more."""
HIDDEN_S: Final = 30.0
"""So is one whose arena is still out of sight then, as one is whose end was not seen: some windows show words, or
nothing, while players load."""


class RestartKey:
    """Remembers which game was left by pressing the key, until another one shows.

    Args:
        name: of the key, as pyautogui spells it; "": none begins a game.
        rules: that are played.
        absence_s: so long after a first press to which no game begins the run ends.

    Attributes:
        gesture: presses it; None: there is none.
        due: is to be made before anything else, as at the run's beginning; None: nothing is.
    """

    def __init__(self, name: str, rules: Rules, absence_s: float) -> None:
        self.gesture = Keys((name,)) if name else None
        self.due = self.gesture
        self._rules, self._absence_s = rules, absence_s
        self._left: Sighting | None = None
        self._left_state: State | None = None
        self._first_s = self._last_s = 0.0

    def pressed(self, sighting: Sighting, state: State | None) -> None:
        """Take note of what shows as the key is pressed: until the window heeds it, it is no game's.

        Another picture may be a game's first turn, which some windows show for one round and no longer.

        Args:
            sighting: of what shows.
            state: of the game that is left, None where it cannot be read. That of the first press counts.
        """
        now = time.monotonic()
        if self._left is None:
            self._left_state, self._first_s = state, now
        self._left, self._last_s = sighting, now
        self.due = None

    def heeded(self) -> None:
        """Take note that a board shows which is not of the game that was left."""
        self._left = None

    def still_shows(self, sighting: Sighting) -> bool:
        """Tell whether the turn that was left, or no board, shows while the window may not have heeded the key yet."""
        if self._left is None or self._waited_s() >= HEEDED_S:
            return False
        return bool(sighting.status & Status.NO_BOARD) or same_turn(self._left, sighting)

    def left_behind(self, state: State) -> bool:
        """Tell whether a board may be of the game that was left: it goes on without us until the key is heeded."""
        if self._left is None or begins(self._rules, state):
            return False
        left = self._left_state
        if left is not None and (begins(self._rules, left) or is_another_game(self._rules, state, left)):
            return False
        return self._waited_s() < HEEDED_S or is_over(self._rules, state)

    @property
    def lost(self) -> bool:
        """Whether the game that was left has shown for so long that the key must have got lost."""
        return self._waited_s() >= HEEDED_S

    @property
    def lost_unseen(self) -> bool:
        """Whether it must have, if no arena has been in sight since."""
        return self._waited_s() > HIDDEN_S

    def press_again(self) -> None:
        """Have the key pressed once more.

        Raises:
            bot.playing.run.EndRun: no press makes a game begin.
        """
        if time.monotonic() - self._first_s > self._absence_s:
            raise EndRun(Ending(f"no game has begun in {self._absence_s:.0f} s, though the key for it was pressed"))
        self.due = self.gesture

    def _waited_s(self) -> float:
        """Return how long the last press has not been heeded; 0 where none waits for it."""
        return 0.0 if self._left is None else time.monotonic() - self._last_s
