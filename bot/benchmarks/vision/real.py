"""Real pictures with labels beside them: learned from all of a window's, or from one, and read on the others.

A picture's labels stand beside it under its name. `.txt`: a row of the board a line, a letter a cell; "." is an empty
cell, and a board that has any is a well. `.json`: "rows" (a word a row; with "water_row" Bilging's) or "grid" and
"hand" (nested rings, a letter a ring). A picture without labels shows no board that may be played on.
"""

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from bot.benchmarks.vision.counts import Counts
from bot.benchmarks.vision.drawn import Codes
from bot.benchmarks.vision.eyes import Eyes, EyesError, open_eyes
from calibration.calibrate import calibrate
from calibration.outcome import Calibration
from calibration.rings import calibrate_rings
from calibration.well.calibrate import calibrate_well
from capture.folder import load_image
from capture.frame import Frame, Pixels
from vision import bilging, columns, square_stacker
from vision.screen import Screen
from vision.sighting import Sighting, Status

VARIABLE: Final = "SPYGLASS_REAL"
"""Environment variable that names the folder."""
EMPTY: Final = "."
MOST_LEARNED_FROM: Final = 5
"""Pictures of one window that are calibrated on together."""


class LabelError(ValueError):
    """Labels that fit no board; one line that names the file."""


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """A picture and what is written of it.

    Attributes:
        name: of the picture's file.
        pixels: the client area.
        board: "tiles", "well", "rings" or "bilging".
        shape: rows and columns.
        codes: letters as numbers, place by place.
    """

    name: str
    pixels: Pixels
    board: str
    shape: tuple[int, int]
    codes: Codes

    @property
    def window(self) -> tuple[object, ...]:
        """What pictures of one window share."""
        return self.board, self.shape, self.pixels.shape


@dataclass(frozen=True, slots=True)
class RealRow:
    """One source's pictures, learned and read in one manner.

    Attributes:
        source: folder.
        manner: how it was learned.
        counts: what came out.
        reasons: why windows could not be calibrated.
    """

    source: str
    manner: str
    counts: Counts
    reasons: tuple[str, ...] = ()


def real_folder() -> Path | None:
    """Return the folder of real pictures, None where the environment names none.

    Raises:
        LabelError: it names what is no folder.
    """
    named = os.environ.get(VARIABLE, "")
    if named and not Path(named).is_dir():
        raise LabelError(f"{VARIABLE}: no folder {named}; name one with real pictures, or none")
    return Path(named) if named else None


def measure(folder: Path) -> Iterator[RealRow]:
    """Read all pictures of a folder's folders.

    Raises:
        LabelError: labels that fit no board.
        capture.source.CaptureError: a picture that cannot be read.
    """
    for source in sorted(path for path in folder.iterdir() if path.is_dir()):
        pictures = {path: labelled(path) for path in sorted(source.glob("*.png"))}
        groups: dict[tuple[object, ...], list[Labelled]] = {}
        for one in pictures.values():
            if one is not None:
                groups.setdefault(one.window, []).append(one)
        if not groups:
            continue
        yield _row(source.name, "learned from all", [(group, group) for group in groups.values()])
        others = [([one], [two for two in group if two is not one]) for group in groups.values() for one in group]
        if any(rest for _, rest in others):
            yield _row(source.name, "learned from one, the others read", others)
        strange = [load_image(path) for path, one in pictures.items() if one is None]
        if strange:
            yield _refusals(source.name, strange, list(groups.values()))


def labelled(picture: Path) -> Labelled | None:
    """Return a picture with the labels beside it, None where there are none.

    Raises:
        LabelError: they fit no board.
    """
    text, document = picture.with_suffix(".txt"), picture.with_suffix(".json")
    if text.is_file():
        rows = [line.split() for line in text.read_text(encoding="utf-8").splitlines() if line.strip()]
        board = "well" if any(EMPTY in row for row in rows) else "tiles"
        return _labelled(text, picture, board, rows)
    if document.is_file():
        try:
            written = json.loads(document.read_text(encoding="utf-8"))
        except ValueError as error:
            raise LabelError(f"{document}: not JSON ({error}); mend it") from error
        if "rows" in written:
            board = "bilging" if "water_row" in written else "tiles"
            return _labelled(document, picture, board, [list(row) for row in written["rows"]])
        if "grid" in written:
            words = [word for row in written["grid"] for word in row] + list(written["hand"])
            return _labelled(document, picture, "rings", [list(word) for word in words])
        raise LabelError(f"{document}: holds neither 'rows' nor 'grid' and 'hand'; write one of them")
    return None


def _labelled(where: Path, picture: Path, board: str, rows: list[list[str]]) -> Labelled:
    if not rows or len({len(row) for row in rows}) != 1 or any(len(word) != 1 for row in rows for word in row):
        raise LabelError(f"{where}: every line must have the same number of single letters; mend it")
    codes = np.array([ord(word) for row in rows for word in row])
    if codes.max() > np.iinfo(np.int8).max:
        raise LabelError(f"{where}: letters must be plain ASCII; mend it")
    return Labelled(picture.name, load_image(picture), board, (len(rows), len(rows[0])), codes.astype(np.int8))


def _learned(lesson: Sequence[Labelled]) -> Eyes:
    """Calibrate on some pictures of one window.

    Raises:
        EyesError: they cannot be measured.
    """
    few = lesson[:: -(-len(lesson) // MOST_LEARNED_FROM)]
    frames = [Frame(one.pixels, number) for number, one in enumerate(few)]
    calibration = _calibrated(frames, few[0], len({int(code) for one in few for code in one.codes}))
    return open_eyes(calibration, _told, ((one.pixels, one.codes) for one in few))


def _calibrated(frames: list[Frame], one: Labelled, kinds: int) -> Calibration:
    rows, cols = one.shape
    calibrators: dict[str, Any] = {
        "well": lambda: calibrate_well(frames, columns.SCREEN, rows=rows, cols=cols),
        "rings": lambda: calibrate_rings(frames, square_stacker.SCREEN),
        "bilging": lambda: calibrate(frames, bilging.SCREEN, rows=rows, cols=cols),
        "tiles": lambda: calibrate(frames, Screen("tiles", rows, cols, kinds)),
    }
    made: Calibration = calibrators[one.board]()
    return made


def _told(sighting: Sighting) -> Codes:
    return np.asarray(sighting.codes.ravel(), np.int8)


def _row(source: str, manner: str, pairs: Sequence[tuple[Sequence[Labelled], Sequence[Labelled]]]) -> RealRow:
    """Learn from the first and read the second pictures of each pair."""
    parts, reasons = [], []
    for lesson, exam in pairs:
        if not exam:
            continue
        try:
            eyes = _learned(lesson)
        except EyesError as error:
            parts.append(Counts(refused=len(exam)))
            reasons.append(f"{lesson[0].name}: {error}")
            continue
        parts += [Counts.of(eyes.read(one.pixels), one.codes, eyes.never_shown(one.codes)) for one in exam]
    return RealRow(source, manner, Counts.total(parts), tuple(reasons))


def _refusals(source: str, strange: list[Pixels], groups: list[list[Labelled]]) -> RealRow:
    """Read pictures that show no board to play on with the eyes for windows of their size; a whole board is wrong."""
    parts = []
    for pixels in strange:
        for group in groups:
            if group[0].pixels.shape == pixels.shape:
                sighting = _learned(group).reader.read(Frame(pixels, 0))
                whole = sighting.status == Status.CLEAR
                cells = int(sighting.codes.size)
                parts.append(Counts(boards=1, exact=int(not whole), cells=cells, wrong=cells if whole else 0))
    return RealRow(source, "no board to play on", Counts.total(parts))
