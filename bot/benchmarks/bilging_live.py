"""The gap between window and simulator: what the strongest player scores on a live window and in simulated games."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.benchmarks.bilging_studies import FULL_MS, STRONGEST
from bot.benchmarks.live import LiveCase, play_case
from bot.benchmarks.markdown import table
from bot.measuring.results import ResultStore, Series
from bot.measuring.simulation import simulate

RULES: Final = "ypp"
MOVES: Final = 200
"""Of the live game and of each simulated one."""
GAMES: Final = 20
"""Simulated."""
FEWEST_GAMES: Final = 5
"""Fewer tell too little of how games of one player spread."""


@dataclass(frozen=True, slots=True)
class Gap:
    """One live game beside simulated games of as many moves.

    Attributes:
        moves: of each game.
        window: points a move on the window, by its own count.
        confirmed, misread: moves that went as planned, cells read wrongly.
        games: simulated.
        simulated: their mean points a move.
        error: standard error of the difference: the spread of single games, and of the mean.
    """

    moves: int
    window: float
    confirmed: int
    misread: int
    games: int
    simulated: float
    error: float

    @property
    def distance(self) -> float:
        """Window less simulator, in standard errors of the difference; infinite where no two games differed."""
        apart = self.window - self.simulated
        return apart / self.error if self.error else math.copysign(math.inf, apart)

    def text(self) -> str:
        """Return the figures as Markdown."""
        header = ("", "games", "moves a game", "points a move")
        rows = [
            ("window", "1", str(self.moves), f"{self.window:.2f}"),
            ("simulator", str(self.games), str(self.moves), f"{self.simulated:.2f}"),
        ]
        gap = f"Gap {self.window - self.simulated:+.2f}, {self.distance:+.1f} standard errors ({self.error:.2f})."
        seen = f"{self.confirmed} of {self.moves} moves as planned, {self.misread} cells misread."
        return f"{table(header, rows)}\n\n{gap} {seen}"


def size(share: float) -> tuple[int, int]:
    """Return moves of a game and games simulated for a share of the full size, at least 20 and `FEWEST_GAMES`."""
    return max(MOVES // 10, round(share * MOVES)), max(FEWEST_GAMES, round(share * GAMES))


def measure(
    share: float, seed: int, jobs: int, store: ResultStore, on_move: Callable[[int], None] = lambda _count: None
) -> Gap:
    """Play one game on a live window and simulate some of as many moves; a display must be there.

    Args:
        share: of the full size (`size`).
        seed: of the window's game and of the first simulated one.
        jobs: games side by side, after the live one.
        store: where simulated games are kept.
        on_move: called with the number of live moves done.

    Raises:
        bot.exit_status.Failed: the window did not open, or calibration did not pass.
    """
    moves, games = size(share)
    shown = play_case(LiveCase("deck", 1.0, moves, seed), STRONGEST, on_move)
    series = Series("bilging", STRONGEST, RULES, moves, FULL_MS)
    played = simulate(series, games, seed=seed, jobs=jobs, store=store)
    spread, mean_error = played["score"]["sd"] / moves, played["per_move"]["se"]
    return Gap(
        moves=int(shown["moves"]),
        window=float(shown["points_per_move"]),
        confirmed=int(shown["moves_confirmed"]),
        misread=int(shown["cells_misread"]),
        games=games,
        simulated=float(played["per_move"]["mean"]),
        error=float((spread**2 + mean_error**2) ** 0.5),
    )
