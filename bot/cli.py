"""The command line: names the commands and turns every ending into an exit status and at most one line."""

import contextlib
import errno
import os
import signal
import sys
from pathlib import Path
from typing import Final, NoReturn

import typer
from typer.exceptions import Abort, TyperException

from bot.commands import (
    bench,
    calibrate,
    codingame,
    demo,
    doctor,
    play,
    practice,
    read,
    replay,
    report,
    simulate,
    suggest,
    timelapse,
    train,
)
from bot.empty_words import NamedWordsCommand
from bot.ending_signals import Raised, signal_name
from bot.exit_status import CommandError, ExitStatus
from bot.option_faults import option_fault
from bot.standard_streams import open_streams


class _ListedCommand(NamedWordsCommand):
    """A command whose line in the list of all is not cut off."""

    def get_short_help_str(self, limit: int = 45) -> str:
        """Return its help's first paragraph, however long: the list breaks lines."""
        return " ".join((self.help or "").partition("\n\n")[0].split())


app = typer.Typer(
    help="Spyglass plays real tile games by looking at the screen.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
for module in (
    demo,
    practice,
    calibrate,
    play,
    suggest,
    read,
    replay,
    report,
    timelapse,
    simulate,
    train,
    bench,
    codingame,
    doctor,
):
    app.command(module.__name__.rpartition(".")[2], cls=_ListedCommand)(module.command)


UNUSABLE_INPUT = frozenset(
    {
        "bot.benchmarks.vision.real.LabelError",
        "bot.measuring.results.StoreError",
        "calibration.outcome.CalibrationError",
        "capture.source.CaptureError",
        "control.hand.HandError",
        "control.overlay.client.OverlayError",
        "policy.archive.WeightsError",
        "policy.decision.WorkError",
        "policy.spec.PolicyError",
        "policy.square_stacker.dqn.torch_extra.TorchMissing",
        "practice.options.PracticeError",
        "vision.profile.ProfileError",
        "vision.ocr.OcrMissing",
    }
)
"""The rooms' exceptions for input that cannot be used, by name: importing them would load every room for `--help`."""


INTERRUPTED = 128 + 2
"""What typer returns after Ctrl+C, which it keeps to itself."""


UNUSABLE_PATH: Final = (errno.EACCES, errno.EPERM, errno.ENAMETOOLONG, errno.ELOOP, errno.ENOTDIR)
"""What the system says of a path that nobody could use, typed or in the way there."""


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run one command and leave the process with its exit status."""
    open_streams()
    raised = Raised()
    try:
        sys.exit(_status(arguments, raised.came))
    finally:
        if not raised.came:
            raised.put_back()


def _status(arguments: list[str] | None, came: list[int]) -> int:
    try:
        status = int(app(arguments, prog_name="run_bot.py", standalone_mode=False) or ExitStatus.DONE)
        if status == INTERRUPTED:
            raise KeyboardInterrupt
        return status
    except CommandError as end:
        _tell(str(end))
        return end.status
    except TyperException as error:
        _tell(option_fault(error, sys.argv[1:] if arguments is None else arguments))
        return ExitStatus.UNUSABLE
    except (KeyboardInterrupt, Abort):
        _tell(f"stopped by {signal_name(came[0] if came else signal.SIGINT)}")
        return ExitStatus.STOPPED
    except BrokenPipeError:
        # Whoever read our output has gone; nothing can be told to them, and Python's own flush must not fail either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitStatus.FAILED
    except OSError as error:
        if error.filename is not None and error.errno in UNUSABLE_PATH:
            _tell(f"{error.filename}: {error.strerror}; name another path")
            return ExitStatus.UNUSABLE
        _tell(f"{error.filename or 'system'}: {error.strerror or error}")
        nowhere = isinstance(error, FileNotFoundError) and _is_nowhere()
        return ExitStatus.UNUSABLE if nowhere else ExitStatus.FAILED
    except Exception as error:
        if _names_bad_input(error):
            _tell(str(error))
            return ExitStatus.UNUSABLE
        if came:  # it may have come inside a callback of the compiler's, which swallows it and fails later
            _tell(f"stopped by {signal_name(came[0])}")
            return ExitStatus.STOPPED
        raise


def _names_bad_input(error: Exception) -> bool:
    return any(f"{kind.__module__}.{kind.__qualname__}" in UNUSABLE_INPUT for kind in type(error).__mro__)


def _is_nowhere() -> bool:
    """Tell whether the working directory is gone: no path without a root means anything then."""
    try:
        Path.cwd()
    except OSError as error:
        return isinstance(error, FileNotFoundError)
    return False


def _tell(message: str) -> None:
    message += "; the folder you are in is gone: go to one that is there (cd)" if _is_nowhere() else ""
    with contextlib.suppress(OSError):  # nobody reads it any more, or there is no room: the status says it
        sys.stderr.write("run_bot.py: " + " ".join(message.split()) + "\n")
        sys.stderr.flush()
