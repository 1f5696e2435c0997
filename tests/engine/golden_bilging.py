"""Bilging's golden files: a playthrough to read, and counts of successors.

After a change of the rules that is meant, write them anew from the project's folder and read the difference:

    .venv/bin/python -m tests.engine.golden_bilging
    git diff tests/engine/golden
"""

from pathlib import Path

import numpy as np

import engine.bilging as bilging
from engine.bilging.afterstate import is_movable, physics, play_swap, scratch
from engine.bilging.board import pad
from engine.bilging.kernels import swap_code
from engine.dice import dice

GOLDEN = Path(__file__).resolve().parent / "golden"
PLAYTHROUGH = GOLDEN / "bilging_playthrough.txt"
COUNTS = GOLDEN / "bilging_counts.txt"
POSITIONS = GOLDEN / "bilging_positions.txt"


def playthrough(moves: int = 40) -> str:
    """A game under `combo` with specials: the best move at once on even turns, any on odd ones."""
    rules = bilging.PRESETS["combo"].with_specials(0.04, 0.03, 0.03)
    rolls, choices = dice(2026), np.random.default_rng(2026)
    state = bilging.start(rules, rolls)
    out = [f"rules {rules.name} version {rules.version}", bilging.to_text(state)]
    for number in range(moves):
        legal = bilging.legal_moves(rules, state).tolist()
        choices.shuffle(legal)
        points = [sum(stage.points for stage in bilging.cascade(rules, state, move).stages) for move in legal]
        move = legal[int(np.argmax(points))] if number % 2 == 0 else legal[0]
        row, col = divmod(move, rules.cols - 1)
        step = bilging.apply(rules, state, move, rolls)
        stages = " + ".join(f"{stage.points:g} ({int(stage.cleared.sum())} pieces)" for stage in step.stages)
        what = " ".join(word for word in (step.kind, step.message) if word) or "nothing"
        out.append(f"move {move}: row {row}, column {col}: {what}; {stages or '0'}")
        state = step.state
        if number % 10 == 9:
            state = bilging.idle(rules, state, 25.0)
            out.append("idle 25 s")
        out.append(bilging.to_text(state))
    return "\n".join(out)


def positions() -> dict[str, bilging.State]:
    """The fixed positions by name."""
    found = {}
    for block in POSITIONS.read_text(encoding="utf-8").split("\n\n"):
        name, _, text = block.strip().partition("\n")
        found[name] = bilging.from_text(text)
    return found


def count(rules: bilging.Rules, state: bilging.State, depth: int) -> tuple[int, int, float]:
    """(sequences of legal swaps, swaps that cleared something, points) to `depth`, holes left open."""
    rule, space = physics(rules), scratch(rules)
    sequences, breaks, total = 0, 0, 0.0
    level = [(pad(state.board), state.water_px)]
    for left in range(depth, 0, -1):
        deeper = []
        for board, water in level:
            for cell in range(rule.first, rule.last):
                if not (is_movable(board[cell]) and is_movable(board[cell + 1])):
                    continue
                after = board.copy()
                own, later, level_px = play_swap(after, rule, cell, swap_code(board, rule.stride, cell), water, space)
                sequences += left == 1
                breaks += own > 0
                total += own + later
                if left > 1:
                    deeper.append((after, level_px))
        level = deeper
    return sequences, breaks, total


def counts(depth: int = 2) -> str:
    """The table of counts for every position and preset."""
    out = ["position preset depth sequences breaks points"]
    for name, state in positions().items():
        for preset, rules in bilging.PRESETS.items():
            for to in range(1, depth + 1):
                sequences, breaks, points = count(rules, state, to)
                out.append(f"{name} {preset} {to} {sequences} {breaks} {points:g}")
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    PLAYTHROUGH.write_text(playthrough(), encoding="utf-8")
    COUNTS.write_text(counts(), encoding="utf-8")
