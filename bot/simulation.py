"""Games in the simulator, no screen: how good a planner is and how long it thinks."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

import joblib
import numpy as np
from numpy.typing import NDArray

from bot.games import GAMES
from engine.dice import dice

MOVE_SEEDS = 1_000_003
"""Seed of the planner at move m of a game: game seed * MOVE_SEEDS + m (as in `bot.deciding`)."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game.

    Attributes:
        score: points at the end.
        moves: moves made.
        ms: planner's time for each move, milliseconds.
        kinds: how often a move did what, by the game's own name for it; "" for nothing.
    """

    score: float
    moves: int
    ms: tuple[float, ...]
    kinds: Mapping[str, int]


def simulate(
    game: str,
    policy: str,
    rules: str,
    games: int,
    moves: int,
    think_ms: float,
    seed: int,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """Play `games` games of at most `moves` moves and return what `simulate --json` prints.

    Args:
        game: name in `bot.games.GAMES`.
        policy: spec such as "fullwidth:depth=3".
        rules: preset name; the planner knows that the game ends after `moves`.
        games, moves: how many.
        think_ms: budget of each move.
        seed: game i is played with seed + i, so the games do not depend on `jobs`. They do depend on the
            machine where `think_ms` cuts a planner short.
        jobs: processes side by side.
        progress: called with the number of games done so far.

    Returns:
        game, policy, rules, games, moves, seed, score {mean, sd, se, min, max}, per_move {mean, se},
        ms_per_move {p50, p95}, extra (how many moves in a hundred did what).

    Raises:
        KeyError: no such game or preset.
        policy.spec.PolicyError: no such policy or parameter.
    """
    GAMES[game]().policy(policy, GAMES[game]().rules.PRESETS[rules])
    tasks = (joblib.delayed(play)(game, policy, rules, moves, think_ms, seed + index) for index in range(games))
    played: list[Played] = []
    for one in joblib.Parallel(n_jobs=min(jobs, games), return_as="generator")(tasks):
        played.append(one)
        if progress is not None:
            progress(len(played))
    score = np.array([one.score for one in played])
    per_move = np.array([one.score / max(one.moves, 1) for one in played])
    ms = np.concatenate([one.ms for one in played])
    made = sum(one.moves for one in played)
    kinds = sorted({kind for one in played for kind in one.kinds if kind})
    counts = {kind: sum(one.kinds.get(kind, 0) for one in played) for kind in kinds}
    return {
        "game": game,
        "policy": policy,
        "rules": rules,
        "games": games,
        "moves": moves,
        "seed": seed,
        "score": {
            "mean": float(score.mean()),
            "sd": _spread(score),
            "se": _spread(score) / games**0.5,
            "min": float(score.min()),
            "max": float(score.max()),
        },
        "per_move": {"mean": float(per_move.mean()), "se": _spread(per_move) / games**0.5},
        "ms_per_move": {"p50": float(np.percentile(ms, 50)), "p95": float(np.percentile(ms, 95))},
        "extra": {f"% of moves {kind}": round(100.0 * count / max(made, 1), 3) for kind, count in counts.items()},
    }


def play(game: str, policy: str, rules: str, moves: int, think_ms: float, seed: int) -> Played:
    """Play one game; see `simulate`."""
    joined = GAMES[game]()
    engine = joined.rules
    preset = _ending(engine.PRESETS[rules], moves)
    planner = joined.policy(policy, preset)
    rolls = dice(seed)
    state = engine.start(preset, rolls)
    score, ms, kinds = 0.0, [], dict[str, int]()
    for number in range(moves):
        if engine.is_over(preset, state):
            break
        started = time.perf_counter()
        decision = planner.decide(state, think_ms, seed * MOVE_SEEDS + number)
        ms.append((time.perf_counter() - started) * 1e3)
        step = engine.apply(preset, state, decision.move, rolls)
        state, score = step.state, score + step.reward
        kind = str(getattr(step, "kind", ""))
        kinds[kind] = kinds.get(kind, 0) + 1
    return Played(score, len(ms), tuple(ms), kinds)


def _ending(rules: Any, moves: int) -> Any:
    """Return rules that end after `moves`, where the game's rules can say so."""
    if any(field.name == "move_limit" for field in fields(rules)):
        return replace(rules, move_limit=moves)
    return rules


def _spread(values: NDArray[np.float64]) -> float:
    return float(values.std(ddof=1)) if values.size > 1 else 0.0
