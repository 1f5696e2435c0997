"""What is told of options that cannot be read: the fault, and the help of the command that was typed."""

import pytest

from tests.bot.command_line import assert_one_line, run, run_here


@pytest.mark.parametrize(
    ("arguments", "helper"),
    [
        (["play", "bilging", "--profile", "p", "--policy"], "run_bot.py play"),
        (["read", "--profile"], "run_bot.py read"),
        (["practice", "bilging", "--title-suffix"], "run_bot.py practice"),
        (["simulate", "bilging", "--json=1"], "run_bot.py simulate"),
        (["play", "bilging", "--nosuch"], "run_bot.py play"),
        (["--help=1"], "run_bot.py"),
        (["--nosuch"], "run_bot.py"),
    ],
)
def test_the_help_is_that_of_the_command(arguments: list[str], helper: str) -> None:
    """Where an option lacked its argument, that of no command was named."""
    assert_one_line(run_here(*arguments), f" (see {helper} --help)")


def test_the_help_is_that_of_the_command_in_a_process() -> None:
    assert_one_line(run("play", "bilging", "--policy"), "'--policy' requires an argument (see run_bot.py play --help)")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("play bilging --profile p --think-ms nan", "--think-ms must be 0.1 to 3600000, got nan"),
        ("play bilging --profile p --think-ms inf", "--think-ms must be 0.1 to 3600000, got inf"),
        ("simulate bilging --games 0", "--games must be 1 to 1000000, got 0"),
        ("simulate bilging --games 1.5", "--games must be a whole number, got '1.5'"),
        ("demo --seed 9007199254740993", "--seed must be 0 to 9007199254740992, got 9007199254740993"),
        ("play bilging --profile p --moves 0", "--moves must be 1 or more, got 0"),
        ("train bilging --hands 5", "--hands must be 1000 or more, got 5"),
        ("train bilging --amount 5", "--amount must be 1000 or more, got 5"),
        ("train bilging --amount=many", "--amount must be a whole number, got 'many'"),
        ("replay shot.png --work -1", "--work must be 0 to 9223372036854775807, got -1"),
        ("practice bilging --scale big", "--scale must be a number, got 'big'"),
    ],
)
def test_both_bounds_are_told_and_what_was_typed(words: str, told: str) -> None:
    """One bound was told, in words of a library, and neither the other nor what was typed."""
    command = words.partition(" ")[0]
    assert_one_line(run_here(*words.split()), f"run_bot.py: {told} (see run_bot.py {command} --help)")
