"""When a window of rings is at rest that is calibrated by playing."""

import time

import numpy as np

from bot.calibrating.window_at_rest import REST_S, at_rest
from calibration.rings.places import Places
from capture.frame import Frame
from vision.lattice import Lattice

PLACES = Places(Lattice(20, 40, 30, 30, 3, 3), ((145, 55), (145, 85), (145, 115)), "right", 9, 3, 0, 0.0)


class Page:
    """A page on which a dot moves.

    Args:
        at: (x, y) where the dot is in each of the pictures, the last one for ever.
    """

    def __init__(self, *at: tuple[int, int]) -> None:
        self._at = list(at)

    def grab(self) -> Frame:
        pixels = np.zeros((200, 240, 3), np.uint8)
        x, y = self._at.pop(0) if len(self._at) > 1 else self._at[0]
        pixels[y, x] = 255
        return Frame(pixels, 0)

    def close(self) -> None:
        """Nothing is open."""


def seconds(page: Page, places: Places | None) -> tuple[float, Frame]:
    began = time.monotonic()
    frame = at_rest(page, places)
    return time.monotonic() - began, frame


def test_what_moves_beside_board_and_hand_is_not_waited_for() -> None:
    beside = [(x, y) for x in range(165, 240) for y in (0, 80, 199)]
    took, _ = seconds(Page(*beside), PLACES)
    assert took < REST_S / 2


def test_what_moves_on_them_is() -> None:
    on_them = [(20, 40), (109, 129), (159, 129), (130, 40), (120, 85)]
    took, frame = seconds(Page(*on_them), PLACES)
    assert took < REST_S
    assert frame.pixels[85, 120].all(), "it was taken while something moved"


def test_a_window_whose_places_are_not_known_must_rest_as_a_whole() -> None:
    _, frame = seconds(Page((200, 3), (205, 3), (210, 3)), None)
    assert frame.pixels[3, 210].all()
