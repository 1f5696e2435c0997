"""A disk that fills up while a run is recorded: the run's result is not lost with it."""

import subprocess
import sys
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


BEGIN = """
import resource, sys
from pathlib import Path
from bot.playing.run_log import RunLog
from capture.source import CaptureError
folder, profile, most = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
try:
    RunLog(folder, profile, {"game": "bilging"})
except CaptureError as error:
    sys.exit(str(error))
"""


@pytest.mark.parametrize("most", [4, 2000])
def test_a_disk_that_is_full_from_the_start_is_one_line_and_nothing_is_left(most: int, tmp_path: Path) -> None:
    """A limit on file size fails as a full disk does: at the recording's own first file, or in the copied profile."""
    profile, folder = tmp_path / "profile", tmp_path / "run"
    profile.mkdir()
    for name in ("kind_00.png", "kind_01.png"):
        (profile / name).write_bytes(bytes(5000))
    command = [sys.executable, "-c", BEGIN, str(folder), str(profile), str(most)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "File too large); free space or record elsewhere" in done.stderr
    assert not folder.exists()


def test_a_profile_whose_link_leads_nowhere_is_not_copied(tmp_path: Path) -> None:
    profile, folder = tmp_path / "profile", tmp_path / "run"
    profile.mkdir()
    (profile / "kind_00.png").symlink_to(tmp_path / "gone.png")
    with pytest.raises(CaptureError, match=r"cannot be copied there .*No such file"):
        RunLog(folder, profile, {"game": "bilging"})
    assert not folder.exists()


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
