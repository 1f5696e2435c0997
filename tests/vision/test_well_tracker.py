"""The tracker of wells: what lies and what falls, told by time and by what the rules expect."""

from collections.abc import Sequence

import numpy as np
import pytest

from vision.sighting import UNKNOWN, Sighting, Status
from vision.well.runs import Run
from vision.well.tracker import FallingPiece, Phase, WellTracker, WellView

EMPTY = 9
ROWS, COLS = 8, 4
MS = 1_000_000


def board(*columns: str) -> np.ndarray:
    """Jewels as digits from the floor up, a word a column."""
    codes = np.full((ROWS, COLS), EMPTY, np.int8)
    for col, word in enumerate(columns):
        for above, digit in enumerate(word):
            codes[ROWS - 1 - above, col] = int(digit)
    return codes


def seen(
    codes: np.ndarray,
    ms: float,
    piece: Run | None = None,
    following: tuple[int, int, int] | None = (0, 1, 2),
    moving: bool = False,
    status: Status = Status.CLEAR,
) -> Sighting:
    extras = {
        "runs": () if piece is None else (piece,),
        "piece": piece,
        "next": None if following is None else np.array(following, np.int8),
        "moving": moving,
    }
    return Sighting(codes, np.ones(codes.shape, np.float32), status, int(ms * MS), extras)


def entering(top: float = -0.5, codes: tuple[int, ...] = (1, 2, 3), col: int = 2) -> Run:
    return Run(col, top, codes, resting=False)


EMPTY_BOARD = board()


def falling(tracker: WellTracker, lies: np.ndarray = EMPTY_BOARD, start_ms: float = 0) -> WellView:
    """Let a piece come in over a board until it is believed."""
    for step in range(12):
        view = tracker.feed(seen(lies, start_ms + step * 10, entering(-0.5 + 0.1 * step)))
    assert view.phase is Phase.FALLING
    return view


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


def test_jewels_that_fall_after_a_clear_are_no_piece() -> None:
    tracker = WellTracker(50)
    falling(tracker, board("0", "", "44"))
    for step in range(30):
        remains = Run(2, 4.0 + 0.05 * step, (4, 4), resting=False)
        assert tracker.feed(seen(board("0"), 300 + 10 * step, remains)).phase is not Phase.FALLING


def looks_at(
    tracker: WellTracker, codes: np.ndarray, start_ms: float, runs: Sequence[Run | None], step_ms: float = 10
) -> list[Phase]:
    """Look at the same codes below one run after the other."""
    return [tracker.feed(seen(codes, start_ms + step_ms * n, run)).phase for n, run in enumerate(runs)]


def under_a_tower() -> WellTracker:
    """A piece has landed left of a tower in the entry column, 2, that reaches up to row 1."""
    tracker = WellTracker(50, entry=2)
    comes = looks_at(tracker, board("0", "", "4123012"), 0, [entering(-0.8 + 0.1 * n, (3,)) for n in range(9)])
    assert comes[-1] is Phase.FALLING
    looks_at(tracker, board("0", "321", "4123012"), 200, [None] * 20)
    return tracker


def test_a_tower_in_the_entry_column_that_falls_after_a_clear_is_no_piece() -> None:
    """What lay below its upper three blinked and vanished; over the rest they hung and fell long enough."""
    tracker = under_a_tower()
    rest, hanging = board("0", "32", "412"), entering(1.0, (2, 1, 0))
    assert Phase.FALLING not in looks_at(tracker, rest, 400, [hanging] * 8)
    looks_at(tracker, board("0", "321", "4123012"), 480, [None] * 8)
    fall = [entering(1.0 + 0.08 * n, (2, 1, 0)) for n in range(12)]
    assert Phase.FALLING not in looks_at(tracker, rest, 560, [hanging] * 8 + fall)
    looks_at(tracker, board("0", "32", "412012"), 760, [None] * 4)
    comes = looks_at(tracker, board("0", "32", "412012"), 800, [entering(-0.8 + 0.1 * n, (3,)) for n in range(8)])
    assert comes == [Phase.RESOLVING] * 5 + [Phase.FALLING] * 3


def test_what_comes_down_from_above_the_view_after_a_clear_is_no_piece() -> None:
    """A piece came to rest half above the well's top, and what is in view of its column's upper jewels vanishes."""
    tracker = WellTracker(50, entry=2)
    falling(tracker, board("0", "", "412301"))
    looks_at(tracker, board("0", "", "41230122"), 200, [None] * 20)
    looks_at(tracker, board("0", "", "412301"), 400, [None] * 20)
    comes_down = [entering(-0.8 + 0.12 * n, (3,)) for n in range(16)]
    assert Phase.FALLING not in looks_at(tracker, board("0", "", "412301"), 600, comes_down)
    after = board("0", "", "4123013")
    looks_at(tracker, after, 760, [None] * 4)
    tracker.expect(after)
    assert looks_at(tracker, after, 800, [entering(-0.8, (1,))]) == [Phase.FALLING]


def test_a_tower_over_the_board_of_before_is_not_the_piece_of_before() -> None:
    """What vanished after two pieces left the board as it had been under the first."""
    tracker = WellTracker(50, entry=2)
    falling(tracker, board("0", "", "4123"))
    looks_at(tracker, board("0", "", "4123000"), 200, [None] * 5)
    looks_at(tracker, board("0", "", "41230002"), 300, [None] * 5)
    assert Phase.FALLING not in looks_at(tracker, board("0", "", "4123"), 400, [entering(0.0, (2,))] * 20)


def test_what_is_left_of_a_piece_that_nobody_saw_land_is_no_piece() -> None:
    tracker = WellTracker(50, entry=2)
    falling(tracker, board("0", "4", "41230"))
    hanging = entering(0.0, (1, 2))
    assert Phase.FALLING not in looks_at(tracker, board("0", "", "412"), 900, [hanging] * 20)


@pytest.mark.parametrize("ms", [1300, 9000])
def test_a_piece_comes_in_over_a_column_that_reached_the_top_a_second_ago(ms: int) -> None:
    """Whatever lay above the view has come down by then."""
    tracker = WellTracker(50, entry=2)
    falling(tracker, board("0", "", "412301"))
    looks_at(tracker, board("0", "", "41230122"), 200, [None] * 5)
    looks_at(tracker, board("0", "", "412"), 400, [None] * 5)
    comes = looks_at(tracker, board("0", "", "412"), ms, [entering(-0.8, (3,))] * 8)
    assert comes == [Phase.RESOLVING] * 5 + [Phase.FALLING] * 3


@pytest.mark.parametrize("shows_empty", [True, False], ids=["an empty well shows", "a piece comes in at once"])
def test_a_new_game_begins_over_no_tower(shows_empty: bool) -> None:
    """The last one ended with the entry column full: no piece of the next was believed where nothing was expected."""
    tracker = WellTracker(50, entry=2)
    falling(tracker, board("0", "", "412301"))
    looks_at(tracker, board("0", "", "41230122"), 200, [None] * 90)
    looks_at(tracker, EMPTY_BOARD, 1100, [None] * 2 if shows_empty else [])
    comes = looks_at(tracker, EMPTY_BOARD, 1120, [entering(-0.8, (3,))] * 8)
    assert comes == [Phase.RESOLVING] * 5 + [Phase.FALLING] * 3


def over_the_brim(*runs: Run) -> list[Phase]:
    """Look at runs in a column that reached the top a moment ago."""
    tracker = WellTracker(50, entry=2)
    falling(tracker, board("0", "", "412301"))
    looks_at(tracker, board("0", "", "41230122"), 200, [None] * 5)
    looks_at(tracker, board("0", "", "412"), 250, [None] * 5)
    return looks_at(tracker, board("0", "", "412"), 300, list(runs))


def test_what_goes_sideways_is_a_piece_wherever_jewels_have_lain() -> None:
    """A person steers it aside before a fall could be over; it was never told."""
    aside = [entering(2.2 + 0.05 * n, (1, 3, 0), 3) for n in range(9)]
    phases = over_the_brim(*[entering(1.8 + 0.05 * n, (1, 3, 0)) for n in range(9)], *aside)
    assert phases == [Phase.RESOLVING] * 9 + [Phase.FALLING] * 9


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(entering(2.2, (1, 0, 2), 3), id="other jewels"),
        pytest.param(entering(5.0, (1, 3, 0), 3), id="far below"),
        pytest.param(entering(2.2, (1, 3), 3), id="not whole"),
        pytest.param(entering(2.2, (1, 3, 0), 0), id="two columns away"),
    ],
)
def test_what_floats_somewhere_else_has_not_gone_sideways(other: Run) -> None:
    phases = over_the_brim(*[entering(2.2, (1, 3, 0))] * 9, *[other] * 9)
    assert Phase.FALLING not in phases


def test_equal_jewels_that_hang_in_the_next_column_over_another_board_have_not_gone_sideways() -> None:
    tracker = WellTracker(50, entry=2)
    looks_at(tracker, board("0", "", "41"), 0, [entering(0.2)] * 9)
    assert Phase.FALLING not in looks_at(tracker, board("0", "", "4"), 90, [entering(0.2, col=3)] * 20)


def test_a_run_that_outlasts_every_fall_is_a_piece() -> None:
    tracker = under_a_tower()
    phases = looks_at(tracker, board("0", "32", "412"), 400, [entering(1.0, (2, 1, 0))] * 110)
    assert phases == [Phase.RESOLVING] * 100 + [Phase.FALLING] * 10


def test_what_floats_beside_the_entry_is_no_new_piece() -> None:
    tracker = WellTracker(50, entry=2)
    falling(tracker)
    blinking = board("01", "", "", "2200220")
    for step in range(20):
        rest = Run(3, 0.0, (1, 1), resting=False)
        assert tracker.feed(seen(blinking, 300 + 10 * step, rest)).phase is not Phase.FALLING


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
