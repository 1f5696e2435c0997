"""Kinds of a profile are the game's, or are numbered on from the first code that it leaves free."""

from pathlib import Path

import pytest
from test_bad_input import PROFILE

from bot.game_profiles import profile_of
from bot.games import GAMES
from vision.profile import ProfileError


@pytest.mark.parametrize(("codes", "refused"), [((0, 10), 0), ((0, 11, 12), 0), ((0, 12), 12), ((0, 11, 13), 13)])
def test_codes_that_a_game_does_not_know(codes: tuple[int, ...], refused: int, tmp_path: Path) -> None:
    kinds = "".join(f'[[kinds]]\ncode = {code}\nname = "k{code}"\nfile = "k{code}.png"\n' for code in codes)
    head, _, rest = PROFILE.partition("[[kinds]]")
    (tmp_path / "profile.toml").write_text(head + kinds + rest[rest.index("[reader]") :], encoding="utf-8")
    for code in codes:
        (tmp_path / f"k{code}.png").touch()
    if not refused:
        assert [kind.code for kind in profile_of(GAMES["bilging"](), tmp_path).kinds] == list(codes)
        return
    with pytest.raises(ProfileError, match=f"kind 'k{refused}' has code {refused}; bilging has 0 to 10"):
        profile_of(GAMES["bilging"](), tmp_path)
