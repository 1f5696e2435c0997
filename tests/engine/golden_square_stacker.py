"""Square Stacker's golden files: a playthrough to read, and counts of successors.

After a change of the rules that is meant, write them anew from the project's folder and read the difference:

    .venv/bin/python -m tests.engine.golden_square_stacker
    git diff tests/engine/golden
"""

from pathlib import Path

import numpy as np

import engine.square_stacker as stacker
from engine.dice import dice
from engine.square_stacker import CELLS
from engine.square_stacker.kernels import deal, free_cells, growth_of, hand_is_played, occupied, place, scoring_of
from engine.square_stacker.packed import HAND, pack

GOLDEN = Path(__file__).resolve().parent / "golden"
PLAYTHROUGH = GOLDEN / "square_stacker_playthrough.txt"
COUNTS = GOLDEN / "square_stacker_counts.txt"
POSITIONS = GOLDEN / "square_stacker_positions.txt"


def playthrough(moves: int = 60) -> str:
    """A game under `coolmath`: the most points at once, and while there are none any move."""
    rules = stacker.PRESETS["coolmath"]
    rolls, choices = dice(2051), np.random.default_rng(2051)
    state = stacker.start(rules, rolls)
    out = [f"rules {rules.name} version {rules.version}", stacker.to_text(state)]
    for _ in range(moves):
        legal = stacker.legal_moves(rules, state).tolist()
        if not legal:
            out.append("over")
            break
        choices.shuffle(legal)
        move = max(legal, key=lambda move: stacker.place_piece(rules, state, move).reward)
        piece, cell = divmod(move, CELLS)
        step = stacker.apply(rules, state, move, rolls)
        what = f"{step.kind or 'nothing'}; {step.reward:g} ({int(step.cleared.sum())} rings)"
        out.append(f"move {move}: piece {piece}, row {cell // 3}, column {cell % 3}: {what}")
        state = step.state
        out.append(stacker.to_text(state))
    return "\n".join(out).rstrip("\n") + "\n"


def positions() -> dict[str, stacker.State]:
    """The fixed positions by name."""
    found = {}
    for block in POSITIONS.read_text(encoding="utf-8").split("\n\n"):
        name, _, text = block.strip().partition("\n")
        found[name] = stacker.from_text(text)
    return found


def count(rules: stacker.Rules, state: stacker.State, depth: int) -> list[tuple[int, int, int, int]]:
    """(sequences of placements, distinct packed states, sequences that scored with the last, points) to each depth.

    Every new hand is drawn with the same dice. Equal states with equal points are played on once.
    """
    scoring = scoring_of(rules)
    out = []
    level = {(pack(state).tobytes(), state.score): 1}
    for _ in range(depth):
        deeper: dict[tuple[bytes, int], int] = {}
        sequences = scored = total = 0
        for (packed, score), ways in level.items():
            before = np.frombuffer(packed, np.int64)
            taken = occupied(before)
            for piece in range(stacker.PIECES):
                free = free_cells(taken, int(before[HAND + piece]))
                for cell in range(CELLS):
                    if not free >> cell & 1:
                        continue
                    words = before.copy()
                    points = place(words, piece, cell, scoring)
                    if hand_is_played(words):
                        deal(words, dice(4), *growth_of(rules, score + points))
                    sequences += ways
                    scored += ways * (points > 0)
                    total += ways * points
                    key = (words.tobytes(), score + points)
                    deeper[key] = deeper.get(key, 0) + ways
        out.append((sequences, len({packed for packed, _ in deeper}), scored, total))
        level = deeper
    return out


def counts(depth: int = 4) -> str:
    """The table of counts for every position and preset."""
    out = ["position preset depth sequences states scored points"]
    for name, state in positions().items():
        for preset, rules in stacker.PRESETS.items():
            for to, figures in enumerate(count(rules, state, depth), 1):
                out.append(" ".join(map(str, (name, preset, to, *figures))))
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    PLAYTHROUGH.write_text(playthrough(), encoding="utf-8")
    COUNTS.write_text(counts(), encoding="utf-8")
