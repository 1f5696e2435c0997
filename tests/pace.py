"""How slow this machine is now, beside the one that marks in milliseconds were set on: for tests that go by time.

A machine that others use, or whose processor is held back, takes two or three times as long over everything. Such a
mark says something of the code only if the machine's part is taken out of it.
"""

import time
from statistics import median
from typing import Final

TURNS: Final = 400_000
QUICK_S: Final = 0.024
"""The loop's time on the machine that the marks were set on."""


def slowness() -> float:
    """Return how many times as long as on that machine a loop of Python takes now; 1 on a quicker one."""
    return max(1.0, median(_loop_s() for _ in range(9)) / QUICK_S)


def _loop_s() -> float:
    began, total = time.perf_counter(), 0
    for number in range(TURNS):
        total += number
    return time.perf_counter() - began
