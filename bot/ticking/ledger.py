"""The account of a run of rounds: what became of every decision, which rounds were missed, how games ended."""

from collections.abc import Callable

from bot.playing.lookout import Look
from bot.playing.odd_in_a_row import OddInARow
from bot.playing.outcome import Outcome
from bot.playing.run import Tally
from bot.playing.run_log import RunLog
from bot.ticking.explaining import Explanation
from bot.ticking.game_end import GameResult, finished_game
from bot.ticking.pending import Pending
from engine.hypersonic import State, X, Y, blasts


class Ledger:
    """Counts for one run.

    Args:
        log: where outcomes are noted.
        dry: nothing is pressed, so there is nothing to judge.
        faults: so many decisions in a row that came out otherwise end the run.
        on_move: called with the number of rounds played by the bot.

    Attributes:
        tally: what every run counts.
        games: those that have ended.
        turns_missed: rounds in which nothing was pressed, or nothing came of it.
        turns_unread: those of them in which nothing was pressed for what could not be read; in others time was up.
    """

    def __init__(self, log: RunLog, dry: bool, faults: int, on_move: Callable[[int], None]) -> None:
        self.tally = Tally()
        self.games: list[GameResult] = []
        self.turns_missed = self.turns_unread = 0
        self.dry = dry
        self._log, self._on_move = log, on_move
        self._odd = OddInARow(faults)
        self._only_lost = True

    def missed(self, rounds: int, *, unread: bool) -> None:
        """Count rounds in which nothing was pressed, and whether that is since they could not be read."""
        if not self.dry:
            self.turns_missed += rounds
            self.turns_unread += rounds if unread else 0
        self.tally.moves += rounds

    def explained(
        self, known: State, story: Explanation, look: Look, pending: Pending | None, *, out_of_reach: bool, unread: bool
    ) -> None:
        """Hold what happened against what was decided, and count it.

        Args:
            known: the state before.
            story: what happened.
            look: the picture after.
            pending: what was decided; None: nothing was.
            out_of_reach: the window took no keys; no round without a decision is counted as missed then.
            unread: such rounds could not be read.

        Raises:
            bot.playing.run.EndRun: too many in a row came out otherwise.
        """
        missed = 0 if out_of_reach else len(story.actions) - (pending is not None)
        self.missed(missed, unread=unread)
        if pending is not None:
            self.judged(pending, look, _became(known, story, pending.decision.move))
            if not missed:
                self.tally.latency.add("settle", look.frame.time_ns / 1e6 - pending.acted_s * 1e3)
        self.tally.points += story.state.score - known.score

    def judged(self, pending: Pending, look: Look, outcome: Outcome) -> None:
        """Count what became of a decision, by the picture after it.

        Raises:
            bot.playing.run.EndRun: too many in a row came out otherwise.
        """
        self._played()
        if self.dry:
            return
        self.tally.outcomes[outcome] += 1
        if outcome is Outcome.UNSEEN:
            return
        self._log.outcome(pending.number, outcome, (), look.frame, look.sighting, look.repaired)
        if outcome is Outcome.AS_PLANNED:
            self.tally.confirmed += 1
            self._odd.none()
            self._only_lost = True
            return
        lost = outcome is Outcome.INPUT_LOST
        self.turns_missed += lost
        if lost and pending.late:
            return  # a stall of the machine tells nothing of whether the window takes keys
        self._only_lost &= lost
        how = "were played without the keys that were pressed" if self._only_lost else "did not go as the rules say"
        self._odd.one(f"turns in a row {how}")

    def ended_unseen(self) -> None:
        """Count a decision of a game's last round of which no board was seen; the end itself is certain."""
        self._played()
        if not self.dry:
            self.tally.outcomes[Outcome.UNSEEN] += 1

    def game_over(self, state: State) -> None:
        """Enter a game that is over for the seat into the list."""
        self.games.append(finished_game(state))

    def _played(self) -> None:
        self.tally.moves += 1
        self._on_move(self.tally.moves)


def _became(known: State, story: Explanation, planned: int) -> Outcome:
    """Return what became of the seat's decision; one who dies in the round shows nothing of what it did."""
    body = known.players[known.seat]
    if blasts(known)[0][body[Y], body[X]]:
        return Outcome.UNSEEN
    return Outcome.AS_PLANNED if story.actions[0][known.seat] == planned else Outcome.INPUT_LOST
