"""When a board counts as settled: by classes and time, whatever the pixels do."""

import numpy as np
import pytest

from vision.sighting import UNKNOWN, Sighting, Status
from vision.tracker import LONGER_MS, LONGEST_MS, Tracker

BOARD = np.arange(12, dtype=np.int8).reshape(3, 4) % 7


def sighting(codes: np.ndarray, milliseconds: float) -> Sighting:
    status = Status.UNKNOWN_CELLS if (codes == UNKNOWN).any() else Status.CLEAR
    return Sighting(codes.copy(), np.ones(codes.shape, np.float32), status, int(milliseconds * 1e6))


def with_cell(code: int, row: int = 1, col: int = 2) -> np.ndarray:
    codes = BOARD.copy()
    codes[row, col] = code
    return codes


def test_a_first_look_is_never_settled() -> None:
    assert not Tracker(50).feed(sighting(BOARD, 0))


def test_a_board_that_stands_still_settles_after_the_quiet_time() -> None:
    tracker = Tracker(50)
    assert [tracker.feed(sighting(BOARD, t)) for t in (0, 20, 40, 60, 80)] == [False, False, False, True, True]


def test_a_change_starts_the_wait_anew() -> None:
    tracker = Tracker(50)
    for t in (0, 60):
        tracker.feed(sighting(BOARD, t))
    assert not tracker.feed(sighting(with_cell(0), 80))
    assert not tracker.feed(sighting(with_cell(0), 120))
    assert tracker.feed(sighting(with_cell(0), 131))
    assert tracker.changed_ns == 80e6


def test_a_cell_that_flickers_to_unknown_and_back_has_not_moved() -> None:
    tracker = Tracker(50)
    for t, codes in ((0, BOARD), (20, with_cell(UNKNOWN)), (40, BOARD)):
        assert not tracker.feed(sighting(codes, t))
    assert tracker.feed(sighting(BOARD, 51))


def test_a_cell_that_stays_unknown_settles_late() -> None:
    tracker = Tracker(50, unknown_quiet_ms=400)
    tracker.feed(sighting(BOARD, 0))
    looks = {t: tracker.feed(sighting(with_cell(UNKNOWN), t)) for t in (100, 300, 499, 501)}
    assert looks == {100: False, 300: False, 499: False, 501: True}


def test_a_cell_that_comes_back_as_something_else_has_moved() -> None:
    tracker = Tracker(50)
    for t, codes in ((0, BOARD), (60, with_cell(UNKNOWN)), (80, with_cell(0))):
        last = tracker.feed(sighting(codes, t))
    assert not last
    assert tracker.changed_ns == 80e6


def test_after_a_reset_the_board_must_prove_itself_anew() -> None:
    tracker = Tracker(50)
    for t in (0, 60):
        tracker.feed(sighting(BOARD, t))
    tracker.reset()
    assert not tracker.feed(sighting(BOARD, 80))
    assert tracker.feed(sighting(BOARD, 140))


@pytest.mark.parametrize("quiet_ms", [50, 2 * LONGEST_MS])
def test_after_lost_presses_boards_stand_longer_up_to_a_bound(quiet_ms: float) -> None:
    tracker = Tracker(quiet_ms)
    longest = max(quiet_ms, LONGEST_MS)
    for lost in range(5):
        tracker.reset()
        wait_ms = min(quiet_ms + lost * LONGER_MS, longest)
        looks = [tracker.feed(sighting(BOARD, t)) for t in (0, wait_ms - 1, wait_ms)]
        assert looks == [False, False, True]
        tracker.wait_longer()
