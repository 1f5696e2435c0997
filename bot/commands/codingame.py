"""`codingame`: play on the platform, by its lines on standard input and output."""

import contextlib
import os
import sys
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Final

import typer

from bot.commands.options import SeedOption, finite
from bot.exit_status import Unusable

TELLING_S: Final = 0.01
"""Seconds that a line for the person may take, after the answer; where standard error is full it comes later."""


class PlatformGame(StrEnum):
    """Games of the platform that we play."""

    HYPERSONIC = "hypersonic"


def command(
    game: Annotated[PlatformGame, typer.Argument(metavar="GAME", help=" or ".join(PlatformGame))],
    policy: Annotated[
        str, typer.Option("--policy", metavar="P", help="Planner with parameters: beam:sc=0.")
    ] = "strongest",
    think_ms: Annotated[
        float,
        typer.Option(
            "--think-ms",
            metavar="T",
            min=5.0,
            max=95.0,
            callback=finite,
            help="Budget a turn; the platform gives 100.",
        ),
    ] = 75.0,
    seed: SeedOption = 1,
    load_s: Annotated[
        float,
        typer.Option(
            "--load-s",
            metavar="S",
            min=0.0,
            max=600.0,
            callback=finite,
            help="Loading may keep the first answer so long; 0: it is there in 0.8 s.",
        ),
    ] = 0.0,
) -> None:
    """Answer the platform's turns on standard output until standard input ends."""
    del game  # there is one
    from bot.platform.session import Session, process_started

    if sys.__stdin__ is None or sys.__stdout__ is None:
        raise Unusable("standard input or output is closed; connect both to the platform")
    say = _teller(sys.stderr.fileno())
    session = Session(sys.stdin.fileno(), sys.stdout, say, think_ms / 1e3, started=process_started(), load_s=load_s)
    session.play(("bot.platform.hypersonic_mind:load", policy, str(seed)))


def _teller(descriptor: int) -> Callable[[str], None]:
    """Return what writes a line there, if that can be done: no game is lost by a reader that has gone or sleeps."""
    from bot.platform.pipe_writer import PipeWriter

    writer = PipeWriter(os.fdopen(os.dup(descriptor), "wb", buffering=0))

    def say(text: str) -> None:
        with contextlib.suppress(OSError):  # a TimeoutError is one
            writer.write(f"codingame: {text}\n".encode(errors="replace"), TELLING_S)

    return say
