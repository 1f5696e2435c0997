"""What a Columns window alone can be asked for (`--set NAME=VALUE`): reading and refusing."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from practice.options import PracticeError

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


def _choice(choices: Mapping[str, Any]) -> tuple[Callable[[str], Any], str]:
    return choices.__getitem__, " or ".join(choices)


def _number(highest: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        value = float(text)
        if not 0 <= value <= highest or math.isnan(value):
            raise ValueError(text)
        return value

    return read


def _row_ms(text: str) -> float | None:
    return None if text == "auto" else _number(60_000)(text)


_SWITCH = {"on": True, "off": False}
_KNOWN: Mapping[str, tuple[str, Callable[[str], Any], str]] = {
    "motion": ("smooth", *_choice({"smooth": True, "steps": False})),
    "ghost": ("ghost", *_choice(_SWITCH)),
    "next": ("next", *_choice(_SWITCH)),
    "keys": ("keys", *_choice({mode: mode for mode in get_args(KeyMode)})),
    "row_ms": ("row_ms", _row_ms, "auto or milliseconds a row, 0 (instant) to 60000"),
    "swallow": ("swallow", _number(1), "a chance, 0 to 1"),
    "focus_pause": ("focus_pause", *_choice(_SWITCH)),
}
"""By name: the field, how its text is read, what may stand there."""


def read_settings(texts: Mapping[str, str]) -> Settings:
    """Read settings as typed.

    Raises:
        PracticeError: a name or a value that is not known.
    """
    values: dict[str, Any] = {}
    for name, text in texts.items():
        if name not in _KNOWN:
            raise PracticeError(f"Columns has no setting '{name}'; it has {', '.join(_KNOWN)}")
        field, read, wanted = _KNOWN[name]
        try:
            values[field] = read(text)
        except (KeyError, ValueError):
            raise PracticeError(f"setting {name}={text}: {name} is {wanted}") from None
    return Settings(**values)
