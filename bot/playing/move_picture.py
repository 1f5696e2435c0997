"""A frame with a decided move drawn on it, as the overlay would draw it over the window."""

import math

import cv2
import numpy as np

from capture.frame import Pixels
from control.gesture import Point
from control.sketch import Box, Sketch

STRONG = (60, 215, 255)
DIM = (170, 200, 210)
DARK = (25, 25, 25)
FONT = cv2.FONT_HERSHEY_DUPLEX
HEAD = (0.3, 5.0)
"""An arrow's head is no longer than such a share of it, nor than so many strokes: barbs of a long one would lie over
tiles."""


def move_picture(pixels: Pixels, sketch: Sketch) -> Pixels:
    """Return a copy of a frame, (height, width, 3) uint8 BGR, with the sketch on it."""
    picture = np.ascontiguousarray(pixels.copy())
    stroke = max(2, round(sketch.stroke))
    for box in sketch.dim_boxes:
        _rectangle(picture, box, DIM, max(1, stroke // 2))
    for box in sketch.boxes:
        _rectangle(picture, box, DARK, stroke + 4)
        _rectangle(picture, box, STRONG, stroke)
    if sketch.arrow:
        start, end = map(_whole, sketch.arrow)
        head = min(HEAD[0], HEAD[1] * stroke / max(1.0, math.dist(start, end)))
        for colour, width in ((DARK, stroke + 4), (STRONG, stroke)):
            cv2.arrowedLine(picture, start, end, colour, width, cv2.LINE_AA, tipLength=head)
    if sketch.text:
        _label(picture, sketch, stroke)
    return picture


def _rectangle(picture: Pixels, box: Box, colour: tuple[int, int, int], width: int) -> None:
    corner, opposite = _whole((box.x, box.y)), _whole((box.x + box.width, box.y + box.height))
    cv2.rectangle(picture, corner, opposite, colour, width, cv2.LINE_AA)


def _label(picture: Pixels, sketch: Sketch, stroke: int) -> None:
    scale = max(0.5, stroke / 5)
    (width, height), below = cv2.getTextSize(sketch.text, FONT, scale, 1)
    left, middle = _whole(sketch.text_at)
    left = max(0, min(left - (width + 12 if sketch.text_ends else 0), picture.shape[1] - width - 12))
    top, bottom = middle - height // 2, middle + height // 2
    cv2.rectangle(picture, (left, top - 6), (left + width + 12, bottom + below + 2), DARK, cv2.FILLED)
    cv2.putText(picture, sketch.text, (left + 6, bottom), FONT, scale, (255, 255, 255), 1, cv2.LINE_AA)


def _whole(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])
