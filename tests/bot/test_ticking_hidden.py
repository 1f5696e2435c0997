"""What a person is told while no arena shows."""

from dataclasses import replace

import pytest

from engine.dice import dice
from engine.hypersonic import start
from tests.bot.ticking_stand_ins import RULES, kept_out, look_at, shows
from vision.arena.tracker import ArenaPhase, ArenaView
from vision.sighting import Status


@pytest.mark.parametrize(
    ("in_front", "told"),
    [(False, "window 'Arena' is not in front; click on its title"), (True, "the arena cannot be seen")],
)
def test_a_window_that_hides_its_arena_while_others_have_the_keyboard_is_to_be_clicked_on(
    in_front: bool, told: str
) -> None:
    """That the arena could not be seen was told alone, which is the window's own doing."""
    loop, window, _hand, _policy = kept_out(absence_s=0.1)
    window.in_front = in_front
    look = look_at(start(RULES, dice(1)))
    shows(loop, replace(look, sighting=replace(look.sighting, status=Status.NO_BOARD)))
    loop.watch.feed = lambda sighting: ArenaView(ArenaPhase.HIDDEN, sighting, False, 0)  # type: ignore[method-assign]
    assert loop.run().reason == f"{told}; gave up after 0 s"
