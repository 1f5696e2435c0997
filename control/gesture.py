"""What the hand can do, in frame coordinates; `control.aim` turns them into screen points."""

from dataclasses import dataclass

Point = tuple[float, float]
"""(x, y) in pixels of the frame that the decision was made on."""


@dataclass(frozen=True, slots=True)
class Click:
    """Press and release the left button on a point."""

    at: Point


@dataclass(frozen=True, slots=True)
class Swap:
    """Click on one cell, then on its neighbour (games that swap by two clicks), or on a piece, then on its cell.

    Attributes:
        either_way: whether the clicks may be made in the other order too.
    """

    first: Point
    second: Point
    either_way: bool = True


@dataclass(frozen=True, slots=True)
class Drag:
    """Press on the first point, move to the second, release there.

    Attributes:
        repeatable: whether it does nothing once more where it was not lost but slow.
    """

    start: Point
    end: Point
    repeatable: bool = True


@dataclass(frozen=True, slots=True)
class Keys:
    """Press and release keys one after another; names as pyautogui spells them."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chord:
    """Press keys in this order without a pause, hold them together, release them; names as pyautogui spells them."""

    names: tuple[str, ...]


Gesture = Click | Swap | Drag | Keys | Chord
