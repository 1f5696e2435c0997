"""What is pressed again of a move that did not reach the game, and how often.

A swap by two clicks may have lost either of them, and the game then holds the other piece as chosen, or none: no board
tells which. Repeated whole it would let a chosen piece go and choose its neighbour. So its clicks are made again one at
a time, in turn, with a look after each: whatever was chosen, one of three makes the swap, and none comes after the one
that did. Nor is a swap made twice that was only slow: one click alone makes none.
"""

from control.gesture import Click, Gesture, Swap

REPEATS = 1
"""A gesture that presses once is made so many times more."""
SWAP_REPEATS = 3
"""Clicks that a swap gets: one where the second was lost, two where both were, three where the first was."""


def repeats(gesture: Gesture) -> int:
    """Return how many times a lost gesture is mended before the game is taken for deaf."""
    return SWAP_REPEATS if isinstance(gesture, Swap) else REPEATS


def repeat(gesture: Gesture, tries: int) -> Gesture:
    """Return what is pressed next of a gesture that was tried so many times, the first included, and is lost still."""
    match gesture:
        case Swap(first, second):
            return Click(second if tries % 2 else first)
        case _:
            return gesture
