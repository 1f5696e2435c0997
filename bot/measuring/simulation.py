"""Games in the simulator, no screen: how good a planner is and how long it thinks."""

import itertools
import time
from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from bot.collecting import pass_over_what_is_loaded
from bot.games import GAMES
from bot.measuring.play_one import BeforeMove, go_on
from bot.measuring.results import Played, ResultStore, Series
from bot.measuring.side_by_side import side_by_side
from bot.measuring.summaries import coarse, mean_and_error, percentiles, spread
from bot.warming import WARM_UP_MS
from engine.dice import dice
from policy.decision import decision_seed

if TYPE_CHECKING:
    from bot.measuring.cluster import Cluster


def simulate(
    series: Series,
    games: int,
    *,
    seed: int,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    store: ResultStore | None = None,
    cluster: "Cluster | None" = None,
) -> dict[str, Any]:
    """Play `games` games and return what `simulate --json` prints.

    Args:
        series: who plays what by which rules.
        games: how many.
        seed: game i is played with seed + i, so the games do not depend on `jobs`. They do depend on the
            machine where `think_ms` of the series cuts a planner short.
        jobs: processes side by side.
        progress: called with the number of games done so far.
        store: games found there are not played again; new ones are kept there.
        cluster: its workers play the games, and `jobs` is not used.

    Returns:
        game, policy, rules, rules_version, games, moves, seed, score {mean, sd, se, min, max}, per_move {mean, se},
        ms_per_move {mean, p50, p95, p99}, moves_a_game, work_per_move (mean of `Decision.work`), extra (how many moves
        in a hundred did what).

    Raises:
        KeyError: no such game or preset.
        policy.spec.PolicyError: no such policy or parameter.
        bot.exit_status.Failed: see `bot.measuring.cluster.Cluster.play`.
    """
    joined = GAMES[series.game]()
    preset = joined.rules.PRESETS[series.rules]
    series = replace(series, rules=preset.name)  # however its numbers were written, by this name its games are kept
    joined.policy(series.policy, preset)
    wanted = range(seed, seed + games)
    found = store.games(series) if store else {}
    by_seed = {one: found[one] for one in wanted if one in found}
    missing = [one for one in wanted if one not in by_seed]
    for one, result in side_by_side(partial(play, series), missing, jobs, cluster):
        by_seed[one] = result
        if store is not None:
            store.add(series, one, result)
        if progress is not None:
            progress(len(by_seed))
    played = [by_seed[one] for one in wanted]
    score = np.array([one.score for one in played])
    per_move = np.array([one.score / max(one.moves, 1) for one in played])
    ms = np.concatenate([one.ms for one in played])
    made = sum(one.moves for one in played)
    kinds = sorted({kind for one in played for kind in one.kinds if kind})
    counts = {kind: sum(one.kinds.get(kind, 0) for one in played) for kind in kinds}
    return {
        "game": series.game,
        "policy": series.policy,
        "rules": series.rules,
        "rules_version": preset.version,
        "games": games,
        "moves": series.moves,
        "seed": seed,
        "score": spread(score),
        "per_move": mean_and_error(per_move),
        "ms_per_move": {
            "mean": float(ms.mean()),
            **percentiles(ms),
        },
        "moves_a_game": made / games,
        "work_per_move": sum(one.work for one in played) / max(made, 1),
        "extra": {f"% of moves {kind}": round(100.0 * count / max(made, 1), 3) for kind, count in counts.items()},
    }


def play(series: Series, seed: int, before_move: BeforeMove = go_on) -> Played:
    """Play one game; see `simulate`."""
    joined = GAMES[series.game]()
    engine = joined.rules
    preset = ending(engine.PRESETS[series.rules], series.moves)
    planner = joined.policy(series.policy, preset)
    _warm_up(series.game, series.policy, series.rules)
    pass_over_what_is_loaded()
    rolls = dice(seed)
    state = engine.start(preset, rolls)
    score, work, ms, kinds, works = 0.0, 0, [], dict[str, int](), dict[int, int]()
    for number in itertools.count():
        if (series.moves and number >= series.moves) or engine.is_over(preset, state):
            break
        before_move()
        started = time.perf_counter()
        decision = planner.decide(state, series.think_ms, decision_seed(seed, number))
        ms.append((time.perf_counter() - started) * 1e3)
        work += decision.work
        about = coarse(decision.work)
        works[about] = works.get(about, 0) + 1
        step = engine.apply(preset, state, decision.move, rolls)
        state, score = step.state, score + step.reward
        kind = str(getattr(step, "kind", ""))
        kinds[kind] = kinds.get(kind, 0) + 1
    return Played(score, len(ms), tuple(ms), kinds, work, works)


def ending(rules: Any, moves: int) -> Any:
    """Return rules that end after `moves`, or earlier where they do already; 0 is no end."""
    if moves and any(field.name == "move_limit" for field in fields(rules)):
        return replace(rules, move_limit=min(moves, rules.move_limit or moves))
    return rules


@cache
def _warm_up(game: str, policy: str, rules: str) -> None:
    """Let a planner decide once in this process before any of its decisions is timed: kernels are loaded then."""
    joined = GAMES[game]()
    preset = joined.rules.PRESETS[rules]
    state = joined.rules.start(preset, dice(0))
    joined.policy(policy, preset).decide(state, WARM_UP_MS, seed=0)
