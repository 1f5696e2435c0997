"""A piece that shows one kind after the other is waited for by nobody, and taken for none of the kinds it shows."""

import itertools
from collections.abc import Iterator

import numpy as np

from vision.restless_cells import MOST_CELLS, RESTLESS_CHANGES, WITHIN_MS
from vision.sighting import UNKNOWN, Sighting, Status
from vision.tracker import RESTLESS_QUIET_MS, Tracker

BOARD = np.arange(48, dtype=np.int8).reshape(6, 8) % 5
QUIET_MS = 50.0
LOOK_MS = 10
SHOWN_HERE = (
    (0, 1, UNKNOWN, 2, 3, UNKNOWN, 4),
    (UNKNOWN, 1, UNKNOWN, UNKNOWN, 3, UNKNOWN, UNKNOWN),
)
"""What is read of such a piece in turn: elsewhere, on other ground, it may be less."""


def sighting(codes: np.ndarray, milliseconds: float) -> Sighting:
    status = Status.UNKNOWN_CELLS if (codes == UNKNOWN).any() else Status.CLEAR
    return Sighting(codes.copy(), np.ones(codes.shape, np.float32), status, int(milliseconds * 1e6))


class Game:
    """A board that is looked at every `LOOK_MS`; pieces of no kind stand in some of its cells."""

    def __init__(self, pieces: tuple[tuple[int, int], ...] = (), dwell_ms: int = 80) -> None:
        self.tracker = Tracker(QUIET_MS)
        self.board, self.pieces, self.dwell_ms = BOARD.copy(), pieces, dwell_ms
        self.now = 0
        self.settled = False

    def look(self) -> Sighting:
        codes = self.board.copy()
        for number, cell in enumerate(self.pieces):
            shown = SHOWN_HERE[number]
            codes[cell] = shown[(self.now // self.dwell_ms) % len(shown)]
        seen = sighting(codes, self.now)
        self.settled = self.tracker.feed(seen)
        self.now += LOOK_MS
        return self.tracker.without_restless(seen)

    def looks(self, milliseconds: int) -> Iterator[Sighting]:
        return (self.look() for _ in range(milliseconds // LOOK_MS))


def hidden(*cells: tuple[int, int]) -> np.ndarray:
    codes = BOARD.copy()
    for cell in cells:
        codes[cell] = UNKNOWN
    return codes


def test_a_piece_that_never_rests_keeps_nobody_waiting() -> None:
    """Each kind stood for less than the quiet time: the board never came to rest, and the run was given up."""
    game = Game(((2, 3),), dwell_ms=40)
    *_, last = game.looks(2000)
    assert game.settled
    assert game.tracker.restless == ((2, 3),)
    np.testing.assert_array_equal(last.codes, hidden((2, 3)))
    assert last.status & Status.UNKNOWN_CELLS


def test_it_stays_unread_whatever_it_shows() -> None:
    """Each kind stood for longer than the quiet time, and was taken for a tile of it."""
    game = Game(((2, 3), (5, 5)))
    for seen in game.looks(3000):
        if not game.tracker.restless or not game.settled:
            continue
        np.testing.assert_array_equal(seen.codes, hidden((2, 3), (5, 5)))
    assert game.settled


def test_after_a_move_nothing_is_settled_until_it_is_found_where_it_fell_to() -> None:
    game = Game(((0, 3),))
    *_, _ = game.looks(1000)
    game.board[:4] = np.roll(game.board[:4], 1, axis=1)
    game.pieces = ((3, 3),)
    began = game.now
    for seen in game.looks(2000):
        assert seen.codes[3, 3] == UNKNOWN or not game.settled
    assert game.settled
    assert game.tracker.restless == ((3, 3),)
    assert game.tracker.changed_ns < (began + 10 * game.dwell_ms) * 1e6


def test_where_it_is_gone_boards_settle_as_before() -> None:
    game = Game(((0, 3),))
    *_, _ = game.looks(1000)
    game.board, game.pieces = np.roll(game.board, 1, axis=0), ()
    settled = []
    for milliseconds in (int(RESTLESS_QUIET_MS), 2 * LOOK_MS):
        *_, _ = game.looks(milliseconds)
        settled.append(game.settled)
    assert settled == [False, True], "it may have fallen somewhere"
    game.board = np.roll(game.board, 1, axis=0)
    *_, _ = game.looks(int(QUIET_MS) + LOOK_MS)
    assert game.settled


def test_pieces_that_stream_past_are_tiles() -> None:
    for pieces in range(1, len(BOARD) + 1):
        game = Game()
        *_, _ = game.looks(100)
        for step in range(pieces):
            game.board[: step + 1, 4] = (game.board[: step + 1, 4] + 1) % 5
            *_, seen = game.looks(30)
            assert game.tracker.restless == (), (pieces, step)
        *_, seen = game.looks(int(QUIET_MS) + LOOK_MS)
        assert game.settled
        np.testing.assert_array_equal(seen.codes, game.board)
    assert len(BOARD) > MOST_CELLS >= RESTLESS_CHANGES - 1, "as many change as fall past the first"


def test_swaps_that_go_back_leave_tiles() -> None:
    game = Game()
    *_, _ = game.looks(100)
    for _ in itertools.repeat(None, RESTLESS_CHANGES - 1):
        game.board[0, :2] = game.board[0, 1::-1]
        *_, seen = game.looks(400)
        assert game.tracker.restless == ()
        assert game.settled
        np.testing.assert_array_equal(seen.codes, game.board)


def test_a_cell_that_is_only_read_now_and_then_is_no_such_piece() -> None:
    game = Game()
    for number in range(40):
        game.board = BOARD.copy() if number % 2 else hidden((1, 1))
        *_, _ = game.looks(30)
        assert game.tracker.restless == ()


def test_a_cell_that_is_restless_no_more_stands_as_long_as_any_other_before_it_is_taken_for_a_tile() -> None:
    """Its last changes, while it was restless, were not waited for."""
    game = Game()
    changes_ms = 100, 300, 500, 2000, 3080
    was_restless = False
    while game.now < 4500:
        if game.now in changes_ms:
            game.board[2, 3] = (game.board[2, 3] + 1) % 5
        seen = game.look()
        was_restless |= bool(game.tracker.restless)
        if was_restless and game.settled and seen.codes[2, 3] != UNKNOWN:
            assert seen.time_ns >= (changes_ms[-1] + QUIET_MS) * 1e6
    assert was_restless
    assert game.settled


def test_a_board_that_has_rested_for_longer_than_changes_count_is_settled_still() -> None:
    game = Game()
    *_, _ = game.looks(100)
    game.board[0, :2] = game.board[0, 1::-1]
    *_, _ = game.looks(2 * int(WITHIN_MS))
    assert game.settled
    assert game.tracker.restless == ()


def test_after_a_reset_no_cell_is_restless_for_what_it_showed_before() -> None:
    game = Game(((2, 3),))
    *_, _ = game.looks(1000)
    assert game.tracker.restless == ((2, 3),)
    game.tracker.reset()
    game.pieces = ()
    *_, _ = game.looks(100)
    game.board[2, 3] = (game.board[2, 3] + 1) % 5
    *_, _ = game.looks(100)
    assert not game.tracker.restless
