"""One stored picture, read with a profile."""

import string
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from capture.folder import load_image
from capture.frame import Frame
from capture.source import CaptureError
from vision.profile import Profile
from vision.readers import BoardReader
from vision.sighting import UNKNOWN, Codes, Sighting, Status
from vision.text import read_combos_at, read_numbers_at


@dataclass(frozen=True, slots=True, eq=False)
class ImageReading:
    """What a picture shows, and how long the reader took."""

    path: Path
    frame: Frame
    sighting: Sighting
    milliseconds: float
    score: int | None = None
    best: int | None = None
    combo: int | None = None

    @property
    def codes(self) -> set[int]:
        """The codes that the picture shows, but for UNKNOWN."""
        return {int(code) for code in self.sighting.codes.flat} - {UNKNOWN}

    def document(self, learned: Collection[int], names: Mapping[int, str], shown: Mapping[str, Any]) -> dict[str, Any]:
        """Return the `--json` entry.

        Args:
            learned: the profile's codes; with those that the picture shows they are its `kinds`.
            names: what each code is called; one that it leaves out is told by its number.
            shown: the game's own part.
        """
        sighting = self.sighting
        return {
            "image": str(self.path),
            **shown,
            "kinds": {str(code): _name(code, names) for code in sorted(self.codes.union(learned))},
            "min_margin": self._min_margin,
            "status": status_text(sighting.status),
            "ms": round(self.milliseconds, 3),
            **({} if self.score is None else {"score": self.score}),
            **({} if self.best is None else {"best": self.best}),
            **({} if self.combo is None else {"combo": self.combo}),
            **{key: value for key, value in sighting.extras.items() if isinstance(value, int | float | str)},
        }

    def text(self, names: Mapping[int, str], printed: Mapping[str, Codes]) -> str:
        """Return what the picture shows in lines: numbers, letters under headings, and what each letter is.

        Args:
            names: what each code is called; a code that it leaves out is told by its number.
            printed: the game's own parts, codes (rows, cols) or (rows, places, slots) by heading; UNKNOWN is `?`.
        """
        lines = [f"{self.path}: {status_text(self.sighting.status)}, smallest margin {self._min_margin}"]
        numbers = {"score": self.score, "best": self.best, "combo": self.combo}
        told = [f"{name} {number}" for name, number in numbers.items() if number is not None]
        lines += [", ".join(told)] if told else []
        for heading, codes in printed.items():
            lines += [f"{heading}:", *(f"  {_row(row, names)}" for row in codes)]
        seen = sorted({int(code) for codes in printed.values() for code in codes.flat})
        meanings = [f"{_letter(code, names)} {_name(code, names)}" for code in seen]
        return "\n".join([*lines, ", ".join(meanings)])

    @property
    def _min_margin(self) -> float:
        return round(float(self.sighting.margin.min()), 4)


NOTHING = ("empty", "floor", "no bomb", "nobody")
"""Names of kinds that are none; all are written as a point."""
LETTERS = string.ascii_uppercase + string.ascii_lowercase


def _name(code: int, names: Mapping[int, str]) -> str:
    return names.get(code, "not sure" if code == UNKNOWN else f"kind {code}")


def _row(row: Codes, names: Mapping[int, str]) -> str:
    """Return a row of codes (cols) as letters, or one of places with slots (places, slots) as words."""
    return " ".join("".join(_letter(code, names) for code in place) for place in row.reshape(len(row), -1).tolist())


def _letter(code: int, names: Mapping[int, str]) -> str:
    if code == UNKNOWN:
        return "?"
    return "." if _name(code, names) in NOTHING else LETTERS[code % len(LETTERS)]


def status_text(status: Status) -> str:
    """Return "ok" or the names of the flags that are set."""
    return "ok" if not status else ", ".join(flag.name.lower().replace("_", " ") for flag in status if flag.name)


def load_frame(path: Path, profile: Profile) -> Frame:
    """Load one picture of the profile's window.

    Raises:
        CaptureError: it cannot be loaded, or has another size than the window the profile was made on.
    """
    frame = Frame(load_image(path), 0)
    refuse_other_size(path, frame, profile)
    return frame


def read_frame(reader: BoardReader, path: Path, frame: Frame) -> ImageReading:
    """Read the board in a picture that was loaded from `path`; the numbers beside it are left to `with_texts`."""
    started = time.perf_counter()
    sighting = reader.read(frame)
    milliseconds = (time.perf_counter() - started) * 1e3
    return ImageReading(path, frame, sighting, milliseconds)


def refuse_other_size(path: Path, frame: Frame, profile: Profile) -> None:
    """Refuse a picture that is not as large as the window the profile was made on.

    Raises:
        CaptureError: it has another size.
    """
    height, width = frame.pixels.shape[:2]
    if (width, height) != (profile.window.width, profile.window.height):
        raise CaptureError(
            f"{path}: {width}x{height} pixels, but the profile was made on {profile.window.width}x"
            f"{profile.window.height}; calibrate on a picture of this size"
        )


def with_texts(readings: Sequence[ImageReading], profile: Profile) -> list[ImageReading]:
    """Return readings with the numbers that the profile has places for, as far as they can be read.

    Raises:
        vision.ocr.OcrMissing: the profile has a place, but there is no tesseract that works.
    """
    frames = [reading.frame for reading in readings]
    nothing: list[int | None] = [None] * len(frames)
    scores = read_numbers_at(frames, profile.score) if profile.score else nothing
    bests = read_numbers_at(frames, profile.best) if profile.best else nothing
    combos = read_combos_at(frames, profile.combo) if profile.combo else nothing
    return [
        replace(reading, score=score, best=best, combo=combo)
        for reading, score, best, combo in zip(readings, scores, bests, combos, strict=True)
    ]
