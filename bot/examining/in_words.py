"""Decisions as a person would say them."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.examining.replayed import Difference

MOST_OTHERS: Final = 2
MOST_LATER: Final = 3
"""Moves named beside the one decided on: the next best ones, and what is to come after it."""


def said(move: Any, words: Callable[[int], str]) -> str:
    """Return a move as a person would say it; a recording that was tampered with may hold anything.

    Args:
        move: the game's number of it, None for no move.
        words: the game's own, of a move that is one.
    """
    if move is None:
        return "no move"
    try:
        return words(move)
    except (TypeError, ValueError, IndexError):
        return f"move {move}"


def step_in_words(step: Mapping[str, Any], words: Callable[[int], str]) -> str:
    """Return a decision as a person would say it: the move, the next best ones, and how it goes on."""
    move, ranked = step["move"], step.get("alternatives", [])
    text = said(move, words) + "".join(f" ({each['value']:.1f})" for each in ranked if each["move"] == move)
    others = [each for each in ranked if each["move"] != move][:MOST_OTHERS]
    if others:
        text += "; else " + " or ".join(f"{said(each['move'], words)} ({each['value']:.1f})" for each in others)
    later = step.get("line", [])[1 : 1 + MOST_LATER]
    return text + ("; then " + ", then ".join(said(each, words) for each in later) if later else "")


def played_in_words(step: Mapping[str, Any], words: Callable[[int], str]) -> str:
    """Return what somebody played in a position, as a person would say it."""
    if not step["played"]:
        return "what was played cannot be told"
    return "played the same" if step["move"] in step["played"] else f"played {said(step['played'][0], words)}"


def difference_in_words(difference: Difference, words: Callable[[int], str]) -> str:
    """Return what was recorded of a decision and what comes out now."""
    recorded, now = difference.recorded, difference.now
    if difference.what == "move":
        recorded, now = said(recorded, words), said(now, words)
    return f"{difference.what} was {recorded}, is {now}"
