"""How long something takes beside a bare question to the display, asked in turn with it.

What asks the display waits for its answers, and how long these take is the machine's part: several times as long where
others use it. Milliseconds would say little of the code.
"""

import time
from collections.abc import Callable
from statistics import median

from capture.x11 import connect


def round_trips(act: Callable[[], object], times: int) -> float:
    """Return how many bare questions take as long as `act` does, by the medians of so many `times`."""
    display = connect()
    try:
        bare, acts = [], []
        for _ in range(times):
            began = time.perf_counter()
            display.get_input_focus()
            between = time.perf_counter()
            act()
            bare.append(between - began)
            acts.append(time.perf_counter() - between)
    finally:
        display.close()
    return median(acts) / median(bare)
