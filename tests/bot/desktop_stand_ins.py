"""What stands in for a desktop where a test looks at decisions: a window, its pictures, and who takes notes."""

from collections.abc import Callable
from typing import Any

from bot.playing.lookout import Look
from capture.frame import Frame, Region
from capture.source import WindowLost
from capture.window import WindowSource
from control.aim import ScreenPoint
from control.gesture import Gesture
from control.hand import DryHand, StillOurs
from control.overlay import Overlay
from vision.lattice import Lattice
from vision.profile import Profile
from vision.sighting import Sighting


class NotingHand:
    """Touches nothing, and is no `DryHand` to a loop: what it presses is judged.

    Attributes:
        pressed: what it was to do, in order.
    """

    def __init__(self) -> None:
        self.pressed: list[Gesture] = []
        self.left_at: ScreenPoint | None = None

    def perform(self, gesture: Gesture, points: tuple[ScreenPoint, ...], still_ours: StillOurs) -> None:
        DryHand().perform(gesture, points, still_ours)  # asks as a real one would
        self.pressed.append(gesture)

    def park(self, point: ScreenPoint) -> None:
        self.left_at = point

    def taken_over(self) -> str | None:
        return None

    def knows_key(self, name: str) -> bool:
        return True


class OpenWindow:
    """A window that nothing covers, until a test says so.

    Attributes:
        region: where it lies; None: it is closed.
        in_front: whether keys go to it.
        covered: whether another lies over it.
    """

    def __init__(self, region: Region, title: str = "Board") -> None:
        self.title = title
        self.region: Region | None = region
        self.in_front, self.covered = True, False

    def exists(self) -> bool:
        return self.region is not None

    def found_again(self) -> bool:
        return self.exists()

    def is_minimised(self) -> bool:
        return False

    def is_active(self) -> bool:
        return self.in_front

    def client_area(self) -> Region:
        if self.region is None:
            raise WindowLost(f"window '{self.title}' is closed; open it again")
        return self.region

    def topmost_at(self, x: float, y: float) -> bool:
        return not self.covered

    def close(self) -> None:
        """There is nothing to let go of."""


class Screen:
    """What a loop grabs and reads: the look that a test puts there.

    Attributes:
        look: None: the window cannot be seen.
    """

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.look: Look | None = None

    @property
    def lattice(self) -> Lattice:
        return self.profile.lattice

    def grab(self) -> Frame:
        if self.look is None:
            raise WindowLost("the window is minimised")
        return self.look.frame

    def read(self, frame: Frame) -> Sighting:
        assert self.look is not None
        return self.look.sighting

    def close(self) -> None:
        """There is nothing to let go of."""


class GivenSource(WindowSource):
    """Pictures that a test makes, of a window that is nowhere."""

    def __init__(self, grab: Callable[[], Frame], window: OpenWindow) -> None:
        self._grab = grab
        self.window = window

    def grab(self) -> Frame:
        return self._grab()

    def close(self) -> None:
        """There is nothing to let go of."""


class GivenReader:
    """Reads with a profile what a test says."""

    def __init__(self, profile: Profile, read: Callable[[Frame], Sighting]) -> None:
        self.profile = profile
        self._read = read

    @property
    def lattice(self) -> Lattice:
        return self.profile.lattice

    def read(self, frame: Frame) -> Sighting:
        return self._read(frame)


class NotingOverlay(Overlay):
    """Draws nothing.

    Attributes:
        shown: the drawings, in order.
        hidden: how often the drawing was to go.
    """

    def __init__(self) -> None:
        self.shown: list[dict[str, Any]] = []
        self.hidden = 0

    def show(self, drawing: dict[str, Any]) -> None:
        self.shown.append(drawing)

    def hide(self) -> None:
        self.hidden += 1
