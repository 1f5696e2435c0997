"""What a Columns window alone can be asked for (`--set NAME=VALUE`): reading and refusing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from practice.setting_texts import CHANCE, SWITCH, Setting, choice, number, read_texts

KeyMode = Literal["step", "held", "repeat"]
"""How keys count; see `practice.columns.keys`."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How this window behaves.

    Attributes:
        smooth: whether the piece glides or steps from row to row; None is the look's own manner.
        ghost: whether the place where the piece would land is marked; None is the look's own manner.
        next: whether the next piece is shown.
        keys: how keys count.
        row_ms: milliseconds a row, 0 is instant; None goes by the level.
        swallow: chance that a press of a key is lost, 0 to 1.
        focus_pause: whether the game pauses while another window has the keyboard.
    """

    smooth: bool | None = None
    ghost: bool | None = None
    next: bool = True
    keys: KeyMode = "step"
    row_ms: float | None = None
    swallow: float = 0.0
    focus_pause: bool = True


def _row_ms(text: str) -> float | None:
    return None if text == "auto" else number(0, 60_000)(text)


_KNOWN: Mapping[str, Setting] = {
    "motion": choice({"smooth": True, "steps": False}, field="smooth"),
    "ghost": SWITCH,
    "next": SWITCH,
    "keys": choice({mode: mode for mode in get_args(KeyMode)}),
    "row_ms": Setting(_row_ms, "auto or milliseconds a row, 0 (instant) to 60000"),
    "swallow": CHANCE,
    "focus_pause": SWITCH,
}


def read_settings(texts: Mapping[str, str]) -> Settings:
    """Read settings as typed.

    Raises:
        PracticeError: a name or a value that is not known.
    """
    return Settings(**read_texts("Columns", _KNOWN, texts))
