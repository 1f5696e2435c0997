"""The account of a run of pieces: what became of each, and what the rules let be known after it."""

import time

import numpy as np

from bot.falling.plan import Plan
from bot.playing.lookout import Look
from bot.playing.odd_in_a_row import OddInARow
from bot.playing.outcome import Outcome
from bot.playing.parts import Parts
from bot.playing.run import Tally
from engine.columns import LENGTH, State, drop_piece
from vision.sighting import UNKNOWN


class Ledger:
    """Counts for one run.

    Args:
        parts: the run's.
        tally: where pieces are counted.

    Attributes:
        expected: the state that the rules expect under the next piece; None while nothing is known.
    """

    def __init__(self, parts: Parts, tally: Tally) -> None:
        self.expected: State | None = None
        self._rules, self._log, self._on_move = parts.rules, parts.log, parts.on_move
        self._tally = tally
        self._odd = OddInARow(parts.settings.faults)

    def went_unseen(self) -> None:
        """Take note that the piece that was announced has gone, and nobody knows where to, or what it scored."""
        self._tally.landings.append(())
        self._tally.luck_unseen = True
        if self.expected is not None:
            self.expected = self.expected._replace(piece=np.full(LENGTH, UNKNOWN, np.int8))

    def unsteered(self, what: str, known: State) -> None:
        """Take note of a piece that landed somewhere without a fault, and of what is known after it."""
        self._log.waiting(what)
        self._tally.landings.append(())
        self._tally.luck_unseen = True  # what it scored nobody saw
        self.expected = known

    def concluded(self, plan: Plan, outcome: Outcome, cells: tuple[tuple[int, int], ...], look: Look | None) -> None:
        """Count what became of a plan.

        Args:
            plan: carried out, or not.
            outcome: of it.
            cells: that are not as the rules say.
            look: shows them; None where the game shows nothing any more.

        Raises:
            bot.playing.run.EndRun: too many in a row did not land as the rules say.
        """
        if look is not None:
            self._log.outcome(plan.number, outcome, cells, look.frame, look.sighting)
        self._tally.outcomes[outcome] += 1
        self._tally.landings.append(plan.steering.landing)
        self._tally.moves += 1
        if plan.dropped_s is not None:
            self._tally.latency.add("settle", (time.monotonic() - plan.dropped_s) * 1e3)
        self._on_move(self._tally.moves)
        if outcome is Outcome.AS_PLANNED:
            self.expected = drop_piece(self._rules, plan.known_state, plan.decision.move).state
            self._tally.points += float(self.expected.score - plan.state.score)
            self._tally.confirmed += 1
            self._odd.none()
            return
        self.expected = after_odd(plan.state)
        self._odd.one("pieces in a row did not land as the rules say")


def after_odd(state: State) -> State:
    """Return what is still known of score, jewels and moves after a piece that did not land as planned; no run is."""
    return state._replace(piece=np.full(LENGTH, UNKNOWN, np.int8), running=0, moves=state.moves + 1)
