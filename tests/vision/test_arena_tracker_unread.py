"""Cells of a turn that cannot be read: waited for, put in by the rules, or by who knows what the next turn holds."""

import numpy as np

from engine.hypersonic import COLS, NOBODY, ROWS, UNKNOWN
from tests.vision.arena_sightings import MS, board, phases, seen
from vision.arena.tracker import ArenaPhase, ArenaTracker
from vision.sighting import Sighting, Status


def shared(at: int, left: int, read: bool) -> np.ndarray:
    """An arena with two players on one cell, which is read or not, and a bomb in the last row."""
    codes = board(at, left)
    codes[2 * ROWS, at] = NOBODY + 3
    if not read:
        codes[[0, ROWS, 2 * ROWS], at] = UNKNOWN
    return codes


def test_cells_that_the_rules_put_in_do_not_spend_the_next_motions_time() -> None:
    """Seen live: two on one cell moved on, and the picture of them half way was believed: four cells misread."""
    tracker = ArenaTracker(still_ms=12, motion_ms=120, mend=True)
    walk = [board(k % 2, 8 - k) for k in range(4)]
    for codes in walk:
        codes[2 * ROWS, 2] = NOBODY + 2
    for number, codes in enumerate(walk):
        for ms in (0, 150, 170, 290):
            tracker.feed(seen(codes, 300 * number + ms, turn=number))
    unread = shared(1, 4, read=False)
    looks = [seen(unread, 1200 + ms, turn=4, status=Status.UNKNOWN_CELLS, floor={1: True}) for ms in (0, 150, 170)]
    views = [tracker.feed(look) for look in looks]
    assert views[-1].phase is ArenaPhase.SETTLED
    assert any(view.fresh for view in views), "another turn"
    assert np.array_equal(views[-1].sighting.codes, shared(1, 4, read=True))
    for ms in range(1380, 1500, 10):  # at rest, and no more to be read than before
        tracker.feed(seen(unread, ms, turn=4, status=Status.UNKNOWN_CELLS, floor={1: True}))
    moving = shared(1, 3, read=False)
    for ms in (1500, 1520, 1540):
        view = tracker.feed(seen(moving, ms, turn=5, status=Status.UNKNOWN_CELLS, floor={1: True}))
        assert view.phase is ArenaPhase.MOVING


def test_the_rules_put_nothing_in_where_a_turn_went_by_between() -> None:
    """Settled late, then a turn that was covered: going by when it settled, the next but one would be the next."""
    phase_of = {}
    for skipped in (0, 1):
        tracker = ArenaTracker(still_ms=12, mend=True)
        for number in range(4):
            codes = board(number % 2)
            codes[2 * ROWS, 2] = NOBODY + 2
            for ms in (0, 150, 290) if number < 3 else (250, 270, 290):
                tracker.feed(seen(codes, 300 * number + ms, turn=number))
        now, number = 1200 + 300 * skipped, 4 + skipped
        unread = shared(1, 0, read=False)
        looks = [seen(unread, now + ms, turn=number, status=Status.UNKNOWN_CELLS, floor={1: True}) for ms in (2, 105)]
        phase_of[skipped] = [tracker.feed(look) for look in looks][-1].phase
    assert phase_of == {0: ArenaPhase.SETTLED, 1: ArenaPhase.UNREAD}


def test_cells_that_cannot_be_read_are_waited_for_and_then_told() -> None:
    tracker = ArenaTracker(still_ms=20)
    codes = board()
    codes[5, 5] = UNKNOWN
    views = phases(tracker, *(seen(codes, ms, status=Status.UNKNOWN_CELLS) for ms in (0, 50, 99, 100)))
    assert [phase for phase, _ in views] == [ArenaPhase.MOVING] * 3 + [ArenaPhase.UNREAD]


def test_a_cover_hides_the_arena_and_the_same_turn_is_found_again_below_it() -> None:
    tracker = ArenaTracker(still_ms=20)
    hidden = Sighting(
        board() * 0 + UNKNOWN, np.zeros((33, 13), np.float32), Status.NO_BOARD, 50 * MS, {"moving": False}
    )
    views = phases(tracker, seen(board(), 0), seen(board(), 30), hidden, seen(board(), 60), seen(board(), 90))
    assert [phase for phase, _ in views] == [
        ArenaPhase.MOVING,
        ArenaPhase.SETTLED,
        ArenaPhase.HIDDEN,
        ArenaPhase.MOVING,
        ArenaPhase.SETTLED,
    ]
    assert sum(fresh for _, fresh in views) == 1


def test_players_who_meet_where_they_cannot_be_read_are_put_in_by_the_rules() -> None:
    tracker = ArenaTracker(still_ms=20, mend=True)
    before, meeting = board(1), board(1)
    before[2 * ROWS, 2] = NOBODY + 2
    meeting[2 * ROWS, 1] = NOBODY + 3
    unread = meeting.copy()
    unread[[0, ROWS, 2 * ROWS], 1] = UNKNOWN
    for number, codes in enumerate((board(0), board(1), board(0), before)):
        for ms in (0, 30, 280):
            tracker.feed(seen(codes, 300 * number + ms))
    # the first may have placed a bomb where it stood: only what shows behind the two tells
    for floor, phase in ({}, ArenaPhase.UNREAD), ({1: True}, ArenaPhase.SETTLED):
        looks = [seen(unread, 1200 + ms, turn=1, status=Status.UNKNOWN_CELLS, floor=floor) for ms in (0, 30, 130)]
        view = [tracker.feed(look) for look in looks][-1]
        assert view.phase is phase
    assert np.array_equal(view.sighting.codes, meeting)


def test_nothing_is_put_in_where_more_than_one_turn_may_have_passed() -> None:
    tracker = ArenaTracker(still_ms=20, mend=True)
    for number, player in enumerate((0, 1, 0, 1)):
        tracker.feed(seen(board(player), 300 * number))
        tracker.feed(seen(board(player), 300 * number + 30))
    unread = board(1)
    unread[[5, ROWS + 5, 2 * ROWS + 5], 5] = UNKNOWN
    looks = [seen(unread, 1500 + ms, turn=2, status=Status.UNKNOWN_CELLS) for ms in (0, 30, 130)]
    assert [tracker.feed(look).phase for look in looks][-1] is ArenaPhase.UNREAD


def test_many_covered_cells_are_put_in_by_who_knows_what_the_next_turn_holds() -> None:
    """At once where the cover lay there before; where it is new it must stand, for a motion may have stalled."""
    tracker = ArenaTracker(still_ms=20, mend=True)
    for number, player in enumerate((0, 1, 0, 1)):
        for ms in (0, 30, 280):
            tracker.feed(seen(board(player), 300 * number + ms))

    def show(player: int, number: int, *times_ms: int) -> list[ArenaPhase]:
        codes = board(player)
        codes.reshape(3, ROWS, COLS)[:, 4:8, 4:8] = UNKNOWN
        looks = [seen(codes, 300 * number + ms, turn=number, status=Status.UNKNOWN_CELLS) for ms in times_ms]
        phases = []
        for look in looks:
            view = tracker.feed(look)
            phases.append(view.phase)
        assert not view.sighting.status or view.phase is not ArenaPhase.SETTLED
        assert view.phase is not ArenaPhase.SETTLED or np.array_equal(view.sighting.codes, board(player))
        return phases

    def know(player: int) -> None:
        tracker.complete = lambda codes, newly: np.where(codes == UNKNOWN, board(player), codes)

    assert show(0, 4, 0, 30, 130) == [ArenaPhase.MOVING, ArenaPhase.MOVING, ArenaPhase.UNREAD], "nobody knows"
    know(0)
    assert show(0, 4, 140, 150, 280) == [ArenaPhase.SETTLED] * 3
    assert tracker.complete is None, "what was known was of that turn alone"
    tracker.complete = lambda codes, newly: None
    assert show(1, 5, 0, 30, 130)[-1] is ArenaPhase.UNREAD, "it does not follow"
    know(1)
    assert show(1, 5, 150)[-1] is ArenaPhase.SETTLED
    know(0)
    assert show(0, 6, 0, 30, 280) == [ArenaPhase.MOVING] + [ArenaPhase.SETTLED] * 2, "the cover lay there before"
    for ms in (0, 30, 280):
        tracker.feed(seen(board(1), 2100 + ms, turn=7))
    know(0)
    assert show(0, 8, 0, 30, 99, 100) == [ArenaPhase.MOVING] * 3 + [ArenaPhase.SETTLED], "it is new"


def test_a_turn_that_a_note_comes_over_is_known_to_show_until_its_number_changes() -> None:
    """Else the turn after it would seem to have begun with the note, and the next one to be the next but one."""

    def after_a_note(number_known: bool) -> ArenaPhase:
        tracker = ArenaTracker(still_ms=20, mend=True)
        for number, player in enumerate((0, 1, 0, 1)):
            for ms in (0, 30, 280):
                tracker.feed(seen(board(player), 300 * number + ms, turn=number if number_known else None))
        for number, player in ((4, 0), (5, 1), (6, 0)):
            codes, turn = board(player), number if number_known else None
            if number == 4:
                for ms in (0, 30):
                    tracker.feed(seen(board(player), 300 * number + ms, turn=turn))
            codes.reshape(3, ROWS, COLS)[:, 4:8, 4:8] = UNKNOWN
            tracker.complete = lambda codes, newly, player=player: np.where(codes == UNKNOWN, board(player), codes)
            times = (210, 225) if number == 4 else (0, 30, 60, 90, 100)
            views = [
                tracker.feed(seen(codes, 300 * number + ms, turn=turn, status=Status.UNKNOWN_CELLS)) for ms in times
            ]
            if number == 5:
                assert views[-1].phase is ArenaPhase.SETTLED
        return views[-1].phase

    assert after_a_note(number_known=True) is ArenaPhase.SETTLED
    assert after_a_note(number_known=False) is ArenaPhase.UNREAD, "nobody knows when the turn began"


def test_a_cursor_over_a_settled_turn_changes_nothing() -> None:
    tracker = ArenaTracker(still_ms=20, mend=True)
    tracker.feed(seen(board(1), 0))
    tracker.feed(seen(board(1), 30))
    covered = board(1)
    covered[[5, ROWS + 5, 2 * ROWS + 5], 5] = UNKNOWN
    view = [tracker.feed(seen(covered, ms, status=Status.UNKNOWN_CELLS)) for ms in (100, 130)][-1]
    assert (view.phase, view.fresh) == (ArenaPhase.SETTLED, False)
    assert np.array_equal(view.sighting.codes, board(1))
