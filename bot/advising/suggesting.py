"""Advice while a person plays: draws the move it would make, watches what they do, touches nothing."""

from collections.abc import Callable, Mapping
from contextlib import closing

from bot.advising.advice import Adviser, AdviserParts, SuggestResult
from bot.advising.falling import FallingAdviser
from bot.advising.ticking import TickingAdviser
from bot.advising.turns import TurnAdviser
from bot.games import Pace
from bot.playing.live_run import LiveRun, describe, part_to_grab, with_fitting_profile
from bot.playing.run_log import RunLog
from calibration.kind_names import NameKind
from capture.window import WindowSource
from control.overlay import Overlay
from control.stop_key import StopKey

ADVISERS: Mapping[Pace, type[Adviser]] = {
    Pace.TURNS: TurnAdviser,
    Pace.FALLS: FallingAdviser,
    Pace.TICKS: TickingAdviser,
}
"""Who advises on which sort of game."""


def suggest(run: LiveRun, say: Callable[[str], None], name_kind: NameKind | None = None) -> SuggestResult:
    """Advise until the moves are made, the person stops it, or window, display or overlay are gone.

    Args:
        run: what is played.
        say: takes a line for the person.
        name_kind: asked what a kind is that came in mid-game; None: it stays unnamed.

    Raises:
        vision.profile.ProfileError: the window no longer looks as it did when the profile was made.
        capture.source.CaptureError: no such window.
        control.overlay.OverlayError: the overlay cannot be opened.
    """
    run = with_fitting_profile(run, say)
    result = SuggestResult()
    with (
        closing(WindowSource(run.title, part_to_grab(run.profile))) as source,
        closing(RunLog(run.record, run.profile_folder, describe(run), run.profile)) as log,
        StopKey() as stop_key,
        Overlay() as overlay,
    ):
        if stop_key.problem:
            say(stop_key.problem)
        parts = AdviserParts(
            run=run, source=source, overlay=overlay, log=log, result=result, say=say, name_kind=name_kind
        )
        ADVISERS[run.game.pace](parts).run(lambda: stop_key.pressed)
    result.ending = result.ending.or_failure(log.failure)
    return result
