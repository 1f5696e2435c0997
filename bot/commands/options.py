"""Options that several commands share, and the checks of what people type."""

import math
import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from bot.exit_status import Unusable
from bot.game_name import GameName

if TYPE_CHECKING:
    from bot.games import Game
    from vision.profile import Profile


class PermissionName(StrEnum):
    """On what ground live input is allowed."""

    OWN = "own"
    OPEN_SOURCE = "open-source"
    OFFLINE = "offline"
    PERMISSION = "permission"
    NONE = "none"


def finite(value: float | None) -> float | None:
    """Return an option's value.

    Raises:
        typer.BadParameter: it is nan or infinite, which pass the bounds that an option names.
    """
    if value is not None and not math.isfinite(value):
        raise typer.BadParameter(f"{value} is no number to go by")
    return value


def _with_an_output(wanted: bool) -> bool:
    if wanted and sys.__stdout__ is None:
        raise typer.BadParameter("standard output is closed: the document has nowhere to go")
    return wanted


GameArgument = Annotated[GameName, typer.Argument(metavar="GAME", help=" or ".join(GameName))]
JsonOption = Annotated[
    bool, typer.Option("--json", callback=_with_an_output, help="One JSON document on standard output.")
]
ProfileOption = Annotated[Path, typer.Option("--profile", metavar="DIR", help="Folder that `calibrate` wrote.")]
PolicyOption = Annotated[
    str | None, typer.Option("--policy", metavar="P", help="Planner with parameters: fullwidth:depth=3.")
]
MOST_THINK_MS: Final = 3_600_000.0
"""An hour a move."""
ThinkOption = Annotated[
    float | None,
    typer.Option(
        "--think-ms",
        metavar="T",
        min=0.1,
        max=MOST_THINK_MS,
        callback=finite,
        help="Budget a move in milliseconds; each game has its own.",
    ),
]
MOST_SEED: Final = 2**53
"""JSON's readers keep whole numbers up to here, and numbers made of seeds fit 64 bits."""
SeedOption = Annotated[
    int, typer.Option("--seed", metavar="S", min=0, max=MOST_SEED, help="Decides every random choice.")
]
MOST_JOBS: Final = max(16, 4 * (os.cpu_count() or 1))
"""More processes than cores gain nothing; hundreds take a minute to begin, and as long to end."""
RulesOption = Annotated[
    str | None, typer.Option("--rules", metavar="NAME", help="Rules preset, with numbers of your own: jewel:rows=13.")
]
WindowOption = Annotated[
    str | None, typer.Option("--window", metavar="TITLE", help="Window, if not the one the profile was made on.")
]
RecordOption = Annotated[Path | None, typer.Option("--record", metavar="DIR", help="Keep a recording there.")]
MovesOption = Annotated[int, typer.Option("--moves", metavar="N", min=1, help="Stop after this many moves.")]


def was_given(context: typer.Context, name: str) -> bool:
    """Tell whether an option, by its parameter's name, was typed; otherwise its value is the default."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def load_game(name: GameName) -> "Game":
    """Import everything one game needs."""
    from bot.games import GAMES

    return GAMES[name.value]()


def choose_rules(game: "Game", name: str | None) -> object:
    """Return the named rules preset, the game's default where none is named.

    Raises:
        Unusable: no such preset.
    """
    try:
        return game.rules.PRESETS[game.default_rules if name is None else name]
    except KeyError as error:
        raise Unusable(f"{game.name}: {error.args[0]}") from None


def parse_settings(texts: list[str]) -> dict[str, str]:
    """Read each NAME=VALUE; of several of one name the last counts.

    Raises:
        Unusable: a text of another form.
    """
    settings: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise Unusable(f"--set wants NAME=VALUE, such as keys=held, not '{text}'")
        settings[name] = value
    return settings


def parse_rectangle(text: str | None) -> tuple[float, float, float, float] | None:
    """Read X,Y,W,H.

    Raises:
        Unusable: not four numbers, or no area.
    """
    if text is None:
        return None
    try:
        x, y, width, height = (float(part) for part in text.split(","))
    except ValueError:
        raise Unusable(f"--board wants X,Y,W,H in pixels, such as 89,46,270,540, not '{text}'") from None
    if not (width > 0 and height > 0 and math.isfinite(x + y + width + height)):
        raise Unusable(f"--board {text}: give pixels, width and height above 0")
    return x, y, width, height


def load_profile_of(game: GameName, folder: Path) -> "Profile":
    """Read a profile and see that it is this game's.

    Raises:
        vision.profile.ProfileError: it cannot be used, was made for another game, or has kinds that this one has not.
    """
    from bot.game_profiles import profile_of

    return profile_of(load_game(game), folder)
