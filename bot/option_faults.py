"""What typer finds wrong with words as typed, in one line that says where help is."""

from collections.abc import Sequence
from typing import Any, Final

from typer.exceptions import TyperException

NUMBERS: Final = {"int_parsing": "a whole number", "float_parsing": "a number"}
"""What is wanted where pydantic finds something else, by its name for the fault."""
BOUNDS: Final = ("greater_than_equal", "less_than_equal")
"""Its names for what is out of bounds."""


def option_fault(error: TyperException, words: Sequence[str]) -> str:
    """Return the line.

    Args:
        error: typer's.
        words: as typed after the program's name.
    """
    fault = _number_fault(error, words) or error.format_message().replace("Value error, ", "").rstrip(".")
    return f"{fault} (see {_helper(error, words)} --help)"


def _number_fault(error: Any, words: Sequence[str]) -> str:
    """Return what a number must be and what was typed, as planners tell it of theirs; "" for any other fault.

    pydantic, which typer asks, tells of one bound only, and not what was typed.
    """
    param, told = getattr(error, "param", None), getattr(error.__cause__, "errors", None)
    if param is None or told is None:
        return ""
    fault = told()[0]
    least, most = getattr(param, "min", None), getattr(param, "max", None)
    option = _as_typed(param.opts, words)
    if fault["type"] in BOUNDS and least is not None:
        wanted = f"{_number(least)} or more" if most is None else f"{_number(least)} to {_number(most)}"
        return f"{option} must be {wanted}, got {fault['input']}"
    if fault["type"] in NUMBERS:
        return f"{option} must be {NUMBERS[fault['type']]}, got {fault['input']!r}"
    return ""


def _number(bound: float) -> str:
    """Return a bound in digits: a large whole one has more of them than a float."""
    return str(bound) if isinstance(bound, int) else f"{bound:.16g}"


def _as_typed(names: Sequence[str], words: Sequence[str]) -> str:
    """Return which of an option's names was typed, the last one counting; the first of them where none was."""
    return next((name for word in reversed(words) for name in names if word.partition("=")[0] == name), names[0])


def _helper(error: TyperException, words: Sequence[str]) -> str:
    """Return the command that knows the help: where an option lacks its argument typer does not say which it was."""
    if context := getattr(error, "ctx", None):
        return str(context.command_path)
    return "run_bot.py" if not words or words[0].startswith("-") else f"run_bot.py {words[0]}"
