"""Where the pointer goes that may hide what it points at: games draw frames, glows and hands around it."""

import contextlib
from itertools import chain
from typing import Final

from bot.playing.lookout import Look, Lookout
from bot.playing.reach import Edges, unseen_places
from control.aim import ScreenPoint, frame_position, screen_point
from control.gesture import Point
from control.hand import TargetLost
from vision.profile import Profile

NEAR: Final = 0.6
"""Pitches from the pointer to a cell that what is drawn around the pointer may still hide."""
BESIDE: Final = 0.75
"""Pitches from the board that the pointer is taken to: farther than it hides anything."""
MARGIN_PX: Final = 4
"""Of the window, which the pointer is not to leave."""


def step_aside(look: Look, lookout: Lookout) -> None:
    """Take the pointer off the board where it may be what hides a cell; not while another window is in the way."""
    pointer = lookout.hand.left_at
    place = place_beside(pointer, look, lookout.reader.profile)
    if pointer is None or place is None or not lookout.envelope.may_point((pointer, place), look.frame):
        return
    with contextlib.suppress(TargetLost):  # who holds the button is told so before the next press
        lookout.hand.park(place)


def place_beside(pointer: ScreenPoint | None, look: Look, profile: Profile) -> ScreenPoint | None:
    """Return where the pointer hides nothing; None where it hides nothing now, or there is no such place.

    Args:
        pointer: where the hand left it; None where it has not touched it.
        look: of the window.
        profile: of it.
    """
    if pointer is None:
        return None
    lattice, frame = profile.lattice, look.frame
    x, y = frame_position(pointer, frame)
    near_x, near_y = NEAR * lattice.pitch_x, NEAR * lattice.pitch_y
    if not any(
        left - near_x <= x <= right + near_x and top - near_y <= y <= bottom + near_y
        for left, top, right, bottom in unseen_places(look, profile)
    ):
        return None
    left, top, right, bottom = _all_read(profile)
    away_x, away_y = BESIDE * lattice.pitch_x, BESIDE * lattice.pitch_y
    sides: tuple[Point, ...] = ((left - away_x, y), (right + away_x, y), (x, top - away_y), (x, bottom + away_y))
    height, width = frame.pixels.shape[:2]
    inside = [
        side for side in sides if MARGIN_PX <= side[0] < width - MARGIN_PX and MARGIN_PX <= side[1] < height - MARGIN_PX
    ]
    nearest = min(inside, key=lambda side: abs(side[0] - x) + abs(side[1] - y), default=None)
    return None if nearest is None else screen_point(nearest, frame)


def _all_read(profile: Profile) -> Edges:
    """Return what holds all that is read: the board, and a hand beside it."""
    corners = [(area.corner(0, 0), area.corner(area.rows, area.cols)) for area in profile.areas]
    xs, ys = zip(*chain.from_iterable(corners), strict=True)
    return min(xs), min(ys), max(xs), max(ys)
