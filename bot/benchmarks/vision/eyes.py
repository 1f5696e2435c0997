"""Eyes for one window: calibrated on clean pictures of it, and what each of their kinds stands for."""

import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.benchmarks.vision.drawn import Codes
from calibration.outcome import Calibration
from capture.frame import Frame, Pixels
from vision.profile import load_profile
from vision.readers import BoardReader, open_reader
from vision.screen import FIRST_FREE_CODE
from vision.sighting import UNKNOWN, Sighting

CODES: Final = 256
"""Codes are int8."""
END_OF_CODES: Final = 128
"""Behind the last code of a kind; they are int8."""
Told = Callable[[Sighting], Codes]
"""(sighting) to all that it tells, in the order of the truth and in the profile's numbers."""


class EyesError(ValueError):
    """Eyes that cannot be measured; one line."""


@dataclass(frozen=True, slots=True, eq=False)
class Eyes:
    """A reader whose answers are translated.

    Attributes:
        reader: of the calibrated profile.
        told: what counts of a sighting.
        names: int8 (256,): the truth's code for each of the profile's, by its value as uint8.
    """

    reader: BoardReader
    told: Told
    names: NDArray[np.int8]

    @property
    def learned(self) -> list[int]:
        """The truth's codes that the pictures showed which were calibrated on."""
        return [int(code) for code in np.unique(self.names[self.names != UNKNOWN])]

    def read(self, pixels: Pixels) -> Codes:
        """Return what a picture shows, in the truth's numbers, UNKNOWN where not sure."""
        return self.names[self.told(self.reader.read(Frame(pixels, 0))).astype(np.uint8)]

    def never_shown(self, codes: Codes) -> dict[int, frozenset[int]]:
        """Return the places of a board that hold what the eyes never saw: nobody could tell it."""
        return {int(place): frozenset() for place in np.flatnonzero(~np.isin(codes, self.learned))}


def open_eyes(calibration: Calibration, told: Told, seen: Iterable[tuple[Pixels, Codes]]) -> Eyes:
    """Load a calibration's profile as a game would, and find out by reading what its kinds stand for.

    Args:
        calibration: of the window.
        told: what counts of a sighting.
        seen: the pictures that were calibrated on, and the truth about them.

    Raises:
        EyesError: the calibration did not pass, or one of its kinds stands for two things.
    """
    if not calibration.result.passed:
        raise EyesError("; ".join(calibration.result.reasons))
    with tempfile.TemporaryDirectory(prefix="spyglass-bench-") as scratch:
        folder = Path(scratch) / "profile"
        calibration.save(folder)
        reader = open_reader(load_profile(folder), folder)
    return Eyes(reader, told, naming((told(reader.read(Frame(pixels, 0))), codes) for pixels, codes in seen))


def naming(pairs: Iterable[tuple[Codes, Codes]]) -> NDArray[np.int8]:
    """Return what each code that was read stands for, int8 (256,), UNKNOWN for codes that never were.

    A cell that calibration kept apart as a kind of its own because it looked like no other (a cursor's glow lay over
    it) is one that was not told.

    Args:
        pairs: boards as read and as they are.

    Raises:
        EyesError: a code stands for two things, or two codes for one.
    """
    met = np.zeros((CODES, CODES), np.bool_)
    for read, true in pairs:
        known = (read != UNKNOWN) & (true != UNKNOWN)
        met[read[known].astype(np.uint8), true[known].astype(np.uint8)] = True
    met[FIRST_FREE_CODE:END_OF_CODES, met.sum(axis=0) > 1] = False
    if (met.sum(axis=1) > 1).any() or (met.sum(axis=0) > 1).any():
        raise EyesError("two kinds were taken for one, or one for two, in the pictures that were calibrated on")
    names = np.full(CODES, UNKNOWN, np.int8)
    for code, stands_for in np.argwhere(met):
        names[code] = np.uint8(stands_for).astype(np.int8)
    return names
