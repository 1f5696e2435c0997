"""Reads the score off the window now and then: pictures are taken in the run, OCR comes after it.

Tesseract takes some tenths of a second a line, so it has no place in the loop; without it a run goes on all the same.
"""

import contextlib
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from capture.frame import Frame
from capture.source import CaptureError
from capture.window import WindowSource
from vision.profile_sections import TextSection
from vision.text import read_number_at

EVERY = 100
"""Moves between two pictures of the score."""


@dataclass(frozen=True, slots=True)
class ScoreRead:
    """A score that was read.

    Attributes:
        move: after how many moves.
        time_ns: when the picture was taken.
        score: as read; None where no digit could be.
    """

    move: int
    time_ns: int
    score: int | None


class ScoreWitness:
    """Keeps a picture of the score's place after every hundredth move and after the last.

    Args:
        title: of the window; it is grabbed whole, as the loop may look at the board alone.
        place: of the score; None where the window shows none, and then there is nothing to see.
    """

    def __init__(self, title: str, place: TextSection | None) -> None:
        self._place = place
        self._source = WindowSource(title) if place else None
        self._pictures: dict[int, Frame] = {}

    def moved(self, moves: int) -> None:
        """Take a picture if it is time for one."""
        if moves % EVERY == 0:
            self.look(moves)

    def look(self, moves: int) -> None:
        """Take a picture now; a window that cannot be seen leaves none."""
        if self._source is not None:
            with contextlib.suppress(CaptureError):
                self._pictures[moves] = self._source.grab()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        if self._source is not None:
            self._source.close()

    def read(self) -> list[ScoreRead]:
        """Return the scores in order of moves.

        Raises:
            vision.ocr.OcrMissing: no tesseract that works.
        """
        if self._place is None:
            return []
        return [
            ScoreRead(moves, frame.time_ns, read_number_at(frame, self._place))
            for moves, frame in sorted(self._pictures.items())
        ]
