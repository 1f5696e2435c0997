"""The rules that a calibrated board can be played by: the game's own, with the size and the players that were found."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.games import Game
    from vision.profile import Profile


def rules_of_board(game: "Game", profile: "Profile") -> str:
    """Return the name of the rules for as many players, with rows and columns changed to those of the profile.

    These are the default rules wherever they will do. Numbers that the rules do not allow stay as they are, and so do
    games whose board has one size only.

    Args:
        game: what is played.
        profile: of a window of it.
    """
    name = _rules_for(game, players_of(profile))
    rules = game.rules.PRESETS[name]
    wanted = {"rows": profile.board.rows, "cols": profile.board.cols}
    changes = [f"{field}={number}" for field, number in wanted.items() if getattr(rules, field, number) != number]
    if not changes:
        return name
    changed = f"{name}:{','.join(changes)}"
    try:
        game.rules.PRESETS[changed]
    except (KeyError, ValueError):
        return name
    return changed


def players_of(profile: "Profile") -> int | None:
    """Return how many play in the profile's window, None where nobody plays against another."""
    return None if profile.arena is None else profile.arena.players


def _rules_for(game: "Game", players: int | None) -> str:
    """Return the name of the default rules, or of the first that are for so many players where those are not."""
    default = game.default_rules
    fitting = [name for name, rules in game.rules.PRESETS.items() if getattr(rules, "players", None) == players]
    return default if default in fitting or not fitting else fitting[0]


def told_by_rules(game: "Game", rules_name: str | None) -> tuple[int | None, int | None]:
    """Return rows and columns of named rules; (None, None) where nothing is told, or the game has one size only."""
    if rules_name is None:
        return None, None
    rules = game.rules.PRESETS[rules_name]
    return getattr(rules, "rows", None), getattr(rules, "cols", None)


def colours_of(game: "Game", rules_name: str | None) -> int | None:
    """Return how many ordinary kinds of tile named rules have; None where nothing is told, or tiles are not plain."""
    if rules_name is None or not game.plain_tiles:
        return None
    rules = game.rules.PRESETS[rules_name]
    return getattr(rules, "colours", None) or getattr(rules, "kinds", None)


def odd_size(game: "Game", profile: "Profile") -> str | None:
    """Return what a person should know of a board of a size that no preset has, one line, or None where one has it."""
    sizes = {told_by_rules(game, name) for name in game.rules.PRESETS}
    found = profile.board.rows, profile.board.cols
    if found in sizes or sizes == {(None, None)}:
        return None
    return (
        f"note: no preset of {game.name} has {found[0]} rows x {found[1]} columns, as were found here; "
        "if the board has another size, calibrate again with --rows and --cols"
    )


def size_conflict(game: "Game", rules_name: str, profile: "Profile") -> str | None:
    """Return why rules cannot be played on the profile's board by its players, one line, or None where they can."""
    players, play = getattr(game.rules.PRESETS[rules_name], "players", None), players_of(profile)
    if None not in (players, play) and players != play:
        return (
            f"rules {rules_name} are for {players} players, in the window there are {play}; "
            f"name rules for as many, such as --rules {rules_of_board(game, profile)}"
        )
    wanted, found = told_by_rules(game, rules_name), (profile.board.rows, profile.board.cols)
    if wanted in (found, (None, None)):
        return None
    return (
        f"rules {rules_name} want {wanted[0]} x {wanted[1]} cells, the board has {found[0]} x {found[1]}; "
        f"name rules of that size, such as --rules {rules_of_board(game, profile)}"
    )
