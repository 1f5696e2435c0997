"""What a Hypersonic window alone can be asked for (`--set NAME=VALUE`): reading and refusing."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from practice.setting_texts import CHANCE, SWITCH, Setting, number, read_texts

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


_PARTS = re.compile(r"""(?:[^,"']|"[^"]*"|'[^']*')+""")


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


_KNOWN: Mapping[str, Setting] = {
    "tick_ms": Setting(number(MIN_TICK_MS, MAX_TICK_MS), f"milliseconds a turn, {MIN_TICK_MS} to {MAX_TICK_MS}"),
    "wait": SWITCH,
    "seats": Setting(split_seats, "a player for each seat, as person,random, and quotes in pairs"),
    "swallow": CHANCE,
    "focus_pause": SWITCH,
}


def read_settings(texts: Mapping[str, str]) -> Settings:
    """Read settings as typed.

    Raises:
        PracticeError: a name or a value that is not known.
    """
    return Settings(**read_texts("Hypersonic", _KNOWN, texts))
