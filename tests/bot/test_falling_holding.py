"""Keys are held longer where most presses get lost while the piece falls, and only there."""

import pytest

from bot.falling.holding import HOLDS_MS, hold_longer_if_lost
from bot.falling.pace import FEWEST_LOST, WindowPace
from bot.falling.steering import Steering
from control.columns import Press
from control.hand import DryHand
from control.pyautogui_hand import PyAutoGuiHand
from vision.profile_sections import InputSection
from vision.well.tracker import FallingPiece

JEWELS = (0, 1, 2)
LOOK_S = 0.05
LOOKS = 100


def hand_that_holds(hold_ms: float) -> PyAutoGuiHand:
    """A hand that is asked for nothing but its timing, so it needs no display."""
    hand = PyAutoGuiHand.__new__(PyAutoGuiHand)
    hand.timing = InputSection(hold_ms=hold_ms)
    return hand


def steered(hand: PyAutoGuiHand | DryHand, wanted_ms: float, *, falls: bool = True, lost: int = 0) -> list[str]:
    """Steer a piece for five seconds in a game that takes keys held for so long; return what the person is told.

    Args:
        hand: that presses.
        wanted_ms: shorter presses do nothing.
        falls: whether the piece falls meanwhile.
        lost: of ten presses so many are lost however long they are.
    """
    pace = WindowPace()
    told: list[str] = []
    col, presses = 0, 0
    steering = Steering(JEWELS, 3 * 5, pace)
    for look in range(LOOKS):
        now_s = look * LOOK_S
        piece = FallingPiece(col, 3.0 + (look // 4 * 0.4 if falls else 0.0), JEWELS, 1)
        pace.fell(piece.bottom, now_s)
        what = steering.next_press(piece, now_s)
        hold_longer_if_lost(hand, pace, told.append)
        if what in (Press.LEFT, Press.RIGHT):
            steering.pressed(what, piece, now_s)
            held_ms = hand.timing.hold_ms if isinstance(hand, PyAutoGuiHand) else 0.0
            if held_ms > wanted_ms and presses % 10 >= lost:
                col = (col + (1 if what is Press.RIGHT else -1)) % 6
            presses += 1
    return told


@pytest.mark.parametrize(("wanted_ms", "held_ms"), [(60.0, HOLDS_MS[0]), (100.0, HOLDS_MS[1]), (500.0, HOLDS_MS[-1])])
@pytest.mark.parametrize("at_first_ms", [8.0, 50.0])
def test_keys_are_held_longer_until_they_show(at_first_ms: float, wanted_ms: float, held_ms: float) -> None:
    hand = hand_that_holds(at_first_ms)
    told = steered(hand, wanted_ms)
    assert hand.timing.hold_ms == held_ms
    assert f"held for {held_ms:g} ms from now on" in told[-1]


@pytest.mark.parametrize("lost", [0, 3])
def test_where_presses_show_they_stay_short_though_some_get_lost(lost: int) -> None:
    hand = hand_that_holds(8.0)
    assert steered(hand, 5.0, lost=lost) == []
    assert hand.timing.hold_ms == 8.0


def test_what_a_paused_game_does_not_show_is_not_lost() -> None:
    hand = hand_that_holds(50.0)
    assert steered(hand, 60.0, falls=False) == []
    assert hand.timing.hold_ms == 50.0


def test_what_a_person_holds_longer_stays() -> None:
    hand = hand_that_holds(200.0)
    assert steered(hand, 300.0) == []
    assert hand.timing.hold_ms == 200.0


def test_a_hand_that_presses_nothing_is_left_alone() -> None:
    assert steered(DryHand(), 60.0) == []


def test_the_count_begins_anew_with_a_longer_hold() -> None:
    pace = WindowPace()
    for look in range(FEWEST_LOST + 1):
        pace.fell(3.0 + look, look)
        pace.unanswered()
    assert pace.most_lost
    pace.held_longer()
    assert not pace.most_lost
