"""The tracker of wells: what lies and what falls, told by time and by what the rules expect."""

import numpy as np
import pytest

from tests.vision.well_sightings import COLS, EMPTY_BOARD, ROWS, board, entering, falling, seen
from vision.sighting import UNKNOWN, Status
from vision.well.runs import Run
from vision.well.tracker import FallingPiece, Phase, WellTracker, WellView


def test_an_unexpected_board_must_stand_before_it_is_believed() -> None:
    tracker = WellTracker(50)
    phases = [tracker.feed(seen(EMPTY_BOARD, 10 * step, entering())).phase for step in range(8)]
    assert phases == [Phase.RESOLVING] * 5 + [Phase.FALLING] * 3


def test_an_expected_board_is_believed_at_once() -> None:
    tracker = WellTracker(50)
    falling(tracker)
    after = board("", "", "321")
    tracker.expect(after)
    view = tracker.feed(seen(after, 500, entering()))
    assert view.phase is Phase.FALLING
    assert view.piece == FallingPiece(2, 2.5, (1, 2, 3), 2)


def over_expected(run: Run, before: Run | None = None) -> WellView:
    """Look once at a run over the expected board, after a piece that was last seen as 1, 2 and 3, or as `before`."""
    tracker = WellTracker(50, entry=2)
    falling(tracker, board("0"))
    if before is not None:
        tracker.feed(seen(board("0"), 200, before))
    tracker.expect(board("0", "", "", "321"))
    return tracker.feed(seen(board("0", "", "", "321"), 900, run))


@pytest.mark.parametrize("col", [1, 2, 3])
def test_a_piece_that_nobody_saw_come_in_is_believed_over_the_expected_board(col: int) -> None:
    """The machine stalled as it came in: it fell unsteered, and the board under the next one counted as a fault."""
    view = over_expected(entering(3.6, (4, 0, 1), col))
    assert (view.phase, view.piece) == (Phase.FALLING, FallingPiece(col, 6.6, (4, 0, 1), 2))
    assert np.array_equal(view.board, board("0", "", "", "321"))


@pytest.mark.parametrize(
    ("run", "before"),
    [
        pytest.param(entering(3.6, (0, 1)), None, id="not whole"),
        pytest.param(entering(3.6, (4, UNKNOWN, 1)), None, id="a jewel that cannot be read"),
        pytest.param(entering(3.6, (4, 4, 4)), None, id="jewels that joined as they fell, and will vanish"),
        pytest.param(entering(0.2, (4, 0, 1), 1), None, id="jewels above the view may belong to it"),
        pytest.param(entering(3.6, (1, 2, 3), 3), None, id="the piece before, a mark read as its landing"),
        pytest.param(entering(3.6, (3, 1, 2), 3), None, id="the same, turned"),
        pytest.param(entering(3.6, (1, 4, 3), 3), entering(2.0, (1, UNKNOWN, 3), 3), id="perhaps the piece before"),
    ],
)
def test_what_may_be_no_new_piece_is_not_believed_over_the_expected_board(run: Run, before: Run | None) -> None:
    piece = over_expected(run, before).piece
    assert piece is None or (piece.number, piece.resting) == (1, True)


def test_a_piece_on_the_ground_is_still_a_piece() -> None:
    tracker = WellTracker(50)
    falling(tracker, board("0"))
    view = tracker.feed(seen(board("0", "", "321"), 300))
    assert view.phase is Phase.FALLING
    assert view.piece == FallingPiece(2, 8.0, (1, 2, 3), 1, resting=True)
    assert np.array_equal(view.board, board("0"))


def test_a_piece_of_which_a_jewel_was_not_sure_is_known_on_the_ground_by_the_others() -> None:
    for lands, phase in (("321", Phase.FALLING), ("021", Phase.RESOLVING)):
        tracker = WellTracker(50)
        falling(tracker)
        unsure = tracker.feed(seen(EMPTY_BOARD, 200, entering(3.0, (1, UNKNOWN, 3)))).piece
        assert unsure == FallingPiece(2, 6.0, (1, UNKNOWN, 3), 1)
        view = tracker.feed(seen(board("", "", lands), 300))
        assert view.phase is phase
    assert view.piece is None


def test_the_same_piece_keeps_its_number_and_a_higher_one_gets_another() -> None:
    tracker = WellTracker(50)
    first = falling(tracker).piece
    lower = tracker.feed(seen(EMPTY_BOARD, 200, entering(3.0))).piece
    again = tracker.feed(seen(EMPTY_BOARD, 300, entering(-0.9))).piece
    assert first is not None
    assert lower is not None
    assert again is not None
    assert [first.number, lower.number, again.number] == [1, 1, 2]


def test_what_the_preview_showed_for_long_is_announced() -> None:
    tracker = WellTracker(50)
    for step in range(30):
        tracker.feed(seen(EMPTY_BOARD, 10 * step, entering(), following=(3, 1, 0)))
    view = tracker.feed(seen(EMPTY_BOARD, 400, Run(2, -2.0, (0,), False), following=(0, 0, 1)))
    assert view.announced == (3, 1, 0)
    assert view.next is not None
    assert view.next.tolist() == [0, 0, 1]


def test_a_preview_that_changes_long_before_the_piece_is_seen() -> None:
    tracker = WellTracker(50)
    falling(tracker)
    for step in range(30):
        tracker.feed(seen(EMPTY_BOARD, 120 + 10 * step, following=(3, 1, 0)))
    for step in range(30):
        tracker.feed(seen(EMPTY_BOARD, 420 + 10 * step, following=(0, 0, 1)))
    assert tracker.feed(seen(EMPTY_BOARD, 800, entering(-2.5, (0,)), following=(0, 0, 1))).announced == (3, 1, 0)


def test_after_a_flashing_preview_the_next_one_announces_nothing_yet() -> None:
    tracker = WellTracker(50)
    falling(tracker)
    for step in range(40):
        tracker.feed(seen(EMPTY_BOARD, 120 + 10 * step, entering(1.5), following=(step // 8 % 4,) * 3))
    for step in range(30):
        tracker.feed(seen(EMPTY_BOARD, 520 + 10 * step, following=(0, 0, 1)))
    assert tracker.feed(seen(EMPTY_BOARD, 900, entering(-2.5, (1,)), following=(0, 0, 1))).announced is None


def test_a_preview_that_flashes_announces_nothing() -> None:
    tracker = WellTracker(50)
    for step in range(40):
        tracker.feed(seen(EMPTY_BOARD, 10 * step, entering(), following=(step // 8 % 4,) * 3))
    assert tracker.feed(seen(EMPTY_BOARD, 500, entering(-2.5))).announced is None


def test_a_flashing_preview_that_stands_still_while_its_window_hangs_announces_nothing() -> None:
    """A magic piece was steered as the one that it had looked like, for half a second."""
    tracker = WellTracker(50)
    falling(tracker)
    for step in range(100):
        flash = (step if step < 30 else 29 if step < 80 else step - 51) // 8 % 4
        tracker.feed(seen(EMPTY_BOARD, 120 + 10 * step, following=(flash, (flash + 1) % 4, (flash + 2) % 4)))
    coming = seen(EMPTY_BOARD, 1120, entering(-2.5, (1,)), following=(0, 0, 1))
    assert tracker.feed(coming).announced is None
    for step in range(30):
        tracker.feed(seen(EMPTY_BOARD, 1130 + 10 * step, entering(0.01 * step), following=(0, 0, 1)))
    after = tracker.feed(seen(EMPTY_BOARD, 1500, entering(-2.5, (1,)), following=(2, 0, 1)))
    assert after.announced == (0, 0, 1), "the next one stands"


def test_what_moves_or_cannot_be_read_is_not_decided_on() -> None:
    tracker = WellTracker(50)
    falling(tracker)
    unread = EMPTY_BOARD.copy()
    unread[5, 1] = UNKNOWN
    assert tracker.feed(seen(unread, 200, entering())).phase is Phase.RESOLVING
    assert tracker.feed(seen(EMPTY_BOARD, 210, entering(), moving=True)).phase is Phase.RESOLVING
    assert tracker.feed(seen(EMPTY_BOARD, 220, entering(), status=Status.NO_BOARD)).phase is Phase.HIDDEN


def test_after_a_break_a_piece_may_be_anywhere_but_the_board_must_stand() -> None:
    tracker = WellTracker(50)
    falling(tracker)
    tracker.reset()
    looks = [tracker.feed(seen(board("0"), 300 + 10 * step, entering(2.9))) for step in range(8)]
    assert [view.phase is Phase.FALLING for view in looks] == [False] * 5 + [True] * 3
    assert looks[-1].announced is None


def test_three_of_a_colour_vanish_and_leave_the_board_as_it_was() -> None:
    tracker = WellTracker(50)
    first = tracker_piece(falling(tracker, start_ms=0))
    tracker.expect(EMPTY_BOARD)
    for step in range(20):  # they lie, fade and are gone
        fading = Run(2, 6.0, (UNKNOWN,), resting=False) if step > 10 else None
        view = tracker.feed(seen(board("", "", "444"), 120 + 10 * step, fading))
        assert view.phase is Phase.RESOLVING
    coming = seen(EMPTY_BOARD, 400, entering(-0.9), following=(1, 1, 2))
    assert tracker_piece(tracker.feed(coming)) == first + 1


def test_a_piece_that_a_pause_hides_is_the_same_afterwards() -> None:
    tracker = WellTracker(50)
    first = tracker_piece(falling(tracker))
    hidden = np.full((ROWS, COLS), UNKNOWN, np.int8)
    for step in range(50):
        tracker.feed(seen(hidden, 200 + 10 * step))
    assert tracker_piece(tracker.feed(seen(EMPTY_BOARD, 800, entering(0.7)))) == first


@pytest.mark.parametrize("flashing", [(UNKNOWN,) * 3, None])
def test_a_piece_steered_aside_is_the_same_after_a_flash_that_hides_piece_and_preview(
    flashing: tuple[int, int, int] | None,
) -> None:
    tracker = WellTracker(50, entry=2)
    first = tracker_piece(falling(tracker))
    for step in range(10):
        tracker.feed(seen(np.full((ROWS, COLS), UNKNOWN, np.int8), 130 + 10 * step, following=flashing))
    aside = tracker.feed(seen(EMPTY_BOARD, 240, entering(1.8, col=3), following=flashing))
    assert tracker_piece(aside) == first
    for step in range(10):
        tracker.feed(seen(np.full((ROWS, COLS), UNKNOWN, np.int8), 250 + 10 * step, following=flashing))
    come_in = tracker.feed(seen(EMPTY_BOARD, 360, entering(1.8), following=flashing))
    assert tracker_piece(come_in) == first + 1


def test_a_piece_that_cannot_be_read_for_a_moment_is_the_same() -> None:
    tracker = WellTracker(50)
    first = tracker_piece(falling(tracker))
    tracker.feed(seen(EMPTY_BOARD, 120))
    assert tracker_piece(tracker.feed(seen(EMPTY_BOARD, 130, entering(0.4)))) == first


def test_a_pause_of_the_machine_makes_no_new_piece() -> None:
    tracker = WellTracker(50)
    first = tracker_piece(falling(tracker))
    assert tracker_piece(tracker.feed(seen(EMPTY_BOARD, 900, entering(1.4)))) == first


def tracker_piece(view: WellView) -> int:
    assert view.piece is not None
    return view.piece.number


def test_a_piece_hidden_for_a_moment_beside_a_preview_that_flashes_is_the_same_one() -> None:
    tracker = WellTracker(50, entry=2)
    falling(tracker)
    flashes = [(n % 5, (n + 1) % 5, (n + 2) % 5) for n in range(12)]
    for step, following in enumerate(flashes[:6]):
        view = tracker.feed(seen(EMPTY_BOARD, 150 + 15 * step, entering(0.7 + 0.05 * step), following))
    assert view.piece is not None
    number = view.piece.number
    for step, following in enumerate(flashes[6:]):  # its colours cannot be told, so neither can the board
        tracker.feed(seen(EMPTY_BOARD, 250 + 30 * step, None, following, moving=True))
    view = tracker.feed(seen(EMPTY_BOARD, 450, entering(1.3, col=3), (4, 4, 4)))
    assert view.piece is not None
    assert view.piece.number == number
