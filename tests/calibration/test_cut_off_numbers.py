"""A number of which digits were not taken for letters has no place: read there it would be another number."""

import cv2
import numpy as np
import pytest

from calibration.words import Word, cut_off, with_room
from capture.frame import Pixels


def line(text: str, frame: bool) -> tuple[Pixels, list[Word]]:
    """A text in a dark box, with or without a frame close around it, and a word for each of its digits."""
    picture = np.full((60, 240, 3), 30, np.uint8)
    words, x = [], 60
    for digit in text:
        glyph = np.full((60, 60, 3), 30, np.uint8)
        cv2.putText(glyph, digit, (10, 40), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (240, 240, 240), 2, cv2.LINE_8)
        rows, cols = (np.flatnonzero((glyph[:, :, 0] > 100).any(axis=axis)) for axis in (1, 0))
        top, bottom, wide = int(rows[0]), int(rows[-1]) + 1, int(cols[-1]) + 1 - int(cols[0])
        picture[:, x : x + wide] = glyph[:, cols[0] : cols[-1] + 1]
        words.append(Word(x, top, x + wide, bottom, 1))
        x += wide + 2
    if frame:
        cv2.rectangle(picture, (40, 18), (x + 1, 50), (240, 240, 240), 1)
    return picture, words


def joined(words: list[Word]) -> Word:
    tops, bottoms = [word.top for word in words], [word.bottom for word in words]
    return Word(words[0].left, min(tops), words[-1].right, max(bottoms), len(words))


@pytest.mark.parametrize("frame", [False, True])
def test_a_number_is_whole_or_has_no_place(frame: bool) -> None:
    """Seen with a JPEG: of 336 the first digit alone was taken for the score, and read as 3."""
    picture, words = line("336", frame)
    for first, last, whole in ((0, 3, True), (0, 1, False), (0, 2, False), (1, 3, False)):
        word = joined(words[first:last])
        assert cut_off(picture, word, with_room(picture, word)) is not whole, (first, last)
