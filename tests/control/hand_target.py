"""What the tests of the hand share: the window that it presses, and an answer that lets it."""

from collections.abc import Callable

from capture.frame import Region
from control.aim import ScreenPoint
from tests.conftest import TargetWindow
from vision.profile_sections import InputSection

Person = Callable[..., str]
Eventually = Callable[..., None]

QUICK = InputSection(hold_ms=10, gap_ms=10, drag_ms=60, drag_steps=6)


def OURS(_point: ScreenPoint | None) -> bool:  # noqa: N802 (an answer that never changes)
    """Nothing comes between."""
    return True


class Target:
    """An open window that writes down what reaches it, and where on the screen its points lie."""

    def __init__(self, opened: TargetWindow, area: Region) -> None:
        self.events, self.clicks = opened.events, opened.clicks
        self._area = area

    def at(self, x: int, y: int) -> ScreenPoint:
        """Where a point of the window is to be pressed."""
        return self._area.x + x, self._area.y + y
