"""Saving a profile: over an older one of the game, over nothing that is somebody's own, and whole or not at all."""

import os
from pathlib import Path

import pytest

from calibration.calibrate import Calibration, CalibrationError
from vision.profile import PROFILE_FILE, load_profile
from vision.reader import Reader


def test_saving_replaces_a_profile_and_leaves_anything_else_alone(calibration: Calibration, tmp_path: Path) -> None:
    folder = tmp_path / "p"
    folder.mkdir()
    calibration.save(folder)
    earlier = folder / PROFILE_FILE
    earlier.write_text(earlier.read_text(encoding="utf-8").replace("colour_0.png", "earlier.png"), encoding="utf-8")
    (folder / "colour_0.png").replace(folder / "earlier.png")
    calibration.save(folder)
    assert not (folder / "earlier.png").exists()
    assert load_profile(folder) == calibration.profile
    assert sorted(p.name for p in tmp_path.iterdir()) == ["p"]
    other = tmp_path / "photos"
    other.mkdir()
    (other / "me.jpg").write_bytes(b"x")
    with pytest.raises(CalibrationError, match="is no profile"):
        calibration.save(other)
    assert [p.name for p in other.iterdir()] == ["me.jpg"]


def test_what_a_person_keeps_beside_a_profile_stays(calibration: Calibration, tmp_path: Path) -> None:
    folder = tmp_path / "p"
    calibration.save(folder)
    own = {file.name for file in folder.iterdir()}
    (folder / "shot.png").write_bytes(b"given as a picture")
    (folder / "notes").mkdir()
    (folder / "notes" / "old.txt").write_text("kept", encoding="utf-8")
    (folder / "link").symlink_to("notes/old.txt")
    calibration.save(folder)
    assert {file.name for file in folder.iterdir()} == own | {"shot.png", "notes", "link"}
    assert (folder / "shot.png").read_bytes() == b"given as a picture"
    assert (folder / "link").is_symlink()
    assert (folder / "link").read_text(encoding="utf-8") == "kept"
    assert load_profile(folder) == calibration.profile
    assert [p.name for p in tmp_path.iterdir()] == ["p"]


def test_a_picture_with_the_name_of_a_new_kinds_is_kept_under_another(calibration: Calibration, tmp_path: Path) -> None:
    folder = tmp_path / "p"
    calibration.save(folder)
    file = calibration.profile.kinds[0].file
    profile = folder / PROFILE_FILE
    profile.write_text(profile.read_text(encoding="utf-8").replace(file, "mine.png"), encoding="utf-8")
    (folder / file).write_bytes(b"a person's")
    calibration.save(folder)
    assert (folder / f"kept-{file}").read_bytes() == b"a person's"
    assert load_profile(folder) == calibration.profile
    Reader.open(load_profile(folder), folder)


def test_what_cannot_be_kept_leaves_everything_as_it_was(calibration: Calibration, tmp_path: Path) -> None:
    folder = tmp_path / "p"
    calibration.save(folder)
    (folder / "notes").mkdir()
    os.mkfifo(folder / "notes" / "pipe")
    before = sorted(folder.rglob("*"))
    with pytest.raises(CalibrationError, match=r"^.*p: holds notes, which .* cannot be copied; choose another folder$"):
        calibration.save(folder)
    assert sorted(folder.rglob("*")) == before
    assert [p.name for p in tmp_path.iterdir()] == ["p"]


@pytest.mark.parametrize("filled", [False, True])
@pytest.mark.parametrize("inside", [".", "notes"])
def test_the_folder_that_a_person_is_in_is_not_taken_away(
    calibration: Calibration, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, filled: bool, inside: str
) -> None:
    folder = tmp_path / "p"
    if filled:
        calibration.save(folder)
    (folder / inside).mkdir(parents=True, exist_ok=True)
    monkeypatch.chdir(folder / inside)
    before = sorted(folder.rglob("*"))
    with pytest.raises(CalibrationError, match=r"is the folder you are in.*cd \.\."):
        calibration.save(Path("." if inside == "." else ".."))
    assert Path.cwd() == folder / inside
    assert sorted(folder.rglob("*")) == before
    assert [p.name for p in tmp_path.iterdir()] == ["p"]


def test_a_profile_behind_a_link_is_put_where_the_link_leads(calibration: Calibration, tmp_path: Path) -> None:
    there, link = tmp_path / "there", tmp_path / "link"
    calibration.save(there)
    link.symlink_to(there)
    (there / PROFILE_FILE).write_text("game = 'bilging'\n[window]\n[board]\n[reader]\n", encoding="utf-8")
    calibration.save(link)
    assert link.is_symlink()
    assert load_profile(there) == calibration.profile
    assert sorted(p.name for p in tmp_path.iterdir()) == ["link", "there"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[profile.release]\nlto = true\n",
        'game = "bilging"\n[window]\nwidth = 3\n[board]\n',
        "\0\xff",
    ],
)
def test_a_folder_with_a_profile_toml_of_something_else_is_left_alone(
    text: str, calibration: Calibration, tmp_path: Path
) -> None:
    (tmp_path / PROFILE_FILE).write_text(text, encoding="latin-1")
    (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")
    with pytest.raises(CalibrationError, match=f"is no profile: its {PROFILE_FILE} is something else's"):
        calibration.save(tmp_path)
    assert sorted(p.name for p in tmp_path.iterdir()) == [PROFILE_FILE, "thesis.txt"]
    assert (tmp_path / PROFILE_FILE).read_text(encoding="latin-1") == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("schema_version = 1", "schema_version = 0\nforgotten = 5"),
        ("schema_version = 1", ""),
        ('game = "bilging"', ""),
        ("[window]", "[window"),
        ("[reader]", "[reader]\nanother = 5"),
    ],
)
def test_an_outdated_or_damaged_profile_of_the_game_is_replaced(
    before: str, after: str, calibration: Calibration, tmp_path: Path
) -> None:
    calibration.save(tmp_path / "p")
    path = tmp_path / "p" / PROFILE_FILE
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")
    names = sorted(p.name for p in path.parent.iterdir())
    calibration.save(tmp_path / "p")
    assert sorted(p.name for p in path.parent.iterdir()) == names
    assert load_profile(tmp_path / "p") == calibration.profile


def test_a_profile_that_was_cut_short_is_replaced(calibration: Calibration, tmp_path: Path) -> None:
    calibration.save(tmp_path / "p")
    path = tmp_path / "p" / PROFILE_FILE
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: text.index("[window]") + 12], encoding="utf-8")
    calibration.save(tmp_path / "p")
    assert load_profile(tmp_path / "p") == calibration.profile


def test_a_profile_of_another_game_is_left_alone(calibration: Calibration, tmp_path: Path) -> None:
    calibration.save(tmp_path / "p")
    path = tmp_path / "p" / PROFILE_FILE
    text = path.read_text(encoding="utf-8").replace('game = "bilging"', 'game = "hypersonic"')
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CalibrationError, match="is a profile of hypersonic, not of bilging"):
        calibration.save(tmp_path / "p")
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("error", [OSError(5, "Input/output error"), KeyboardInterrupt()])
def test_a_profile_stays_where_the_one_that_replaces_it_cannot_be_put_there(
    error: BaseException, calibration: Calibration, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "p"
    calibration.save(folder)
    (folder / "of_the_old_one.png").write_bytes(b"")
    before = sorted(p.name for p in folder.iterdir())
    replace = Path.replace

    def failing(self: Path, target: Path) -> Path:
        if target == folder and self.name != "profile":
            assert not folder.exists(), "the old profile is still there: nothing is to be put back"
            raise error
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", failing)
    with pytest.raises((CalibrationError, KeyboardInterrupt)):
        calibration.save(folder)
    assert sorted(p.name for p in folder.iterdir()) == before
    assert [p.name for p in tmp_path.iterdir()] == ["p"]
