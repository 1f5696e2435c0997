"""The paper that contact sheets are drawn on: what was learned at the left, the window at the right."""

import cv2
import numpy as np

from capture.frame import Pixels

PAPER, INK = (245, 245, 245), (30, 30, 30)


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
