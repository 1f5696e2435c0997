"""The command line: names the commands and turns every ending into an exit status and at most one line."""

import _thread
import contextlib
import errno
import math
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
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
from bot.ending_signals import signal_name
from bot.exit_status import CommandError, ExitStatus
from control.ending_signals import ENDING_SIGNALS

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
        "vision.ocr.OcrMissing",
    }
)
"""The rooms' exceptions for input that cannot be used, by name: importing them would load every room for `--help`."""


INTERRUPTED = 128 + 2
"""What typer returns after Ctrl+C, which it keeps to itself."""


UNUSABLE_PATH: Final = (errno.EACCES, errno.EPERM, errno.ENAMETOOLONG, errno.ELOOP, errno.ENOTDIR)
"""What the system says of a path that nobody could use, typed or in the way there."""
AGAIN_S: Final = 0.05
"""After so long a signal that was swallowed comes again: the callback is over then, or it is swallowed once more."""
SAME_WISH_S: Final = 1.0
"""Signals so soon after one that was heeded are passed over: `timeout` sends two, and a terminal may."""
DEFAULTS: Final = (signal.SIG_DFL, signal.default_int_handler)
"""What is done of these where nobody has decided otherwise."""


class Interrupted(KeyboardInterrupt):
    """A signal came; its number is the argument."""


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run one command and leave the process with its exit status."""
    _open_missing_streams()
    with _ended_by_signals() as came:
        sys.exit(_status(arguments, came))


def _open_missing_streams() -> None:
    """Put the system's void where the process was started without a standard stream.

    Else the next file opened would take its number, and every line for the person would be an error. What was missing
    `sys.__stdin__` and its like go on telling.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            os.dup2(os.open(os.devnull, os.O_RDWR), number)
            os.set_inheritable(number, True)  # for the processes that are started, too
            setattr(sys, name, os.fdopen(number, "r" if name == "stdin" else "w"))


@contextlib.contextmanager
def _ended_by_signals() -> Iterator[list[str]]:
    """Let every end from outside run the same clean-up as Ctrl+C; one that is ignored (nohup) stays so.

    One that comes while a callback of the compiler's runs, which swallows whatever is raised, comes again. What comes
    right after another one is the same wish: it must not cut the clean-up short, nor end a process that is leaving with
    a traceback. So what was done of signals before is put back only where none came.

    Yields:
        the names of the signals that came.
    """
    came: list[str] = []
    heeded_s = -math.inf

    def interrupt(number: int, _frame: object) -> None:
        nonlocal heeded_s
        if time.monotonic() - heeded_s < SAME_WISH_S:
            return
        heeded_s = time.monotonic()
        came.append(signal_name(number))
        raise Interrupted(number)

    def swallowed(what: "sys.UnraisableHookArgs") -> None:
        nonlocal heeded_s
        if isinstance(what.exc_value, Interrupted):
            heeded_s = -math.inf
            later = threading.Timer(AGAIN_S, _signal_again, what.exc_value.args)
            later.daemon = True
            later.start()
        elif not came:  # what was cut off half-made complains as it goes: nobody need know
            hook(what)

    hook, sys.unraisablehook = sys.unraisablehook, swallowed
    before = {number: handler for number in ENDING_SIGNALS if (handler := signal.getsignal(number)) in DEFAULTS}
    for number in before:
        signal.signal(number, interrupt)
    try:
        yield came
    finally:
        if not came:
            for number, handler in before.items():
                signal.signal(number, handler)
            sys.unraisablehook = hook


def _signal_again(number: int) -> None:
    """Let a signal come to the main thread, out of what it may be waiting for."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, number)
    else:
        _thread.interrupt_main(signal.Signals(number))


def _status(arguments: list[str] | None, came: list[str]) -> int:
    try:
        status = int(app(arguments, prog_name="run_bot.py", standalone_mode=False) or ExitStatus.DONE)
        if status == INTERRUPTED:
            raise KeyboardInterrupt
        return status
    except CommandError as end:
        _tell(str(end))
        return end.status
    except TyperException as error:
        # typer's own words, without what pydantic puts before them
        fault = error.format_message().replace("Value error, ", "").rstrip(".")
        context = getattr(error, "ctx", None)
        _tell(f"{fault} (see {context.command_path if context else 'run_bot.py'} --help)")
        return ExitStatus.UNUSABLE
    except (KeyboardInterrupt, Abort):
        _tell(f"stopped by {came[0] if came else 'Ctrl+C'}")
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
        return ExitStatus.FAILED
    except Exception as error:
        if _names_bad_input(error):
            _tell(str(error))
            return ExitStatus.UNUSABLE
        if came:  # it may have come inside a callback of the compiler's, which swallows it and fails later
            _tell(f"stopped by {came[0]}")
            return ExitStatus.STOPPED
        raise


def _names_bad_input(error: Exception) -> bool:
    return any(f"{kind.__module__}.{kind.__qualname__}" in UNUSABLE_INPUT for kind in type(error).__mro__)


def _tell(message: str) -> None:
    with contextlib.suppress(OSError):  # nobody reads it any more, or there is no room: the status says it
        sys.stderr.write("run_bot.py: " + " ".join(message.split()) + "\n")
        sys.stderr.flush()
