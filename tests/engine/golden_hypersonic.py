"""Hypersonic's golden files: a playthrough to read, and counts of successors.

After a change of the rules that is meant, write them anew from the project's folder and read the difference:

    .venv/bin/python -m tests.engine.golden_hypersonic
    git diff tests/engine/golden
"""

from itertools import product
from pathlib import Path

import numpy as np

import engine.hypersonic as hypersonic
from engine.hypersonic import BOXES, DIED, PRESETS, State
from engine.hypersonic.kernels import legal_mask, play_round
from engine.hypersonic.packed import BOMB, bomb_count, is_alive, pack, player_boxes, players_of

GOLDEN = Path(__file__).resolve().parent / "golden"
PLAYTHROUGH = GOLDEN / "hypersonic_playthrough.txt"
COUNTS = GOLDEN / "hypersonic_counts.txt"
POSITIONS = GOLDEN / "hypersonic_positions.txt"

ACTIONS = tuple(bomb + move for bomb in ("", "bomb ") for move in ("stay", "left", "right", "up", "down"))
DEPTH = 3


def playthrough(seed: int = 41, every: int = 15) -> str:
    """A game of four careful players: what they did and what came of it each round, the position now and then."""
    from tests.engine.hypersonic_games import random_game

    rules = PRESETS["four"]
    out = [f"rules {rules.name} version {rules.version}"]
    for state, actions in random_game(rules, seed, careful=True):
        if state.round % every == 0:
            out += ["", hypersonic.to_text(state)]
        step = hypersonic.advance(rules, state, actions)
        lives = state.players[:, DIED] == 0
        did = ", ".join(ACTIONS[action] if alive else "-" for action, alive in zip(actions, lives, strict=True))
        hit = (step.state.players - state.players)[:, BOXES].tolist()
        exploded = " ".join(f"{x},{y}" for _, x, y, *_ in step.exploded)
        events = [
            *([f"explode {exploded}; {int(step.blast.sum())} cells"] if exploded else []),
            *([f"boxes {hit}, {step.state.boxes} left"] if any(hit) else []),
            *([f"dead {list(step.died)}"] if step.died else []),
        ]
        out.append("; ".join([f"round {step.state.round}: {did}", *events]))
    out += ["", hypersonic.to_text(step.state), f"places {hypersonic.ranking(step.state)}"]
    return "\n".join(out) + "\n"


def positions() -> dict[str, State]:
    """The fixed positions by name."""
    found = {}
    for block in POSITIONS.read_text(encoding="utf-8").split("\n\n"):
        name, _, text = block.strip().partition("\n")
        found[name] = hypersonic.from_text(text)
    return found


def count(state: State, depth: int) -> list[tuple[int, int, int, int]]:
    """(combinations of actions, distinct positions, of the combinations those that end the game, boxes) to each depth.

    Games with at most one alive are not played on, equal positions once, for as many ways as lead to them. Boxes are
    those scored in the last round by all players, over all combinations.
    """
    level = {pack(state).tobytes(): 1}
    out = []
    for _ in range(depth):
        deeper: dict[bytes, int] = {}
        combinations = ended = boxes = 0
        for packed, ways in level.items():
            before = np.frombuffer(packed, np.int64)
            players = range(players_of(before))
            masks = [legal_mask(before, player) for player in players]
            choices = [[action for action in range(10) if mask >> action & 1] or [0] for mask in masks]
            scored = sum(player_boxes(before, player) for player in players)
            for actions in product(*choices):
                words = before.copy()
                play_round(words, np.array((*actions, 0, 0), np.int64))
                words[BOMB + bomb_count(words) :] = 0
                combinations += ways
                boxes += ways * (sum(player_boxes(words, player) for player in players) - scored)
                if sum(is_alive(words, player) for player in players) <= 1:
                    ended += ways
                else:
                    deeper[words.tobytes()] = deeper.get(words.tobytes(), 0) + ways
        out.append((combinations, len(deeper), ended, boxes))
        level = deeper
    return out


def counts() -> str:
    """The table of counts for every position."""
    out = ["position players depth combinations positions ended boxes"]
    for name, state in positions().items():
        players = len(state.players)
        for to, figures in enumerate(count(state, DEPTH), 1):
            out.append(" ".join(map(str, (name, players, to, *figures))))
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    PLAYTHROUGH.write_text(playthrough(), encoding="utf-8")
    COUNTS.write_text(counts(), encoding="utf-8")
