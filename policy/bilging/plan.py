"""A decision in words: the swaps to come, the break they build, what it is worth, what was second best."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.bilging import Rules, State, cascade, legal_moves
from policy.decision import Decision, PlanText


@dataclass(frozen=True, slots=True)
class PlannedBreak:
    """A break that a line of swaps builds.

    Attributes:
        swaps: number of the swap that breaks, 1 for the first of the line.
        kind: its lines, as in `engine.bilging.Step.kind`, or the special that fires; "" where only crabs leave.
        message: what the game calls out.
        points: its points, with those of the chains that are certain.
        chains: stages that follow it by themselves.
    """

    swaps: int
    kind: str
    message: str
    points: float
    chains: int


def planned_breaks(rules: Rules, state: State, line: Sequence[int]) -> list[PlannedBreak]:
    """Return what a line of moves breaks, new pieces being unknown; it ends where a move would need one of them."""
    found = []
    for number, move in enumerate(line, 1):
        if move not in legal_moves(rules, state):
            break
        played = cascade(rules, state, move)
        points = float(sum(stage.points for stage in played.stages))
        if played.stages:
            found.append(PlannedBreak(number, played.kind, played.message, points, len(played.stages) - 1))
        state = state._replace(board=played.board, water_px=played.water_px, moves=state.moves + 1)
    return found


def plan_text(rules: Rules, state: State, decision: Decision) -> PlanText:
    """Return a decision's plan in words.

    Args:
        rules: the preset.
        state: that it was made for.
        decision: of any of Bilging's planners.
    """
    breaks = planned_breaks(rules, state, decision.line)
    swaps = ", ".join(place(rules, move) for move in decision.line)
    broken = ", then ".join(_break(one) for one in breaks) or "no break yet"
    second = next((ranked for ranked in decision.alternatives if ranked.move != decision.move), None)
    other = f"; second best {place(rules, second.move)} worth {second.value:.1f}" if second else ""
    first = breaks[0] if breaks else None
    short = f"{first.points:.0f} in {first.swaps}: {_name(first)}" if first else f"{decision.value:.1f}"
    return PlanText(short, f"swap {swaps}: {broken}; worth {decision.value:.1f}{other}")


def place(rules: Rules, move: int) -> str:
    """Return which two pieces a move swaps; rows and columns count from 1."""
    row, col = np.divmod(move, rules.cols - 1)
    return f"row {row + 1} columns {col + 1}-{col + 2}"


def _break(one: PlannedBreak) -> str:
    chained = f" with {one.chains} chain{'s' if one.chains > 1 else ''}" if one.chains else ""
    return f"{_name(one)} for {one.points:.0f}{chained} at swap {one.swaps}"


def _name(one: PlannedBreak) -> str:
    if one.message:
        return f"{one.message} {one.kind}"
    return one.kind if not one.kind.isdigit() else f"line of {one.kind}"
