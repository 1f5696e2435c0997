"""When the loop of a fixed tick leaves a game of which no arena shows for another one."""

import shutil
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from capture.frame import Frame
from control.gesture import Keys
from engine.hypersonic import dice, start
from practice.hypersonic import look_names, render_still
from tests.bot.handed_parts import PLACE
from tests.bot.ticking_stand_ins import ARENA, RULES, kept_out, look_at, show, shows
from tests.vision.drawn_arenas import lattice_of
from vision.arena.tracker import ArenaPhase, ArenaView
from vision.notice import Notice
from vision.profile_sections import BoardSection, WindowSection
from vision.sighting import Status


@pytest.mark.parametrize(("key", "in_front", "pressed"), [("r", True, True), ("", True, False), ("r", False, False)])
def test_a_game_whose_end_nobody_saw_is_left_where_a_key_begins_another(
    key: str, in_front: bool, pressed: bool
) -> None:
    """A stall hid its last rounds: the run waited for a minute under the words over it, and ended."""
    loop, window, hand, _policy = kept_out(restart_key=key)
    window.in_front = True
    loop.restart_key.due = None
    show(loop, start(RULES, dice(1)))
    hand.pressed.clear()
    window.in_front = in_front
    hidden = replace(look_at(start(RULES, dice(1))).sighting, status=Status.NO_BOARD)
    shown_ns = loop.change.shown_ns
    for second in range(29, 33):
        at_ns = (shown_ns if in_front else loop.change.shown_ns + 10**9 * 60) + 10**9 * second
        look = replace(look_at(start(RULES, dice(1))), sighting=replace(hidden, time_ns=at_ns))
        shows(loop, look, ArenaView(ArenaPhase.HIDDEN, look.sighting, False, 0))
        loop._step()
        if pressed and hand.pressed:
            break
        assert not hand.pressed
    assert hand.pressed == ([Keys(("r",))] if pressed else [])
    assert dict(loop.tally.outcomes) == ({"unseen": 1} if pressed else {})
    assert loop.restart_key.due is None


@pytest.mark.parametrize("before", ["a board that stood", "no window"])
def test_a_game_is_left_for_the_time_in_which_its_arena_was_hidden_alone(before: str) -> None:
    """After half a minute of a standing board, or minimised, the first picture without it threw the game away."""
    loop, window, hand, _policy = kept_out(restart_key="r")
    window.in_front = True
    loop.restart_key.due = None
    state = start(RULES, dice(1))
    show(loop, state)
    hand.pressed.clear()
    now_ns = time.monotonic_ns()
    loop._at_rest_ns = loop.change.shown_ns = now_ns - 50 * 10**9
    look = look_at(state)
    standing = replace(look, sighting=replace(look.sighting, time_ns=now_ns))
    hidden = replace(look, sighting=replace(look.sighting, status=Status.NO_BOARD, time_ns=now_ns + 10**9))
    if before == "no window":
        shows(loop, None)
    else:
        shows(loop, standing, ArenaView(ArenaPhase.SETTLED, standing.sighting, False, 0))
    loop._step()
    shows(loop, hidden, ArenaView(ArenaPhase.HIDDEN, hidden.sighting, False, 0))
    loop._step()
    assert hand.pressed == []


def test_a_run_whose_turns_are_used_up_begins_no_other_game_where_an_end_came_unseen() -> None:
    loop, window, hand, _policy = kept_out(restart_key="r")
    window.in_front = True
    loop.restart_key.due = None
    loop.settings = replace(loop.settings, moves=1)
    show(loop, start(RULES, dice(1)))
    hand.pressed.clear()
    look = look_at(start(RULES, dice(1)))
    late = replace(look.sighting, status=Status.NO_BOARD, time_ns=loop.change.shown_ns + 31 * 10**9)
    shows(loop, replace(look, sighting=late), ArenaView(ArenaPhase.HIDDEN, late, False, 0))
    ending = loop.run()
    assert (ending.reason, ending.finished) == ("1 turns played", True)
    assert hand.pressed == []
    assert (dict(loop.tally.outcomes), loop.tally.moves) == ({"unseen": 1}, 1)


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="no tesseract: words are not read")
@pytest.mark.parametrize("look", look_names())
@pytest.mark.parametrize("paused", [False, True])
def test_a_window_that_says_that_it_is_paused_is_not_left(
    look: str, paused: bool, eventually: Callable[..., None]
) -> None:
    """A demo that a person had paused with P began another game after half a minute."""
    state = start(RULES, dice(1))
    frame = Frame(render_still(look, 1.0, state, paused=paused, over=not paused), 0, PLACE)
    shown = replace(look_at(state), frame=frame)
    profile = ARENA.model_copy(
        update={"window": WindowSection.of(frame, "Arena"), "board": BoardSection.of(lattice_of(look, 1.0))}
    )
    loop, window, _hand, _policy = kept_out(restart_key="r", profile=profile)
    window.in_front = True

    def over_after(seconds: int) -> bool:
        time_ns = loop.change.shown_ns + round(seconds * 1e9)
        return loop.change.over_unseen(replace(shown, sighting=replace(shown.sighting, time_ns=time_ns)))

    assert not over_after(1)
    assert not over_after(5)
    asked = loop.change._notices._asked
    assert asked is not None
    eventually(asked.done, 60)
    assert over_after(31) is not paused
    assert not over_after(29), "it goes on from the pause"


def test_words_of_a_pause_are_forgotten_once_the_arena_shows() -> None:
    loop, window, _hand, _policy = kept_out(restart_key="r")
    window.in_front = True
    loop.change._notices._last = Notice.PAUSED
    loop.change.shown(0)
    look = look_at(start(RULES, dice(1)))
    assert loop.change.over_unseen(replace(look, sighting=replace(look.sighting, time_ns=31 * 10**9)))
