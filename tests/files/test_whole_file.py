"""Whole or not at all, through links and beside other processes: one way for every file that takes another's place."""

import multiprocessing
import sys
from collections.abc import Callable
from multiprocessing.synchronize import Event
from pathlib import Path

import numpy as np
import pytest

from capture.png_file import write_png
from files.whole_file import replacing
from policy import archive

WRITERS: dict[str, Callable[[Path], None]] = {
    "picture": lambda path: write_png(path, np.zeros((4, 4, 3), np.uint8)),
    "archive": lambda path: archive.write(path, {"weights": np.arange(5)}),
}


@pytest.mark.skipif(sys.platform == "win32", reason="making links wants a right there that few have")
@pytest.mark.parametrize("writer", WRITERS)
def test_a_link_stays_and_what_it_stands_for_is_replaced(writer: str, tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    far, link = tmp_path / "far" / "kept", tmp_path / "named"
    far.write_text("old")
    link.symlink_to(far)
    WRITERS[writer](link)
    assert link.is_symlink()
    assert far.read_bytes() != b"old"
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["far", "kept", "named"]


@pytest.mark.parametrize("writer", WRITERS)
def test_files_of_others_beside_it_stay_as_they_are(writer: str, tmp_path: Path) -> None:
    for other in ("a.part", "a.npz.part", ".a.npz.part"):
        (tmp_path / other).write_text("mine")
    WRITERS[writer](tmp_path / "a.npz")
    assert {path.name for path in tmp_path.iterdir() if path.read_bytes() == b"mine"} == {
        "a.part",
        "a.npz.part",
        ".a.npz.part",
    }


def test_two_processes_may_write_one_file_at_a_time(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    context = multiprocessing.get_context("spawn")
    half, go_on = context.Event(), context.Event()
    other = context.Process(target=_write_slowly, args=(file, half, go_on))
    other.start()
    assert half.wait(30.0)
    with replacing(file) as part:
        part.write_text("ours")
    assert file.read_text() == "ours"
    go_on.set()
    other.join(30.0)
    assert other.exitcode == 0
    assert file.read_text() == "theirs, whole"
    assert [*tmp_path.iterdir()] == [file]


def _write_slowly(file: Path, half: Event, go_on: Event) -> None:
    with replacing(file) as part, part.open("w") as text:
        text.write("theirs")
        text.flush()
        half.set()
        assert go_on.wait(30.0)
        text.write(", whole")


def test_what_went_wrong_is_told_and_not_that_nothing_could_be_removed(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no such thing"):
        _begun_as_a_folder(tmp_path / "a.txt")


def _begun_as_a_folder(file: Path) -> None:
    with replacing(file) as part:
        part.mkdir()  # cannot be removed as a file
        raise ValueError("no such thing")


@pytest.mark.skipif(sys.platform != "linux", reason="a device that is always full")
def test_a_picture_that_does_not_fit_leaves_the_one_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.png"
    write_png(path, np.zeros((4, 4, 3), np.uint8))
    before = path.read_bytes()
    monkeypatch.setattr("files.whole_file.part_of", _full_disk)
    (tmp_path / "full").symlink_to("/dev/full")
    with pytest.raises(OSError, match="No space left"):
        write_png(path, np.ones((4, 4, 3), np.uint8))
    assert [*tmp_path.iterdir()] == [path]
    assert path.read_bytes() == before


def _full_disk(file: Path) -> Path:
    return file.with_name("full")
