"""Holds keys longer where most presses get lost: a game may look at its keys too seldom to see a short one."""

from collections.abc import Callable
from typing import Final

from bot.falling.pace import WindowPace
from control.hand import Hand
from control.pyautogui_hand import PyAutoGuiHand

HOLDS_MS: Final = (80.0, 120.0)
"""One after the other; a key that is held for longer repeats in some games."""


def hold_longer_if_lost(hand: Hand, pace: WindowPace, say: Callable[[str], None]) -> None:
    """Let a hand hold keys longer from now on where the pace of the window says that most presses get lost.

    Args:
        hand: that presses.
        pace: of the window; counts presses afresh then.
        say: told what the person should know.
    """
    if not pace.most_lost or not isinstance(hand, PyAutoGuiHand):
        return
    held_ms = hand.timing.hold_ms
    longer_ms = next((ms for ms in HOLDS_MS if ms > held_ms), None)
    if longer_ms is None:
        return
    hand.timing = hand.timing.model_copy(update={"hold_ms": longer_ms})
    pace.held_longer()
    say(f"most keys got lost that were held for {held_ms:g} ms; they are held for {longer_ms:g} ms from now on")
