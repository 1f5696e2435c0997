"""Files that take the place of others."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bot.exit_status import Unusable
from bot.writable import check_file, check_folder, replacing


@pytest.mark.skipif(sys.platform == "win32", reason="making links wants a right there that few have")
def test_a_link_stays_and_what_it_stands_for_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    far, link = tmp_path / "far" / "a.html", tmp_path / "a.html"
    link.symlink_to(far)
    for text in ("made", "anew"):
        with replacing(link) as part:
            part.write_text(text)
        assert link.is_symlink()
        assert far.read_text() == text
    assert [*tmp_path.rglob("*.part")] == []


@pytest.mark.skipif(sys.platform == "win32", reason="making links wants a right there that few have")
def test_a_link_that_stands_for_itself_is_replaced(tmp_path: Path) -> None:
    link = tmp_path / "a.html"
    link.symlink_to("a.html")
    with replacing(link) as part:
        part.write_text("made")
    assert not link.is_symlink()
    assert link.read_text() == "made"


def test_nothing_is_left_of_a_file_that_is_not_whole(tmp_path: Path) -> None:
    file = tmp_path / "a.html"
    file.write_text("old")
    with pytest.raises(FileNotFoundError), replacing(file):
        pass  # not a byte of it was written
    with pytest.raises(KeyboardInterrupt):
        _half_written(file)
    assert [*tmp_path.iterdir()] == [file]
    assert file.read_text() == "old"


def test_a_missing_folder_is_made_for_a_file_that_gets_whole_and_no_other(tmp_path: Path) -> None:
    file = tmp_path / "new" / "deep" / "a.html"
    check_file(file, "--out")
    with pytest.raises(KeyboardInterrupt):
        _half_written(file)
    assert [*tmp_path.iterdir()] == []
    with replacing(file) as part:
        part.write_text("made")
    assert [*file.parent.iterdir()] == [file]


def test_a_file_below_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    for file in (tmp_path / "a" / "b.html", tmp_path / "a" / "deep" / "b.html"):
        with pytest.raises(
            Unusable, match=r"^--out .*b\.html: cannot be written \(Not a directory\); name another file$"
        ):
            check_file(file, "--out")


def test_checks_of_places_below_one_missing_folder_are_not_in_each_others_way(tmp_path: Path) -> None:
    """One made the folder, the other found it there, and then it was gone again."""

    def check(number: int) -> None:
        for _ in range(300):
            check_file(tmp_path / "new" / f"{number}.html")
            check_folder(tmp_path / "new" / "deep")

    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(check, number) for number in range(4)]:
            done.result()


def _half_written(file: Path) -> None:
    with replacing(file) as part:
        part.write_text("half")
        raise KeyboardInterrupt
