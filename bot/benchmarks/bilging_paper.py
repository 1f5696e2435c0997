"""The paper's Bilging player beside random and greedy: points, completion, local optima (docs/bilging_paper.md)."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from bot.benchmarks.markdown import table
from engine.bilging import PRESETS, apply, start
from engine.dice import dice
from policy.bilging import make_policy
from policy.bilging.paper.encounters import Encounters
from policy.bilging.paper.player import MdpPolicy
from policy.decision import decision_seed

PLAYERS: Final = ("random", "greedy", "mdp", "mdp:gamma=0.99", "mdp:k=1", "mdp:look=2")
BASE: Final = "greedy"
"""The player that the others' points are divided by."""
GAMES: Final = 50
"""As in the paper."""
MOVES: Final = 50
"""Of a game, as in the paper."""
PAPER: Final = {"greedy": (3.8, 1.0, 0.0), "mdp": (8.0, 8.0 / 3.8, 0.58)}
"""Points a move, ratio to greedy and completion in the paper, whose table of points is not known."""
NEAR: Final = 2
"""Columns of distance left, below or at which a bingo is close to completion."""
UNLIMITED_MS: Final = 1e9
ROUNDING: Final = 1e-3
"""Values closer than this, in points, are equal: decisions carry three decimals."""


@dataclass(frozen=True, slots=True)
class PaperRow:
    """One player under one preset.

    Attributes:
        rules, policy: preset and spec.
        games, moves: played, and of each.
        per_move, se: points a move and the standard error over games.
        bingos: breaks of three lines or more, a hundred moves.
        stretches, stretch_rate: possible bingos encountered and the share completed, by stretch.
        targets, target_rate: the same by target.
        stuck: share of the moves with a possible bingo after which no swap (two swaps with `look=2`) is worth more to
            the paper's player than to leave the board as it is; None for players that do not value boards.
        stuck_near: share of those where at most two columns of distance were left.
        refused: share of those where none was left: a bingo stood one move away.
        ms: mean time a decision.
    """

    rules: str
    policy: str
    games: int
    moves: int
    per_move: float
    se: float
    bingos: float
    stretches: int
    stretch_rate: float
    targets: int
    target_rate: float
    stuck: float | None
    stuck_near: float | None
    refused: float | None
    ms: float


def measure(
    presets: Sequence[str] = tuple(PRESETS),
    games: int = GAMES,
    seed: int = 1,
    players: Sequence[str] = PLAYERS,
    on_row: Callable[[int], None] = lambda _rows: None,
) -> Iterator[PaperRow]:
    """Play every player under every preset and yield each row as it is done; `on_row` is told how many are."""
    done = 0
    for rules in presets:
        for policy in players:
            yield play(rules, policy, games, seed)
            done += 1
            on_row(done)


def play(rules_name: str, spec: str, games: int = GAMES, seed: int = 1, moves: int = MOVES) -> PaperRow:
    """Play `games` games of `moves` moves, game i with seed + i, and count.

    Args:
        rules_name: preset.
        spec: planner.
        games, seed, moves: as said.

    Raises:
        KeyError: no such preset.
        policy.spec.PolicyError: no such planner.
    """
    rules = PRESETS[rules_name]
    planner = make_policy(spec, rules)
    eyes = planner if isinstance(planner, MdpPolicy) else MdpPolicy(rules)
    planner.decide(start(rules, dice(0)), UNLIMITED_MS, 0)
    encounters = Encounters()
    scores, spent, bingos, possible, stuck, near, refused = [], 0.0, 0, 0, 0, 0, 0
    for game in range(seed, seed + games):
        encounters.start_game()
        rolls = dice(game)
        state = start(rules, rolls)
        for number in range(moves):
            began = time.perf_counter()
            decision = planner.decide(state, UNLIMITED_MS, decision_seed(game, number))
            spent += time.perf_counter() - began
            standing = eyes.standing(state)
            step = apply(rules, state, decision.move, rolls)
            lines = step.kind.count("x") + 1 if step.kind[:1].isdigit() else 0
            encounters.add(standing.bingo, lines)
            bingos += lines >= 3
            if standing.bingo and isinstance(planner, MdpPolicy):
                possible += 1
                if decision.value <= standing.worth_of_waiting + ROUNDING:
                    stuck += 1
                    near += standing.distance <= NEAR
                    refused += standing.distance == 0
            state = step.state
        scores.append(state.score / moves)
    made = games * moves
    per_move = np.array(scores)
    learned = isinstance(planner, MdpPolicy)
    return PaperRow(
        rules_name,
        spec,
        games,
        moves,
        float(per_move.mean()),
        float(per_move.std(ddof=1) / games**0.5) if games > 1 else 0.0,
        100.0 * bingos / made,
        encounters.by_stretch.met,
        encounters.by_stretch.rate(),
        encounters.by_target.met,
        encounters.by_target.rate(),
        stuck / max(possible, 1) if learned else None,
        near / max(stuck, 1) if learned else None,
        refused / max(stuck, 1) if learned else None,
        1e3 * spent / made,
    )


def text(rows: Sequence[PaperRow]) -> str:
    """Return the rows as Markdown, each with its ratio to `BASE` under the same preset."""
    base = {row.rules: row.per_move for row in rows if row.policy == BASE}
    header = (
        "rules",
        "player",
        "points a move",
        f"ratio to {BASE}",
        "bingos in 100 moves",
        "completed by stretch",
        "completed by target",
        "stuck (of them near, one away)",
        "ms a move",
    )
    lines = [_paper_line(policy) for policy in PAPER]
    for row in rows:
        ratio = f"{row.per_move / base[row.rules]:.2f}" if base.get(row.rules) else ""
        stuck = "" if row.stuck is None else f"{row.stuck:.1%} ({row.stuck_near:.0%}, {row.refused:.0%})"
        lines.append(
            (
                row.rules,
                row.policy,
                f"{row.per_move:.2f} +- {row.se:.2f}",
                ratio,
                f"{row.bingos:.1f}",
                f"{row.stretch_rate:.0%} of {row.stretches}",
                f"{row.target_rate:.0%} of {row.targets}",
                stuck,
                f"{row.ms:.1f}",
            )
        )
    return table(header, lines)


def documents(rows: Sequence[PaperRow]) -> list[dict[str, Any]]:
    """Return the rows as plain JSON."""
    return [asdict(row) for row in rows]


def _paper_line(policy: str) -> tuple[str, ...]:
    points, ratio, completed = PAPER[policy]
    return "the paper's", policy, f"{points:.1f}", f"{ratio:.2f}", "", f"{completed:.0%}", "", "", ""
