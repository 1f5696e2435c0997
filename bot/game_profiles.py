"""Profiles for a game that is known: whose they are, and whether board, sections and kinds are the game's."""

from pathlib import Path

from bot.games import Game
from vision.profile import PROFILE_FILE, SECTIONS, Profile, ProfileError, load_profile


def profile_of(game: Game, folder: Path) -> Profile:
    """Read a profile and see that it is this game's.

    Raises:
        ProfileError: it cannot be used, was made for another game, has not the game's own section (or one that the game
            has not) or its size, or has a kind with a code that the game has not.
    """
    profile = load_profile(folder)
    if profile.game != game.name:
        raise ProfileError(f"{folder}: a profile of {profile.game}, not of {game.name}; calibrate {game.name} first")
    if fault := _other_board(game, profile):
        raise ProfileError(f"{folder / PROFILE_FILE}: {fault}")
    known, free = len(game.rules.KIND_NAMES), game.screen.first_free_code
    unnamed = sorted({kind.code for kind in profile.kinds if kind.code >= known})
    for place, code in enumerate(unnamed):
        # what the game has no code for is numbered on from the first free one
        if code != free + place:
            name = next(kind.name for kind in profile.kinds if kind.code == code)
            raise ProfileError(
                f"{folder}: kind '{name}' has code {code}; {game.name} has 0 to {known - 1}, "
                f"and what it does not know is numbered on from {free}; mend the code or calibrate again"
            )
    return profile


def _other_board(game: Game, profile: Profile) -> str | None:
    """Return why the profile's board cannot be the game's, with the mend, or None where it can."""
    for section in SECTIONS:
        there = getattr(profile, section) is not None
        if there and section != game.section:
            return f"[{section}] does not belong to {game.name}; remove the section or calibrate again"
        if not there and section == game.section:
            return f"[{section}] is missing, and without it {game.name} cannot be read; calibrate again"
    screen, board, rings = game.screen, profile.board, profile.rings
    if game.one_size and (board.rows, board.cols) != (screen.rows, screen.cols):
        return (
            f"'board' has {board.rows} rows and {board.cols} columns, {game.name} has {screen.rows} and {screen.cols}; "
            "mend [board] or calibrate again"
        )
    if rings is not None and (len(rings.slots), len(rings.hand)) != (screen.slots, screen.hand):
        return (
            f"'rings' has {len(rings.slots)} slots and a hand of {len(rings.hand)}, {game.name} has {screen.slots} and "
            f"{screen.hand}; calibrate again"
        )
    return None
