"""The paper's agents score what they scored: means over fresh games against the rules page and the paper."""

import numpy as np
import pytest

import engine.square_stacker as stacker
from engine.dice import dice
from policy.decision import decision_seed
from policy.spec import build
from policy.square_stacker.paper import PAPER_AGENTS

# spec, games, the mean others measured and its standard error
ROWS = [
    ("random", 1000, 18.9, 20.4 / 20_000**0.5),
    ("stm", 600, 19.5, 0.5),  # Table 2 prints 19, Table 3 20
    ("egs:depth=1", 300, 171.0, 5.0),
    ("egs:depth=2", 200, 343.0, 10.0),
    ("rgs", 100, 90.0, 3.0),  # 87 on the rules page, 93 in the paper
    ("dlrgs:games=3", 150, 383.0, 10.0),
]


def score(spec: str, seed: int) -> int:
    rules = stacker.PRESETS["wpi"]
    policy, rolls = build(PAPER_AGENTS, spec, rules), dice(seed)
    state, number = stacker.start(rules, rolls), 0
    while not stacker.is_over(rules, state):
        move = policy.decide(state, 1.0, decision_seed(seed, number)).move
        state, number = stacker.apply(rules, state, move, rolls).state, number + 1
    return state.score


@pytest.mark.sweep(2)
@pytest.mark.parametrize(("spec", "games", "mean", "se"), ROWS)
def test_mean_score(spec: str, games: int, mean: float, se: float) -> None:
    scores = np.array([score(spec, 7000 + seed) for seed in range(games)])
    own = scores.std(ddof=1) / games**0.5
    assert abs(scores.mean() - mean) <= 4 * np.hypot(own, se)
