"""The rules that a calibrated board can be played by: the game's own, with size, kinds and players as found."""

from itertools import count
from typing import TYPE_CHECKING

from calibration.kind_names import fewest_of_a_kind

if TYPE_CHECKING:
    from bot.games import Game
    from vision.profile import Profile

COUNTS = ("colours", "kinds")
"""What rules of plain tiles call their number of ordinary kinds."""


def rules_of_board(game: "Game", profile: "Profile") -> str:
    """Return the name of the rules for as many players, with rows and columns changed to those of the profile.

    So is the number of ordinary kinds, where the profile has codes for more. These are the default rules wherever they
    will do. Numbers that the rules do not allow stay as they are, and so do games whose board has one size only.

    Args:
        game: what is played.
        profile: of a window of it.
    """
    name = _rules_for(game, players_of(profile))
    rules = game.rules.PRESETS[name]
    wanted = {"rows": profile.board.rows, "cols": profile.board.cols}
    kinds = _ordinary_kinds(game, profile)
    wanted |= {field: kinds for field in COUNTS if game.plain_tiles and getattr(rules, field, kinds) < kinds}
    changes = [f"{field}={number}" for field, number in wanted.items() if getattr(rules, field, number) != number]
    if not changes:
        return name
    changed = f"{name}:{','.join(changes)}"
    return changed if _are_allowed(game, changed) else name


def _are_allowed(game: "Game", rules_name: str) -> bool:
    """Tell whether the game has rules of that name: not every number will do."""
    try:
        game.rules.PRESETS[rules_name]
    except (KeyError, ValueError):
        return False
    return True


def _ordinary_kinds(game: "Game", profile: "Profile") -> int:
    """Return how many codes of ordinary kinds, which are numbered from 0 on, a profile has."""
    codes = {kind.code for kind in profile.kinds} - set(game.screen.special_codes.values())
    return next(code for code in count() if code not in codes)


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
    return next((getattr(rules, field) for field in COUNTS if hasattr(rules, field)), None)


def too_few_kinds(game: "Game", rules_name: str | None, profile: "Profile") -> str | None:
    """Return what a person should know of kinds that rules lack though a board shows them as often as ordinary ones.

    One line, or None where there are none, or where no rules have as many. It is no fault: a special piece may show
    as often.

    Args:
        game: what is played.
        rules_name: of a preset; None where nothing is told.
        profile: of a window of it.
    """
    known = colours_of(game, rules_name)
    if rules_name is None or known is None:
        return None
    fewest = fewest_of_a_kind(sum(kind.count for kind in profile.kinds), known)
    specials = game.screen.special_codes.values()
    beyond = [kind for kind in profile.kinds if kind.code >= known and kind.code not in specials]
    shown = {kind.code: kind.name for kind in beyond if kind.count >= fewest}
    more = _with_kinds(game, rules_name, known + len(shown))
    if not shown or more is None:
        return None
    again = "calibrate again with" if max(shown) >= game.screen.first_free_code else "give"
    names = " and ".join(f"'{name}'" for name in shown.values())
    return (
        f"note: rules {rules_name} have {known} kinds of tile, the board shows {known + len(shown)}: {names} will be "
        f"left alone; if these are ordinary tiles, {again} --rules {more}"
    )


def _with_kinds(game: "Game", rules_name: str, kinds: int) -> str | None:
    """Return the name of the same rules with another number of kinds, None where they cannot have so many."""
    name, _, changes = rules_name.partition(":")
    field = next(field for field in COUNTS if hasattr(game.rules.PRESETS[name], field))
    others = [change for change in changes.split(",") if change and not change.startswith(f"{field}=")]
    changed = f"{name}:{','.join([*others, f'{field}={kinds}'])}"
    return changed if _are_allowed(game, changed) else None


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
