"""A run's own folder under runs/: no other run gets it, and an empty one does not stay."""

from pathlib import Path

import pytest

from bot.exit_status import Unusable
from bot.playing.run_log import RUNS, new_run_folder


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_runs_that_begin_in_the_same_second_have_folders_of_their_own() -> None:
    with new_run_folder("demo") as first, new_run_folder("demo") as second, new_run_folder("demo") as third:
        assert len({first, second, third}) == 3
        assert all(folder.is_dir() for folder in (first, second, third))


def test_only_a_folder_that_holds_something_stays() -> None:
    with new_run_folder("empty") as empty, new_run_folder("full") as full:
        (full / "frame.png").write_bytes(b"")
    assert (empty.exists(), full.exists()) == (False, True)


def test_what_runs_lie_in_stays_where_it_was_before() -> None:
    """An empty runs/ was left behind by a demo that was refused."""
    with new_run_folder("first"), new_run_folder("second"):
        pass
    assert not RUNS.exists()
    RUNS.mkdir()
    with new_run_folder("third"):
        pass
    assert RUNS.is_dir()


def test_a_place_that_cannot_be_written_is_named() -> None:
    RUNS.write_bytes(b"")
    with pytest.raises(Unusable, match=r"runs.demo-.*cannot be made.*--record"), new_run_folder("demo"):
        pass
