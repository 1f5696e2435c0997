"""A decision on a board: made in what is left of its round, and pressed before the next one begins."""

import time

from bot.playing.lookout import PACE_S, Look
from bot.playing.parts import Parts
from bot.playing.run import Tally
from bot.ticking.deadline import LEAST_THOUGHT_MS, over, too_late
from bot.ticking.in_sight import kept_in_sight
from bot.ticking.pending import Pending
from bot.ticking.pressing import Presser
from bot.ticking.rhythm import Rhythm
from control.gesture import Chord
from control.hypersonic import gesture
from engine.hypersonic import State
from policy.decision import Decision, NoMove, decision_seed


class Decider:
    """Decides for one run.

    Args:
        parts: the run's.
        presser: presses.
        tally: where times and boards are noted; its moves number the decisions.
    """

    def __init__(self, parts: Parts, presser: Presser, tally: Tally) -> None:
        self._game, self._rules, self._policy = parts.game, parts.rules, parts.policy
        self._log, self._settings = parts.log, parts.settings
        self._presser, self._tally = presser, tally

    def decide(self, state: State, look: Look, rhythm: Rhythm) -> Pending | None:
        """Decide and press before the round begins; None where it is too late, or the window took no key.

        Args:
            state: what is decided on.
            look: that shows it.
            rhythm: tells when the round begins.
        """
        if over(look, rhythm):
            time.sleep(PACE_S)  # what it shows is the board before the next round, which nobody has seen yet
            return None
        left_ms = self._presser.deadline.left_ms(rhythm)
        if not self._presser.within_reach(look, state.round, left_ms):
            return None
        number = self._tally.moves + 1
        seed = decision_seed(self._settings.seed, number)
        budget_ms = max(LEAST_THOUGHT_MS, min(self._settings.think_ms, left_ms))
        try:
            decision = kept_in_sight(self._policy.decide(state, budget_ms, seed), state, look.repaired)
        except NoMove:
            self._presser.lookout.blocked("the seat has no action to choose from")
            return None
        self._tally.latency.add("plan", decision.spent_ms)
        keys = self._keys(decision)
        if too_late(keys, look, rhythm) or not self._presser.press(keys, look):
            return None
        self._tally.latency.add("decision", (time.monotonic_ns() - look.frame.time_ns) / 1e6)
        hold_s = self._presser.lookout.reader.profile.input.hold_ms / 1e3
        late = keys is not None and over(look, rhythm, -hold_s)
        pending = Pending(number, decision, look, time.monotonic(), late)
        self._tally.decided_on(look.sighting.codes, len(look.repaired))
        self._note(number, seed, state, decision, look)
        return pending

    def repeat(self, decision: Decision, look: Look, rhythm: Rhythm) -> bool:
        """Press the keys of a decision once more, unless it is too late; False where the window took none."""
        keys = self._keys(decision)
        return too_late(keys, look, rhythm) or self._presser.press(keys, look)

    def _keys(self, decision: Decision) -> Chord | None:
        """Return the keys of a decision, None where nothing is to be pressed."""
        return gesture(decision.move, self._presser.lookout.reader.profile)

    def _note(self, number: int, seed: int, state: State, decision: Decision, look: Look) -> None:
        sketch = self._game.drawn(self._rules, state, decision, self._presser.lookout.reader.profile)
        written = self._game.rules.to_text(state)
        self._log.decision(number, seed, look.frame, look.sighting, written, decision, sketch, look.repaired)
