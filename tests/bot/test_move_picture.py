"""Frames with a move drawn on them: the words stand where the sketch says."""

import numpy as np
import pytest

from bot.playing.move_picture import move_picture
from control.sketch import Sketch

GROUND = 120


@pytest.mark.parametrize("ends", [False, True])
def test_words_begin_or_end_where_they_are_told(ends: bool) -> None:
    pixels = np.full((200, 400, 3), GROUND, np.uint8)
    picture = move_picture(pixels, Sketch(text="235", text_at=(200.0, 100.0), text_ends=ends))
    rows, columns = np.nonzero((picture != GROUND).any(axis=2))
    assert (columns.max() if ends else columns.min()) == 200
    assert rows.min() < 100 < rows.max()
    assert 20 < np.ptp(columns) < 100


@pytest.mark.parametrize("length", [40, 90, 700])
def test_the_head_of_a_long_arrow_is_no_larger_than_that_of_a_short_one(length: int) -> None:
    pixels = np.full((400, 800, 3), GROUND, np.uint8)
    sketch = Sketch(stroke=6, arrow=((50.0, 200.0), (50.0 + length, 200.0)))
    rows, _ = np.nonzero((move_picture(pixels, sketch) != GROUND).any(axis=2))
    assert 20 < np.ptp(rows) < 60


def test_words_that_have_no_room_before_their_end_stay_in_the_picture() -> None:
    pixels = np.full((200, 400, 3), GROUND, np.uint8)
    picture = move_picture(pixels, Sketch(text="235", text_at=(5.0, 100.0), text_ends=True))
    whole = move_picture(pixels, Sketch(text="235", text_at=(0.0, 100.0)))
    assert np.array_equal(picture, whole)
