"""A swap3 practice window that loses clicks on purpose, as a program.

Usage: losing_window.py LOST@LOOK TITLE_SUFFIX TRUTH. LOST are the numbers of the lost clicks, from 1, with commas
between.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))


from practice.options import PracticeOptions
from practice.swap3 import run
from practice.swap3.window import Swap3Window

HOW, SUFFIX, TRUTH = sys.argv[1:]
numbers, _, LOOK = HOW.partition("@")
lost = {int(number) for number in numbers.split(",")}
clicks = 0
click_in_window = Swap3Window.click


def click(self: Swap3Window, cell: tuple[int, int] | None) -> None:
    global clicks
    clicks += 1
    if clicks not in lost:
        click_in_window(self, cell)


Swap3Window.click = click  # type: ignore[method-assign]
sys.exit(run(PracticeOptions(seed=4, speed=4.0, look=LOOK, title_suffix=SUFFIX, position=(60, 60), truth=Path(TRUTH))))
