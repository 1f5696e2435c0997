"""`codingame`: play on the platform, by its lines on standard input and output."""

import sys
from enum import StrEnum
from typing import Annotated

import typer


class PlatformGame(StrEnum):
    """Games of the platform that we play."""

    HYPERSONIC = "hypersonic"


def command(
    game: Annotated[PlatformGame, typer.Argument(metavar="GAME", help=" or ".join(PlatformGame))],
    policy: Annotated[
        str, typer.Option("--policy", metavar="P", help="Planner with parameters: beam:sc=0.")
    ] = "strongest",
    think_ms: Annotated[
        float, typer.Option("--think-ms", metavar="T", min=1.0, max=95.0, help="Budget a turn; the platform gives 100.")
    ] = 75.0,
    seed: Annotated[int, typer.Option("--seed", metavar="S", min=0, help="Decides every random choice.")] = 1,
    load_s: Annotated[
        float,
        typer.Option(
            "--load-s",
            metavar="S",
            min=0.0,
            max=600.0,
            help="Loading may keep the first answer so long; 0: it is there in 0.8 s.",
        ),
    ] = 0.0,
) -> None:
    """Answer the platform's turns on standard output until standard input ends."""
    del game  # there is one
    from bot.platform.session import Session, process_started

    session = Session(sys.stdin.fileno(), sys.stdout, _say, think_ms / 1e3, started=process_started(), load_s=load_s)
    session.play(("bot.platform.hypersonic_mind:load", policy, str(seed)))


def _say(text: str) -> None:
    sys.stderr.write(f"codingame: {text}\n")
    sys.stderr.flush()
