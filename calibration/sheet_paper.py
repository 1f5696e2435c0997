"""The paper that contact sheets are drawn on: what was learned at the left, the window at the right, and its marks."""

import cv2
import numpy as np

from capture.frame import Pixels
from vision.lattice import Lattice
from vision.profile_sections import TextSection

PAPER, INK = (245, 245, 245), (30, 30, 30)
TEXT_INK = (255, 120, 0)


def paper_beside(window: Pixels, width: int, height: int) -> Pixels:
    """Return empty paper with a picture of a window at its right.

    Args:
        window: (height, width, 3) uint8 BGR.
        width: of what is left of it.
        height: of the sheet, unless the window is higher.
    """
    sheet = np.empty((max(window.shape[0], height), width + window.shape[1], 3), np.uint8)
    sheet[:] = PAPER
    sheet[: window.shape[0], width:] = window
    return sheet


def write(sheet: Pixels, text: str, x: int, y: int, size: float = 0.45) -> None:
    """Write a line whose letters stand on `y`."""
    cv2.putText(sheet, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, INK, 1, cv2.LINE_AA)


def zoomed(pixels: Pixels, zoom: float) -> Pixels:
    """Return a copy of a picture, so many times as large."""
    size = (round(pixels.shape[1] * zoom), round(pixels.shape[0] * zoom))
    resized = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA if zoom < 1 else cv2.INTER_LINEAR)
    return np.ascontiguousarray(resized, np.uint8)


def mark(window: Pixels, word: str, at: tuple[int, int], size: float, ink: tuple[int, int, int]) -> None:
    """Write what was read there over the window, rimmed with black so that it shows on any ground."""
    cv2.putText(window, word, at, cv2.FONT_HERSHEY_SIMPLEX, size, (0, 0, 0), 3, cv2.LINE_AA)
    cv2.putText(window, word, at, cv2.FONT_HERSHEY_SIMPLEX, size, ink, 1, cv2.LINE_AA)


def frame_area(window: Pixels, name: str, area: TextSection | Lattice, zoom: float) -> None:
    """Draw a frame round an area, and its name, over a window that is `zoom` times as large."""
    left, top = round(area.x * zoom), round(area.y * zoom)
    right, bottom = round((area.x + area.width) * zoom), round((area.y + area.height) * zoom)
    cv2.rectangle(window, (left, top), (right, bottom), TEXT_INK, 1)
    cv2.putText(window, name, (left + 3, bottom - 3), cv2.FONT_HERSHEY_SIMPLEX, 0.4, TEXT_INK, 1, cv2.LINE_AA)
