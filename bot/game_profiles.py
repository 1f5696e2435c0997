"""Profiles for a game that is known: whose they are, and whether its kinds are the game's."""

from pathlib import Path

from bot.games import Game
from vision.profile import Profile, ProfileError, load_profile


def profile_of(game: Game, folder: Path) -> Profile:
    """Read a profile and see that it is this game's.

    Raises:
        ProfileError: it cannot be used, was made for another game, or has a kind with a code that the game has not.
    """
    profile = load_profile(folder)
    if profile.game != game.name:
        raise ProfileError(f"{folder}: a profile of {profile.game}, not of {game.name}; calibrate {game.name} first")
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
