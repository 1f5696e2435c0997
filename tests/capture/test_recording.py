"""Recordings: what goes in comes out, however the run ended."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from capture.folder import load_image
from capture.frame import Frame, Pixels, Region
from capture.png_file import write_png
from capture.recorded import RecordingReader, is_recording
from capture.recording import QUEUE_FRAMES, FrameRing, RecordingWriter
from capture.source import CaptureError

ROOT = Path(__file__).resolve().parents[2]


def frame(seed: int, region: Region | None = None, scale: float = 1.0) -> Frame:
    pixels = np.random.default_rng(seed).integers(0, 256, (40, 60, 3), dtype=np.uint8)
    return Frame(pixels, 1_000 + seed, region, scale)


def test_what_was_recorded_is_read_back(tmp_path: Path) -> None:
    frames = [frame(0), frame(1, Region(-5, 7, 60, 40), 2.0)]
    folder = tmp_path / "run"
    with RecordingWriter(folder, {"game": "bilging", "seed": 3}) as writer:
        names = [writer.add_frame(each) for each in frames]
        writer.event({"event": "decision", "time_ns": 7, "frame": names[1], "codes": np.arange(3, dtype=np.int8)[None]})
    assert is_recording(folder)
    reader = RecordingReader(folder)
    assert reader.meta == {"schema_version": 1, "game": "bilging", "seed": 3}
    assert [event["event"] for event in reader.events] == ["frame", "frame", "decision"]
    assert reader.events[2]["codes"] == [[0, 1, 2]]
    assert not reader.cut
    for name, was in zip(names, frames, strict=True):
        now = reader.frame(name)
        assert np.array_equal(now.pixels, was.pixels)
        assert (now.time_ns, now.region, now.scale) == (was.time_ns, was.region, was.scale)


def test_frames_are_named_in_order(tmp_path: Path) -> None:
    with RecordingWriter(tmp_path / "run", {}) as writer:
        for seed in range(50):
            writer.add_frame(frame(seed))
    reader = RecordingReader(tmp_path / "run")
    for seed, name in zip(range(50), reader.frame_names, strict=True):
        assert np.array_equal(reader.frame(name).pixels, frame(seed).pixels)


def test_the_same_frame_again_is_not_written_twice(tmp_path: Path) -> None:
    one = frame(1)
    with RecordingWriter(tmp_path / "run", {}) as writer:
        assert writer.add_frame(one) == writer.add_frame(one)
        assert writer.add_frame(frame(2)) != writer.add_frame(one)
    assert len(list((tmp_path / "run" / "frames").iterdir())) == 3


def test_a_cut_last_line_is_left_out(tmp_path: Path) -> None:
    with RecordingWriter(tmp_path / "run", {}) as writer:
        writer.event({"event": "first", "time_ns": 1})
        writer.event({"event": "second", "time_ns": 2})
    path = tmp_path / "run" / "events.jsonl"
    path.write_bytes(path.read_bytes()[:-4])
    reader = RecordingReader(tmp_path / "run")
    assert [event["event"] for event in reader.events] == ["first"]
    assert reader.cut


def test_a_damaged_line_elsewhere_is_refused_by_number(tmp_path: Path) -> None:
    with RecordingWriter(tmp_path / "run", {}) as writer:
        writer.event({"event": "first", "time_ns": 1})
    path = tmp_path / "run" / "events.jsonl"
    path.write_text('{"event": "a", "time_ns": 1}\n{"event"\n{"event": "b", "time_ns": 1}\n')
    with pytest.raises(CaptureError, match="line 2 is damaged"):
        RecordingReader(tmp_path / "run")
    path.write_text('{"event": "frame", "time_ns": 1}\n')
    with pytest.raises(CaptureError, match="line 1 lacks event or file or region or scale or time_ns"):
        RecordingReader(tmp_path / "run")


def test_a_killed_run_loses_no_event(tmp_path: Path) -> None:
    script = """
import os, signal, sys
from pathlib import Path
import numpy as np
from capture.frame import Frame
from capture.recording import RecordingWriter
writer = RecordingWriter(Path(sys.argv[1]), {})
for number in range(100):
    writer.add_frame(Frame(np.full((600, 800, 3), number, np.uint8), number))
    writer.event({"event": "step", "time_ns": number})
os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path / "run")], cwd=ROOT, timeout=60, check=False)
    assert done.returncode == -signal.SIGKILL
    reader = RecordingReader(tmp_path / "run")
    assert [event["time_ns"] for event in reader.events if event["event"] == "step"] == list(range(100))
    assert reader.frame_names == sorted(reader.frame_names)
    assert len(reader.frame_names) >= 60
    for name in reader.frame_names:
        assert reader.frame(name).pixels[0, 0, 0] == int(name[:6])


def test_a_full_disk_is_one_error_and_leaves_nothing_half_written(tmp_path: Path) -> None:
    # A limit on file size fails as a full disk does: in the middle of a write.
    script = """
import resource, sys
from pathlib import Path
import numpy as np
from capture.frame import Frame
from capture.recording import RecordingWriter
from capture.source import CaptureError
noise = np.random.default_rng(0).integers(0, 256, (300, 400, 3), dtype=np.uint8)
writer = RecordingWriter(Path(sys.argv[1]), {})
writer.add_frame(Frame(noise[:20, :20].copy(), 1))
resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))
writer.add_frame(Frame(noise, 2))
try:
    writer.close()
except CaptureError as error:
    sys.exit(str(error))
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "run")], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1
    assert "cannot write the recording (File too large); free space" in done.stderr
    assert [path.name for path in (tmp_path / "run" / "frames").iterdir()] == ["000000.png"]
    assert RecordingReader(tmp_path / "run").frame_names == ["000000.png"]


def test_a_disk_that_is_gone_when_an_event_comes_is_one_error(tmp_path: Path) -> None:
    writer = RecordingWriter(tmp_path / "run", {})
    writer._events.close()
    with Path("/dev/full").open("ab", buffering=0) as full:  # takes no line, nor can one be taken back
        writer._events = full
        with pytest.raises(CaptureError, match="cannot write the recording"):
            writer.event({"event": "decision", "time_ns": 1})
        with pytest.raises(CaptureError, match="cannot write the recording"):
            writer.close()


def record_until_refused(writer: RecordingWriter, frames: list[Frame]) -> str:
    """Give it frames until it takes no more; what it says then, as what closing it says."""
    with pytest.raises(CaptureError) as refused:
        list(map(writer.add_frame, frames))
    started = time.monotonic()
    with pytest.raises(CaptureError) as closed:
        writer.close()
    assert time.monotonic() - started < 5
    assert str(closed.value) == str(refused.value)
    return str(closed.value)


@pytest.mark.timeout(60)
def test_a_frame_that_cannot_be_encoded_is_one_error_and_nobody_waits_for_room(tmp_path: Path) -> None:
    frames = [Frame(np.zeros((0, 0, 3), np.uint8), 0), *(frame(seed) for seed in range(5 * QUEUE_FRAMES))]
    told = record_until_refused(RecordingWriter(tmp_path / "run", {}), frames)
    assert len(told.splitlines()) == 1
    assert "cannot write the recording (OpenCV" in told
    assert "free space" not in told


@pytest.mark.timeout(60)
def test_a_writing_thread_that_is_no_more_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RecordingWriter, "_write_frames", lambda _writer: None)
    frames = [frame(seed) for seed in range(2 * QUEUE_FRAMES)]
    told = record_until_refused(RecordingWriter(tmp_path / "run", {}), frames)
    assert "the thread that writes frames has ended" in told


@pytest.mark.timeout(60)
def test_a_slow_disk_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def slowly(path: Path, pixels: Pixels) -> None:
        time.sleep(0.01)
        write_png(path, pixels)

    monkeypatch.setattr("capture.recording.write_png", slowly)
    monkeypatch.setattr("capture.recording.LOOKED_AFTER_S", 0.001)
    with RecordingWriter(tmp_path / "run", {}) as writer:
        names = [writer.add_frame(frame(seed)) for seed in range(QUEUE_FRAMES + 5)]
    assert RecordingReader(tmp_path / "run").frame_names == names


def test_frames_that_a_thread_leaves_behind_are_told_of_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RecordingWriter, "_write_frames", lambda _writer: None)
    writer = RecordingWriter(tmp_path / "run", {})
    writer.add_frame(frame(1))
    writer.add_frame(frame(2))
    with pytest.raises(CaptureError, match="the thread that writes frames has ended"):
        writer.close()


def test_an_event_that_does_not_fit_is_taken_back(tmp_path: Path) -> None:
    script = """
import resource, sys
from pathlib import Path
from capture.recording import RecordingWriter
from capture.source import CaptureError
writer = RecordingWriter(Path(sys.argv[1]), {})
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    for number in range(1000):
        writer.event({"event": "step", "time_ns": number})
except CaptureError as error:
    sys.exit(str(error))
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "run")], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "cannot write the recording" in done.stderr
    reader = RecordingReader(tmp_path / "run")
    assert not reader.cut
    assert len(reader.events) > 20


@pytest.mark.parametrize("room", [0, 20])
def test_an_event_that_does_not_fit_at_the_end_of_a_closed_recording_is_taken_back(room: int, tmp_path: Path) -> None:
    script = """
import resource, sys
from pathlib import Path
from capture.recording import EVENTS_FILE, RecordingWriter, add_to_recording
from capture.source import CaptureError
folder = Path(sys.argv[1])
with RecordingWriter(folder, {}) as writer:
    writer.event({"event": "ending", "time_ns": 1})
most = (folder / EVENTS_FILE).stat().st_size + int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
try:
    add_to_recording(folder, {"event": "examined", "time_ns": 2})
except CaptureError as error:
    sys.exit(str(error))
"""
    command = [sys.executable, "-c", script, str(tmp_path / "run"), str(room)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.endswith("cannot be written to (File too large); make room or record elsewhere\n")
    reader = RecordingReader(tmp_path / "run")
    assert not reader.cut
    assert [event["event"] for event in reader.events] == ["ending"]


def test_a_folder_that_holds_something_is_refused(tmp_path: Path) -> None:
    (tmp_path / "note").write_text("mine")
    with pytest.raises(CaptureError, match="holds something already"):
        RecordingWriter(tmp_path, {})
    with pytest.raises(CaptureError, match="cannot write the recording"):
        RecordingWriter(tmp_path / "note" / "run", {})


def test_a_closed_recording_takes_nothing_more(tmp_path: Path) -> None:
    writer = RecordingWriter(tmp_path / "run", {})
    writer.close()
    writer.close()
    with pytest.raises(CaptureError, match="closed"):
        writer.event({"event": "late", "time_ns": 1})


def test_an_event_needs_its_two_keys(tmp_path: Path) -> None:
    with (
        RecordingWriter(tmp_path / "run", {}) as writer,
        pytest.raises(ValueError, match="expected an event with 'event' and 'time_ns'"),
    ):
        writer.event({"event": "when?"})


def test_no_recording_a_newer_one_and_a_strange_name_are_refused(tmp_path: Path) -> None:
    assert not is_recording(tmp_path)
    with pytest.raises(CaptureError, match="No such file"):
        RecordingReader(tmp_path)
    with RecordingWriter(tmp_path / "run", {}) as writer:
        writer.event({"event": "frame", "time_ns": 1, "file": "../meta.toml", "region": None, "scale": 1.0})
    with pytest.raises(CaptureError, match="no frame"):
        RecordingReader(tmp_path / "run").frame("../meta.toml")
    (tmp_path / "run" / "meta.toml").write_text("schema_version = 2\n")
    with pytest.raises(CaptureError, match="newer than this Spyglass"):
        RecordingReader(tmp_path / "run")


def test_ring_keeps_the_last_frames(tmp_path: Path) -> None:
    ring = FrameRing(3)
    for number in range(5):
        ring.add(Frame(np.full((20, 20, 3), number, np.uint8), number * 10_000_000))
    paths = ring.dump(tmp_path / "fault")
    assert [path.name for path in paths] == ["000_minus_20ms.png", "001_minus_10ms.png", "002_minus_0ms.png"]
    assert [int(load_image(path)[0, 0, 0]) for path in paths] == [2, 3, 4]
    with pytest.raises(CaptureError, match="cannot write the last frames"):
        ring.dump(paths[0])


def test_events_are_plain_json_lines(tmp_path: Path) -> None:
    with RecordingWriter(tmp_path / "run", {}) as writer:
        writer.event({"event": "path", "time_ns": np.int64(5), "file": Path("a")})
        with pytest.raises(TypeError, match="cannot hold a set"):
            writer.event({"event": "odd", "time_ns": 1, "value": {1}})
    line = (tmp_path / "run" / "events.jsonl").read_text()
    assert json.loads(line) == {"event": "path", "time_ns": 5, "file": "a"}
    assert os.linesep in line
