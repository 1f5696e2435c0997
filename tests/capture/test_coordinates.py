"""Frames, screen points and grabs agree over scales, and over monitors on all sides of the first."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from capture.coordinates import clipped, grab_of, middle_of, point_under, region_of
from capture.frame import Frame, Region
from control.aim import frame_position, screen_point

SCALES = st.sampled_from([1.0, 1.25, 1.5, 2.0, 3.0])
WHOLE_SCALES = st.sampled_from([1.0, 2.0, 3.0])


@st.composite
def layouts(draw: st.DrawFn) -> tuple[int, int, int, int]:
    """The box, in points, around one to four small monitors, the first at the origin: left, top, width, height."""
    boxes = [(0, 0, draw(st.integers(20, 60)), draw(st.integers(20, 60)))]
    for _ in range(draw(st.integers(0, 3))):
        width, height = draw(st.integers(10, 60)), draw(st.integers(10, 60))
        x, y, w, h = draw(st.sampled_from(boxes))
        slide = draw(st.integers(-30, 30))
        beside = [(x - width, y + slide), (x + w, y + slide), (x + slide, y - height), (x + slide, y + h)]
        boxes.append((*draw(st.sampled_from(beside)), width, height))
    left, top = min(b[0] for b in boxes), min(b[1] for b in boxes)
    return left, top, max(b[0] + b[2] for b in boxes) - left, max(b[1] + b[3] for b in boxes) - top


@st.composite
def windows(draw: st.DrawFn, bounds: Region) -> Region:
    """A window wholly on the desktop, in capture pixels."""
    width, height = draw(st.integers(1, bounds.width)), draw(st.integers(1, bounds.height))
    x = bounds.x + draw(st.integers(0, bounds.width - width))
    return Region(x, bounds.y + draw(st.integers(0, bounds.height - height)), width, height)


def photographed(points: tuple[int, int, int, int], scale: float) -> NDArray[np.float64]:
    """What a display of `scale` hands out for a rectangle of points: each pixel says its place on the desktop."""
    left, top, width, height = points
    xs = np.arange(np.floor(left * scale), np.ceil((left + width) * scale))
    ys = np.arange(np.floor(top * scale), np.ceil((top + height) * scale))
    return np.stack(np.meshgrid(xs, ys), axis=2)


@given(layout=layouts(), scale=SCALES, data=st.data())
def test_a_grab_shows_the_region_to_the_pixel_and_leaves_no_desktop(
    layout: tuple[int, int, int, int], scale: float, data: st.DataObject
) -> None:
    bounds = region_of(*layout, scale)
    region = data.draw(windows(bounds))
    grab = grab_of(region, scale)
    assert layout[0] <= grab.left
    assert layout[1] <= grab.top
    assert grab.left + grab.width <= layout[0] + layout[2]
    assert grab.top + grab.height <= layout[1] + layout[3]
    picture = photographed((grab.left, grab.top, grab.width, grab.height), scale)
    shown = picture[grab.y : grab.y + region.height, grab.x : grab.x + region.width]
    assert shown.shape == (region.height, region.width, 2)
    assert tuple(shown[0, 0]) == (region.x, region.y)
    assert tuple(shown[-1, -1]) == (region.x + region.width - 1, region.y + region.height - 1)


@given(layout=layouts(), scale=SCALES, data=st.data())
def test_what_is_seen_at_a_pixel_is_clicked_there(
    layout: tuple[int, int, int, int], scale: float, data: st.DataObject
) -> None:
    """The point that covers a pixel's middle, photographed again, shows that pixel."""
    bounds = region_of(*layout, scale)
    region = data.draw(windows(bounds))
    frame = Frame(np.zeros((1, 1, 3), np.uint8), 0, region, scale)
    column, row = data.draw(st.integers(0, region.width - 1)), data.draw(st.integers(0, region.height - 1))
    point = screen_point((column + 0.5, row + 0.5), frame)
    assert layout[0] <= point[0] < layout[0] + layout[2]
    assert layout[1] <= point[1] < layout[1] + layout[3]
    picture = photographed((*point, 1, 1), scale)
    assert [region.x + column, region.y + row] in picture.reshape(-1, 2).tolist()
    back = frame_position(point, frame)
    assert abs(back[0] - column - 0.5) <= scale / 2
    assert abs(back[1] - row - 0.5) <= scale / 2


@given(layout=layouts(), scale=WHOLE_SCALES, data=st.data())
def test_where_the_system_says_a_window_is_it_is_seen(
    layout: tuple[int, int, int, int], scale: float, data: st.DataObject
) -> None:
    """A rectangle of whole points, as PyWinCtl tells it, is grabbed as exactly these points."""
    left, top, width, height = layout
    x, y = data.draw(st.integers(left, left + width - 1)), data.draw(st.integers(top, top + height - 1))
    w, h = data.draw(st.integers(1, left + width - x)), data.draw(st.integers(1, top + height - y))
    grab = grab_of(region_of(x, y, w, h, scale), scale)
    assert (grab.left, grab.top, grab.width, grab.height) == (x, y, w, h)
    assert (grab.x, grab.y) == (0, 0)


@given(x=st.integers(-9000, 9000), y=st.integers(-9000, 9000), scale=SCALES)
def test_the_middle_of_a_point_lies_in_it(x: int, y: int, scale: float) -> None:
    assert point_under(*middle_of((x, y), scale), scale) == (x, y)


def test_the_corners_of_monitors_left_and_above() -> None:
    assert region_of(-1280, -300, 3200, 1380, 2.0) == Region(-2560, -600, 6400, 2760)
    assert region_of(-3, -3, 10, 10, 1.25) == Region(-3, -3, 11, 11)
    assert grab_of(Region(-2560, -600, 3, 3), 2.0).left == -1280
    assert grab_of(Region(-2559, -599, 3, 3), 2.0) == grab_of(Region(-2559, -599, 2, 2), 2.0)
    assert point_under(-1.0, -0.5, 2.0) == (-1, -1)


@pytest.mark.parametrize(
    ("region", "part"),
    [
        (Region(-20, -20, 10, 10), None),
        (Region(-20, -10, 30, 8), Region(-10, -10, 20, 8)),
        (Region(3, 4, 5, 6), Region(3, 4, 5, 6)),
        (Region(30, 0, 5, 5), None),
    ],
)
def test_what_lies_off_the_desktop_is_cut_away(region: Region, part: Region | None) -> None:
    assert clipped(region, Region(-10, -10, 40, 30)) == part
