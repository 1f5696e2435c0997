"""Sections, size and kinds of a profile are the game's; other kinds are numbered on from the first free code."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from bot.game_profiles import profile_of
from bot.games import GAMES
from tests.bot.command_line import assert_one_line, run_here
from tests.bot.profile_toml import PROFILE
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


RINGS = """
[rings]
background = "kind_00.png"
max_ground = 10.0
hand = [[300.0, 100.0], [300.0, 200.0], [300.0, 300.0]]
slots = [{name = "a", file = "kind_00.png"}, {name = "b", file = "kind_00.png"}, {name = "c", file = "kind_00.png"}]
"""
WELL = '[well]\nbackground = "kind_00.png"\n'
ARENA = '[arena]\nground = "kind_00.png"\nplayers = 2\n'
OWN = {"square_stacker": (RINGS, 3, 3), "columns": (WELL, 13, 6), "hypersonic": (ARENA, 11, 13), "swap3": ("", 8, 8)}


def written(folder: Path, game: str, rows: int, cols: int, sections: str) -> Path:
    folder.mkdir()
    text = PROFILE.replace('"bilging"', f'"{game}"').replace("rows = 12", f"rows = {rows}")
    text = text.replace("cols = 6", f"cols = {cols}") + sections
    (folder / "profile.toml").write_text(text, encoding="utf-8")
    (folder / "kind_00.png").touch()
    return folder


@pytest.mark.parametrize("name", OWN)
def test_a_game_has_its_own_section_and_no_other(name: str, tmp_path: Path) -> None:
    game, (own, rows, cols) = GAMES[name](), OWN[name]
    assert profile_of(game, written(tmp_path / "own", name, rows, cols, own)).game == name
    if own:
        bare = written(tmp_path / "bare", name, rows, cols, "")
        with pytest.raises(ProfileError, match=rf"profile\.toml: \[{game.section}\] is missing.*calibrate again"):
            profile_of(game, bare)
    for section in (RINGS, WELL, ARENA):
        if section != own:
            more = written(tmp_path / section.split("]")[0].strip(" \n["), name, rows, cols, own + section)
            with pytest.raises(ProfileError, match=rf"profile\.toml: .*belong to {name}; remove the section or cal"):
                profile_of(game, more)


@pytest.mark.parametrize(("name", "refused"), [("square_stacker", 1), ("hypersonic", 1), ("columns", 0), ("swap3", 0)])
def test_a_game_of_one_size_has_that(name: str, refused: int, tmp_path: Path) -> None:
    game, (own, _, cols) = GAMES[name](), OWN[name]
    other = written(tmp_path / "other", name, 9, cols, own)
    if not refused:
        assert profile_of(game, other).board.rows == 9
        return
    with pytest.raises(ProfileError, match=rf"profile\.toml: 'board' has 9 rows and {cols} columns, {name} has"):
        profile_of(game, other)


def test_a_hand_of_another_size(tmp_path: Path) -> None:
    fewer = written(tmp_path / "fewer", "square_stacker", 3, 3, RINGS.replace("[300.0, 100.0], ", ""))
    with pytest.raises(
        ProfileError, match=r"profile\.toml: 'rings' has 3 slots and a hand of 2, square_stacker has 3 and"
    ):
        profile_of(GAMES["square_stacker"](), fewer)


@pytest.mark.parametrize(
    ("rows", "sections", "word"), [(3, "", "[rings] is missing"), (2, RINGS, "'board' has 2 rows")]
)
def test_commands_name_the_file(rows: int, sections: str, word: str, tmp_path: Path) -> None:
    profile = written(tmp_path / "p", "square_stacker", rows, 3, sections)
    picture = tmp_path / "picture.png"
    cv2.imwrite(str(picture), np.zeros((600, 400, 3), np.uint8))
    for arguments in (
        ("read", "square_stacker", picture, "--profile", profile),
        ("replay", picture, "--profile", profile),
        ("suggest", "square_stacker", "--profile", profile),
    ):
        assert_one_line(run_here(*arguments), "profile.toml", word, "calibrate again")
