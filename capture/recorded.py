"""Reading back what `capture.recording` wrote."""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from capture.folder import load_image
from capture.frame import Frame, Region
from capture.recording import EVENTS_FILE, FRAMES_FOLDER, META_FILE, SCHEMA_VERSION
from capture.recording_schema import META, fault_of, fault_of_event, told
from capture.source import CaptureError


class RecordingReader:
    """A recording, as far as it got.

    Attributes:
        meta: what the run said of itself.
        events: every event in order, frames among them.
        cut: the last line was cut short (the run was killed); it is left out.

    Raises:
        CaptureError: not a recording, a newer one, damaged elsewhere than at its end, or a key that holds something
            else than it should (`capture.recording_schema`). What must be there, whoever reads it says.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.meta = _load_meta(folder)
        self.events, self.cut = _load_events(folder / EVENTS_FILE)
        self._frames = {event["file"]: event for event in self.events if event["event"] == "frame"}

    def require_meta(self, *keys: str) -> None:
        """See that meta.toml has these keys.

        Raises:
            CaptureError: one is missing.
        """
        lacking = next((key for key in keys if key not in self.meta), None)
        if lacking is not None:
            raise CaptureError(f"{self.folder / META_FILE}: '{lacking}' is missing; write it in or record again")

    def events_of(self, name: str, *keys: str) -> list[dict[str, Any]]:
        """Return the events of one name, in order, all with these keys.

        Raises:
            CaptureError: one of them lacks a key.
        """
        found = [event for event in self.events if event["event"] == name]
        for event in found:
            lacking = next((key for key in keys if key not in event), None)
            if lacking is not None:
                raise CaptureError(f"{self.where(event)} lacks '{lacking}'; remove the line or record again")
        return found

    def where(self, event: Mapping[str, Any]) -> str:
        """Return file and line of an event of this recording, for whoever finds a fault in it."""
        number = next(number for number, one in enumerate(self.events, 1) if one is event)
        return f"{self.folder / EVENTS_FILE}: line {number}"

    @property
    def frame_names(self) -> list[str]:
        """The files of all frames whose picture is on disk, in order; a killed run may lack its last ones."""
        return [name for name in self._frames if (self.folder / FRAMES_FOLDER / name).is_file()]

    @property
    def missing(self) -> set[str]:
        """The files of the frames whose picture is not on disk."""
        return set(self._frames).difference(self.frame_names)

    def frame(self, name: str) -> Frame:
        """Return the frame that events call `name`, equal to the one that was recorded.

        Raises:
            CaptureError: there is none of this name, or its picture is missing or damaged.
        """
        event = self._frames.get(name)
        if event is None or Path(name).name != name:
            raise CaptureError(f"{self.folder}: no frame '{name}' in the recording")
        pixels = load_image(self.folder / FRAMES_FOLDER / name)
        region = event["region"]
        return Frame(pixels, event["time_ns"], Region(*region) if region else None, event["scale"])


def is_recording(folder: Path) -> bool:
    """Tell whether a folder looks like a recording rather than a folder of pictures; it may lack something."""
    return (folder / META_FILE).is_file() or (folder / EVENTS_FILE).is_file()


def cut_short(folder: Path) -> str:
    """Return what is to be said where the last line of a recording's events was cut short; "" where it is whole.

    Raises:
        CaptureError: not a recording.
    """
    path = folder / EVENTS_FILE
    return f"{path}: the last line is cut short and was left out" if _lines(path)[-1] else ""


def _load_meta(folder: Path) -> dict[str, Any]:
    path = folder / META_FILE
    try:
        meta = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        if folder.is_dir():
            raise CaptureError(f"{path}: {error.strerror}; give the folder of a recording") from error
        what = "is a file" if folder.exists() else "no such folder"
        raise CaptureError(f"{folder}: {what}; give the folder of a recording") from error
    except (ValueError, RecursionError) as error:
        raise CaptureError(f"{path}: not valid TOML ({error}); mend it or record again") from error
    version = meta.get("schema_version")
    if not isinstance(version, int):
        raise CaptureError(f"{path}: 'schema_version' is missing; this is no recording of Spyglass")
    if version > SCHEMA_VERSION:
        raise CaptureError(
            f"{path}: schema_version {told(version)} is newer than this Spyglass reads ({SCHEMA_VERSION}); "
            "update Spyglass"
        )
    fault = fault_of(meta, META)
    if fault is not None:
        raise CaptureError(f"{path}: {fault}; mend it or record again")
    return meta


def _lines(path: Path) -> list[bytes]:
    """Return the lines of a file of events; what comes last was cut short, or is empty."""
    try:
        return path.read_bytes().split(b"\n")
    except OSError as error:
        raise CaptureError(f"{path}: {error.strerror}; give the folder of a recording") from error


def _load_events(path: Path) -> tuple[list[dict[str, Any]], bool]:
    *lines, rest = _lines(path)
    events = [_event(path, number, line) for number, line in enumerate(lines, 1)]
    return events, bool(rest)


def _event(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        event = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise CaptureError(f"{path}: line {number} is damaged; remove the line or record again") from error
    needed = {"event", "time_ns"}
    if isinstance(event, dict) and event.get("event") == "frame":  # the reader itself needs these
        needed |= {"file", "region", "scale"}
    if not isinstance(event, dict) or not needed <= event.keys():
        raise CaptureError(f"{path}: line {number} lacks {' or '.join(sorted(needed))}; remove it or record again")
    fault = fault_of_event(event)
    if fault is not None:
        raise CaptureError(f"{path}: line {number}: {fault}; remove the line or record again")
    return event
