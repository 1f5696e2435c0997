"""What is told of options that cannot be read: the fault, and the help of the command that was typed."""

import pytest
from command_line import assert_one_line, run, run_here


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
