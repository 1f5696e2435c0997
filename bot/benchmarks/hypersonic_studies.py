"""What the benchmark of Hypersonic plays: the games of the paper's tables 2 to 4, and our strongest player."""

import shlex
import sys
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from bot.platform.seats import COMMAND
from bot.practice_process import RUN_BOT

FULL_MS: Final = 100.0
"""The platform's budget a turn, the paper's too."""

MCTS, RHEA, BEAM, STRONGEST = "mcts", "rhea", "beam", "strongest"
SPARING_MCTS: Final = "mcts:bombing=0.2,late=0"
"""The paper's tree search without its habit of placing bombs that earn nothing: stronger than the paper's."""
BOLD_RHEA: Final = "rhea:punishment=0"
"""RHEA without its punishment for plans that cannot be survived. Section 6.2 tells of the punishment, section 6.3 that
survivability checking had to be turned off "in the other algorithms"; which of the two met in tables 3 and 4 the paper
does not say, so both play."""

FEATURES: Final[dict[str, str]] = {
    "ZH": "beam:op=0,lb=0,fmp=0,sc=0,suicide=0",
    "ZH+OP": "beam:lb=0,fmp=0,sc=0,suicide=0",
    "ZH+LB": "beam:op=0,fmp=0,sc=0,suicide=0",
    "ZH+FMP": "beam:op=0,lb=0,sc=0",
    "ZH+OP+LB+FMP": "beam:sc=0",
    "ZH+OP+LB+FMP+SC": "beam",
}
"""Table 2's rows and figures 3 and 4's lines, by the paper's names. ZH alone is 1000 wide, all others 500; the suicide
rule, which the paper tells with FMP, goes with it."""


@dataclass(frozen=True, slots=True)
class Study:
    """Games of some players.

    Attributes:
        section: part of the benchmark that shows it.
        label: the paper's name of the first player.
        names: of the players, the first is measured.
        games: how many.
        think_ms: budget a turn.
        paper_win, paper_loss: the first player's share of wins and losses by the paper, in percent; None where it says
            nothing.
    """

    section: str
    label: str
    names: tuple[str, ...]
    games: int
    think_ms: float = FULL_MS
    paper_win: float | None = None
    paper_loss: float | None = None


TABLE_2: Final = tuple(
    Study("table 2", label, (FEATURES[label], FEATURES["ZH"]), 500, paper_win=win, paper_loss=loss)
    for label, win, loss in (
        ("ZH", 19.0, 19.0),
        ("ZH+OP", 44.8, 19.6),
        ("ZH+LB", 45.2, 36.2),
        ("ZH+FMP", 45.0, 29.2),
        ("ZH+OP+LB+FMP", 57.6, 22.6),
        ("ZH+OP+LB+FMP+SC", 59.4, 23.4),
    )
)
TABLE_3: Final = (
    Study("table 3", "MCTS", (MCTS, RHEA), 500, paper_win=67.8, paper_loss=22.4),
    Study("table 3", "Beam Search", (BEAM, MCTS), 500, paper_win=96.6, paper_loss=2.2),
    Study("table 3", "Beam Search", (BEAM, RHEA), 500, paper_win=99.0, paper_loss=1.0),
    Study("table 3", "MCTS", (MCTS, BOLD_RHEA), 500, paper_win=67.8, paper_loss=22.4),
    Study("table 3", "Beam Search", (BEAM, BOLD_RHEA), 500, paper_win=99.0, paper_loss=1.0),
)
"""The paper gives both shares of a pair, each as a win of its own row."""
PLAIN: Final = tuple(
    Study("plain beam", "ZH", (FEATURES["ZH"], other), 500, paper_win=80.0) for other in (MCTS, RHEA, BOLD_RHEA)
)
"""Section 7's text: "even a plain version without enhancements easily scores above 80% against the other two"."""
TABLE_4: Final = tuple(Study("table 4", "three players", (MCTS, rhea, BEAM), 1000) for rhea in (RHEA, BOLD_RHEA))
HIGHER: Final[dict[tuple[str, str], float]] = {
    (MCTS, RHEA): 68.7,
    (MCTS, BEAM): 10.3,
    (RHEA, MCTS): 23.8,
    (RHEA, BEAM): 3.7,
    (BEAM, MCTS): 84.2,
    (BEAM, RHEA): 94.9,
}
"""Table 4: in how many games of a hundred the first stood higher than the second."""
OURS: Final = tuple(
    Study("ours", STRONGEST, (STRONGEST, other), 500) for other in (BEAM, MCTS, RHEA, BOLD_RHEA, SPARING_MCTS)
)
"""Our strongest player against the paper's, and against a better tree search."""

PIPED: Final = COMMAND + shlex.join((sys.executable, str(RUN_BOT), "codingame", "hypersonic"))
"""Our strongest player as the platform runs it, with the budget that the command has by itself."""
PROTOCOL: Final = (Study("protocol", "strongest behind pipes", (PIPED, RHEA), 1000),)

PAPER_NAMES: Final = {MCTS: "MCTS", RHEA: "RHEA", BOLD_RHEA: "RHEA, SC off", BEAM: "Beam Search"}
"""What the tables call a player."""


def placed_higher(one: str, other: str) -> float | None:
    """Return in how many games of a hundred a player stood higher than another by table 4; None: it does not say."""
    return HIGHER.get((RHEA if one == BOLD_RHEA else one, RHEA if other == BOLD_RHEA else other))


EVERY: Final = (*TABLE_2, *TABLE_3, *PLAIN, *TABLE_4, *OURS, *PROTOCOL)
FEWEST_GAMES: Final = 2


def plan(
    share: float = 1.0, think_ms: float = FULL_MS, games: int | None = None, sections: Collection[str] = ()
) -> list[Study]:
    """Return what is played: each map from every seat, so the number of games is a multiple of the players'.

    Args:
        share: of the paper's games, two at least; rounded up.
        think_ms: budget a turn; the paper's is 100.
        games: of each study, instead of a share; rounded up.
        sections: only studies of these; of all where none is named.
    """
    plans = []
    for study in (each for each in EVERY if not sections or each.section in sections):
        wanted, players = games or max(FEWEST_GAMES, round(study.games * share)), len(study.names)
        plans.append(replace(study, think_ms=think_ms, games=-(-wanted // players) * players))
    return plans
