"""When the loop of a fixed tick leaves a game of which no arena shows for another one."""

import shutil
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.playing.run import run_to_its_end
from capture.frame import Frame
from control.envelope import Clearance, Go, Wait
from control.gesture import Keys
from engine.hypersonic import dice, start
from practice.hypersonic import look_names, render_still
from tests.bot.ticking_stand_ins import RULES, kept_out, look_at, show
from tests.vision.drawn_arenas import lattice_of
from vision.arena.tracker import ArenaPhase, ArenaView
from vision.notice import Notice
from vision.sighting import Status


@pytest.mark.parametrize(
    ("key", "verdict", "pressed"), [("r", Go(), True), ("", Go(), False), ("r", Wait("not in front"), False)]
)
def test_a_game_whose_end_nobody_saw_is_left_where_a_key_begins_another(
    key: str, verdict: Clearance, pressed: bool
) -> None:
    """A stall hid its last rounds: the run waited for a minute under the words over it, and ended."""
    loop, envelope, hand, _policy = kept_out(restart_key=key)
    envelope.verdict = Go()
    loop.restart_key.due = None
    show(loop, start(RULES, dice(1)))
    hand.pressed.clear()
    envelope.verdict = verdict
    hidden = replace(look_at(start(RULES, dice(1))).sighting, status=Status.NO_BOARD)
    loop.lookout.heed_person = lambda: None  # type: ignore[method-assign]
    loop.watch.feed = lambda sighting: ArenaView(ArenaPhase.HIDDEN, sighting, False, 0)  # type: ignore[method-assign]
    shown_ns = loop.change.shown_ns
    for second in range(29, 33):
        at_ns = (shown_ns if verdict == Go() else loop.change.shown_ns + 10**9 * 60) + 10**9 * second
        look = replace(look_at(start(RULES, dice(1))), sighting=replace(hidden, time_ns=at_ns))
        loop.lookout.look = lambda look=look: look  # type: ignore[method-assign]
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
    loop, envelope, hand, _policy = kept_out(restart_key="r")
    envelope.verdict = Go()
    loop.restart_key.due = None
    state = start(RULES, dice(1))
    show(loop, state)
    loop.lookout.heed_person = lambda: None  # type: ignore[method-assign]
    hand.pressed.clear()
    now_ns = time.monotonic_ns()
    loop._at_rest_ns = loop.change.shown_ns = now_ns - 50 * 10**9
    phases = iter([ArenaPhase.SETTLED] if before != "no window" else [])
    loop.watch.feed = lambda sighting: ArenaView(next(phases, ArenaPhase.HIDDEN), sighting, False, 0)  # type: ignore[method-assign]
    look = look_at(state)
    standing = replace(look, sighting=replace(look.sighting, time_ns=now_ns))
    hidden = replace(look, sighting=replace(look.sighting, status=Status.NO_BOARD, time_ns=now_ns + 10**9))
    for shown in (standing if before != "no window" else None, hidden):
        loop.lookout.look = lambda shown=shown: shown  # type: ignore[method-assign]
        loop._step()
    assert hand.pressed == []


def test_a_run_whose_turns_are_used_up_begins_no_other_game_where_an_end_came_unseen() -> None:
    loop, envelope, hand, _policy = kept_out(restart_key="r")
    envelope.verdict = Go()
    loop.restart_key.due = None
    loop.settings = replace(loop.settings, moves=1)
    show(loop, start(RULES, dice(1)))
    hand.pressed.clear()
    loop.lookout.heed_person = lambda: None  # type: ignore[method-assign]
    look = look_at(start(RULES, dice(1)))
    late = replace(look.sighting, status=Status.NO_BOARD, time_ns=loop.change.shown_ns + 31 * 10**9)
    loop.lookout.look = lambda: replace(look, sighting=late)  # type: ignore[method-assign]
    loop.watch.feed = lambda sighting: ArenaView(ArenaPhase.HIDDEN, sighting, False, 0)  # type: ignore[method-assign]
    ending = run_to_its_end(loop._step)
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
    loop, envelope, _hand, _policy = kept_out(restart_key="r")
    envelope.verdict = Go()
    loop.lookout.reader.profile.lattice = lattice_of(look, 1.0)  # type: ignore[misc]
    state = start(RULES, dice(1))
    frame = Frame(render_still(look, 1.0, state, paused=paused, over=not paused), 0)
    shown = replace(look_at(state), frame=frame)

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
    loop, envelope, _hand, _policy = kept_out(restart_key="r")
    envelope.verdict = Go()
    loop.change._notices._last = Notice.PAUSED
    loop.change.shown(0)
    look = look_at(start(RULES, dice(1)))
    assert loop.change.over_unseen(replace(look, sighting=replace(look.sighting, time_ns=31 * 10**9)))
