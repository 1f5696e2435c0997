"""What is pressed again of a move that did not reach the game, how often, and what that may leave behind.

A drag, or keys, are made once more. Where a drag swaps two pieces, a second one would swap back what was only slow: it
comes late where the window may hang.

A swap by two clicks may have lost either of them, and the game then holds the other piece as chosen, or none. Repeated
whole it would let a chosen piece go and choose its neighbour. So its clicks are made again one at a time, in turn, with
a look after each: whatever was chosen, one of three makes the swap. A place that cannot be read is passed over for the
other: in some games that is how a chosen piece looks, and a click on its neighbour makes the swap.

One click alone makes none, so the first of them makes no swap twice that was only slow. It may leave its piece chosen
then, though: a next swap that began beside it would be made with it, and is made the other way round. The second would
swap back what was only slow. A window that hears clicks shows them, by a chosen piece at least; one whose picture has
not changed at all may hang, and is given longer before that click.
"""

import math

import numpy as np

from capture.frame import Frame
from control.gesture import Click, Drag, Gesture, Point, Swap

REPEATS = 1
"""A gesture that presses once is made so many times more."""
SWAP_REPEATS = 3
"""Clicks that a swap gets: one where the second was lost, two where both were, three where the first was."""
HANGS = 4.0
"""A window that may hang is waited for so many times as long."""
BESIDE = 0.5, 1.25
"""Neighbours are so many times as far apart as the two places of a swap: cells may be higher than they are wide."""


def repeats(gesture: Gesture) -> int:
    """Return how many times a lost gesture is mended before the game is taken for deaf."""
    return SWAP_REPEATS if isinstance(gesture, Swap) else REPEATS


def repeat(gesture: Gesture, tries: int) -> tuple[Gesture, ...]:
    """Return what may be pressed next of a gesture that was tried so many times, the first included, and is lost still.

    The first of them whose places can be read is to be pressed.
    """
    match gesture:
        case Swap(first, second):
            clicks = Click(first), Click(second)
            return clicks[::-1] if tries % 2 else clicks
        case _:
            return (gesture,)


def patience(gesture: Gesture, tries: int, unmoved: bool) -> float:
    """Return for how many times the patience of a first try a gesture is waited for that was tried so many times.

    A window that hangs for longer takes it and its repeats when it goes on.

    Args:
        gesture: the whole of it.
        tries: the first included.
        unmoved: whether the window has shown the same picture all the time.
    """
    return tries * (HANGS if unmoved and may_undo(gesture, tries) else 1.0)


def may_undo(gesture: Gesture, tries: int) -> bool:
    """Tell whether what is pressed next of a gesture that was tried so many times would undo one that was only slow."""
    match gesture:
        case Swap():
            return tries == 2
        case Drag(repeatable=repeatable):
            return not repeatable
        case _:
            return False


def same_picture(one: Frame, other: Frame) -> bool:
    """Tell whether two pictures are the same, pixel by pixel: a window that hangs changes none."""
    return np.array_equal(one.pixels, other.pixels)


def apart_from(gesture: Gesture, chosen: Point | None) -> Gesture:
    """Return a gesture so turned that its first click makes no swap with a piece that may be chosen.

    No two neighbours are both beside a third cell. Where one of them is that cell, it is clicked on first, and lets the
    piece go or chooses it. One whose clicks have an order is left as it is.
    """
    if not isinstance(gesture, Swap) or not gesture.either_way or chosen is None:
        return gesture
    least, most = BESIDE
    step = math.dist(gesture.first, gesture.second)
    beside = least * step < math.dist(gesture.first, chosen) < most * step
    return Swap(gesture.second, gesture.first) if beside else gesture
