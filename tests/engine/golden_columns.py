"""Columns' golden files: a playthrough to read, and counts of successors.

After a change of the rules that is meant, write them anew from the project's folder and read the difference:

    .venv/bin/python -m tests.engine.golden_columns
    git diff tests/engine/golden
"""

from pathlib import Path

import numpy as np

import engine.columns as columns
from engine.columns import LENGTH
from engine.columns.kernels import NO_ROOM, is_dead, place
from engine.columns.packed import CHAIN, TAIL, pack, physics
from engine.dice import dice

GOLDEN = Path(__file__).resolve().parent / "golden"
PLAYTHROUGH = GOLDEN / "columns_playthrough.txt"
COUNTS = GOLDEN / "columns_counts.txt"
POSITIONS = GOLDEN / "columns_positions.txt"

RULES = "sega:rows=6,colours=3,magic=0.1,level_jewels=30"
"""Of the playthrough: every rule shows within a hundred pieces."""


def playthrough(moves: int = 120) -> str:
    """A game under `RULES`: the most points at once with a chance of two in three, else any move."""
    rules = columns.PRESETS[RULES]
    rolls, choices = dice(1990), np.random.default_rng(1990)
    state = columns.start(rules, rolls)
    out = [f"rules {rules.name} version {rules.version}", columns.to_text(state)]
    for _ in range(moves):
        legal = columns.legal_moves(rules, state).tolist()
        if not legal:
            out.append("over")
            break
        choices.shuffle(legal)
        if choices.random() < 2 / 3:
            legal.sort(key=lambda move: -columns.drop_piece(rules, state, move).reward)
        move = legal[0]
        col, rotations = divmod(move, LENGTH)
        step = columns.apply(rules, state, move, rolls)
        what = f"{step.kind or 'nothing'}; {step.reward:g} ({step.removed} jewels)"
        out.append(f"move {move}: column {col}, {rotations} rotations: {what}")
        state = step.state
        out.append(columns.to_text(state))
    return "\n".join(out).rstrip("\n") + "\n"


def positions() -> dict[str, columns.State]:
    """The fixed positions by name; boards of 17 rows and 6 columns."""
    found = {}
    for block in POSITIONS.read_text(encoding="utf-8").split("\n\n"):
        name, _, text = block.strip().partition("\n")
        found[name] = columns.from_text(text)
    return found


def variants() -> list[columns.Rules]:
    """Every preset's scoring on a board of 6x14."""
    return [columns.PRESETS[f"{name}:rows=14,cols=6,colours=6"] for name in columns.PRESETS]


def count(rules: columns.Rules, state: columns.State, depth: int) -> list[tuple[int, int, int, int, int]]:
    """(placements, distinct positions, games lost, longest chain, points) to each depth.

    The pieces are the two known ones and then as many of three different colours as are needed. Lost games and equal
    positions are not played on twice.
    """
    pieces = [state.piece, state.next, *(np.array([n, n + 1, n + 2], np.int8) for n in range(3))]
    numbers, tail = physics(rules), TAIL * rules.cols
    level = {pack(state).tobytes(): 1}
    out = []
    for piece in pieces[:depth]:
        deeper: dict[bytes, int] = {}
        placements = lost = longest = total = 0
        for packed, ways in level.items():
            before = np.frombuffer(packed, np.int64)
            for move in range(LENGTH * rules.cols):
                words = before.copy()
                col, rotations = divmod(move, LENGTH)
                points = place(words, numbers, col, *columns.rotated(piece, rotations).tolist())
                if points == NO_ROOM:
                    continue
                placements += ways
                total += ways * points
                longest = max(longest, int(words[tail + CHAIN]))
                if is_dead(words, numbers):
                    lost += ways
                    continue
                words[tail + CHAIN :] = 0
                deeper[words.tobytes()] = deeper.get(words.tobytes(), 0) + ways
        out.append((placements, len(deeper), lost, longest, total))
        level = deeper
    return out


def counts(depth: int = 3) -> str:
    """The table of counts for every position and preset."""
    out = ["position preset depth placements positions lost longest points"]
    for name, state in positions().items():
        for preset, rules in zip(columns.PRESETS, variants(), strict=True):
            for to, figures in enumerate(count(rules, state, depth), 1):
                out.append(" ".join(map(str, (name, preset, to, *figures))))
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    PLAYTHROUGH.write_text(playthrough(), encoding="utf-8")
    COUNTS.write_text(counts(), encoding="utf-8")
