"""Advice while a person plays a game of a fixed tick: draws the step to make, from the decision until the round begins.

The drawing lies over the arena and would be read with it. So it is taken away when the round begins, the arena is read
once it stands still, and the next advice is drawn. Until the length of a round is known nothing is drawn.
"""

import time
from dataclasses import dataclass
from typing import Final

from bot.advising.advice import Adviser, AdviserParts
from bot.playing.lookout import PACE_S
from bot.playing.trackers import arena_tracker
from bot.ticking.doubt import Doubt
from bot.ticking.explaining import explain
from bot.ticking.resuming import is_another_game, resume
from bot.ticking.watching import Watch, state_seen
from capture.frame import Frame
from control.sketch import on_screen
from engine.hypersonic import State, is_over
from policy.decision import Decision, NoMove, decision_seed
from vision.arena.tracker import ArenaPhase, same_turn
from vision.sighting import Sighting

HIDE_S: Final = 0.02
"""The drawing is taken away so long before the round begins."""
RESERVE_S: Final = 0.05
"""Kept of a round for the person to see the advice and to press."""
LEAST_THOUGHT_MS: Final = 5.0
HIDDEN_S: Final = 1.0
"""An arena that is out of sight for so long is paused or covered; for less it may be the drawing that goes away."""


@dataclass(frozen=True, slots=True, eq=False)
class Advice:
    """A suggestion and the state it was made for."""

    number: int
    decision: Decision
    state: State


class TickingAdviser(Adviser):
    """Advises on each turn of an arena."""

    def __init__(self, parts: AdviserParts) -> None:
        super().__init__(parts)
        self.watch = Watch(arena_tracker(), self.live.rules)
        self.advice: Advice | None = None
        self._known: State | None = None
        self._seen: Sighting | None = None
        self._drawn_until_s = 0.0
        self._doubt = Doubt()

    def step(self) -> None:
        """Look once; draw, or hold what the person did against what was drawn."""
        if self._drawn_until_s:
            if time.monotonic() < self._drawn_until_s:
                time.sleep(PACE_S)
                return
            self.overlay.hide()
            self._drawn_until_s = 0.0
        frame = self.grab()
        if frame is None:
            return
        sighting = self.reader.read(frame)
        view = self.watch.feed(sighting)
        if view.phase is not ArenaPhase.HIDDEN:
            self.seen_s = time.monotonic()
        elif time.monotonic() - self.seen_s > HIDDEN_S:
            self._withdraw()
        if view.phase is not ArenaPhase.SETTLED or not (view.fresh or self._doubt.held):
            time.sleep(PACE_S)
            return
        sighting = view.sighting
        if self._seen is not None and same_turn(self._seen, sighting):
            self._doubt.drop()
            return  # a window that was lost and found again: no round has been played
        turn = self._turn(sighting)
        if turn is None:
            time.sleep(PACE_S)
            return
        self._seen = sighting
        self._doubt.drop()
        state, rounds = turn
        self.watch.round_began(view, rounds)
        self.watch.knows(state, rounds > 0)
        self._known = state
        if not is_over(self.live.rules, state):
            self._advise(state, frame, sighting)

    def _withdraw(self) -> None:
        self.advice = None
        self.watch.forget()
        self._doubt.drop()

    def _turn(self, sighting: Sighting) -> tuple[State, int] | None:
        """Return the state that is seen and the rounds since the last, and note what the person did.

        None where nothing explains the picture yet, and it may be a motion that has stalled.
        """
        known, rules = self._known, self.live.rules
        certain = self.watch.ranges_certain
        story = None if known is None else explain(rules, known, sighting.codes, ranges_certain=certain)
        if known is not None and story is not None:
            self._count([story.actions[0][known.seat]])
            return story.state, len(story.actions)
        seen = state_seen(self.live.game, rules, sighting, self.reader.profile)
        before = None if known is None or is_another_game(seen, known) else known
        if self._doubt.holds(before, sighting.codes, self.watch.rhythm.tick_s):
            return None
        self._count([])
        return resume(seen, before), 0

    def _count(self, made: list[int]) -> None:
        """Hold what the person did against the advice, if there was any; an empty list: it could not be told."""
        advice, self.advice = self.advice, None
        if advice is not None:
            self.count(advice.number, advice.decision.move, made)

    def _advise(self, state: State, frame: Frame, sighting: Sighting) -> None:
        game, rules, settings = self.live.game, self.live.rules, self.live.settings
        number = self.result.suggestions + 1
        seed = decision_seed(settings.seed, number)
        left_s = self.watch.rhythm.left_s(time.monotonic())
        budget_ms = max(LEAST_THOUGHT_MS, min(settings.think_ms, (left_s - RESERVE_S) * 1e3 / 2))
        try:
            decision = self.policy.decide(state, budget_ms, seed)
        except NoMove:
            return
        self.result.suggestions = number
        self.advice = Advice(number, decision, state)
        sketch = game.sketch(rules, state, decision.line, game.plan(rules, state, decision).short, self.reader.profile)
        left_s = self.watch.rhythm.left_s(time.monotonic())
        if self.watch.rhythm.known and left_s > HIDE_S:
            self.overlay.show(on_screen(sketch, frame))
            self._drawn_until_s = time.monotonic() + left_s - HIDE_S
        self.log.decision(number, seed, frame, sighting, game.rules.to_text(state), decision, sketch)
