"""What a demo came to is kept in its recording; where it cannot be, the result is told all the same."""

import json
from pathlib import Path

from bot.demo import _kept
from bot.exit_status import ExitStatus
from bot.playing.run import Ending
from capture.recording import EVENTS_FILE

DONE = Ending("3 moves made", finished=True)


def test_the_document_ends_the_recording(tmp_path: Path) -> None:
    (tmp_path / EVENTS_FILE).write_text("")
    assert _kept(tmp_path, {"moves": 3}, DONE) == {"ending": "3 moves made", "status": ExitStatus.DONE}
    assert json.loads((tmp_path / EVENTS_FILE).read_text())["document"] == {"moves": 3}


def test_a_recording_that_takes_no_more_fails_the_run_and_says_so(tmp_path: Path) -> None:
    (tmp_path / EVENTS_FILE).mkdir()
    changed = _kept(tmp_path, {"moves": 3}, DONE)
    assert changed["status"] == ExitStatus.FAILED
    assert changed["ending"].startswith(f"{tmp_path}: cannot be written to")


def test_what_failed_before_is_told_first(tmp_path: Path) -> None:
    (tmp_path / EVENTS_FILE).mkdir()
    lost = Ending("the window went away", fault=True)
    assert _kept(tmp_path, {}, lost) == {"ending": lost.reason, "status": ExitStatus.FAILED}
