"""What loops and advisers are handed in tests that look at one part of them."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

from bot.advising.advice import AdviserParts, SuggestResult
from bot.playing.live_run import LiveRun
from bot.playing.parts import Parts
from bot.playing.run import LoopSettings

NO_WELL: Any = SimpleNamespace(profile=SimpleNamespace(well=None))
"""A reader that reads nothing, of a profile without a well."""
SETTINGS = LoopSettings(moves=9, think_ms=10, seed=1)


def parts_of(**given: Any) -> Parts:
    """Return a loop's parts: those that are given, and nothing in place of the others."""
    nothing = dict.fromkeys(("game", "rules", "policy", "source", "hand", "envelope", "log"))
    parts: dict[str, Any] = {**nothing, "reader": NO_WELL, "settings": SETTINGS, **given}
    return Parts(**parts)


def adviser_parts_of(run: LiveRun, **given: Any) -> AdviserParts:
    """Return an adviser's parts: those that are given, and in place of the others what takes whatever it is told."""
    taking = {name: MagicMock() for name in ("source", "overlay", "log")}
    parts: dict[str, Any] = {**taking, "result": SuggestResult(), "say": lambda _text: None, **given}
    return AdviserParts(run=run, **parts)
