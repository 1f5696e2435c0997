"""Swap3's golden files: a playthrough to read, and counts of successors.

After a change of the rules that is meant, write them anew from the project's folder and read the difference:

    .venv/bin/python -m tests.engine.golden_swap3
    git diff tests/engine/golden
"""

from pathlib import Path

import numpy as np

import engine.swap3 as swap3
from engine.dice import dice
from engine.padded import inside, pad
from engine.swap3.kernels import legal_swaps, physics, scratch, swap_known

GOLDEN = Path(__file__).resolve().parent / "golden"
PLAYTHROUGH = GOLDEN / "swap3_playthrough.txt"
COUNTS = GOLDEN / "swap3_counts.txt"


def playthrough(moves: int = 15) -> str:
    """A game of random moves in every preset."""
    out = []
    for rules in swap3.PRESETS.values():
        rolls, choices = dice(2026), np.random.default_rng(2026)
        state = swap3.start(rules, rolls)
        out += [f"rules {rules.name} version {rules.version}", swap3.to_text(state)]
        for _ in range(moves):
            move = int(choices.choice(swap3.legal_moves(rules, state)))
            step = swap3.apply(rules, state, move, rolls)
            stages = " + ".join(f"{stage.points:g} ({int(stage.cleared.sum())} pieces)" for stage in step.stages)
            one, other = swap3.cells_of(rules, move)
            out.append(f"move {move}: {one} with {other}: {stages or '0'}")
            state = step.state
            out.append(swap3.to_text(state))
    return "\n".join(out)


def count(rules: swap3.Rules, seed: int, depth: int) -> tuple[int, int, float]:
    """(sequences of legal swaps, holes left by the last ones, points) from a start to `depth`, holes left open."""
    rule, space = physics(rules), scratch(rules)
    moves = np.zeros(2 * rules.rows * rules.cols, np.int64)
    level = [pad(swap3.start(rules, dice(seed)).board)]
    sequences, holes, total = 0, 0, 0.0
    for left in range(depth, 0, -1):
        deeper = []
        for board in level:
            for move in moves[: legal_swaps(board, rule, moves)].tolist():
                after = board.copy()
                total += swap_known(after, rule, move, space)
                deeper.append(after)
                if left == 1:
                    sequences += 1
                    holes += int((inside(after, rules.rows, rules.cols) == swap3.EMPTY).sum())
        level = deeper
    return sequences, holes, total


def counts() -> str:
    """The table of counts for every preset, to the depth that stays below some thousand boards."""
    out = ["preset seed depth sequences holes points"]
    for name, rules in swap3.PRESETS.items():
        for seed in (1, 2):
            for depth in range(1, 3 if rules.quiet_swaps else 4):
                sequences, holes, points = count(rules, seed, depth)
                out.append(f"{name} {seed} {depth} {sequences} {holes} {points:g}")
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    PLAYTHROUGH.write_text(playthrough(), encoding="utf-8")
    COUNTS.write_text(counts(), encoding="utf-8")
