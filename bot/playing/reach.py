"""Where cells of the codes lie on the screen: what hides them, and which moves would press where nothing is seen."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import numpy as np

from bot.games import Game
from bot.playing.lookout import Look
from capture.frame import Frame
from capture.window import Window
from control.aim import gesture_points
from control.gesture import Gesture
from vision.profile import Profile
from vision.sighting import UNKNOWN

Edges = tuple[float, float, float, float]
"""Left, top, right, bottom, in frame pixels."""

NEAR_PX = 1.0
"""A border between two cells belongs to both: a press on it may land on either."""
LOOKED_AT = (0.1, 0.5, 0.9)
"""Where across and down a cell is looked for other windows, in shares of it."""


def boxes(profile: Profile, cells: Iterable[tuple[int, int]], codes_shape: tuple[int, ...]) -> list[Edges]:
    """Return where cells of the codes are shown.

    Args:
        profile: its areas are, in order, the cells of the codes, each perhaps with several codes; what comes after
            them (a preview) has none.
        cells: (row, col) of codes.
        codes_shape: of a sighting's codes.
    """
    places = [
        (*area.corner(row, col), *area.corner(row + 1, col + 1))
        for area in profile.areas
        for row in range(area.rows)
        for col in range(area.cols)
    ]
    codes = codes_shape[0] * codes_shape[1]
    codes_a_place = max(1, codes // len(places))
    return [places[(row * codes_shape[1] + col) // codes_a_place] for row, col in cells]


def unseen_places(look: Look, profile: Profile) -> list[Edges]:
    """Return where cells are that the eyes cannot read, those included that the rules have settled."""
    codes = look.sighting.codes
    unread = [(int(row), int(col)) for row, col in np.argwhere(codes == UNKNOWN)]
    return boxes(profile, [*unread, *look.repaired], codes.shape)


def uncovered(window: Window, frame: Frame, where: Iterable[Edges]) -> bool:
    """Tell whether no other window lies over these places, as far as a few points of each tell."""
    region = frame.region
    return region is not None and all(
        window.topmost_at(region.x + left + across * (right - left), region.y + top + down * (bottom - top))
        for left, top, right, bottom in where
        for across in LOOKED_AT
        for down in LOOKED_AT
    )


def out_of_reach(
    game: Game, state: Any, profile: Profile, cells: Sequence[tuple[int, int]], codes_shape: tuple[int, ...]
) -> Callable[[int], bool]:
    """Return the test of moves that press or release where the cells that the rules had to settle are hidden.

    What does not wait for the player is played by keys, which are pressed nowhere.

    Args:
        game, state: whose moves.
        profile: where the cells lie.
        cells: (row, col) of codes that were settled by the rules.
        codes_shape: of the sighting's codes.
    """
    turns = game.turns
    if turns is None or not cells:
        return lambda _move: False
    hidden = set(boxes(profile, cells, codes_shape))
    return lambda move: presses(turns.gesture(state, move, profile), hidden)


def presses(gesture: Gesture, where: Collection[Edges]) -> bool:
    """Tell whether a gesture presses or releases in one of these places."""
    return any(
        left - NEAR_PX <= x < right + NEAR_PX and top - NEAR_PX <= y < bottom + NEAR_PX
        for x, y in gesture_points(gesture)
        for left, top, right, bottom in where
    )
