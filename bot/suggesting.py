"""Advice while a person plays: draws the move it would make, watches what they do, touches nothing."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from bot.deciding import Undecided, decide, decision_seed
from bot.exit_status import ExitStatus
from bot.live import QUIET_MS, LiveRun, describe, part_to_grab
from bot.loop import PACE_S
from bot.run_log import RunLog
from capture.source import WindowLost
from capture.window import WindowSource
from control.overlay import Overlay
from control.sketch import on_screen
from control.stop_key import StopKey
from policy.decision import Decision
from vision.readers import open_reader
from vision.sighting import UNKNOWN, Sighting, Status
from vision.tracker import Tracker

ABSENCE_S = 600.0
"""A person may well leave the window alone for ten minutes; then the advice ends by itself."""


@dataclass(slots=True, eq=False)
class Advice:
    """A suggestion that is drawn, and the board it was made for."""

    number: int
    decision: Decision
    state: Any
    sighting: Sighting


@dataclass(slots=True)
class SuggestResult:
    """How often the person did what was suggested."""

    suggestions: int = 0
    answered: int = 0
    agreed: int = 0
    unexplained: int = 0
    """Boards that no single move explains: several moves at once, or a misread."""
    ending: str = ""
    status: ExitStatus = ExitStatus.STOPPED

    def document(self, run: LiveRun) -> dict[str, Any]:
        """Return the `--json` document."""
        return {
            "game": run.game.name,
            "rules": run.rules_name,
            "policy": run.policy_spec,
            "suggestions": self.suggestions,
            "answered": self.answered,
            "agreed": self.agreed,
            "unexplained": self.unexplained,
            "ending": self.ending,
        }


def suggest(run: LiveRun, say: Callable[[str], None]) -> SuggestResult:
    """Advise until the moves are made, the stop key is pressed or the window stays away.

    Raises:
        capture.source.CaptureError: no such window.
        control.overlay.OverlayError: the overlay cannot be opened.
    """
    result = SuggestResult()
    source = WindowSource(run.title, part_to_grab(run.profile))
    log = RunLog(run.record, run.profile_folder, describe(run))
    try:
        with StopKey() as stop_key, Overlay() as overlay:
            if stop_key.problem:
                say(stop_key.problem)
            _Suggester(run, source, overlay, log, result, say).run(lambda: stop_key.pressed)
    finally:
        source.close()
        log.ending(result.ending, fault=False)
        log.close()
    return result


class _Suggester:
    def __init__(
        self,
        run: LiveRun,
        source: WindowSource,
        overlay: Overlay,
        log: RunLog,
        result: SuggestResult,
        say: Callable[[str], None],
    ) -> None:
        self.live = run
        self.source = source
        self.overlay = overlay
        self.log = log
        self.result = result
        self.say = say
        self.policy = run.game.policy(run.policy_spec, run.rules)
        self.reader = open_reader(run.profile, run.profile_folder)
        self.tracker = Tracker(QUIET_MS)
        self.advice: Advice | None = None
        self.seen_s = time.monotonic()

    def run(self, stopped: Callable[[], bool]) -> None:
        result = self.result
        while not stopped():
            if result.answered + result.unexplained >= self.live.settings.moves:
                result.ending, result.status = f"{self.live.settings.moves} moves seen", ExitStatus.DONE
                return
            if time.monotonic() - self.seen_s > ABSENCE_S:
                result.ending = f"the board was not to be seen for {ABSENCE_S:.0f} s"
                return
            self._step()
        result.ending = "the stop key was pressed"

    def _step(self) -> None:
        try:
            frame = self.source.grab()
        except WindowLost:
            self._withdraw()
            time.sleep(0.2)
            return
        sighting = self.reader.read(frame)
        if sighting.status & Status.NO_BOARD:
            self._withdraw()
            time.sleep(0.1)
            return
        self.seen_s = time.monotonic()
        if self.advice is not None and not _changed(self.advice.sighting, sighting):
            # The drawing itself may hide a rim of a cell, so only cells read for sure can tell of a move.
            time.sleep(5 * PACE_S)
            return
        self._hide()
        if not self.tracker.feed(sighting).settled:
            time.sleep(PACE_S)
            return
        if self.advice is not None and not self._answered(self.advice, sighting):
            return
        game, rules = self.live.game, self.live.rules
        state = game.state_from_sighting(rules, sighting)
        number = self.result.suggestions + 1
        seed = decision_seed(self.live.settings.seed, number)
        try:
            decision = decide(game, rules, self.policy, state, sighting, self.live.settings.think_ms, seed)
        except Undecided as undecided:
            self.log.waiting(str(undecided))
            time.sleep(0.1)
            return
        self.result.suggestions = number
        self.advice = Advice(number, decision, state, sighting)
        sketch = game.sketch(decision.line, f"{decision.value:.1f}", self.reader.profile)
        self.log.decision(number, seed, frame, sighting, game.rules.to_text(state), decision, sketch)
        self.overlay.show(on_screen(sketch, frame))

    def _answered(self, advice: Advice, sighting: Sighting) -> bool:
        """Find the person's move between the advised board and this one; False while the rules explain none yet."""
        made = self._moves_made(advice, sighting)
        if not made:
            patience = self.live.settings.patience_s
            if time.monotonic() - self.tracker.changed_ns / 1e9 < patience:
                time.sleep(PACE_S)
                return False
            self.result.unexplained += 1
        else:
            agreed = advice.decision.move in made
            self.result.answered += 1
            self.result.agreed += agreed
            self.say(
                f"{advice.number}: advised {advice.decision.move}, played {made[0]}{' (agreed)' if agreed else ''}"
            )
        self.advice = None
        return True

    def _moves_made(self, advice: Advice, sighting: Sighting) -> list[int]:
        """Return every legal move after which the rules allow what is seen; equal swaps explain nothing."""
        game, rules = self.live.game, self.live.rules
        return [
            int(move)
            for move in game.rules.legal_moves(rules, advice.state)
            if not game.contradictions(rules, advice.state, int(move))(sighting.codes).any()
        ]

    def _withdraw(self) -> None:
        self._hide()
        self.advice = None
        self.tracker.reset()

    def _hide(self) -> None:
        self.overlay.hide()


def _changed(before: Sighting, now: Sighting) -> bool:
    known = (before.codes != UNKNOWN) & (now.codes != UNKNOWN)
    return bool(np.any(before.codes[known] != now.codes[known]))
