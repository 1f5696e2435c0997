"""`simulate`: play in the simulator, no screen."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from bot.commands.options import GameArgument, JsonOption, PolicyOption, RulesOption, SeedOption, ThinkOption


def command(
    game: GameArgument,
    policy: PolicyOption = None,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="Games to play.")] = 20,
    moves: Annotated[int | None, typer.Option(metavar="M", min=0, help="Moves a game at most; 0: to its end.")] = None,
    think_ms: ThinkOption = 50.0,
    rules: RulesOption = None,
    seed: SeedOption = 1,
    jobs: Annotated[int, typer.Option(metavar="J", min=1, help="Games side by side.")] = 1,
    store: Annotated[
        Path | None, typer.Option(metavar="FILE", help="SQLite file to keep games in; games found there count.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Play games in the simulator and tell points, spread and time a move."""
    from bot.commands.options import choose_rules, load_game
    from bot.console import emit_json, progress, table
    from bot.results import ResultStore
    from bot.simulation import simulate

    loaded = load_game(game)
    chosen = choose_rules(loaded, rules)
    spec = policy or loaded.default_policy
    loaded.policy(spec, chosen)
    limit = loaded.moves_a_game if moves is None else moves
    name = rules or loaded.default_rules
    with (
        ResultStore(store) if store else nullcontext() as kept,
        progress(f"{spec} on {game}", games) as done,
    ):
        result = simulate(game.value, spec, name, games, limit, think_ms, seed, jobs, done, kept)
    if json:
        emit_json(result)
        return
    score, per_move, ms = result["score"], result["per_move"], result["ms_per_move"]
    table(
        f"{result['policy']} on {game}, rules {result['rules']}, seed {seed}",
        {
            "games": f"{games} of {limit} moves" if limit else f"{games} to the end",
            "points a game": f"{score['mean']:.1f} +- {score['se']:.1f} (sd {score['sd']:.1f}, "
            f"{score['min']:.0f} to {score['max']:.0f})",
            "points a move": f"{per_move['mean']:.3f} +- {per_move['se']:.3f}",
            "ms a move": f"p50 {ms['p50']:.2f}, p95 {ms['p95']:.2f}",
            **result["extra"],
        },
    )
