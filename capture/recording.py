"""Writing down what a run saw and did: a folder of frames, events and what the run was.

On disk (read back by `capture.recorded`)::

    meta.toml       schema_version, and whatever the run says of itself
    events.jsonl    one JSON object a line, each with "event" and "time_ns"; flushed line by line
    frames/         000000.png, 000001.png, ... lossless

Every frame has an event of its own, {"event": "frame", "time_ns", "file", "region", "scale"}, ahead of the
events that refer to its file. A killed run loses the line being written and the frames still on their way.
"""

import json
import queue
import threading
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
import tomli_w

from capture.frame import Frame, Pixels
from capture.one_line import one_line
from capture.png_file import write_png
from capture.source import CaptureError

SCHEMA_VERSION = 1
META_FILE = "meta.toml"
EVENTS_FILE = "events.jsonl"
FRAMES_FOLDER = "frames"

QUEUE_FRAMES = 32
"""Frames that may wait for the disk; then writing waits, so that no frame is lost."""

LOOKED_AFTER_S = 1.0
"""A frame that finds no room for so long asks whether anybody makes any."""


class RecordingWriter:
    """Writes a recording; frames are compressed and written by a thread of its own.

    Args:
        folder: made here; must not exist, or be empty.
        meta: what the run says of itself; TOML types only.

    Raises:
        CaptureError: the folder holds something, or cannot be written.
    """

    def __init__(self, folder: Path, meta: Mapping[str, Any]) -> None:
        self.folder = folder
        self._failure: Exception | None = None
        self._last: tuple[Frame, str] | None = None
        self._count = 0
        self._closed = False
        try:
            self._made_folder = not folder.exists()
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()):
                raise CaptureError(f"{folder}: holds something already; name a new folder for the recording")
        except OSError as error:
            raise self._refusal(error) from error
        try:
            (folder / FRAMES_FOLDER).mkdir()
            (folder / META_FILE).write_text(tomli_w.dumps({"schema_version": SCHEMA_VERSION, **meta}), encoding="utf-8")
            self._events = (folder / EVENTS_FILE).open("ab", buffering=0)
        except OSError as error:
            self.take_back()
            raise self._refusal(error) from error
        self._queue: queue.Queue[tuple[Path, Pixels] | None] = queue.Queue(QUEUE_FRAMES)
        self._thread = threading.Thread(target=self._write_frames, name="recording", daemon=True)
        self._thread.start()

    def add_frame(self, frame: Frame) -> str:
        """Keep a frame and return the file name that events refer to it by.

        The very frame given last, given again, is not written twice.

        Raises:
            CaptureError: the disk is full or gone, or an earlier frame could not be written.
        """
        self._check()
        if self._last is not None and self._last[0] is frame:
            return self._last[1]
        name = f"{self._count:06d}.png"
        self._count += 1
        self._last = (frame, name)
        region = frame.region
        self.event(
            {
                "event": "frame",
                "time_ns": frame.time_ns,
                "file": name,
                "region": [region.x, region.y, region.width, region.height] if region else None,
                "scale": frame.scale,
            }
        )
        self._hand_over((self.folder / FRAMES_FOLDER / name, frame.pixels))
        return name

    def _hand_over(self, job: tuple[Path, Pixels] | None) -> None:
        """Give the thread something to write, None as the last thing; waits for room as long as the thread lives."""
        while True:
            try:
                self._queue.put(job, timeout=LOOKED_AFTER_S)
                return
            except queue.Full:
                self._raise_if_left_alone()

    def event(self, event: Mapping[str, Any]) -> None:
        """Write one event; numpy numbers and arrays become numbers and lists.

        Raises:
            ValueError: "event" or "time_ns" is missing.
            CaptureError: the disk is full or gone.
        """
        if not {"event", "time_ns"} <= event.keys():
            raise ValueError(f"expected an event with 'event' and 'time_ns', got {sorted(event)}")
        self._check()
        line = _line(event)
        try:
            _append(self._events, line)
        except OSError as error:
            self._failure = error
            raise self._refusal(error) from error

    def close(self) -> None:
        """Wait until every frame is on disk.

        Raises:
            CaptureError: one could not be written.
        """
        if self._closed:
            return
        self._closed = True
        try:
            self._hand_over(None)
            self._thread.join()
            self._raise_if_left_alone()
        finally:
            self._events.close()
        self._raise_failure()

    def take_back(self) -> None:
        """Remove what was made of a recording that could not be begun, so that the same command can be given again.

        A folder that was there before stays.
        """
        for file in (META_FILE, EVENTS_FILE):
            with suppress(OSError):
                (self.folder / file).unlink()
        for folder in (self.folder / FRAMES_FOLDER, *([self.folder] if self._made_folder else [])):
            with suppress(OSError):  # never made, or not empty, as others' are
                folder.rmdir()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _check(self) -> None:
        if self._closed:
            raise CaptureError(f"{self.folder}: the recording is closed")
        self._raise_failure()

    def _raise_if_left_alone(self) -> None:
        """Refuse to go on where frames wait for a thread that is no more."""
        if not self._thread.is_alive() and not self._queue.empty():
            self._failure = self._failure or RuntimeError("the thread that writes frames has ended")
            self._raise_failure()

    def _raise_failure(self) -> None:
        if self._failure is not None:
            raise self._refusal(self._failure) from self._failure

    def _refusal(self, error: Exception) -> CaptureError:
        if isinstance(error, OSError):
            why, mend = error.strerror, "free space or record elsewhere"
        else:
            why, mend = one_line(error), "try again, or without a recording"
        return CaptureError(f"{self.folder}: cannot write the recording ({why}); {mend}")

    def _write_frames(self) -> None:
        while (job := self._queue.get()) is not None:
            if self._failure is not None:
                continue
            try:
                write_png(*job)
            except Exception as error:  # whatever it is: a thread that ends would leave the run waiting for room
                self._failure = error


def add_to_recording(folder: Path, event: Mapping[str, Any]) -> None:
    """Write one more event to a recording that is closed, whole or not at all.

    Raises:
        CaptureError: it cannot be written.
    """
    line = _line(event)
    try:
        with (folder / EVENTS_FILE).open("ab", buffering=0) as file:
            _append(file, line)
    except OSError as error:
        raise CaptureError(
            f"{folder}: cannot be written to ({error.strerror}); make room or record elsewhere"
        ) from error


def _append(file: FileIO, line: bytes) -> None:
    """Write a line to the end of a file whole or not at all.

    Raises:
        OSError: not at all.
    """
    before = file.tell()
    try:
        written = file.write(line)
        if written != len(line):
            # The disk is full: the rest of the line says why.
            file.write(line[written:])
    except OSError:
        with suppress(OSError):  # the disk is gone, not full
            file.truncate(before)
        raise


def _line(event: Mapping[str, Any]) -> bytes:
    return json.dumps(event, default=_plain, separators=(",", ":")).encode() + b"\n"


class FrameRing:
    """The last frames, kept in memory for the case of a fault.

    Args:
        capacity: how many; 32 frames of 800x600 are 46 MB.
    """

    def __init__(self, capacity: int) -> None:
        self._frames: deque[Frame] = deque(maxlen=capacity)

    def add(self, frame: Frame) -> None:
        """Keep a frame; the oldest goes when there are too many."""
        self._frames.append(frame)

    def dump(self, folder: Path) -> list[Path]:
        """Write the frames as PNG, oldest first, and return their paths; names hold the place and the age in ms.

        Raises:
            CaptureError: they cannot be written.
        """
        paths = []
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for index, frame in enumerate(self._frames):
                age_ms = (self._frames[-1].time_ns - frame.time_ns) // 1_000_000
                paths.append(folder / f"{index:03d}_minus_{age_ms}ms.png")
                write_png(paths[-1], frame.pixels)
        except OSError as error:
            raise CaptureError(f"{folder}: cannot write the last frames ({error.strerror})") from error
        return paths


def _plain(value: object) -> object:
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, Path):
        return str(value)
    raise TypeError(f"an event cannot hold a {type(value).__name__}")
