"""`bench`: the tables of docs/results.md, measured now."""

import sys
from collections.abc import Callable
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from bot.commands.options import JsonOption, SeedOption


class BenchName(StrEnum):
    """The tables there are."""

    KERNELS = "kernels"
    PLAYERS = "players"
    LIVE = "live"
    SQUARE_STACKER = "square_stacker"


def command(
    name: Annotated[BenchName | None, typer.Argument(metavar="[NAME]", help=f"{', '.join(BenchName)}; all.")] = None,
    games: Annotated[int, typer.Option(metavar="N", min=2, help="players: games a row.")] = 200,
    jobs: Annotated[int, typer.Option(metavar="J", min=1, help="players: games side by side.")] = 2,
    moves: Annotated[int, typer.Option(metavar="N", min=1, help="live: moves at scale 1.")] = 200,
    moves_else: Annotated[int, typer.Option(metavar="N", min=1, help="live: moves at every other scale.")] = 50,
    share: Annotated[
        float, typer.Option(metavar="F", min=0.0, max=1.0, help="square_stacker: share of the paper's games; 1: all.")
    ] = 1.0,
    slowest_ms: Annotated[
        float, typer.Option(metavar="T", min=0.1, help="square_stacker: our player's largest budget a move.")
    ] = 5.0,
    store: Annotated[
        Path, typer.Option(metavar="FILE", help="square_stacker: keeps games; a bench that was stopped goes on.")
    ] = Path("runs/bench.sqlite"),
    plots: Annotated[Path, typer.Option(metavar="DIR", help="square_stacker: where figures are drawn.")] = Path(
        "runs/bench"
    ),
    seed: SeedOption = 1,
    json: JsonOption = False,
) -> None:
    """Measure and print tables, as Markdown on standard output."""
    from bot.benchmarks.markdown import conditions
    from bot.console import emit_json

    measures: dict[BenchName, Callable[[], tuple[str, list[dict[str, Any]]]]] = {
        BenchName.KERNELS: _kernels,
        BenchName.PLAYERS: lambda: _players(games, jobs, seed),
        BenchName.LIVE: lambda: _live(moves, moves_else),
        BenchName.SQUARE_STACKER: lambda: _square_stacker(share, slowest_ms, jobs, seed, store, plots),
    }
    documents = {}
    for one in [name] if name else list(BenchName):
        text, rows = measures[one]()
        documents[one.value] = rows
        if not json:
            sys.stdout.write(f"## {one}\n\n{conditions()}\n\n{text}\n\n")
            sys.stdout.flush()
    if json:
        emit_json({"conditions": conditions(), **documents})


def _kernels() -> tuple[str, list[dict[str, Any]]]:
    from bot.benchmarks.kernels import measure
    from bot.benchmarks.markdown import table
    from bot.console import console

    with console.status("measuring kernels"):
        measure(boards=10, repeats=2, rounds=1)
        speed = measure()
    rows = [
        ("all swaps of a board in one call", f"{speed.whole_board / 1e6:.1f}", f"{speed.ratio:.1f}"),
        ("one swap a call", f"{speed.single / 1e6:.1f}", f"{speed.single / speed.naive:.1f}"),
        ("naive compiled engine", f"{speed.naive / 1e6:.1f}", "1.0"),
    ]
    header = ("swap and match check with score, one thread", "million a second", "ratio to naive")
    return table(header, rows), [asdict(speed)]


def _players(games: int, jobs: int, seed: int) -> tuple[str, list[dict[str, Any]]]:
    from bot.benchmarks.markdown import table
    from bot.benchmarks.players import PROTOTYPE, measure
    from bot.console import progress

    with progress("players", len(PROTOTYPE)) as done:
        measured = list(measure(games, jobs, seed, done))
    rows = [
        (
            row.rules,
            row.policy,
            f"{row.ours:.3f} +- {row.se:.3f}",
            f"{row.theirs:.2f}",
            f"{row.distance:+.1f}",
            f"{row.ms_p50:.2f}",
        )
        for row in measured
    ]
    header = ("rules", "policy", "points per move", "prototype", "standard errors apart", "ms a move p50")
    note = f"{games} games of 50 moves a row, seed {seed}, no time limit."
    return f"{note}\n\n{table(header, rows)}", [asdict(row) for row in measured]


def _live(moves: int, moves_else: int) -> tuple[str, list[dict[str, Any]]]:
    from bot.benchmarks.live import HEADER, cases, play_case, row, total
    from bot.benchmarks.markdown import table
    from bot.console import progress
    from bot.games import GAMES
    from bot.virtual_display import display
    from bot.warming import warm_up

    warm_up(GAMES["bilging"]())
    documents = []
    with display():
        for case in cases(moves, moves_else):
            with progress(f"{case.look} x {case.scale:g}", case.moves) as done:
                documents.append(play_case(case, on_move=done))
    return f"{table(HEADER, [row(document) for document in documents])}\n\n{total(documents)}", documents


def _square_stacker(
    share: float, slowest_ms: float, jobs: int, seed: int, store: Path, plots: Path
) -> tuple[str, list[dict[str, Any]]]:
    from contextlib import ExitStack

    from bot.benchmarks.stacker import measure, plan, text
    from bot.benchmarks.stacker_plots import draw
    from bot.benchmarks.stacker_search import measure as measure_search
    from bot.benchmarks.stacker_studies import Study
    from bot.console import console, progress
    from bot.results import ResultStore

    with console.status("measuring DLRGS beside its naive twin"):
        speed = measure_search()
    with ResultStore(store) as kept, ExitStack() as bars:

        def begin(study: Study) -> Callable[[int], None]:
            bars.close()
            return bars.enter_context(progress(study.label, study.games))

        rows = list(measure(plan(share, slowest_ms), jobs, seed, kept, begin))
    pictures = draw(rows, plots)
    documents = [*(row.document() for row in rows), {"label": "DLRGS speed", **asdict(speed)}]
    return f"{text(rows, pictures)}\n\n### Speed\n\n{speed.text()}", documents
