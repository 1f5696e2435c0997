"""Steering: a piece is brought to its place whatever gets lost, late or in the way, and dropped only there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.falling.identity import SURE_S, Identity, turned
from bot.falling.pace import FIRST_REPLY_S, FIRST_ROW_S, WindowPace
from bot.falling.steering import LOST_AT_REST, Orientation, Steering
from control.columns import Press
from engine.columns import MAGIC
from vision.sighting import UNKNOWN
from vision.well.tracker import FallingPiece

JEWELS = (0, 1, 2)
STEP_S = 0.01


class Window:
    """A piece that answers presses late, or not at all."""

    def __init__(self, jewels: tuple[int, int, int], delay: int, lost: set[int]) -> None:
        self.jewels, self.col, self.bottom = jewels, 3, 3.0
        self.delay, self.lost = delay, lost
        self.presses: list[Press] = []
        self.due: list[tuple[int, Press]] = []
        self.dropped: tuple[int, tuple[int, int, int]] | None = None

    def press(self, what: Press, now: int) -> None:
        if len(self.presses) not in self.lost:
            self.due.append((now + self.delay, what))
        self.presses.append(what)

    def tick(self, now: int) -> None:
        for moment, what in [each for each in self.due if each[0] <= now]:
            self.due.remove((moment, what))
            if self.dropped is not None:
                continue
            if what is Press.ROTATE:
                self.jewels = turned(self.jewels, 1)
            elif what is Press.DROP:
                self.dropped = (self.col, self.jewels)
            else:
                self.col = min(5, max(0, self.col + (1 if what is Press.RIGHT else -1)))

    def piece(self) -> FallingPiece:
        return FallingPiece(self.col, self.bottom, self.jewels, 1)


def played(jewels: tuple[int, int, int], move: int, delay: int = 2, lost: set[int] | None = None) -> Window:
    """Steer a piece until it is dropped."""
    window, steering = Window(jewels, delay, lost or set()), Steering(jewels, move, WindowPace())
    for now in range(3000):
        window.tick(now)
        if window.dropped is not None:
            return window
        what = steering.next_press(window.piece(), now * STEP_S)
        if what is not None:
            window.press(what, now)
            steering.pressed(what, window.piece(), now * STEP_S)
    return window


@given(
    st.tuples(*[st.integers(0, 3)] * 3),
    st.integers(0, 17),
    st.integers(0, 15),
    st.sets(st.integers(0, 12), max_size=6),
)
def test_whatever_is_late_or_lost_a_piece_is_dropped_where_planned(
    jewels: tuple[int, int, int], move: int, delay: int, lost: set[int]
) -> None:
    window = played(jewels, move, delay, lost)
    assert window.dropped == (move // 3, turned(jewels, move % 3))


def test_no_press_is_made_that_is_not_needed() -> None:
    window = played(JEWELS, 3 * 1 + 2)
    assert window.presses == [Press.LEFT, Press.LEFT, Press.ROTATE, Press.ROTATE, Press.DROP]


def test_a_piece_of_one_colour_is_not_rotated() -> None:
    assert played((4, 4, 4), 3 * 3 + 1).presses == [Press.DROP]


def test_a_press_on_its_way_is_waited_for() -> None:
    steering = Steering(JEWELS, 3 * 5, WindowPace())
    piece = FallingPiece(3, 3.0, JEWELS, 1)
    steering.pressed(Press.RIGHT, piece, 0.0)
    assert steering.next_press(piece, FIRST_REPLY_S / 2) is None
    assert steering.next_press(piece, FIRST_REPLY_S * 1.01) is Press.RIGHT


def test_while_a_window_hangs_no_press_is_made_again() -> None:
    """It heeded all of them at once as it went on, and the drops hit the next piece."""
    pace = WindowPace()
    steering, piece = Steering(JEWELS, 3 * 3, pace), FallingPiece(3, 3.0, JEWELS, 1)
    assert steering.next_press(piece, 0.0) is Press.DROP
    steering.pressed(Press.DROP, piece, 0.0)
    assert all(steering.next_press(piece, 0.01 * look, hangs=look > 15) is None for look in range(1, 100))
    fallen = FallingPiece(3, 4.0, JEWELS, 1)
    assert steering.next_press(fallen, 0.99 + 0.9 * FIRST_REPLY_S) is None, "it may be about to heed it"
    assert steering.next_press(fallen, 0.99 + 1.1 * FIRST_REPLY_S) is None, "a press that was given up may still come"
    assert steering.next_press(fallen, 0.99 + 2.2 * FIRST_REPLY_S) is Press.DROP
    aside = Steering(JEWELS, 3 * 5, pace)
    aside.pressed(Press.RIGHT, piece, 0.0)
    assert aside.next_press(piece, 0.3, hangs=True) is None
    assert aside.next_press(FallingPiece(4, 4.0, JEWELS, 1), 0.31) is Press.RIGHT
    assert pace.press_s == WindowPace().press_s, "how long it took tells nothing"


def test_a_press_that_shows_after_others_got_lost_at_rest_is_followed_by_the_next() -> None:
    steering = Steering(JEWELS, 0, WindowPace())
    now_s, presses = 0.0, list[Press | None]()
    for col, lost in ((3, LOST_AT_REST), (2, LOST_AT_REST), (1, 0)):
        piece = FallingPiece(col, 14.0, JEWELS, 1, resting=True)
        for _ in range(lost + 1):
            presses.append(steering.next_press(piece, now_s))
            steering.pressed(Press.LEFT, piece, now_s)
            now_s += 1.01 * FIRST_REPLY_S
    assert presses == [Press.LEFT] * len(presses)


def test_a_piece_that_falls_on_over_a_lower_column_is_steered_as_before() -> None:
    steering, presses = Steering(JEWELS, 0, WindowPace()), list[Press | None]()
    for look, resting in enumerate([True] * 5 + [False] * 3):
        piece = FallingPiece(3, 9.0, JEWELS, 1, resting=resting)
        presses.append(steering.next_press(piece, look * 1.01 * FIRST_REPLY_S))
        if presses[-1] is not None:
            steering.pressed(presses[-1], piece, look * 1.01 * FIRST_REPLY_S)
    assert presses == [Press.LEFT] * 3 + [None] * 2 + [Press.LEFT] * 3


def test_no_drop_follows_a_press_that_may_still_come() -> None:
    steering = Steering(JEWELS, 3 * 4, WindowPace())
    away, there = FallingPiece(3, 3.0, JEWELS, 1), FallingPiece(4, 3.0, JEWELS, 1)
    steering.pressed(Press.RIGHT, away, 0.0)
    lost_s = FIRST_REPLY_S * 1.01
    assert steering.next_press(away, lost_s) is Press.RIGHT
    steering.pressed(Press.RIGHT, away, lost_s)
    assert steering.next_press(there, lost_s + 0.01) is None
    assert steering.next_press(there, lost_s + FIRST_REPLY_S * 0.9) is None, "it stands, but what was given up may come"
    assert steering.next_press(there, lost_s + FIRST_REPLY_S * 1.2) is Press.DROP


def test_a_moved_piece_must_stand_before_it_is_dropped() -> None:
    steering = Steering(JEWELS, 3 * 4, WindowPace())
    steering.pressed(Press.RIGHT, FallingPiece(3, 3.0, JEWELS, 1), 0.0)
    there, beyond = FallingPiece(4, 3.0, JEWELS, 1), FallingPiece(5, 3.0, JEWELS, 1)
    assert steering.next_press(there, 0.050) is None
    assert steering.next_press(beyond, 0.060) is Press.LEFT  # a key held too long
    steering.pressed(Press.LEFT, beyond, 0.060)
    assert steering.next_press(there, 0.100) is None
    assert steering.next_press(there, 0.131) is Press.DROP


def test_what_is_not_wholly_in_view_is_neither_turned_nor_dropped_on_a_guess() -> None:
    steering = Steering((0, 0, 1), 3 * 3 + 1, WindowPace())  # wanted: 1 0 0
    assert steering.orientation(FallingPiece(3, 1.0, (1,), 1)) is Orientation.WRONG
    assert steering.next_press(FallingPiece(3, 1.0, (1,), 1), 0.0) is None  # a 0 below would not tell which turn it is
    assert steering.orientation(FallingPiece(3, 1.0, (0,), 1)) is Orientation.UNCLEAR  # 1 0 0 or 0 1 0
    assert steering.next_press(FallingPiece(3, 1.0, (0,), 1), 0.0) is None
    assert steering.next_press(FallingPiece(3, 2.0, (0, 1), 1), 0.0) is Press.ROTATE
    assert steering.next_press(FallingPiece(3, 2.0, (0, 0), 1), 0.0) is Press.DROP


def test_a_piece_turns_before_it_goes_onto_a_high_column() -> None:
    for free_rows, first in ((2, Press.ROTATE), (9, Press.RIGHT)):
        assert (
            Steering(JEWELS, 3 * 4 + 1, WindowPace(), free_rows).next_press(FallingPiece(3, 1.0, (2,), 1), 0.0) is first
        )


def test_a_piece_that_cannot_be_read_is_left_alone() -> None:
    steering = Steering(JEWELS, 0, WindowPace())
    assert steering.next_press(FallingPiece(3, 3.0, (0, UNKNOWN, 2), 1), 0.0) is None


def test_a_piece_that_shows_jewels_of_another_is_left_alone() -> None:
    steering = Steering(JEWELS, 3 * 3, WindowPace())
    assert steering.next_press(FallingPiece(3, 3.0, (0, 1, 5), 1), 0.0) is None


def test_a_resting_piece_is_not_dropped() -> None:
    steering = Steering(JEWELS, 3 * 3, WindowPace())
    assert steering.next_press(FallingPiece(3, 14.0, JEWELS, 1, resting=True), 0.0) is None


def test_a_magic_piece_is_steered_by_its_place_alone() -> None:
    steering = Steering((MAGIC,) * 3, 3 * 2, WindowPace())
    assert steering.next_press(FallingPiece(3, 3.0, (UNKNOWN, 4, UNKNOWN), 1), 0.0) is Press.LEFT
    assert steering.next_press(FallingPiece(2, 3.0, (1, 1, UNKNOWN), 1), 1.0) is Press.DROP  # nothing was pressed


def test_an_announced_piece_is_known_by_its_first_jewel() -> None:
    assert Identity((3, 4, 5)).feed(FallingPiece(3, 0.4, (5,), 1), 0.0) == (3, 4, 5)


def test_an_announced_piece_that_comes_in_with_a_jewel_unread_is_no_other_one() -> None:
    """It was to show itself over three looks then: time that a fast game does not leave."""
    identity = Identity((3, 4, 5))
    assert identity.feed(FallingPiece(3, 0.4, (UNKNOWN,), 1), 0.0) is None
    assert identity.feed(FallingPiece(3, 0.6, (5,), 1), STEP_S) == (3, 4, 5)


def test_a_piece_other_than_announced_must_show_itself() -> None:
    identity = Identity((3, 4, 5))
    assert identity.feed(FallingPiece(3, 0.4, (2,), 1), 0.0) is None
    assert identity.feed(FallingPiece(3, 3.0, (0, 1, 2), 1), 0.1) is None
    assert identity.feed(FallingPiece(3, 3.0, (0, 1, 2), 1), 0.2) is None
    assert identity.feed(FallingPiece(3, 3.0, (0, 1, 2), 1), 0.25) == (0, 1, 2)


def test_two_looks_at_a_piece_that_nothing_announced_are_too_few_however_long_between_them() -> None:
    identity, piece = Identity(None), FallingPiece(3, 3.0, JEWELS, 1)
    assert [identity.feed(piece, at_s) for at_s in (0.0, 2 * SURE_S, 2 * SURE_S + STEP_S)] == [None, None, JEWELS]


def test_a_piece_other_than_announced_is_not_the_announced_one_for_a_look_like_it() -> None:
    """A magic piece looks like every other now and then; beside a window that hung its preview stood still."""
    identity = Identity((3, 4, 5))
    for look, seen in enumerate([(2,), (5,), (4, 5), (3, 4, 5)]):
        assert identity.feed(FallingPiece(3, float(len(seen)), seen, 1), look * STEP_S) is None


@pytest.mark.parametrize("flash", [(5, 5, 5), (UNKNOWN, UNKNOWN, UNKNOWN)])
def test_a_piece_that_flashes_is_magic(flash: tuple[int, int, int]) -> None:
    identity, seen = Identity(None), None
    for look in range(40):
        codes = flash if look // 8 % 2 else (1, 1, 1)
        seen = seen or identity.feed(FallingPiece(3, 3.0, codes, 1), look * STEP_S)
    assert seen == (MAGIC, MAGIC, MAGIC)


def test_pace_learns_replies_and_speed() -> None:
    pace = WindowPace()
    assert (pace.reply_s, pace.row_s) == (FIRST_REPLY_S, FIRST_ROW_S)
    for _ in range(5):
        pace.replied(0.06)
    assert pace.reply_s == pytest.approx(0.12)
    pace.fell(2.0, 10.0)
    pace.fell(2.1, 10.1)
    pace.fell(2.5, 10.5)
    assert pace.row_s == pytest.approx(1.0)
    pace.new_piece()
    pace.fell(0.0, 12.0)
    assert pace.row_s == pytest.approx(1.0)


def falls_in_steps(pace: WindowPace, seen_s: float, rows: float) -> None:
    """Let a piece fall for so many rows of half a second, seen first so long after a step."""
    pace.new_piece()
    for look in range(round((0.5 * rows - seen_s) / STEP_S) + 1):
        now_s = seen_s + look * STEP_S
        pace.fell(3.0 + (now_s + 1e-6) // 0.5, now_s)


@pytest.mark.parametrize("pieces", [1, 3, 9])
def test_a_piece_that_moves_in_steps_is_no_faster_for_being_seen_within_a_row(pieces: int) -> None:
    """What was left of the first row passed for a whole one, and the fastest of the last counts."""
    pace = WindowPace()
    for piece in range(pieces):
        falls_in_steps(pace, seen_s=0.4 - 0.04 * piece, rows=2)
        falls_in_steps(pace, seen_s=0.45, rows=1)
    assert pace.row_s == pytest.approx(0.5, abs=2 * STEP_S)


@pytest.mark.parametrize("rows", [2.1, 2.5, 2.9])
def test_between_two_steps_no_row_grows_longer(rows: float) -> None:
    """A piece dropped just before its third step made a row up to twice as long: columns that were out of reach."""
    pace = WindowPace()
    for _ in range(4):
        falls_in_steps(pace, seen_s=0.1, rows=rows)
    assert pace.row_s == pytest.approx(0.5, abs=2 * STEP_S)


def test_a_game_that_glides_faster_is_followed_from_its_next_piece_on() -> None:
    """Pieces dropped within their first row told a least time only, and the slow ones before them counted on."""
    pace = WindowPace()
    for row_s, rows in ((0.5, 2.0), (0.2, 0.6)):
        pace.new_piece()
        for look in range(round(rows * row_s / STEP_S) + 1):
            pace.fell(3.0 + look * STEP_S / row_s, look * STEP_S)
    assert pace.row_s == pytest.approx(0.2, rel=0.1)


def test_what_is_seen_of_first_rows_tells_how_long_one_takes_at_least() -> None:
    pace = WindowPace()
    for seen_s in (0.4, 0.1, 0.3):
        falls_in_steps(pace, seen_s, rows=1)
    assert pace.row_s == pytest.approx(0.4, abs=2 * STEP_S)


def test_a_press_is_waited_for_as_long_as_the_slowest_of_the_last_replies_asks() -> None:
    pace = WindowPace()
    for seconds in (0.05, 0.09, 0.06):
        pace.replied(seconds)
    assert pace.reply_s == pytest.approx(0.18)


def test_a_press_that_shows_after_a_long_absence_tells_nothing_of_the_window() -> None:
    """Every column had to be reached past where the piece lay long before, for the next 32 presses."""
    pace = WindowPace()
    for _ in range(8):
        pace.replied(0.02)
    press_s, reply_s = pace.press_s, pace.reply_s
    steering = Steering(JEWELS, 0, pace, 9)
    steering.pressed(Press.LEFT, FallingPiece(3, 3.0, JEWELS, 1), 10.0)
    steering.next_press(FallingPiece(2, 3.5, JEWELS, 1), 40.0)
    assert (pace.press_s, pace.reply_s) == (press_s, reply_s)
    steering.pressed(Press.LEFT, FallingPiece(2, 3.5, JEWELS, 1), 41.0)
    steering.next_press(FallingPiece(1, 3.6, JEWELS, 1), 41.2)
    assert pace.press_s > press_s
