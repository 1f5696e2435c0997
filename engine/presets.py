"""Named rules, and the same with some of their numbers changed: "jewel", "jewel:rows=13,colours=7"."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar

R = TypeVar("R")

_NUMBERS = (int, float)
_TRUTHS = {"0": False, "1": True, "no": False, "yes": True, "off": False, "on": True}
_FIXED = ("name", "version")

MAX_AMOUNT = 1_000_000
"""Largest number of points, moves of a limit and the like: products of them fit a word of the kernels."""


def check_limits(rules: Any, limits: Mapping[str, tuple[float, float]]) -> None:
    """Refuse rules with a number that they cannot be played by.

    Args:
        rules: a dataclass with a `name`.
        limits: the least and the most that fields of it may be, by their names.

    Raises:
        ValueError: one lies outside, or is no number at all (nan).
    """
    for field, (least, most) in limits.items():
        value = getattr(rules, field)
        if not least <= value <= most:
            raise ValueError(f"rules {rules.name}: {field} must be {least} to {most}, got {value}")


class Presets(Mapping[str, R]):
    """A mapping of names to frozen dataclasses that also answers "name:field=value,field=value".

    Iteration and length know the bare names only. The changed rules carry the whole text as their `name`, each number
    in its usual spelling, so that a result printed with it can be made again and games are kept by it; the same text
    gives the same object.

    Args:
        rules: each with a `name`, the default first.
    """

    def __init__(self, *rules: R) -> None:
        self._named: dict[str, Any] = {rule.name: rule for rule in rules}  # type: ignore[attr-defined]
        self._changed: dict[str, Any] = {}

    def __getitem__(self, text: str) -> R:
        """Return the rules of that name.

        Raises:
            KeyError: no such name, or a change that cannot be made; its argument is one line that says which.
        """
        if text in self._named:
            return self._named[text]  # type: ignore[no-any-return]
        if text not in self._changed:
            self._changed[text] = self._change(text)
        return self._changed[text]  # type: ignore[no-any-return]

    def __iter__(self) -> Iterator[str]:
        return iter(self._named)

    def __len__(self) -> int:
        return len(self._named)

    def _change(self, text: str) -> Any:
        name, colon, changes = text.partition(":")
        if name not in self._named:
            raise KeyError(f"no rules named {name!r}; choose one of {', '.join(self._named)}")
        rules = self._named[name]
        offered = {
            field.name: field.type
            for field in fields(rules)
            if field.type in (bool, *_NUMBERS) and field.name not in _FIXED
        }
        values: dict[str, Any] = {}
        for change in changes.split(",") if colon else []:
            key, equals, value = change.partition("=")
            if key not in offered:
                raise KeyError(f"rules {name} have no number {key!r}; they have {', '.join(offered)}")
            if not equals or key in values:
                raise KeyError(f"rules {name}: write {key}=VALUE, once, got {change!r}")
            try:
                values[key] = _read(offered[key], value)
            except (KeyError, ValueError):
                raise KeyError(f"rules {name}: {key} cannot be {value!r}") from None
        try:
            changed = replace(rules, name=text, **values)
        except ValueError as error:
            raise KeyError(str(error)) from None
        spelled = ",".join(f"{key}={_spell(value)}" for key, value in values.items())
        return replace(changed, name=f"{name}:{spelled}")


def _read(kind: type, text: str) -> Any:
    """Return a number or a truth as text has it; raises KeyError or ValueError where it has none."""
    if kind is bool:
        return _TRUTHS[text]
    if text != text.strip() or "_" in text:
        raise ValueError(text)
    return kind(text)


def _spell(value: Any) -> str:
    """Return the usual spelling of a number or a truth."""
    return str(int(value)) if isinstance(value, int) or value.is_integer() else repr(value)
