"""`simulate`: play in the simulator, no screen."""

import re
from collections import Counter
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from bot.commands.options import (
    MOST_JOBS,
    MOST_SEED,
    GameArgument,
    JsonOption,
    PolicyOption,
    RulesOption,
    ThinkOption,
)
from bot.exit_status import Unusable
from bot.game_name import GameName

if TYPE_CHECKING:
    from bot.measuring.cluster import Cluster
    from bot.measuring.match_results import MatchSeries

STRONGEST, OPPONENT = "strongest", "rhea"
"""Who plays a game of several players, and who takes its other seats, where nobody is named."""
TURN_MS = 100.0
"""Budget a turn of such a game: the platform's."""
MOST_GAMES: Final = 1_000_000
"""More would not fit the memory that their numbers are kept in."""
MOST_MOVES: Final = 1_000_000
"""What the games' rules allow for a move_limit."""
USUAL_LENGTHS: Final = (
    "Moves a game at most; 0: to its end. Without it 50 in bilging, 100 in swap3, 1000 in columns, else 0."
)


def command(
    game: GameArgument,
    policy: PolicyOption = None,
    games: Annotated[int, typer.Option(metavar="N", min=1, max=MOST_GAMES, help="Games to play.")] = 20,
    moves: Annotated[int | None, typer.Option(metavar="M", min=0, max=MOST_MOVES, help=USUAL_LENGTHS)] = None,
    think_ms: ThinkOption = None,
    rules: RulesOption = None,
    seed: Annotated[
        int,
        typer.Option(
            metavar="S",
            min=0,
            max=MOST_SEED,
            help="Of the first game; the next ones' follow, so near seeds share games.",
        ),
    ] = 1,
    jobs: Annotated[
        int | None,
        typer.Option(metavar="J", min=1, max=MOST_JOBS, help="Games side by side on this machine; without it 1."),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="host:port of a dask scheduler whose workers play the games."),
    ] = None,
    store: Annotated[
        Path | None, typer.Option(metavar="FILE", help="SQLite file to keep games in; games found there count.")
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="B[,C,D]",
            help="hypersonic: who plays against P, planners or command:PROGRAM; without it rhea. May be repeated.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Play games in the simulator and tell points, spread and time a move."""
    if jobs is not None and cluster is not None:
        raise Unusable(
            "--jobs and --cluster exclude each other: how many games a cluster plays at once its workers say"
        )
    if game is GameName.HYPERSONIC:
        _play_matches(
            _match_series(policy, against or [], rules, think_ms or TURN_MS, moves or 0),
            games,
            seed=seed,
            moves=moves or 0,
            jobs=jobs or 1,
            cluster=cluster,
            store=store,
            json=json,
        )
        return
    if against:
        raise Unusable(f"--against is for hypersonic: {game} is played alone")
    from bot.commands.options import choose_rules, load_game
    from bot.console import emit_json, progress
    from bot.measuring.results import ResultStore, Series
    from bot.measuring.simulation import ending, simulate

    loaded = load_game(game)
    chosen = choose_rules(loaded, rules)
    spec = loaded.default_policy if policy is None else policy
    loaded.policy(spec, chosen)
    limit = loaded.moves_a_game if moves is None else moves
    name = loaded.default_rules if rules is None else rules
    if loaded.endless(chosen) and not getattr(ending(chosen, limit), "move_limit", limit):
        end = f"{game} never ends by itself (rules {name})"
        raise Unusable(f"--moves {limit}: {end}; name how many moves a game shall have")
    series = Series(game.value, spec, name, limit, think_ms or loaded.think_ms)
    # told while the store is open: closing it may fail
    with _players_of(cluster) as workers, ResultStore(store) if store else nullcontext() as kept:
        with progress(f"{spec} on {game}", games) as done:
            result = simulate(series, games, seed=seed, jobs=jobs or 1, progress=done, store=kept, cluster=workers)
        if json:
            emit_json(result)
        else:
            _show(result, getattr(ending(chosen, limit), "move_limit", limit))


def _show(result: Mapping[str, Any], limit: int) -> None:
    """Tell people of games of one player, each of so many moves; 0: to its end."""
    from bot.console import table

    games, score, per_move, ms = result["games"], result["score"], result["per_move"], result["ms_per_move"]
    table(
        f"{result['policy']} on {result['game']}, rules {result['rules']}, seed {result['seed']}",
        {
            "games": f"{games} of {limit} moves" if limit else f"{games} to the end",
            "points a game": f"{score['mean']:.1f} +- {score['se']:.1f} (sd {score['sd']:.1f}, "
            f"{score['min']:.0f} to {score['max']:.0f})",
            "points a move": f"{per_move['mean']:.3f} +- {per_move['se']:.3f}",
            "ms a move": f"p50 {ms['p50']:.2f}, p95 {ms['p95']:.2f}",
            **result["extra"],
        },
    )


def _players_of(cluster: str | None) -> "AbstractContextManager[Cluster | None]":
    """Return the cluster at an address, nothing where none is named."""
    if cluster is None:
        return nullcontext()
    from bot.measuring.cluster import Cluster

    return Cluster(cluster)


def _match_series(
    policy: str | None, against: list[str], rules: str | None, think_ms: float, moves: int
) -> "MatchSeries":
    """Return who plays against whom, everybody that was not named filled in."""
    from bot.measuring.matches import match_series
    from bot.platform.seats import split_seats
    from engine.hypersonic import PRESETS

    try:
        players = 2 if rules is None else PRESETS[rules].players
    except KeyError as error:
        raise Unusable(f"hypersonic: {error.args[0]}") from None
    others = [name for text in against for name in split_seats(text)] or [OPPONENT] * (players - 1)
    return match_series([STRONGEST if policy is None else policy, *others], rules, think_ms, moves)


def _play_matches(
    series: "MatchSeries",
    games: int,
    *,
    seed: int,
    moves: int,
    jobs: int,
    cluster: str | None,
    store: Path | None,
    json: bool,
) -> None:
    """Play games against others, every map once from each seat as far as their number allows."""
    from bot.console import emit_json, progress
    from bot.measuring.match_results import MatchStore
    from bot.measuring.matches import check_series, simulate_matches

    check_series(series, here=cluster is None)  # before a file is made
    with _players_of(cluster) as workers, MatchStore(store) if store else nullcontext() as kept:
        with progress(" - ".join(series.names), games) as done:
            result = simulate_matches(
                series, games, seed=seed, moves=moves, jobs=jobs, progress=done, store=kept, cluster=workers
            )
        if json:
            emit_json(result)
        else:
            _show_matches(result)


def _show_matches(result: Mapping[str, Any]) -> None:
    """Tell people of games against others."""
    from bot.console import table

    games, score, ms, extra = result["games"], result["score"], result["ms_per_move"], result["extra"]
    names = [result["policy"], *extra["against"]]
    low, high = extra["win_interval"]
    table(
        f"{' - '.join(names)} in hypersonic, rules {result['rules']}, seed {result['seed']}",
        {
            "games": f"{games}, each map from every seat{_but_the_last(games, len(names))}",
            "won": f"{extra['win_rate']:.1%} (95 % {low:.1%} to {high:.1%})",
            "tied, lost": f"{extra['tie_rate']:.1%}, {extra['loss_rate']:.1%}",
            **(_higher(extra["placed_higher_than"]) if len(names) > 2 else {}),
            "boxes a game": f"{score['mean']:.1f} +- {score['se']:.1f}",
            "turns a game": f"{result['moves_a_game']:.0f}",
            "died": f"in {extra['deaths']} games; {extra['won_dying']} of these won all the same, by boxes",
            "ms a turn": f"p50 {ms['p50']:.2f}, p95 {ms['p95']:.2f}, p99 {ms['p99']:.2f}; late {extra['late_answers']}",
            "put out": _reasons(extra["put_out"]),
            "others put out": _reasons(extra["put_out_others"]),
        },
    )


def _higher(shares: list[dict[str, Any]]) -> dict[str, str]:
    """Return a row for each of the others; of those with the same name the second is numbered, and so on."""
    rows: dict[str, str] = {}
    met: Counter[str] = Counter()
    for one in shares:
        name = one["player"]
        met[name] += 1
        rows[f"higher than {name}{f' ({met[name]})' if met[name] > 1 else ''}"] = f"{one['share']:.1%}"
    return rows


def _reasons(reasons: list[str]) -> str:
    """Return each reason for which players were put out, with how often, for a row of the table.

    In which round it was stands in the `--json` document: most are of a round of their own.
    """
    alike = Counter(re.sub(r"^round \d+: ", "", reason) for reason in reasons)
    return "; ".join(f"{count} x {reason}" for reason, count in alike.items()) or "never"


def _but_the_last(games: int, players: int) -> str:
    """Return what to add where the games do not suffice for every seat on the last map, else ""."""
    rest = games % players
    return f", the last map not: from {rest} of {players}" if rest else ""
