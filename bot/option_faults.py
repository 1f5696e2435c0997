"""What typer finds wrong with words as typed, in one line that says where help is."""

from collections.abc import Sequence

from typer.exceptions import TyperException


def option_fault(error: TyperException, words: Sequence[str]) -> str:
    """Return the line.

    Args:
        error: typer's.
        words: as typed after the program's name.
    """
    # typer's own words, without what pydantic puts before them
    fault = error.format_message().replace("Value error, ", "").rstrip(".")
    return f"{fault} (see {_helper(error, words)} --help)"


def _helper(error: TyperException, words: Sequence[str]) -> str:
    """Return the command that knows the help: where an option lacks its argument typer does not say which it was."""
    if context := getattr(error, "ctx", None):
        return str(context.command_path)
    return "run_bot.py" if not words or words[0].startswith("-") else f"run_bot.py {words[0]}"
