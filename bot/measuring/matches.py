"""Games of several players against each other: the same maps with every seat, on all cores, resumable."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bot.collecting import pass_over_what_is_loaded
from bot.exit_status import Unusable
from bot.measuring.match_results import Match, MatchPlayer, MatchSeries, MatchStore
from bot.measuring.play_one import BeforeMove, go_on
from bot.measuring.proportion import wilson
from bot.measuring.side_by_side import side_by_side
from bot.measuring.summaries import mean_and_error, percentiles, spread
from bot.platform.referee import SeatRecord, play_game
from bot.platform.seats import COMMAND, check_seat, open_seat
from engine.dice import dice
from engine.hypersonic import MAX_PLAYERS, PRESET_FOR, PRESETS, start, warm_up
from policy.hypersonic.players import POLICIES
from policy.spec import build

if TYPE_CHECKING:
    from bot.measuring.cluster import Cluster

WARM_UP_MS: Final = 10.0
"""Budget of the decision that brings a planner's kernels from the disk before any game."""
PLAYER_SEEDS: Final = 8
"""Seed of player p in game g: g * PLAYER_SEEDS + p."""


def play_matches(
    series: MatchSeries,
    games: int,
    *,
    seed: int,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    store: MatchStore | None = None,
    cluster: "Cluster | None" = None,
) -> list[Match]:
    """Play games, each map once with every seat.

    Args:
        series: who plays by which rules.
        games: how many; a multiple of the number of players is fair. Game i is on the map of `seed` + i // players,
            with player p on seat (p + i) % players.
        seed: of the first map.
        jobs: games side by side; more than there are cores makes every planner weaker.
        progress: called with the number of games done so far.
        store: games found there are not played again; new ones are kept there, as games of what the code and the
            programs were before the first.
        cluster: its workers play the games, and `jobs` is not used; programs are started there.

    Raises:
        Unusable, KeyError, policy.spec.PolicyError: see `check_series`.
        bot.exit_status.Failed: see `bot.measuring.cluster.Cluster.play`.
    """
    check_series(series, here=cluster is None)
    count = len(series.names)
    wanted = range(seed * count, seed * count + games)
    key = series.key if store else ""
    found = store.matches(key) if store else {}
    by_number = {one: found[one] for one in wanted if one in found}
    missing = [one for one in wanted if one not in by_number]
    for one, match in side_by_side(partial(play_match, series), missing, jobs, cluster):
        by_number[one] = match
        if store is not None:
            store.add_match(key, one, match)
        if progress is not None:
            progress(len(by_number))
    return [by_number[one] for one in wanted]


def check_series(series: MatchSeries, *, here: bool = True) -> None:
    """Refuse games that cannot be played; `here`: this machine is to start their programs.

    Raises:
        Unusable: rules for another number of players, or a command that `check_seat` refuses.
        KeyError: no such rules.
        policy.spec.PolicyError: no such planner.
    """
    rules, count = PRESETS[series.rules], len(series.names)
    if rules.players != count:
        raise Unusable(f"rules {series.rules} are for {rules.players} players, not {count}; see --rules and --against")
    for name in series.names:
        check_seat(name, here=here)


def play_match(series: MatchSeries, number: int, before_move: BeforeMove = go_on) -> Match:
    """Play one game; its map and seats follow from its number."""
    count = len(series.names)
    map_seed, turned = divmod(number, count)
    rules = PRESETS[series.rules]
    for name in series.names:
        _warm_up(name)
    pass_over_what_is_loaded()
    names = [series.names[(seat - turned) % count] for seat in range(count)]
    seats = []
    with ExitStack() as opened:  # ends every seat, also where ending one is interrupted
        for seat, name in enumerate(names):
            seats.append(open_seat(name, rules, series.think_ms, number * PLAYER_SEEDS + (seat - turned) % count))
            opened.callback(seats[-1].close)
        for each in seats:  # before any is waited for: they have the same second to end in
            opened.callback(each.hang_up)
        record = play_game(rules, seats, map_seed, before_move)
    players = [_player(record.seats[(player + turned) % count]) for player in range(count)]
    return Match(record.rounds, tuple(players))


def _player(record: SeatRecord) -> MatchPlayer:
    turns = np.array((record.ms, record.simulations, record.depth), np.float32)
    return MatchPlayer(record.place, record.boxes, record.died, record.out, record.late, turns)


@cache
def _warm_up(name: str) -> None:
    """Let the rules be played and a planner decide once in this process before any answer is timed."""
    warm_up()
    if not name.startswith(COMMAND):
        rules = PRESETS["two"]
        build(POLICIES, name, rules).decide(start(rules, dice(0)), WARM_UP_MS, seed=0)


def share_of(count: int, games: int) -> dict[str, Any]:
    """Return a share with its 95 % interval."""
    return {"count": count, "share": count / games, "ci95": list(wilson(count, games))}


def match_series(names: Sequence[str], rules: str | None, think_ms: float, moves: int = 0) -> MatchSeries:
    """Return the series of who plays by which rules.

    Args:
        names: of the players, ours first.
        rules: None: those for so many players.
        think_ms: budget a turn.
        moves: ends games after so many rounds, if they have not ended before; 0: to their end.

    Raises:
        Unusable: fewer or more players than the game has, or rules that it has not.
    """
    if not 2 <= len(names) <= MAX_PLAYERS:
        raise Unusable(f"hypersonic has 2 to {MAX_PLAYERS} players, not {len(names)}; see --against")
    preset = PRESET_FOR[len(names)] if rules is None else rules
    return MatchSeries(tuple(names), _ending_after(preset, moves), think_ms)


def simulate_matches(
    series: MatchSeries,
    games: int,
    *,
    seed: int,
    moves: int = 0,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    store: MatchStore | None = None,
    cluster: "Cluster | None" = None,
) -> dict[str, Any]:
    """Play games of the first player against the others and return what `simulate hypersonic --json` prints.

    Args:
        series, games, seed, jobs, progress, store, cluster: see `play_matches`, as for errors.
        moves: of a game at most, as was asked for; the series' rules end it. 0 is to its end.

    Returns:
        as `bot.measuring.simulation.simulate` of the first player (score is boxes, a move a round) but for
        work_per_move, with `extra` holding against, win_rate, win_interval, tie_rate, loss_rate, placed_higher_than
        (each of the others), deaths, won_dying (of them in games that were won: where the last die in one round the
        boxes decide), late_answers, put_out and put_out_others (why), turns, first_turn_ms, which ms_per_move leaves
        out.
    """
    names = series.names
    matches = play_matches(series, games, seed=seed, jobs=jobs, progress=progress, store=store, cluster=cluster)
    ours = [match.players[0] for match in matches]
    score = np.array([one.boxes for one in ours], np.float64)
    turns = [one.turns.shape[1] for one in ours]
    per_move = score / np.maximum(turns, 1)
    # the first turn has a limit of its own: programs load in it
    ms = np.concatenate([one.turns[0, 1:] for one in ours])
    first_ms = [float(one.turns[0, 0]) for one in ours if one.turns.size]
    won, tied = sum(match.won for match in matches), sum(match.tied for match in matches)
    higher = [
        share_of(sum(match.players[0].place < match.players[other].place for match in matches), games)
        for other in range(1, len(names))
    ]
    return {
        "game": "hypersonic",
        "policy": names[0],
        "rules": series.rules,
        "rules_version": PRESETS[series.rules].version,
        "games": games,
        "moves": moves,
        "seed": seed,
        "score": spread(score),
        "per_move": mean_and_error(per_move),
        "ms_per_move": {
            "mean": float(ms.mean()) if ms.size else 0.0,
            **percentiles(ms),
        },
        "moves_a_game": sum(turns) / games,
        "extra": {
            "against": list(names[1:]),
            "win_rate": won / games,
            "win_interval": list(wilson(won, games)),
            "tie_rate": tied / games,
            "loss_rate": (games - won - tied) / games,
            "placed_higher_than": [{"player": name, **share} for name, share in zip(names[1:], higher, strict=True)],
            "deaths": sum(one.died > 0 for one in ours),
            "won_dying": sum(match.won and match.players[0].died > 0 for match in matches),
            "late_answers": sum(one.late for one in ours),
            "put_out": [one.out for one in ours if one.out],
            "put_out_others": [one.out for match in matches for one in match.players[1:] if one.out],
            "turns": sum(turns),
            "first_turn_ms": {"mean": sum(first_ms) / max(len(first_ms), 1), "max": max(first_ms, default=0.0)},
        },
    }


def _ending_after(preset: str, moves: int) -> str:
    """Return the name of rules that end after so many rounds, or earlier where they do already; 0 is no end."""
    try:
        rules = PRESETS[preset]
    except KeyError as error:
        raise Unusable(f"hypersonic: {error.args[0]}") from None
    if not moves or moves >= rules.rounds:
        return rules.name
    name, _, changes = preset.partition(":")
    kept = [change for change in changes.split(",") if change and not change.startswith("rounds=")]
    return PRESETS[f"{name}:{','.join([*kept, f'rounds={moves}'])}"].name
