"""`practice`: a game in a window of our own, to play by hand or to turn the bot on."""

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from bot.commands.options import GameArgument, parse_settings


def command(
    game: GameArgument,
    look: Annotated[str, typer.Option(metavar="NAME", help="One of the looks the game draws itself.")] = "",
    skin: Annotated[Path | None, typer.Option(metavar="DIR", help="A look made of pictures (docs/skins.md).")] = None,
    scale: Annotated[float, typer.Option(metavar="F", help="Size of everything, 0.5 to 3.")] = 1.0,
    seed: Annotated[int, typer.Option(metavar="S", min=0, help="Decides every new piece.")] = 1,
    speed: Annotated[float, typer.Option(metavar="F", help="Speed of the animations.")] = 1.0,
    truth: Annotated[Path | None, typer.Option(metavar="FILE", help="Append every state as a JSON line.")] = None,
    rules: Annotated[str, typer.Option(metavar="NAME", help="Rules preset, if not the game's own.")] = "",
    specials: Annotated[float | None, typer.Option(metavar="RATE", help="Share of special pieces, 0 to 1.")] = None,
    scores: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Append the score of every finished game as a JSON line.")
    ] = None,
    title_suffix: Annotated[str, typer.Option(metavar="TEXT", help="Added to the window's title.")] = "",
    position: Annotated[str | None, typer.Option(metavar="X,Y", help="Where the window opens.")] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A setting of this game alone; repeatable.")
    ] = None,
) -> None:
    """Open a window to play in."""
    from bot.commands.seat_options import check_seats
    from bot.games import PRACTICE
    from bot.writable import folder_for
    from practice.options import PracticeOptions

    options = PracticeOptions(
        look=look,
        skin=skin,
        scale=scale,
        seed=seed,
        speed=speed,
        rules=rules,
        specials=specials,
        truth=truth,
        scores=scores,
        title_suffix=title_suffix,
        position=_parse_position(position),
        settings=parse_settings(settings or []),
    )
    check_seats(game, options.settings, rules or None)
    with ExitStack() as made:
        for file in (truth, scores):
            if file is not None:
                made.enter_context(folder_for(file))
        status = PRACTICE[game.value](options)
    if status:
        raise typer.Exit(status)


def _parse_position(text: str | None) -> tuple[int, int] | None:
    from bot.exit_status import Unusable

    if text is None:
        return None
    try:
        x, y = (int(part) for part in text.split(","))
    except ValueError:
        raise Unusable(f"--position wants X,Y in pixels, such as 100,60, not '{text}'") from None
    return x, y
