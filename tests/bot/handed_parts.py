"""What loops and advisers are handed in tests that look at one part of them."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import create_autospec

from bot.advising.advice import AdviserParts, SuggestResult
from bot.playing.live_run import LiveRun
from bot.playing.parts import Parts
from bot.playing.run import LoopSettings
from bot.playing.run_log import RunLog
from capture.window import Window, WindowSource
from control.overlay import Overlay

NO_WELL: Any = SimpleNamespace(profile=SimpleNamespace(well=None))
"""A reader that reads nothing, of a profile without a well."""
SETTINGS = LoopSettings(moves=9, think_ms=10, seed=1)


def stand_in(of: type, **attributes: Any) -> Any:
    """Return what takes every call that an instance takes, and no other, with these attributes in place of its own."""
    stands_in = create_autospec(of, instance=True)
    for name, value in attributes.items():
        setattr(stands_in, name, value)
    return stands_in


def parts_of(**given: Any) -> Parts:
    """Return a loop's parts: those that are given, and nothing in place of the others."""
    nothing = dict.fromkeys(("game", "rules", "policy", "source", "hand", "envelope", "log"))
    parts: dict[str, Any] = {**nothing, "reader": NO_WELL, "settings": SETTINGS, **given}
    return Parts(**parts)


def adviser_parts_of(run: LiveRun, **given: Any) -> AdviserParts:
    """Return an adviser's parts: those that are given, and stand-ins for the others."""
    source = stand_in(WindowSource, window=stand_in(Window))
    parts: dict[str, Any] = {"source": source, "overlay": stand_in(Overlay), "log": stand_in(RunLog)}
    parts |= {"result": SuggestResult(), "say": lambda _text: None, **given}
    return AdviserParts(run=run, **parts)
