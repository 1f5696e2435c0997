"""Advice while a person plays a game of a fixed tick: draws the step to make, from the decision until the round begins.

The drawing lies over the arena and would be read with it. So it is taken away when the round begins, the arena is read
once it stands still, and the next advice is drawn. Until the length of a round is known nothing is drawn.
"""

import time
from dataclasses import dataclass
from typing import Final

from bot.advising.advice import Adviser, AdviserParts
from bot.playing.lookout import PACE_S
from bot.ticking.chronicle import Chronicle, ObservedTurn
from bot.ticking.deadline import LEAST_THOUGHT_MS
from bot.ticking.resuming import is_another_game
from capture.frame import Frame
from control.sketch import on_screen
from engine.hypersonic import State, is_over
from policy.decision import Decision, NoMove, decision_seed
from vision.arena.tracker import ArenaPhase
from vision.sighting import Sighting

HIDE_S: Final = 0.02
"""The drawing is taken away so long before the round begins."""
RESERVE_S: Final = 0.05
"""Kept of a round for the person to see the advice and to press."""
AWAY_S: Final = 1.0
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
        self.chronicle = Chronicle(self.live.game, self.live.rules, self.live.profile)
        self.watch = self.chronicle.watch
        self.advice: Advice | None = None
        self._judged: tuple[Advice, tuple[int, ...]] | None = None
        self._drawn_until_s = 0.0

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
        turn = self.chronicle.feed(sighting)
        if self.chronicle.phase is not ArenaPhase.HIDDEN:
            self.seen_s = time.monotonic()
        elif time.monotonic() - self.seen_s > AWAY_S:
            self._withdraw()
        if turn is None:
            time.sleep(PACE_S)
            return
        self._count(turn)
        if not is_over(self.live.rules, turn.state):
            self._advise(turn.state, frame, turn.sighting)

    def _withdraw(self) -> None:
        self.advice = None
        self.chronicle.forget()

    def _count(self, turn: ObservedTurn) -> None:
        """Hold what the person did against the advice, if there was any, unless another game has begun.

        Of a turn that comes again the advice is the one before; what was drawn since was for a board that never was.
        """
        advice, self.advice = self.advice, None
        made = turn.made or ()
        if turn.again:
            if self._judged is None or self._judged[1] == made:
                return
            advice, before = self._judged
            self.result.take_back(advice.decision.move, before)
        self._judged = None
        if advice is None or (not made and is_another_game(self.live.rules, turn.state, advice.state)):
            return
        self._judged = advice, made
        self.count(advice.number, advice.decision.move, made)

    def _advise(self, state: State, frame: Frame, sighting: Sighting) -> None:
        game, rules, settings = self.live.game, self.live.rules, self.live.settings
        number = self.result.suggestions + 1
        seed = decision_seed(settings.seed, number)
        rhythm = self.watch.rhythm
        now_s = time.monotonic()
        left_s = rhythm.left_s(now_s)
        until_s = now_s + left_s - HIDE_S
        if rhythm.ends_s is not None:  # after a stall what is left is of another round
            until_s = min(until_s, rhythm.ends_s - HIDE_S)
        budget_ms = max(LEAST_THOUGHT_MS, min(settings.think_ms, (left_s - RESERVE_S) * 1e3 / 2))
        try:
            decision = self.policy.decide(state, budget_ms, seed)
        except NoMove:
            return
        sketch = game.drawn(rules, state, decision, self.reader.profile)
        if not rhythm.known or time.monotonic() >= until_s:
            return  # nobody would see it, and so nobody follows it or does not
        self.overlay.show(on_screen(sketch, frame))
        self._drawn_until_s = until_s
        if time.monotonic() >= until_s:
            return  # machine or overlay stood still: it was drawn when its round was over
        self.result.suggestions = number
        self.advice = Advice(number, decision, state)
        self.log.decision(number, seed, frame, sighting, game.rules.to_text(state), decision, sketch)
