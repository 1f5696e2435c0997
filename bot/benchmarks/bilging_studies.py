"""What the benchmark of Bilging plays: every player under every preset, and the strongest by its time a move."""

from dataclasses import dataclass, replace
from typing import Final

from engine.bilging import PRESETS

UNLIMITED_MS: Final = 1e9
"""For players that do a fixed amount of work."""
FULL_MS: Final = 50.0
"""Budget a move of the marks."""
MOVES: Final = 50
"""Of a game, as in the paper."""
GAMES: Final = 200
BUDGETS_MS: Final = (1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0)
CURVE_RULES: Final = ("strict", "ypp", "combo")
CURVE_GAMES: Final = 200
"""At up to `FREE_MS` a move; with more time fewer, so that each point takes as long."""
FREE_MS: Final = 100.0

STRONGEST: Final = "strongest"
MEASURED: Final = "strongest:clock=processor"
"""The same with its budgets in processor time, so that other work on the machine does not weaken it."""
PLAYERS: Final[dict[str, float]] = {
    "random": UNLIMITED_MS,
    "greedy": UNLIMITED_MS,
    "greedy2": UNLIMITED_MS,
    "mdp": UNLIMITED_MS,
    "mdp:look=2": UNLIMITED_MS,
    "fullwidth:depth=2,goal=sum": UNLIMITED_MS,
    "fullwidth:depth=3,goal=sum": UNLIMITED_MS,
    "fullwidth:depth=3,chains=1,goal=sum": UNLIMITED_MS,
    "plans": FULL_MS,
    MEASURED: FULL_MS,
}
"""Budget a move by player."""

MARKS: Final = {"strict": 7.8, "ypp": 9.0, "combo": 14.0}
"""Points a move that `strongest` is meant to have (rules page, "Marks to beat")."""

OTHERS: Final[tuple[tuple[str, str, str], ...]] = (
    ("the paper's greedy player", "its own", "3.8"),
    ("the paper's MDP player", "its own", "8"),
    ("best people, by hearsay in the paper", "the game's", "12"),
    ("best public solver, depth 2 / 3 (25 ms a move) / 4 (2 s)", "strict", "4.3 / 5.3 / 5.7"),
    ("the same, depth 2 / 3", "ypp", "6.1 / 7.05"),
    ("prototype in C++: beam over plans", "strict", "6.45"),
    ("prototype in C++: beam over plans", "combo", "11.6"),
    ("the same with a learned value, 13 to 23 ms a move", "strict", "7.28 +- 0.04"),
    ("the same with a learned value, 13 to 23 ms a move", "combo", "12.99 +- 0.09"),
)
"""Figures of others, not measured here: (player, preset, points a move); rules page, "Measured on public solvers"."""


@dataclass(frozen=True, slots=True)
class Study:
    """Games of one player under one preset.

    Attributes:
        section: part of the benchmark that shows it: "players" or "curve".
        rules: preset.
        policy: spec.
        games: how many.
        think_ms: budget a move.
    """

    section: str
    rules: str
    policy: str
    games: int
    think_ms: float


EVERY: Final = (
    *(Study("players", rules, policy, GAMES, ms) for rules in PRESETS for policy, ms in PLAYERS.items()),
    *(
        Study("curve", rules, MEASURED, round(CURVE_GAMES * min(1.0, FREE_MS / ms)), ms)
        for rules in CURVE_RULES
        for ms in BUDGETS_MS
    ),
)
FEWEST_GAMES: Final = 2
TRIAL_RULES: Final = "strict"
TRIAL_MS: Final = 30.0


def plan(share: float = 1.0) -> list[Study]:
    """Return what is played: `share` of the games, two of each study at least.

    A share of 0 is a trial: two games of each player, and of the curve up to `TRIAL_MS` a move, under one preset.
    """
    if share == 0.0:
        tried = [study for study in EVERY if study.rules == TRIAL_RULES]
        return [
            replace(study, games=FEWEST_GAMES)
            for study in tried
            if study.section != "curve" or study.think_ms <= TRIAL_MS
        ]
    return [replace(study, games=max(FEWEST_GAMES, round(study.games * share))) for study in EVERY]
