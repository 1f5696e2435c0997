"""How far a motion has come, and how long motions take at another speed."""

from dataclasses import fields, replace
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

D = TypeVar("D", bound="DataclassInstance")


def smooth(t: float) -> float:
    """Return where a motion that begins and ends slowly is after a share `t` of its time, both 0 to 1."""
    return t * t * (3 - 2 * t)


def scaled(durations: D, speed: float) -> D:
    """Return `durations`, a dataclass of seconds, run `speed` times faster."""
    return replace(durations, **{field.name: getattr(durations, field.name) / speed for field in fields(durations)})
