"""A mind that tells how many turns it has seen; tests load it in a planner's process."""

import os
import signal
import time

from bot.platform.turns import EMPTY_ROWS, Turn


class PolicyError(ValueError):
    """Has the name of `policy.spec.PolicyError`."""


class Echo:
    """Takes seconds for loading and for each answer; `fault` is raised instead; "exit" ends it, "stop" suspends its
    process, "long" answers so.

    "mistyped" and "broken" are raised while it loads.
    """

    def __init__(self, load_s: str, answer_s: str, fault: str) -> None:
        time.sleep(float(load_s))
        self.answer_s = float(answer_s)
        self.fault = fault
        self.seen = 0
        if fault == "mistyped":
            raise PolicyError("no policy 'best'")
        if fault == "broken":
            raise ImportError("no module\nof that name " + "x" * 9000)

    def see(self, turn: Turn, player: int) -> None:
        assert turn.rows == EMPTY_ROWS
        assert player == 0
        self.seen += 1

    def answer(self, budget_ms: float) -> str:
        assert 0 < budget_ms < 1000
        if self.fault == "exit":
            os._exit(7)
        if self.fault == "stop":
            os.kill(os.getpid(), signal.SIGSTOP)
        if self.fault == "long":
            return "x" * 9000
        if self.fault:
            raise ValueError(self.fault)
        time.sleep(self.answer_s)
        return f"BOMB 0 0 {self.seen}"
