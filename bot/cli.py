"""The command line: names the commands and turns every ending into an exit status and at most one line."""

import os
import sys
from typing import NoReturn

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
from bot.exit_status import CommandError, ExitStatus

app = typer.Typer(
    help="Spyglass plays real tile games by looking at the screen.",
    add_completion=False,
    no_args_is_help=True,
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
    app.command(module.__name__.rpartition(".")[2])(module.command)


UNUSABLE_INPUT = frozenset(
    {
        "bot.benchmarks.vision.real.LabelError",
        "bot.measuring.results.StoreError",
        "calibration.outcome.CalibrationError",
        "capture.source.CaptureError",
        "control.hand.HandError",
        "control.overlay.client.OverlayError",
        "policy.archive.WeightsError",
        "policy.spec.PolicyError",
        "policy.square_stacker.dqn.torch_extra.TorchMissing",
        "practice.options.PracticeError",
        "vision.profile.ProfileError",
        "vision.text.OcrMissing",
    }
)
"""The rooms' exceptions for input that cannot be used, by name: importing them would load every room for `--help`."""


INTERRUPTED = 128 + 2
"""What typer returns after Ctrl+C, which it keeps to itself."""


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run one command and leave the process with its exit status."""
    sys.exit(_status(arguments))


def _status(arguments: list[str] | None) -> int:
    try:
        status = int(app(arguments, prog_name="run_bot.py", standalone_mode=False) or ExitStatus.DONE)
        if status == INTERRUPTED:
            raise KeyboardInterrupt
        return status
    except CommandError as end:
        _tell(str(end))
        return end.status
    except TyperException as error:
        _tell(f"{error.format_message()} (see run_bot.py --help)")
        return ExitStatus.UNUSABLE
    except (KeyboardInterrupt, Abort):
        _tell("stopped by Ctrl+C")
        return ExitStatus.STOPPED
    except BrokenPipeError:
        # Whoever read our output has gone; nothing can be told to them, and Python's own flush must not fail either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitStatus.FAILED
    except OSError as error:
        _tell(f"{error.filename or 'system'}: {error.strerror or error}")
        return ExitStatus.FAILED
    except Exception as error:
        if not _names_bad_input(error):
            raise
        _tell(str(error))
        return ExitStatus.UNUSABLE


def _names_bad_input(error: Exception) -> bool:
    return any(f"{kind.__module__}.{kind.__qualname__}" in UNUSABLE_INPUT for kind in type(error).__mro__)


def _tell(message: str) -> None:
    sys.stderr.write("run_bot.py: " + " ".join(message.split()) + "\n")
