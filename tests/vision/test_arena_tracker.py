"""The tracker of arenas: a turn is settled when it stands still, and another one when something is another."""

import numpy as np

from engine.hypersonic import UNKNOWN
from tests.vision.arena_sightings import board, phases, seen
from vision.arena.tracker import ArenaPhase, ArenaTracker
from vision.sighting import Status


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


def test_without_a_number_a_turn_in_which_nothing_happens_passes_unseen() -> None:
    tracker = ArenaTracker(still_ms=0)
    views = phases(tracker, *(seen(board(), 30 * k, turn=None) for k in range(6)))
    assert sum(fresh for _, fresh in views) == 1


def test_after_a_reset_the_same_picture_is_another_turn() -> None:
    tracker = ArenaTracker(still_ms=0)
    phases(tracker, seen(board(), 0), seen(board(), 10))
    tracker.reset()
    assert phases(tracker, seen(board(), 20), seen(board(), 30))[-1] == (ArenaPhase.SETTLED, True)


def test_who_was_to_die_in_one_turn_is_not_taken_to_die_in_the_next() -> None:
    tracker = ArenaTracker(still_ms=20)
    phases(tracker, seen(board(0, 2), 0), seen(board(0, 2), 30))
    tracker.doomed = frozenset({0})
    phases(tracker, seen(board(0, 2), 60), seen(board(0, 1), 300, turn=1))
    assert tracker.doomed == {0}, "forgotten in its own turn"
    assert phases(tracker, seen(board(0, 1), 330, turn=1)) == [(ArenaPhase.SETTLED, True)]
    assert tracker.doomed is None
