"""Boards at rest, found in a window that nobody can read yet: each once, and none on its way."""

import contextlib

import numpy as np

from bot.calibrating.rest_finder import STILL_S, RestFinder
from capture.frame import Frame
from capture.source import WindowLost

PACE_MS = 8
MOTION_S = 0.04
AWAY = -1


class Window:
    """Shows an even grey, as a list of (milliseconds from which, grey or AWAY) says; time goes on by looking."""

    def __init__(self, shows: list[tuple[int, int]]) -> None:
        self.shows, self.ms = shows, 0

    def grab(self) -> Frame:
        self.ms += PACE_MS
        grey = [grey for since, grey in self.shows if since <= self.ms][-1]
        if grey == AWAY:
            raise WindowLost("it is minimised")
        return Frame(np.full((40, 50, 3), grey, np.uint8), self.ms * 1_000_000)

    def close(self) -> None:
        """There is nothing to let go of."""


def found(window: Window, until_ms: int, finder: RestFinder) -> list[tuple[int, int]]:
    """Return (milliseconds, grey) of the boards found."""
    boards = []
    while window.ms < until_ms:
        board = finder.look(MOTION_S)
        if board is not None:
            boards.append((window.ms, int(board.pixels[0, 0, 0])))
    return boards


def test_every_board_is_found_once_and_soon() -> None:
    turns = [(0, 0)]
    for tick in range(100, 1000, 100):  # a motion of 40 ms, painted three times
        grey = tick // 10
        turns += [(tick, grey + 50), (tick + 16, grey + 100), (tick + 32, grey + 150), (tick + 40, grey)]
    window = Window(turns)
    boards = found(window, 990, RestFinder(window))
    assert [grey for _, grey in boards] == [0, *range(10, 100, 10)]
    rest_ms = (MOTION_S + STILL_S) * 1e3
    assert all(0 <= ms - 100 * tick - rest_ms <= 2 * PACE_MS for tick, (ms, _) in enumerate(boards[1:], 1))


def test_a_motion_that_stands_still_for_a_moment_is_no_board() -> None:
    window = Window([(0, 10), (200, 50), (200 + int(STILL_S * 1e3) + 2 * PACE_MS, 80)])  # the window was held up
    assert [grey for _, grey in found(window, 400, RestFinder(window))] == [10, 80]


def test_what_shows_pressed_keys_is_no_new_board() -> None:
    window = Window([(0, 10), (100, 15), (300, 30)])
    finder = RestFinder(window)
    assert found(window, 96, finder)[0][1] == 10
    found(window, 112, finder)
    finder.take_for_seen()
    assert [grey for _, grey in found(window, 500, finder)] == [30]


def test_what_shows_when_a_window_is_back_has_to_come_to_rest_anew() -> None:
    window = Window([(0, 10), (100, 50), (120, AWAY), (200, 50), (230, 30)])  # it was lost on its way to 30
    finder = RestFinder(window)
    assert found(window, 112, finder)[0][1] == 10
    while window.ms < 192:
        with contextlib.suppress(WindowLost):
            finder.look(MOTION_S)
    [(ms, grey)] = found(window, 400, finder)
    assert grey == 30
    assert ms >= 230 + STILL_S * 1e3
