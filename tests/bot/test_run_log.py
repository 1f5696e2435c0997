"""A disk that fills up while a run is recorded: the run's result is not lost with it."""

import subprocess
import sys
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bot.playing.run import run_to_its_end
from bot.playing.run_log import PROFILE_COPY, RunLog
from calibration.learned_kinds import LearnedKinds
from calibration.profile_folder import CONTACT_SHEET
from capture.frame import Frame
from capture.source import CaptureError
from control.sketch import Sketch
from vision.profile import Profile, load_profile, save_profile
from vision.profile_sections import BoardSection, KindSection, ReaderSection, WindowSection
from vision.prototypes import write_prototype

PROFILE = Profile(
    game="bilging",
    window=WindowSection(width=200, height=300),
    board=BoardSection(x=10, y=20, width=120, height=240, rows=12, cols=6),
    kinds=(KindSection(code=0, name="colour 0", file="a.png"),),
    reader=ReaderSection(min_margin=0.3, max_distance=30, max_core=8),
)
NOTHING: Any = None
SHEET = np.zeros((4, 4, 3), np.uint8)
PICTURE = np.zeros((16, 16, 3), np.float32), np.ones((16, 16), np.float32)


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    """A folder with a profile in it."""
    folder = tmp_path / "profile"
    folder.mkdir()
    save_profile(PROFILE, folder)
    write_prototype(folder / "a.png", *PICTURE)
    return folder


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


@pytest.mark.parametrize("there", [False, True])
@pytest.mark.parametrize("most", [4, 2000])
def test_a_disk_that_is_full_from_the_start_is_one_line_and_nothing_is_left(
    most: int, there: bool, tmp_path: Path
) -> None:
    """A limit on file size fails as a full disk does: at the recording's own first file, or in the copied profile."""
    profile, folder = tmp_path / "profile", tmp_path / "run"
    profile.mkdir()
    if there:
        folder.mkdir()
    for name in ("kind_00.png", "kind_01.png"):
        (profile / name).write_bytes(bytes(5000))
    command = [sys.executable, "-c", BEGIN, str(folder), str(profile), str(most)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "File too large); free space or record elsewhere" in done.stderr
    assert folder.exists() == there, "a folder that the person has made is theirs"
    assert list(folder.glob("*")) == []


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


@pytest.mark.parametrize("fault", ["the sheet cannot be written", "the profile is gone", "the kind is there"])
def test_a_kind_that_the_recording_cannot_keep_ends_the_run_with_its_result_told(fault: str, profile: Path) -> None:
    log = RunLog(profile.parent / "run", profile, {"game": "bilging"})
    copy = profile.parent / "run" / PROFILE_COPY
    learned = LearnedKinds(NOTHING, (), (), SHEET)
    match fault:
        case "the sheet cannot be written":
            (copy / CONTACT_SHEET).mkdir()
        case "the profile is gone":
            (copy / "profile.toml").unlink()
        case "the kind is there":
            learned = LearnedKinds(NOTHING, PROFILE.kinds, (PICTURE,), SHEET)
    ending = run_to_its_end(lambda: log.learned(learned))
    assert ending.fault
    assert str(copy) in ending.reason
    assert "\n" not in ending.reason
    log.ending(ending.reason, ending.fault)
    log.summary({"moves": 3})
    log.close()
    assert log.failure is None
    assert '"summary"' in (profile.parent / "run" / "events.jsonl").read_text(encoding="utf-8")


def test_the_copy_of_a_profile_that_nobody_may_write_to_can_be_added_to(profile: Path) -> None:
    for file in profile.iterdir():
        file.chmod(0o444)
    RunLog(profile.parent / "run", profile, {}).close()
    copies = list((profile.parent / "run" / PROFILE_COPY).iterdir())
    assert [file.stat().st_mode & 0o200 for file in copies] == [0o200] * 2


def test_a_recording_holds_the_profile_that_was_played_with(profile: Path) -> None:
    """A mended profile may not have got into its own folder."""
    mended = PROFILE.model_copy(update={"board": PROFILE.board.model_copy(update={"x": 14.0})})
    RunLog(profile.parent / "run", profile, {}, mended).close()
    assert load_profile(profile.parent / "run" / PROFILE_COPY) == mended
    assert load_profile(profile) == PROFILE


@pytest.mark.parametrize("recorded", [True, False])
def test_frames_are_kept_for_a_fault_only_where_there_is_a_recording(recorded: bool, tmp_path: Path) -> None:
    (tmp_path / "profile").mkdir()
    log = RunLog(tmp_path / "run" if recorded else None, tmp_path / "profile", {})
    pixels = np.zeros((9, 9, 3), np.uint8)
    kept = weakref.ref(pixels)
    log.seen(Frame(pixels, 0))
    del pixels
    assert (kept() is not None) == recorded
    log.ending("it broke", fault=True)
    log.close()
    assert log.failure is None
    assert [file.name for file in tmp_path.glob("run/fault/*")] == (["000_minus_0ms.png"] if recorded else [])
