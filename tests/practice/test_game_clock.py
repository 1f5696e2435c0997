"""The time of a window's games begins with its first picture."""

from practice.game_clock import GameClock


def test_time_stands_still_until_the_first_picture_and_no_later_one_sets_it_back() -> None:
    moments = iter([500, 507, 900])
    clock = GameClock(lambda: next(moments))
    assert [clock.now(), clock.now()] == [0, 0]
    clock.begin()
    assert clock.now() == 7
    clock.begin()
    assert clock.now() == 400
