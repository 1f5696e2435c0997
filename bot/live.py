"""One live run: puts window, eyes, planner, hand and envelope together and plays."""

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from bot.falling.loop import FallingLoop
from bot.games import Pace
from bot.playing.keys import check_keys
from bot.playing.live_run import LiveRun, describe, part_to_grab, with_fitting_profile
from bot.playing.parts import Parts
from bot.playing.run import Ending, Tally
from bot.playing.run_log import RunLog
from bot.playing.trackers import arena_tracker, board_tracker, well_tracker
from bot.ticking.loop import TickingLoop
from bot.ticking.watching import Watch
from bot.turns.loop import TurnLoop
from calibration.kind_names import NameKind
from capture.frame import Pixels
from capture.window import WindowSource
from control.envelope import KEY_GESTURES_PER_SECOND, Envelope, Limits
from control.hand import DryHand, Hand
from control.pyautogui_hand import PyAutoGuiHand
from control.stop_key import StopKey
from vision.readers import open_reader


@dataclass(slots=True, eq=False)
class LiveResult:
    """How a run went."""

    ending: Ending
    tally: Tally
    log: RunLog
    seconds: float
    extra: dict[str, Any] = field(default_factory=dict)

    def document(self, run: LiveRun) -> dict[str, Any]:
        """Return the `--json` document of play; demo adds what only an examiner knows."""
        tally = self.tally
        landings = {"landings": [list(landing) for landing in tally.landings]} if run.game.pace is Pace.FALLS else {}
        return {
            "game": run.game.name,
            "rules": run.rules_name,
            "rules_version": run.rules.version,
            "policy": run.policy_spec,
            "seed": run.settings.seed,
            "moves": tally.moves,
            "cells_read": tally.cells,
            "cells_repaired": tally.repaired,
            "moves_confirmed": tally.confirmed,
            "outcomes": dict(tally.outcomes),
            **landings,
            **self.extra,
            "score": None if run.dry else tally.points,
            "score_at_least": tally.points_at_least,
            "latency_ms": tally.latency.summary(),
            "seconds": round(self.seconds, 3),
            "ending": self.ending.reason,
            "recording": str(self.log.folder) if self.log.folder else None,
            "picture": str(self.log.picture) if self.log.picture else None,
        }


def play_live(
    run: LiveRun,
    on_move: Callable[[int], None] = lambda _count: None,
    say: Callable[[str], None] = lambda _text: None,
    name_kind: NameKind | None = None,
) -> LiveResult:
    """Play one run on the live window and return how it went; every handle is closed on the way out.

    Args:
        run: what to play.
        on_move: told how many moves are made.
        say: told what the person should know.
        name_kind: asked what a kind is that came in mid-game; the run waits for the answer. None: it stays unnamed.
    """
    started = time.monotonic()
    policy = run.game.live_policy(run.policy_spec, run.rules)
    run = with_fitting_profile(run, say)
    reader = open_reader(run.profile, run.profile_folder)
    hand: Hand = DryHand() if run.dry else PyAutoGuiHand(run.profile.input)
    check_keys(run.profile, run.profile_folder, hand)
    with (
        closing(WindowSource(run.title, part_to_grab(run.profile))) as source,
        closing(RunLog(run.record, run.profile_folder, describe(run), run.profile)) as log,
        StopKey() as stop_key,
    ):
        if stop_key.problem:
            say(stop_key.problem)
        envelope = Envelope(source.window, run.profile.targets, _limits(run), stop_key, hand)
        parts = Parts(
            game=run.game,
            rules=run.rules,
            policy=policy,
            source=source,
            reader=reader,
            hand=hand,
            envelope=envelope,
            log=log,
            settings=run.settings,
            on_move=on_move,
            say=say,
        )
        loop: TurnLoop | FallingLoop | TickingLoop
        match run.game.pace:
            case Pace.FALLS:
                loop = FallingLoop(parts, well_tracker(run.rules), run.restart_key)
            case Pace.TICKS:
                loop = TickingLoop(parts, Watch(arena_tracker(), run.rules), run.restart_key)
            case Pace.TURNS:
                loop = TurnLoop(parts, board_tracker(run.profile), _asked_of(name_kind, hand))
        ending = loop.run()
        extra = loop.extra if isinstance(loop, TickingLoop) else {}
        result = LiveResult(ending, loop.tally, log, time.monotonic() - started, extra)
        log.summary(result.document(run))
    result.ending = result.ending.or_failure(log.failure)
    return result


def _asked_of(name_kind: NameKind | None, hand: Hand) -> NameKind | None:
    """Return what asks the person, who may then have moved the mouse without meaning to end the run."""
    if name_kind is None:
        return None

    def name(picture: Pixels, number: int) -> str | None:
        answer = name_kind(picture, number)
        hand.left_at = None
        return answer

    return name


def _limits(run: LiveRun) -> Limits:
    """Return how much and how fast the hand may go.

    What waits for nobody takes more presses a second, and its loop alone knows which of its moves count.
    """
    if run.game.pace is Pace.TURNS:
        return Limits(run.settings.moves)
    return Limits(per_second=KEY_GESTURES_PER_SECOND)
