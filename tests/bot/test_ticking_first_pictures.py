"""A motion's first picture, in a window that hangs, and boards on which nobody has moved: doubted, or put right."""

import time
from dataclasses import replace

import numpy as np
import pytest

from bot.ticking.doubt import UNMOVED_S
from bot.ticking.loop import TickingLoop
from control.gesture import Chord
from engine.hypersonic import (
    State,
    advance,
    dice,
    places,
    start,
)
from policy.decision import Decision
from tests.bot.desktop_stand_ins import NotingHand
from tests.bot.ticking_stand_ins import RIGHT, RULES, kept_out, look_at, show
from vision.arena.tracker import ArenaPhase, ArenaView

LEFT = 1


def test_a_picture_in_which_nobody_has_moved_is_not_believed_while_a_motion_may_hang() -> None:
    """Seen live: a window hung with the first picture of a motion, and the bot decided where nobody stood any more."""
    loop, window, hand, _policy = kept_out()
    window.in_front = True
    state = start(RULES, dice(1))
    show(loop, state)
    unmoved, moved = (advance(RULES, state, actions).state for actions in ([0, 0], [RIGHT, 0]))
    for _ in range(5):
        show(loop, unmoved)
    assert len(hand.pressed) == 1
    assert dict(loop.tally.outcomes) == {}
    show(loop, moved)
    assert len(hand.pressed) == 2
    assert dict(loop.tally.outcomes) == {"as planned": 1}
    unmoved = advance(RULES, moved, [0, 0]).state
    look = look_at(unmoved)
    stood_ns = time.monotonic_ns() - round(2e9 * UNMOVED_S)  # where no bomb lies, as long as the turn before
    loop._new_turn(look, ArenaView(ArenaPhase.SETTLED, look.sighting, True, stood_ns))
    assert dict(loop.tally.outcomes) == {"as planned": 1}
    assert loop._doubt._unmoved_since_s is not None
    loop._doubt._unmoved_since_s -= UNMOVED_S
    show(loop, unmoved)
    assert dict(loop.tally.outcomes) == {"as planned": 1, "input lost": 1}, "the key was lost"
    assert len(hand.pressed) == 3


def test_where_the_window_has_lost_the_keyboard_a_key_is_taken_for_lost_at_once() -> None:
    """Four rounds went by in which nobody else moved, counted as missed, until the picture was believed."""
    loop, window, hand, _policy = kept_out()
    window.in_front = True
    state = start(RULES, dice(1))
    show(loop, state)
    window.in_front = False
    for _ in range(3):
        state = advance(RULES, state, [0, 0]).state
        show(loop, state)
    assert dict(loop.tally.outcomes) == {"input lost": 1}
    assert (len(hand.pressed), loop.ledger.turns_missed) == (1, 1)


def decided_on_a_motion(move: int, others: int) -> tuple[TickingLoop, NotingHand, State, State]:
    """A loop that stayed, then took the first picture of a motion for the next board and decided on it.

    Args:
        move: what it then pressed.
        others: the other player's action in the round of that motion.

    Returns:
        Also the state of the board that it took, and the true one.
    """
    loop, window, hand, policy = kept_out()
    window.in_front = True
    before = start(RULES, dice(1))
    moves = iter((0, move, RIGHT, RIGHT))

    def decide(state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        action = next(moves)
        return Decision(action, 0.0, (), (action,), 0.0)

    policy.decide = decide  # type: ignore[method-assign]
    show(loop, before)
    unmoved, moved = (advance(RULES, before, [0, action]).state for action in (0, others))
    show(loop, unmoved)
    assert dict(loop.tally.outcomes) == {"as planned": 1}
    return loop, hand, unmoved, moved


def test_a_board_that_was_the_first_picture_of_a_motion_is_put_right_by_its_turns_number() -> None:
    """Where the seat was to stay nothing told it; the next picture passed for another round, without our key."""
    loop, hand, _unmoved, moved = decided_on_a_motion(RIGHT, LEFT)
    assert loop._known is not None
    show(loop, moved)
    assert np.array_equal(places(loop._known), places(moved))
    assert loop._known.round == moved.round
    assert dict(loop.tally.outcomes) == {"as planned": 1}
    assert loop.watch.ranges_certain
    show(loop, advance(RULES, moved, [RIGHT, LEFT]).state)
    assert dict(loop.tally.outcomes) == {"as planned": 2}
    assert hand.pressed == [Chord(("right",))] * 2


def test_a_board_that_was_put_right_is_what_the_next_motion_begins_from() -> None:
    """Held against the wrong board its first picture showed somebody who had moved, and was believed at once."""
    loop, hand, _unmoved, moved = decided_on_a_motion(RIGHT, LEFT)
    show(loop, moved)
    show(loop, advance(RULES, moved, [0, 0]).state)
    assert dict(loop.tally.outcomes) == {"as planned": 1}
    assert len(hand.pressed) == 1


def test_a_board_that_was_put_right_and_not_decided_on_is_if_the_game_stands_still() -> None:
    loop, _hand, unmoved, moved = decided_on_a_motion(RIGHT, LEFT)
    rhythm, now_s = loop.rhythm, time.monotonic()
    rhythm.round_began(now_s - 60.0, 0)
    rhythm.round_began(now_s, 1)
    rhythm.forget_beginning()
    loop._pending, loop._known = None, unmoved
    show(loop, moved)
    assert loop._unsure


@pytest.mark.parametrize(("covered", "ours"), [(False, 0), (False, RIGHT), (True, RIGHT)])
def test_another_round_puts_nothing_right(covered: bool, ours: int) -> None:
    """Nor does one whose number something covers: our player has moved, which it did not in the round before."""
    loop, _hand, unmoved, _moved = decided_on_a_motion(RIGHT, LEFT)
    after = advance(RULES, unmoved, [ours, LEFT]).state
    if covered:
        look = look_at(after)
        sighting = replace(look.sighting, extras=look_at(unmoved).sighting.extras)
        view = ArenaView(ArenaPhase.SETTLED, sighting, True, time.monotonic_ns())
        loop._new_turn(replace(look, sighting=sighting), view)
    else:
        show(loop, after)
    assert loop._known is not None
    assert loop._known.round == unmoved.round + 1
    assert loop.tally.moves == 2
