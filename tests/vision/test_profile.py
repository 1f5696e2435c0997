"""Profiles on disk: what is refused, and in what words."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from vision.profile import Profile, ProfileError, load_profile, save_profile
from vision.profile_sections import BoardSection, KindSection, ReaderSection, TintSection, WindowSection
from vision.prototypes import read_prototype, write_prototype
from vision.reader import Reader

PROFILE = Profile(
    game="bilging",
    window=WindowSection(width=200, height=300),
    board=BoardSection(x=10.5, y=20, width=120, height=240, rows=12, cols=6),
    kinds=(KindSection(code=0, name="colour 0", file="a.png"), KindSection(code=1, name="colour 1", file="b.png")),
    reader=ReaderSection(min_margin=0.3, max_distance=30, max_core=8),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    save_profile(PROFILE, tmp_path)
    for name, shade in (("a.png", 40.0), ("b.png", 200.0)):
        write_prototype(tmp_path / name, np.full((16, 16, 3), shade, np.float32), np.ones((16, 16), np.float32))
    return tmp_path


def test_what_is_saved_is_loaded(folder: Path) -> None:
    assert load_profile(folder) == PROFILE
    assert load_profile(folder).lattice.pitch_x == 20.0


def test_what_cannot_be_put_in_place_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "profile.toml").mkdir()
    with pytest.raises(OSError, match="directory"):
        save_profile(PROFILE, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["profile.toml"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('game = "bilging"', 'game = "bilging"\ncolor = 3', "unknown key 'color'"),
        ("rows = 12", "rows = 12\nrow = 12", "unknown key 'board.row'"),
        ("schema_version = 1", "schema_version = 2", "newer than this Spyglass"),
        ("rows = 12", 'rows = "twelve"', "'board.rows' must be a whole number, got \"twelve\"; mend it"),
        ("rows = 12", 'rows = "12"', "'board.rows'"),
        ("rows = 12", "rows = 1979-05-27", "'board.rows'"),
        ("rows = 12", "", "'board.rows' is missing; write it in or calibrate again"),
        ("rows = 12", "rows = [", "not valid TOML"),
        pytest.param("rows = 12", f"rows = {'9' * 5000}", "not valid TOML", id="endless number"),
        pytest.param("rows = 12", f"rows = 0x{'f' * 5000}", "not valid TOML", id="endless hexadecimal number"),
        pytest.param("rows = 12", f"rows = {'[' * 5000}", "not valid TOML", id="endless lists"),
        pytest.param("rows = 12", f"{'rows.' * 5000}x = 12", "not valid TOML", id="endless sections"),
        ('fingerprint = ""', 'fingerprint = "seen"', "'window.fingerprint' must be as `calibrate` writes it, got"),
        ('fingerprint = ""', 'fingerprint = "1a2"', "'window.fingerprint'"),
        ('file = "a.png"', 'file = "../a.png"', "'file' of [[kinds]] number 1: a picture lies beside profile.toml"),
        ('file = "a.png"', 'file = "C:\\\\a.png"', "'file' of [[kinds]] number 1: a picture lies beside profile.toml"),
        ('file = "a.png"', 'file = "c.png"', "c.png: the picture of kind 'colour 0' is missing"),
        ("code = 1", "code = 300", "'code' of [[kinds]] number 2 must be 127 or less, got 300"),
        ("code = 1", "code = -1", "'code' of [[kinds]] number 2 must be 0 or more, got -1"),
        ("code = 1", "code = 0", "kinds 'colour 0' and 'colour 1' both have code 0"),
        ('name = "colour 1"', 'name = "colour 0"', "kind 'colour 0' has the codes 0 and 1"),
        ('file = "b.png"', 'file = "a.png"', "two kinds have the picture 'a.png'"),
        ("rows = 12", "rows = 100000", "'board.rows'"),
        ("cols = 6", "cols = 65", "'board.cols'"),
        ("x = 10.5", "x = nan", "'board.x' must be a finite number, got nan"),
        ("x = 10.5", "x = inf", "'board.x'"),
        ("x = 10.5", "x = -10.5", "out of a window of 200 x 300"),
        ("x = 10.5", "x = 90.5", "out of a window of 200 x 300"),
        ("height = 240.0", "height = 300.0", "out of a window of 200 x 300"),
        ("width = 120.0", "width = 6.0", "cells of the board are 1 x 20 pixels"),
        ("width = 200", "width = 200000", "'window.width'"),
        ("hold_ms = 50.0", "hold_ms = inf", "'input.hold_ms'"),
        ("quiet_ms = 50.0", "quiet_ms = 1e9", "'input.quiet_ms'"),
        ("drag_steps = 8", "drag_steps = 1000000", "'input.drag_steps'"),
        ("max_distance = 30.0", "max_distance = nan", "'reader.max_distance'"),
        ("max_distance = 30.0", "max_distance = 1e300", "'reader.max_distance'"),
        ("max_core = 8.0", "max_core = 1e-300", "'reader.max_core'"),
    ],
)
def test_a_spoilt_profile_is_refused_in_one_line(folder: Path, old: str, new: str, words: str) -> None:
    path = folder / "profile.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ProfileError) as caught:
        load_profile(folder)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["score", "best", "combo", "level", "jewels", "arena.turn"])
@pytest.mark.parametrize(
    ("x", "y", "inside"),
    [(0, 0, True), (140, 280, True), (5000, 100, False), (150, 100, False), (-9, 0, False), (0, 290, False)],
)
def test_a_place_of_a_text_lies_in_the_window(folder: Path, name: str, x: int, y: int, inside: bool) -> None:
    shutil.copy(next(folder.glob("*.png")), folder / "ground.png")
    with (folder / "profile.toml").open("a", encoding="utf-8") as file:
        if name == "arena.turn":
            file.write('\n[arena]\nground = "ground.png"\nplayers = 2\n')
        file.write(f"\n[{name}]\nx = {x}\ny = {y}\nwidth = 60\nheight = 20\n")
    if inside:
        assert load_profile(folder) is not None
        return
    with pytest.raises(ProfileError, match="out of a window of 200 x 300; mend it") as refused:
        load_profile(folder)
    assert f"profile.toml: [{name}] reaches from ({x}, {y}) to ({x + 60}, {y + 20})" in str(refused.value)


def test_a_seat_that_nobody_has_is_refused_in_one_line(folder: Path) -> None:
    path = folder / "profile.toml"
    plain = path.read_text(encoding="utf-8")
    path.write_text(plain + '[arena]\nground = "a.png"\nplayers = 2\nseat = 2\n', encoding="utf-8")
    with pytest.raises(ProfileError, match=r"seat 2 of \[arena\] is none of 2 players, 0 to 1") as caught:
        load_profile(folder)
    assert "\n" not in str(caught.value)


def test_a_profile_without_kinds_is_refused(tmp_path: Path) -> None:
    save_profile(PROFILE.model_copy(update={"kinds": ()}), tmp_path)
    with pytest.raises(ProfileError, match="'kinds' is empty"):
        load_profile(tmp_path)


def test_a_folder_without_a_profile_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="make a profile with `calibrate`"):
        load_profile(tmp_path / "nowhere")


@pytest.mark.parametrize("data", [b"", b"not a picture", b"\x89PNG\r\n\x1a\n" + b"0" * 20])
def test_a_prototype_that_is_no_picture_is_refused(folder: Path, data: bytes) -> None:
    (folder / "b.png").write_bytes(data)
    with pytest.raises(ProfileError, match=r"b\.png: not a colour PNG"):
        Reader.open(load_profile(folder), folder)


def test_a_picture_that_is_cut_short_or_damaged_is_refused_without_another_word(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    whole = (folder / "b.png").read_bytes()
    damaged = bytearray(whole)
    damaged[len(whole) // 2] ^= 0xFF
    for data in (whole[: len(whole) // 2], whole[:-60], whole[:30], bytes(damaged)):
        (folder / "b.png").write_bytes(data)
        with pytest.raises(ProfileError, match=r"b\.png: not a colour PNG"):
            Reader.open(load_profile(folder), folder)
    assert capfd.readouterr() == ("", "")


def test_a_prototype_that_is_too_small_is_refused(folder: Path) -> None:
    write_prototype(folder / "b.png", np.zeros((4, 4, 3), np.float32), np.ones((4, 4), np.float32))
    with pytest.raises(ProfileError, match="smaller than 8x8"):
        Reader.open(load_profile(folder), folder)


def test_a_prototype_that_is_not_square_is_refused(folder: Path) -> None:
    write_prototype(folder / "b.png", np.zeros((32, 40, 3), np.float32), np.ones((32, 40), np.float32))
    with pytest.raises(ProfileError, match=r"b\.png: 40x32 pixels, but one tile is square; mend it"):
        Reader.open(load_profile(folder), folder)


def test_a_tint_that_adds_nothing_is_none(folder: Path) -> None:
    """Below it everything would cost nothing, and all of the board would lie below it."""
    tint = TintSection(name="water", weight=0.0, colour=(200, 100, 0))
    assert Reader.open(PROFILE.model_copy(update={"tints": (tint,)}), folder).tint is None


def test_a_tint_that_hides_the_tiles_is_refused(folder: Path) -> None:
    tint = TintSection(name="water", weight=0.95, colour=(200, 100, 0))
    with pytest.raises(ProfileError, match="hides the tiles"):
        Reader.open(PROFILE.model_copy(update={"tints": (tint,)}), folder)


def test_a_prototype_keeps_colour_and_trust(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    dry = rng.uniform(0, 255, (16, 16, 3)).astype(np.float32)
    trust = rng.uniform(0.1, 1, (16, 16)).astype(np.float32)
    write_prototype(tmp_path / "k.png", dry, trust)
    dry_read, trust_read = read_prototype(tmp_path / "k.png", 16)
    assert dry_read == pytest.approx(dry, abs=0.51)
    assert trust_read == pytest.approx(trust, abs=0.003)
