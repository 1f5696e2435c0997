"""The tracker of arenas: a turn is settled when it stands still, and another one when something is another."""

from typing import Any

import numpy as np

from engine.hypersonic import COLS, NO_BOMB, NOBODY, ROWS, UNKNOWN
from vision.arena.layers import CELLS, SAMPLES
from vision.arena.tracker import ArenaPhase, ArenaTracker
from vision.sighting import Sighting, Status

MS = 1_000_000


def board(player: int = 0, left: int = 0) -> np.ndarray:
    """An arena with one player in the first row and a bomb in the last."""
    codes = np.zeros((3 * ROWS, COLS), np.int8)
    codes[ROWS : 2 * ROWS], codes[2 * ROWS :] = NO_BOMB, NOBODY
    codes[2 * ROWS, player] = NOBODY + 1
    codes[2 * ROWS - 1, 0] = NO_BOMB + left
    return codes


def seen(
    codes: np.ndarray,
    ms: float,
    *,
    turn: int | None = 0,
    look: int = 0,
    status: Status = Status.CLEAR,
    floor: dict[int, bool] | None = None,
    covered: frozenset[int] = frozenset(),
) -> Sighting:
    patch = None if turn is None else np.full((4, 4, 3), 50 * (turn % 6), np.uint8)
    cells = np.full((CELLS, SAMPLES, 3), look, np.uint8)
    extras: dict[str, Any] = {"moving": False, "turn_patch": patch, "look": cells, "floor": floor or {}}
    extras["covered"] = covered
    return Sighting(codes, np.ones(codes.shape, np.float32), status, round(ms * MS), extras)


def phases(tracker: ArenaTracker, *sightings: Sighting) -> list[tuple[ArenaPhase, bool]]:
    views = [tracker.feed(sighting) for sighting in sightings]
    return [(view.phase, view.fresh) for view in views]


def test_a_picture_must_stand_still_for_its_time() -> None:
    tracker = ArenaTracker(still_ms=20)
    assert phases(tracker, seen(board(), 0), seen(board(), 10), seen(board(), 20), seen(board(), 30)) == [
        (ArenaPhase.MOVING, False),
        (ArenaPhase.MOVING, False),
        (ArenaPhase.SETTLED, True),
        (ArenaPhase.SETTLED, False),
    ]


def test_what_slides_slowly_does_not_stand_still_though_its_cell_reads_the_same() -> None:
    tracker = ArenaTracker(still_ms=20)
    looks = [seen(board(), 15 * k, look=10 * k) for k in range(6)]
    assert {phase for phase, _ in phases(tracker, *looks)} == {ArenaPhase.MOVING}


def test_a_turn_that_settled_on_a_motions_last_pixels_does_not_spend_the_next_motions_time() -> None:
    """Seen live: 19 ms into a motion its first picture was believed, and a player stood two cells further on next."""
    tracker = ArenaTracker(still_ms=12, motion_ms=120)
    for ms in (0, 125):
        tracker.feed(seen(board(0, 8), ms))
    moving, last, rest = board(0, 7), board(1, 7), board(1, 7)
    for ms in range(300, 410, 10):
        assert tracker.feed(seen(moving, ms, turn=1, look=ms % 100)).phase is ArenaPhase.MOVING
    tracker.feed(seen(last, 410, turn=1, look=33))
    assert tracker.feed(seen(last, 425, turn=1, look=33)).fresh
    for ms in range(440, 600, 10):  # a few pixels on
        assert not tracker.feed(seen(rest, ms, turn=1, look=50)).fresh
    for ms in (600, 615, 630):  # the next motion's first picture, stalled
        assert tracker.feed(seen(board(1, 6), ms, turn=2, look=50)).phase is ArenaPhase.MOVING


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


def test_the_last_pixels_of_a_motion_settle_at_once() -> None:
    tracker = ArenaTracker(still_ms=12, motion_ms=120)
    for ms in (0, 125):
        tracker.feed(seen(board(0, 8), ms))
    for ms in (300, 430):
        view = tracker.feed(seen(board(1, 7), ms, turn=1, look=33))
    assert view.fresh
    views = [tracker.feed(seen(board(1, 7), ms, turn=1, look=50)) for ms in (455, 470)]
    assert [view.phase for view in views] == [ArenaPhase.MOVING, ArenaPhase.SETTLED]
    for ms in (580, 600, 620):  # the next motion's first picture, stalled
        assert tracker.feed(seen(board(1, 6), ms, turn=2, look=50)).phase is ArenaPhase.MOVING


def test_what_lies_over_the_edge_of_a_cell_may_be_a_player_on_its_way() -> None:
    tracker = ArenaTracker(still_ms=12)
    for ms in (0, 20):
        tracker.feed(seen(board(0, 8), ms))
    looks = [seen(board(0, 7), 300 + ms, turn=1, covered=frozenset({1})) for ms in (0, 50, 90, 100)]
    assert [tracker.feed(look).phase for look in looks] == [ArenaPhase.MOVING] * 3 + [ArenaPhase.SETTLED]
    # and what lay there before is a pointer
    looks = [seen(board(1, 6), 600 + ms, turn=2, covered=frozenset({1})) for ms in (0, 20)]
    assert [tracker.feed(look).phase for look in looks] == [ArenaPhase.MOVING, ArenaPhase.SETTLED]


def test_a_moved_player_is_another_turn_and_so_is_another_number() -> None:
    tracker = ArenaTracker(still_ms=0)
    turns = [(board(), 0), (board(1), 0), (board(1), 1), (board(1, 8), 2), (board(1, 7), 3)]
    views = []
    for number, (codes, turn) in enumerate(turns):
        views += phases(tracker, *(seen(codes, 100 * number + late, turn=turn) for late in (0, 30, 60)))
    assert sum(fresh for _, fresh in views) == 5


def test_the_first_picture_of_a_motion_is_not_taken_for_its_end() -> None:
    """Bombs a round on, players where they were, and for a moment nothing moves: a busy machine."""
    tracker = ArenaTracker(still_ms=20, motion_ms=100)
    tracker.feed(seen(board(0, 8), 0))
    assert tracker.feed(seen(board(0, 8), 110)).phase is ArenaPhase.SETTLED
    begun, over = board(0, 7), board(1, 7)
    assert [tracker.feed(seen(begun, ms, turn=1)).phase for ms in (300, 330, 390)] == [ArenaPhase.MOVING] * 3
    views = [tracker.feed(seen(over, ms, turn=1)) for ms in (395, 410, 420, 440)]
    assert [(view.phase, view.fresh) for view in views] == [
        (ArenaPhase.MOVING, False),
        (ArenaPhase.MOVING, False),
        (ArenaPhase.SETTLED, True),
        (ArenaPhase.SETTLED, False),
    ]


def test_the_first_picture_of_all_may_be_of_a_motion() -> None:
    """Nothing was known before it, so no rule could object: four cells of it were those of the round before."""
    tracker = ArenaTracker(still_ms=12, motion_ms=100)
    for again in range(2):
        begun, over = board(0, 7), board(1, 7)
        views = [tracker.feed(seen(begun, 1000 * again + ms, turn=1)) for ms in (0, 15, 30)]
        views += [tracker.feed(seen(over, 1000 * again + ms, turn=1, look=ms)) for ms in (47, 64, 80, 96, 99)]
        assert {view.phase for view in views} == {ArenaPhase.MOVING}
        views = [tracker.feed(seen(over, 1000 * again + ms, turn=1, look=99)) for ms in (105, 120, 145)]
        assert [view.phase for view in views] == [ArenaPhase.MOVING, ArenaPhase.MOVING, ArenaPhase.SETTLED]
        assert np.array_equal(views[-1].sighting.codes, over)
        tracker.reset()


def test_a_turn_of_which_only_the_motion_was_seen_does_not_spend_the_next_motions_time() -> None:
    tracker = ArenaTracker(still_ms=12, motion_ms=120)
    for ms in (0, 125):
        tracker.feed(seen(board(0, 8), ms))
    tracker.feed(seen(board(0, 7), 350, turn=1, look=50))  # then this machine stood still
    begun, over = board(1, 6), board(2, 6)
    views = [tracker.feed(seen(begun, 601 + ms, turn=2)) for ms in (0, 13, 15)]
    assert {view.phase for view in views} == {ArenaPhase.MOVING}
    views = [tracker.feed(seen(over, 601 + ms, turn=2)) for ms in (110, 125)]
    assert [view.phase for view in views] == [ArenaPhase.MOVING, ArenaPhase.SETTLED]


def test_a_cover_over_a_motions_beginning_does_not_spend_its_time() -> None:
    tracker = ArenaTracker(still_ms=12, motion_ms=120)
    hidden = np.full_like(board(), UNKNOWN)
    for ms in (0, 125):
        tracker.feed(seen(board(0, 8), ms))
    tracker.feed(seen(board(0, 7), 300, turn=1, look=50))
    tracker.feed(seen(hidden, 320, status=Status.NO_BOARD))
    views = [tracker.feed(seen(board(1, 6), 600 + ms, turn=2)) for ms in (0, 13, 110, 125)]
    assert [view.phase for view in views] == [ArenaPhase.MOVING] * 3 + [ArenaPhase.SETTLED]


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


def test_without_a_number_a_turn_in_which_nothing_happens_passes_unseen() -> None:
    tracker = ArenaTracker(still_ms=0)
    views = phases(tracker, *(seen(board(), 30 * k, turn=None) for k in range(6)))
    assert sum(fresh for _, fresh in views) == 1


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


def test_after_a_reset_the_same_picture_is_another_turn() -> None:
    tracker = ArenaTracker(still_ms=0)
    phases(tracker, seen(board(), 0), seen(board(), 10))
    tracker.reset()
    assert phases(tracker, seen(board(), 20), seen(board(), 30))[-1] == (ArenaPhase.SETTLED, True)


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


def test_who_was_to_die_in_one_turn_is_not_taken_to_die_in_the_next() -> None:
    tracker = ArenaTracker(still_ms=20)
    phases(tracker, seen(board(0, 2), 0), seen(board(0, 2), 30))
    tracker.doomed = frozenset({0})
    phases(tracker, seen(board(0, 2), 60), seen(board(0, 1), 300, turn=1))
    assert tracker.doomed == {0}, "forgotten in its own turn"
    assert phases(tracker, seen(board(0, 1), 330, turn=1)) == [(ArenaPhase.SETTLED, True)]
    assert tracker.doomed is None


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
