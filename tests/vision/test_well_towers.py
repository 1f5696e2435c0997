"""What floats in a well: jewels of a tower that come down after a clear are no piece, what comes in over it is."""

import pytest

from tests.vision.well_sightings import EMPTY_BOARD, board, entering, falling, looks_at, seen
from vision.well.runs import Run
from vision.well.tracker import Phase, WellTracker


def test_jewels_that_fall_after_a_clear_are_no_piece() -> None:
    tracker = WellTracker(50)
    falling(tracker, board("0", "", "44"))
    for step in range(30):
        remains = Run(2, 4.0 + 0.05 * step, (4, 4), resting=False)
        assert tracker.feed(seen(board("0"), 300 + 10 * step, remains)).phase is not Phase.FALLING


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
