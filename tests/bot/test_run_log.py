"""A disk that fills up while a run is recorded: the run's result is not lost with it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bot.playing.run_log import RunLog
from capture.frame import Frame
from capture.source import CaptureError
from control.sketch import Sketch


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


def test_a_last_picture_that_cannot_be_written_is_not_named(log: RunLog) -> None:
    assert log.folder is not None
    (log.folder / "last_move.png").mkdir()
    log._last = (Frame(np.zeros((9, 9, 3), np.uint8), 0), Sketch())
    log.ending("9 moves made", fault=False)
    log.close()
    assert log.picture is None
    assert log.failure is not None
    assert "cannot be written to" in log.failure


def test_an_end_that_is_written_whole_is_no_failure(log: RunLog) -> None:
    log.ending("9 moves made", fault=False)
    log.summary({})
    log.close()
    assert log.failure is None
