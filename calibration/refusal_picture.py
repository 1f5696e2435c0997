"""A picture that shows where a calibration failed its proof, and says why."""

import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path

import cv2
import numpy as np

from calibration.outcome import CalibrationError
from calibration.sheet_paper import PAPER, write
from capture.frame import Pixels
from capture.png_file import write_png
from vision.lattice import Lattice

LATTICE_INK = (0, 255, 255)
ODD_INK = (0, 0, 255)
DARK = (25, 25, 25)
LETTER, LINE = 9, 20
"""Pixels of a letter of the reasons across, about, and from one line of them to the next."""


def refusal_path(folder: Path) -> Path:
    """Return where the picture for a profile's folder goes: beside it, for the folder is not made."""
    place = folder.absolute()
    return place.parent / f"{place.name or 'profile'}.refused.png"


def refusal_picture(pixels: Pixels, lattice: Lattice, odd: Iterable[tuple[int, int]] = ()) -> Pixels:
    """Return a copy of a frame with the lattice on it and odd cells crossed out.

    Args:
        pixels: (height, width, 3) uint8 BGR.
        lattice: where the board was taken to be.
        odd: (row, col) of the cells that speak against it.
    """
    shown = np.ascontiguousarray(pixels.copy())

    def line(start: tuple[float, float], end: tuple[float, float], ink: tuple[int, int, int], width: int) -> None:
        (x0, y0), (x1, y1) = lattice.corner(*start), lattice.corner(*end)
        cv2.line(shown, (round(x0), round(y0)), (round(x1), round(y1)), ink, width)

    for colour, width in ((DARK, 3), (LATTICE_INK, 1)):
        for row in range(lattice.rows + 1):
            line((row, 0), (row, lattice.cols), colour, width)
        for col in range(lattice.cols + 1):
            line((0, col), (lattice.rows, col), colour, width)
    for row, col in odd:
        line((row + 0.1, col + 0.1), (row + 0.9, col + 0.9), ODD_INK, 3)
        line((row + 0.9, col + 0.1), (row + 0.1, col + 0.9), ODD_INK, 3)
    return shown


def with_reasons(picture: Pixels, reasons: Sequence[str]) -> Pixels:
    """Return a picture with the reasons of the refusal written under it."""
    if not reasons:
        return picture
    wide = picture.shape[1]
    letters = max(16, wide // LETTER)
    lines = [line for reason in reasons for line in textwrap.wrap(reason, letters, subsequent_indent="  ")]
    paper = np.full((LINE * (len(lines) + 1), wide, 3), PAPER, np.uint8)
    for number, line in enumerate(lines, 1):
        write(paper, line, LETTER, LINE * number)
    return np.concatenate([picture, paper])


def save_refusal(folder: Path, picture: Pixels, reasons: Sequence[str] = ()) -> Path:
    """Write the picture, and the reasons under it, beside the profile's folder and return its path.

    Raises:
        CalibrationError: it cannot be written.
    """
    path = refusal_path(folder)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_png(path, with_reasons(picture, reasons))
    except OSError as error:
        raise CalibrationError(f"{path}: {error.strerror or error}; choose another folder") from error
    return path
