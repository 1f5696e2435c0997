"""Where pieces are put while a window of nested rings is calibrated by playing, and what is not told from it."""

import time
from typing import Any

import numpy as np
import pytest

from bot.calibrating.desk import Desk, places_in, sites_in, targets_of
from bot.calibrating.placing import _goes_by_clicks
from bot.exit_status import Failed
from calibration.outcome import CalibrationError
from capture.frame import Frame, Region
from control.envelope import Envelope, Limits
from engine.dice import dice
from engine.square_stacker import PRESETS, place_piece, start
from practice.square_stacker import board_rectangle, hand_centres, look_names, render_still
from tests.bot.desktop_stand_ins import GivenSource, NotingHand, OpenWindow
from tests.vision.drawn_rings import RingLook, centres_of, draw_ring, finish, size_of

STATE = start(PRESETS["coolmath"], dice(1))


@pytest.mark.parametrize("look", look_names())
def test_a_board_is_played_on_where_it_is_found_and_where_it_is_said_to_be(look: str) -> None:
    frame = Frame(render_still(look, 1.0, STATE), 0)
    x, y, width, height = board_rectangle(look, 1.0)
    for told in (None, (x + 2, y - 2, width, height)):
        places = places_in(frame, told)
        assert places.lattice.rectangle == pytest.approx((x, y, width, height), abs=2.5)
        assert np.array(places.hand) == pytest.approx(np.array(hand_centres(look, 1.0)), abs=2.5)


def test_a_new_game_whose_cells_are_wells_is_played_on() -> None:
    """No ring lies in them yet, and a well is as large as none."""
    look = RingLook(pitch=120, at=(90, 150))
    canvas = np.full((*size_of(look), 3), 40.0)
    centres = centres_of(look)
    for x, y in centres[:9].astype(int):
        canvas[y - 56 : y + 56, x - 56 : x + 56] = 80
    for slot, (x, y) in enumerate(centres[9:]):
        draw_ring(canvas, look, float(x), float(y), slot, slot)
    assert places_in(Frame(finish(canvas), 0), None).centres() == pytest.approx(centres, abs=2)


def test_the_place_that_was_given_is_heeded() -> None:
    look = look_names()[0]
    frame = Frame(render_still(look, 1.0, STATE), 0)
    x, y, width, height = board_rectangle(look, 1.0)
    with pytest.raises(Failed, match="no pieces beside the board"):  # they lie within what is said to be the board
        places_in(frame, (x + 0.3 * width, y, width, height))


def test_what_is_no_board_is_refused_with_what_to_do() -> None:
    plain = Frame(np.full((400, 500, 3), 90, np.uint8), 0)
    with pytest.raises(
        Failed, match="no board found in the window; play a few pieces first, or give its place by hand"
    ):
        places_in(plain, None)
    with pytest.raises(Failed, match="no pieces beside the board"):
        places_in(plain, (50.0, 50.0, 240.0, 240.0))
    with pytest.raises(CalibrationError, match="leaves the 500x400 picture; give one inside 0,0,500,400 "):
        places_in(plain, (400.0, 50.0, 240.0, 240.0))


@pytest.mark.parametrize("late_s", [0.1, 0.8])
def test_what_a_slow_window_shows_late_of_a_drag_is_not_what_clicks_did(late_s: float) -> None:
    look = look_names()[0]
    pictures = [render_still(look, 1.0, state) for state in (STATE, place_piece(PRESETS["coolmath"], STATE, 0).state)]
    region = Region(0, 0, *pictures[0].shape[1::-1])
    first, after = (Frame(pixels, 0, region) for pixels in pictures)
    places = places_in(first, None)
    window, hand = OpenWindow(region), NotingHand()
    envelope = Envelope(window, targets_of(places), Limits(per_second=60))
    released = time.monotonic()
    source = GivenSource(lambda: after if time.monotonic() - released > late_s else first, window)
    untyped: Any = hand
    desk = Desk(source, untyped, envelope, places)
    by_clicks, seen = _goes_by_clicks(desk, sites_in(first), places.hand[0], places.lattice.centre(0, 0))
    assert not by_clicks
    assert seen is after
    assert hand.pressed == []
