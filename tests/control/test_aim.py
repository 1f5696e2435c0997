"""Frame coordinates and screen points, over scales and monitors left of and above the first."""

from math import floor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from capture.frame import Frame, Region
from control.aim import capture_position, desktop_position, frame_position, screen_point, screen_points
from control.gesture import Chord, Click, Drag, Keys, Swap
from control.sketch import Box, Sketch, on_screen

PIXELS = np.zeros((1, 1, 3), np.uint8)
SCALES = st.sampled_from([1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0])
PLACES = st.integers(-8000, 8000)
POSITIONS = st.floats(0, 4000, allow_nan=False)


def frame_at(x: int, y: int, scale: float) -> Frame:
    return Frame(PIXELS, 0, Region(x, y, 4000, 4000), scale)


@given(x=PLACES, y=PLACES, fx=POSITIONS, fy=POSITIONS, scale=SCALES)
def test_the_point_covers_the_position(x: int, y: int, fx: float, fy: float, scale: float) -> None:
    point = screen_point((fx, fy), frame_at(x, y, scale))
    assert all(isinstance(value, int) for value in point)
    for value, corner, offset in zip(point, (x, y), (fx, fy), strict=True):
        assert value * scale <= corner + offset + 1e-6
        assert corner + offset < (value + 1) * scale + 1e-6


@given(x=PLACES, y=PLACES, fx=POSITIONS, fy=POSITIONS, scale=SCALES)
def test_back_again_to_half_a_point(x: int, y: int, fx: float, fy: float, scale: float) -> None:
    frame = frame_at(x, y, scale)
    back = frame_position(screen_point((fx, fy), frame), frame)
    assert abs(back[0] - fx) <= scale / 2 + 1e-6
    assert abs(back[1] - fy) <= scale / 2 + 1e-6


@given(x=PLACES, y=PLACES, fx=POSITIONS, fy=POSITIONS, scale=SCALES)
def test_a_press_goes_to_the_whole_point_below_what_is_drawn_there(
    x: int, y: int, fx: float, fy: float, scale: float
) -> None:
    frame = frame_at(x, y, scale)
    drawn = on_screen(Sketch(boxes=(Box(fx, fy, 1, 1),), arrow=((fx, fy), (fx, fy)), text_at=(fx, fy)), frame)
    places = [drawn["boxes"][0][:2], *drawn["arrow"], drawn["text_at"]]
    assert places == [list(desktop_position((fx, fy), frame))] * 4
    assert tuple(map(floor, places[0])) == screen_point((fx, fy), frame)


@given(x=PLACES, y=PLACES, scale=st.sampled_from([1.0, 2.0, 3.0]), dx=st.integers(-500, 500))
def test_a_moved_window_moves_the_point_as_far(x: int, y: int, scale: float, dx: int) -> None:
    step = int(dx * scale)
    at = screen_point((10, 10), frame_at(x, y, scale))
    moved = screen_point((10, 10), frame_at(x + step, y, scale))
    assert moved == (at[0] + dx, at[1])


def test_centre_of_a_cell_on_a_real_tile() -> None:
    assert screen_point((89 + 22.5, 46 + 22.5), frame_at(0, 0, 1.0)) == (111, 68)
    assert screen_point((0.5, 0.5), frame_at(-1920, -300, 1.0)) == (-1920, -300)
    assert screen_point((1.0, 1.0), frame_at(-3, -3, 2.0)) == (-1, -1)


def test_every_gesture_gives_its_points_in_order() -> None:
    frame = frame_at(100, 200, 1.0)
    assert screen_points(Click((1, 2)), frame) == ((101, 202),)
    assert screen_points(Swap((1, 2), (3, 4)), frame) == ((101, 202), (103, 204))
    assert screen_points(Drag((1, 2), (3, 4)), frame) == ((101, 202), (103, 204))
    assert screen_points(Keys(("left",)), frame) == ()
    assert screen_points(Chord(("left", "a")), frame) == ()
    assert capture_position((101, 202), frame) == (101.5, 202.5)


def test_a_stored_picture_lies_nowhere() -> None:
    stored = Frame(PIXELS, 0)
    with pytest.raises(ValueError, match="expected a live frame"):
        screen_point((0, 0), stored)
    with pytest.raises(ValueError, match="expected a live frame"):
        frame_position((0, 0), stored)
