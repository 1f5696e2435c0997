"""A disk that fills up while a run is recorded: the run's result is not lost with it."""

from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest

from bot.playing.run_log import RunLog
from capture.source import CaptureError


@pytest.fixture
def log(tmp_path: Path) -> RunLog:
    (tmp_path / "profile").mkdir()
    return RunLog(tmp_path / "run", tmp_path / "profile", {"game": "bilging"})


def test_a_full_disk_fails_in_mid_run_but_not_at_the_end(log: RunLog) -> None:
    recorder: Any = log._recorder
    recorder._failure = OSError(28, "No space left on device")
    with pytest.raises(CaptureError, match="No space left"):
        log.waiting("the board cannot be seen")
    log.ending("no space", fault=True)
    log.summary({})
    log.close()
    assert log.failure is not None
    assert "No space left" in log.failure


def test_a_last_picture_that_cannot_be_written_is_not_named(log: RunLog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.playing.run_log.move_picture", MagicMock())
    monkeypatch.setattr("bot.playing.run_log.write_png", MagicMock(side_effect=OSError(28, "No space left on device")))
    log._last = (MagicMock(), MagicMock())
    log.ending("9 moves made", fault=False)
    log.close()
    assert log.picture is None
    assert log.failure is not None
    assert "No space left" in log.failure


def test_an_end_that_is_written_whole_is_no_failure(log: RunLog) -> None:
    log.ending("9 moves made", fault=False)
    log.summary({})
    log.close()
    assert log.failure is None
