"""What a Hypersonic window alone can be asked for (`--set NAME=VALUE`): reading and refusing."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from practice.options import PracticeError

MIN_TICK_MS, MAX_TICK_MS, USUAL_TICK_MS = 100, 1000, 300
"""Length of a turn: the platform's limit for an answer, and what a person finds slow."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How this window behaves.

    Attributes:
        tick_ms: length of a turn in milliseconds.
        wait: the first turn begins only with the return key.
        seats: who plays in each seat; see `practice.hypersonic.seats`. Empty: a person, and random players.
        swallow: chance that a press of a key is lost, 0 to 1.
        focus_pause: whether the game pauses while another window has the keyboard.
    """

    tick_ms: float = USUAL_TICK_MS
    wait: bool = False
    seats: tuple[str, ...] = ()
    swallow: float = 0.0
    focus_pause: bool = True


_SWITCH = {"on": True, "off": False, "1": True, "0": False}
_PARTS = re.compile(r"""(?:[^,"']|"[^"]*"|'[^']*')+""")


def _number(least: float, most: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        value = float(text)
        if not least <= value <= most or math.isnan(value):
            raise ValueError(text)
        return value

    return read


def split_seats(text: str) -> tuple[str, ...]:
    """Return the seats between commas; commas in quotes, and parts such as "sc=0", belong to the seat before them.

    Raises:
        ValueError: a quote is without its partner, or there is no seat.
    """
    if _PARTS.sub("", text).strip(","):
        raise ValueError(text)
    seats: list[str] = []
    for part in filter(None, (found.strip() for found in _PARTS.findall(text))):
        if seats and "=" in part.partition(":")[0]:
            seats[-1] += f",{part}"
        else:
            seats.append(part)
    if not seats:
        raise ValueError(text)
    return tuple(seats)


_KNOWN: Mapping[str, tuple[Callable[[str], Any], str]] = {
    "tick_ms": (_number(MIN_TICK_MS, MAX_TICK_MS), f"milliseconds a turn, {MIN_TICK_MS} to {MAX_TICK_MS}"),
    "wait": (_SWITCH.__getitem__, "on or off"),
    "seats": (split_seats, "a player for each seat, as person,random, and quotes in pairs"),
    "swallow": (_number(0, 1), "a chance, 0 to 1"),
    "focus_pause": (_SWITCH.__getitem__, "on or off"),
}
"""By name: how its text is read, what may stand there."""


def read_settings(texts: Mapping[str, str]) -> Settings:
    """Read settings as typed.

    Raises:
        PracticeError: a name or a value that is not known.
    """
    values: dict[str, Any] = {}
    for name, text in texts.items():
        if name not in _KNOWN:
            raise PracticeError(f"Hypersonic has no setting '{name}'; it has {', '.join(_KNOWN)}")
        read, wanted = _KNOWN[name]
        try:
            values[name] = read(text)
        except (KeyError, ValueError):
            raise PracticeError(f"setting {name}={text}: {name} is {wanted}") from None
    return Settings(**values)
