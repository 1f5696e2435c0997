"""Keys of a profile that cannot be pressed: one line before the first move."""

from pathlib import Path

import pytest

from bot.playing.keys import check_keys
from control.hand import DryHand
from vision.profile import Profile, ProfileError
from vision.profile_sections import (
    ArenaKeysSection,
    ArenaSection,
    BoardSection,
    KeysSection,
    ReaderSection,
    WellSection,
    WindowSection,
)


class FewKeys(DryHand):
    """Knows the arrows and the space bar."""

    def knows_key(self, name: str) -> bool:
        return name in ("left", "right", "up", "down", "space")


def profile_with(well: KeysSection | None = None, arena: ArenaKeysSection | None = None) -> Profile:
    return Profile(
        game="columns",
        window=WindowSection(width=100, height=100),
        board=BoardSection(x=0, y=0, width=100, height=100, rows=14, cols=6),
        kinds=(),
        reader=ReaderSection(min_margin=0.5, max_distance=1, max_core=1),
        well=None if well is None else WellSection(background="well.png", keys=well),
        arena=None if arena is None else ArenaSection(ground="ground.png", players=2, keys=arena),
    )


@pytest.mark.parametrize(
    ("profile", "words"),
    [
        (profile_with(well=KeysSection(rotate="arrow_up")), "well.keys.rotate.*arrow_up"),
        (profile_with(arena=ArenaKeysSection(bomb="spce")), "arena.keys.bomb.*spce"),
        (profile_with(arena=ArenaKeysSection(up="")), "arena.keys.up.*no key"),
    ],
)
def test_a_key_that_cannot_be_pressed_is_named(profile: Profile, words: str) -> None:
    with pytest.raises(ProfileError, match=f"profile.toml.*{words}"):
        check_keys(profile, Path("p"), FewKeys())


@pytest.mark.parametrize(
    "profile", [profile_with(), profile_with(well=KeysSection(drop="")), profile_with(arena=ArenaKeysSection())]
)
def test_known_keys_and_keys_that_a_well_does_without_pass(profile: Profile) -> None:
    check_keys(profile, Path("p"), FewKeys())
