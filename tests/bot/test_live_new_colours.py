"""Games that begin with a few colours: those that come later are learned while playing, and a replay knows when."""

from pathlib import Path

import pytest

from bot.playing.run_log import PROFILE_COPY
from capture.recorded import RecordingReader
from tests.bot.live_play import demo, replay
from vision.profile import load_profile

pytestmark = [pytest.mark.live, pytest.mark.display, pytest.mark.timeout(360)]


def test_colours_are_learned_when_they_come(tmp_path: Path) -> None:
    recording = tmp_path / "recording"
    options = ("--rules=coolmath", "--look=discs", "--moves=60", "--speed=6", f"--record={recording}")
    status, document, error = demo("square_stacker", *options, seconds=240)
    assert status == 0, error
    assert document["cells_misread"] == 0, "misread"
    assert document["moves_confirmed"] == document["moves"] > 30, (document, error)
    known = document["calibration"]["kinds"]
    assert known < 7
    learned = [event for event in RecordingReader(recording).events if event["event"] == "learned"]
    assert learned
    assert all(event["kept"] for event in learned)
    kinds = {str(kind.code): kind.name for kind in load_profile(recording / PROFILE_COPY).kinds}
    assert len(kinds) == 7
    assert known + sum(len(event["kinds"]) for event in learned) == 7
    assert all(kinds[code] == name for event in learned for code, name in event["kinds"].items())
    _, replayed = replay(recording)
    assert replayed["decisions"] == document["moves"]
    assert not [one for one in replayed["differences"] if one["what"] == "codes"]
