"""A policy written as text, `name:key=value,key=value`, and how it becomes a planner."""

import inspect
import math
from collections.abc import Callable, Mapping
from typing import Any

from policy.decision import Policy

Factory = Callable[..., Policy[Any]]
"""Called as factory(rules, key=value, ...). Its keyword parameters with types (int, float, str) and defaults are
what the text can set; it raises ValueError for a value out of range, with a message that starts at the key. Every
number has a least and a most (`check_range`): what is far too much takes all memory or never answers."""


class PolicyError(ValueError):
    """A policy spec that names nothing we have; the message is one line."""


def build(policies: Mapping[str, Factory], spec: str, rules: Any) -> Policy[Any]:
    """Return the planner that `spec` names, bound to `rules`.

    Args:
        policies: factories by name.
        spec: such as "greedy" or "fullwidth:depth=3,chains=1".
        rules: handed to the factory.

    Raises:
        PolicyError: an unknown name or key, a value of the wrong type or out of range.
    """
    name, colon, text = spec.partition(":")
    if name not in policies:
        raise PolicyError(f"no policy {name!r}; there are {', '.join(policies)}")
    if colon and not text:
        raise PolicyError(f"policy {name}: nothing stands behind the colon of {spec!r}; leave it out")
    factory = policies[name]
    types = parameters(factory)
    values: dict[str, Any] = {}
    for part in text.split(",") if text else []:
        key, equals, value = part.partition("=")
        if key not in types:
            offered = f"it has {', '.join(types)}" if types else "it has none"
            raise PolicyError(f"policy {name} has no parameter {key!r}; {offered}")
        if not equals or key in values:
            raise PolicyError(f"policy {name}: write {key}=VALUE, once, got {part!r} in {spec!r}")
        try:
            values[key] = _read(types[key], value)
        except ValueError:
            raise PolicyError(f"policy {name}: {key} must be {_article(types[key])}, got {value!r}") from None
    try:
        return factory(rules, **values)
    except ValueError as error:
        raise PolicyError(f"policy {name}: {error}") from None


def _read(kind: type, text: str) -> Any:
    """Return a value of a type. Raises ValueError; none is empty, no number infinite or none, or has "_" in it."""
    value = kind(text)
    if not text or (kind is float and not math.isfinite(value)) or (kind is not str and "_" in text):
        raise ValueError(text)
    return value


def check_range(name: str, value: float, least: float, most: float) -> None:
    """Raise ValueError for a parameter's value below `least` or above `most`."""
    if not least <= value <= most:
        raise ValueError(f"{name} must be {least} to {most}, got {value}")


def parameters(factory: Factory) -> dict[str, type]:
    """Return the names and types of what a factory lets the text set."""
    signature = inspect.signature(factory)
    keywords = [each for each in signature.parameters.values() if each.kind is inspect.Parameter.KEYWORD_ONLY]
    return {each.name: each.annotation for each in keywords}


def _article(kind: type) -> str:
    return {int: "a whole number", float: "a number"}.get(kind, "some text")
