"""How a command ends, and the exceptions that carry it there."""

from enum import IntEnum


class ExitStatus(IntEnum):
    """Exit statuses of run_bot.py."""

    DONE = 0
    FAILED = 1
    UNUSABLE = 2
    STOPPED = 3


class CommandError(Exception):
    """A command ends here; the message is one line for the person who typed it."""

    status = ExitStatus.FAILED


class Failed(CommandError):  # noqa: N818 (named by what it tells the shell)
    """The work was tried and failed."""

    status = ExitStatus.FAILED


class Unusable(CommandError):  # noqa: N818
    """Arguments or input cannot be used; nothing was done."""

    status = ExitStatus.UNUSABLE


class Stopped(CommandError):  # noqa: N818
    """The safety envelope or the person stopped the run."""

    status = ExitStatus.STOPPED
