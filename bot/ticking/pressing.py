"""Presses the keys of decisions, and remembers whether the window takes any and how long a press lasts."""

import time

from bot.playing.lookout import PACE_S, Look, Lookout
from bot.ticking.deadline import LEAST_THOUGHT_MS, Deadline
from control.gesture import Chord


class Presser:
    """Presses for one run.

    Args:
        lookout: asks window and person, and lets the hand act.

    Attributes:
        deadline: learns from every press.
        out_of_reach: whether the window took no keys when it was to take some.
    """

    def __init__(self, lookout: Lookout) -> None:
        self.lookout = lookout
        self.deadline = Deadline()
        self.out_of_reach = False
        self._let_pass: int | None = None

    def within_reach(self, look: Look, number: int, left_ms: float) -> bool:
        """Tell whether the window takes keys; of one that took none, whether it does again and there is time for them.

        One round is let pass for want of time and no more: where rounds are quick there may be no more in any.

        Args:
            look: what is to be decided on.
            number: of the round.
            left_ms: for a decision before it begins.
        """
        if not self.out_of_reach:
            return True
        reached = self.lookout.reaches((), look, repeat=True)
        if reached and left_ms < LEAST_THOUGHT_MS and self._let_pass in (None, number):
            self._let_pass = number
            time.sleep(PACE_S)
            return False
        self._let_pass = None
        self.out_of_reach = not reached
        return reached

    def would_reach(self, look: Look) -> bool:
        """Tell whether the window would take a key now, waiting for nothing; where not, the last may be lost, too."""
        return self.lookout.envelope.may_point((), look.frame)

    def press(self, keys: Chord | None, look: Look) -> bool:
        """Press the keys of a decision, if there are any; tell whether the game got what it is to get."""
        if keys is None:
            return True
        began = time.monotonic()
        # what was cut short stands as it is: other keys on top of it would make an action that nobody chose
        done = self.lookout.act(keys, look, repeat=True)
        if done:
            self.deadline.pressed(time.monotonic() - began)
        pressed = done or self.lookout.left_over is not None
        self.out_of_reach = not pressed
        return pressed
