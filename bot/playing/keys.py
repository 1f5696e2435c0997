"""Whether the keys that a profile names can be pressed, asked before the first move."""

from pathlib import Path

from control.hand import Hand
from vision.profile import PROFILE_FILE, Profile, ProfileError


def check_keys(profile: Profile, folder: Path, hand: Hand) -> None:
    """See that the hand knows every key of the profile, and that an arena has all of its keys.

    Raises:
        ProfileError: one line that names the key and the profile.
    """
    path = folder / PROFILE_FILE
    well = dict(profile.well.keys) if profile.well is not None else {}
    arena = dict(profile.arena.keys) if profile.arena is not None else {}
    for what, name in arena.items():
        if not name:
            raise ProfileError(f"{path}: 'arena.keys.{what}' names no key; write there which one it is")
    named = {f"well.keys.{what}": name for what, name in well.items()}
    named |= {f"arena.keys.{what}": name for what, name in arena.items()}
    for where, name in named.items():
        if name and not hand.knows_key(name):
            raise ProfileError(f"{path}: '{where}': no key is called '{name}' here; write it as pyautogui does")
