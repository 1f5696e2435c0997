"""Settings that one game's window alone has (`--set NAME=VALUE`): read from their texts, or refused by name."""

import math
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from practice.options import PracticeError


class Setting(NamedTuple):
    """One setting.

    Attributes:
        read: its text to its value; raises KeyError or ValueError.
        wanted: what its text may be, for whoever gave another.
        field: what its value is called, if not by the setting's own name.
    """

    read: Callable[[str], Any]
    wanted: str
    field: str = ""


def choice(choices: Mapping[str, Any], field: str = "") -> Setting:
    """Return a setting that is one of some words."""
    return Setting(choices.__getitem__, " or ".join(choices), field)


def number(least: float, most: float) -> Callable[[str], float]:
    """Return what reads a number from `least` to `most`, and raises ValueError where it is another or none."""

    def read(text: str) -> float:
        value = float(text)
        if not least <= value <= most or math.isnan(value):
            raise ValueError(text)
        return value

    return read


SWITCH: Final = choice({"on": True, "off": False})
CHANCE: Final = Setting(number(0, 1), "a chance, 0 to 1")


def read_texts(game: str, known: Mapping[str, Setting], texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of settings as typed, by field.

    Args:
        game: its name for people.
        known: the settings that its window has, by name.
        texts: as typed, by name.

    Raises:
        PracticeError: a name or a value that is not known.
    """
    values: dict[str, Any] = {}
    for name, text in texts.items():
        if name not in known:
            raise PracticeError(f"{game} has no setting '{name}'; it has {', '.join(known)}")
        setting = known[name]
        try:
            values[setting.field or name] = setting.read(text)
        except (KeyError, ValueError):
            raise PracticeError(f"setting {name}={text}: {name} is {setting.wanted}") from None
    return values
