"""Moves that did not end as the rules say: told of, and the run's end where they come one after the other."""

from collections.abc import Callable
from typing import Any

from bot.games import Game
from bot.playing.odd_in_a_row import OddInARow
from bot.playing.outcome import Outcome, Verdict
from bot.playing.run import Ending, EndRun
from bot.turns.pending import Pending

MAY_BE = {Outcome.MISREAD: "a slip of the eyes", Outcome.RULES_DIFFER: "another's move, or other rules (--rules)"}
"""What such an outcome may come from."""


class OddMoves:
    """Of one run.

    Args:
        game, rules: what is played.
        faults: so many in a row end the run.
        say: told of the first of each outcome, where the board is not as the rules say.
    """

    def __init__(self, game: Game, rules: Any, faults: int, say: Callable[[str], None]) -> None:
        self._game, self._rules, self._say = game, rules, say
        self._in_a_row = OddInARow(faults)
        self._told: set[Outcome] = set()

    def none(self) -> None:
        """Take note of a move that ended as planned."""
        self._in_a_row.none()

    def one(self, pending: Pending, verdict: Verdict) -> None:
        """Take note of one that did not.

        Raises:
            EndRun: it never reached the game, or too many in a row ended so.
        """
        if verdict.outcome is Outcome.INPUT_LOST:
            times = "twice" if pending.tries == 2 else f"{pending.tries} times"
            raise EndRun(Ending(f"move {pending.number} did not reach the game, {times}", fault=True))
        if verdict.outcome not in self._told:
            self._told.add(verdict.outcome)
            self._tell(pending, verdict)
        self._in_a_row.one("moves in a row did not end as the rules say")

    def _tell(self, pending: Pending, verdict: Verdict) -> None:
        words = self._game.move_words(self._rules, pending.decision.move)
        count = len(verdict.cells)
        where = f"{count} cell{'' if count == 1 else 's'}"
        if self._game.plain_tiles:
            row, col = verdict.cells[0]
            where += f" (row {row + 1} column {col + 1}{', ...' if count > 1 else ''})"
        may_be = f"{MAY_BE[verdict.outcome]}? The next such moves are only counted"
        self._say(
            f"move {pending.number}, {words}: {verdict.outcome}, in {where} that the rules {self._rules.name} "
            f"do not allow; {may_be}"
        )
