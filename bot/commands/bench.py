"""`bench`: the tables of docs/results.md, measured now."""

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from bot.benchmarks.names import BenchName, HypersonicPart
from bot.commands.options import MOST_JOBS, MOST_THINK_MS, JsonOption, SeedOption, finite, was_given
from bot.exit_status import Unusable

if TYPE_CHECKING:
    from bot.benchmarks.tables import Stores, Table


PLOTTED = frozenset({BenchName.BILGING, BenchName.SQUARE_STACKER, BenchName.COLUMNS, BenchName.HYPERSONIC})
"""Tables that draw plots."""
STORED = PLOTTED | {BenchName.VISION}
"""Tables that keep their games."""
SIDE_BY_SIDE = PLOTTED | {BenchName.PLAYERS}
"""Tables whose games are played side by side."""
BILGING_GAMES = 200
"""Games a row of `players` where no number is given."""


OPTIONS_OF: Final[Mapping[str, Collection[BenchName]]] = {
    "games": (BenchName.PLAYERS, BenchName.HYPERSONIC),
    "jobs": SIDE_BY_SIDE,
    "seed": SIDE_BY_SIDE | {BenchName.VISION},
    "moves": (BenchName.LIVE,),
    "moves_else": (BenchName.LIVE,),
    "share": PLOTTED,
    "slowest_ms": (BenchName.SQUARE_STACKER,),
    "think_ms": (BenchName.HYPERSONIC,),
    "part": (BenchName.HYPERSONIC,),
    "boards": (BenchName.VISION,),
    "store": STORED,
    "plots": PLOTTED,
}
"""The tables that heed an option."""


def command(
    context: typer.Context,
    name: Annotated[
        BenchName | None,
        typer.Argument(metavar="[NAME]", help=f"{', '.join(BenchName)}. Without one all of them."),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=2,
            help="players: games a row (200). hypersonic: instead of --share, rounded up to whole maps.",
        ),
    ] = None,
    jobs: Annotated[int, typer.Option(metavar="J", min=1, max=MOST_JOBS, help="Games side by side.")] = 2,
    moves: Annotated[int, typer.Option(metavar="N", min=1, help="live: moves at scale 1.")] = 200,
    moves_else: Annotated[int, typer.Option(metavar="N", min=1, help="live: moves at every other scale.")] = 50,
    share: Annotated[
        float,
        typer.Option(
            metavar="F",
            min=0.0,
            max=1.0,
            callback=finite,
            help="Share of the games of a game's tables, 0: a trial with the fewest; all of hypersonic is a day.",
        ),
    ] = 1.0,
    slowest_ms: Annotated[
        float,
        typer.Option(
            metavar="T",
            min=0.1,
            max=MOST_THINK_MS,
            callback=finite,
            help="square_stacker: our player's largest budget a move.",
        ),
    ] = 5.0,
    think_ms: Annotated[
        float,
        typer.Option(
            "--think-ms",
            metavar="T",
            min=1.0,
            max=MOST_THINK_MS,
            callback=finite,
            help="hypersonic: budget a turn; the paper's is 100.",
        ),
    ] = 100.0,
    part: Annotated[
        list[HypersonicPart] | None,
        typer.Option(metavar="PART", help=f"hypersonic: only this, repeatable: {', '.join(HypersonicPart)}."),
    ] = None,
    boards: Annotated[
        int, typer.Option(metavar="N", min=1, help="vision: drawn boards a game; ten a row at least.")
    ] = 10_000,
    store: Annotated[
        Path,
        typer.Option(metavar="FILE", help="Keeps the games of a game's tables; a stopped bench plays the rest."),
    ] = Path("runs/bench.sqlite"),
    plots: Annotated[Path, typer.Option(metavar="DIR", help="Where plots go.")] = Path("runs/bench"),
    seed: SeedOption = 1,
    json: JsonOption = False,
) -> None:
    """Measure and print tables, as Markdown on standard output."""
    from bot.benchmarks import tables
    from bot.benchmarks.markdown import conditions
    from bot.console import emit_json
    from bot.measuring.results import StoreError

    if sys.__stdout__ is None:
        raise Unusable("standard output is closed: the tables have nowhere to go")
    wanted = [name] if name else list(BenchName)
    _check_options(context, wanted)
    _check_places(wanted, store, plots)
    measures: dict[BenchName, Callable[[Stores], Table]] = {
        BenchName.KERNELS: lambda _kept: tables.kernels(),
        BenchName.BILGING: lambda kept: tables.bilging(share, jobs, seed, kept, plots),
        BenchName.PLAYERS: lambda _kept: tables.players(games or BILGING_GAMES, jobs, seed),
        BenchName.LIVE: lambda _kept: tables.live(moves, moves_else),
        BenchName.SQUARE_STACKER: lambda kept: tables.square_stacker(share, slowest_ms, jobs, seed, kept, plots),
        BenchName.COLUMNS: lambda kept: tables.columns(share, jobs, seed, kept, plots),
        BenchName.HYPERSONIC: lambda kept: tables.hypersonic(
            part or [],
            share=share,
            games=games,
            think_ms=think_ms,
            jobs=jobs,
            seed=seed,
            stores=kept,
            plots=plots,
        ),
        BenchName.VISION: lambda kept: tables.vision(boards, seed, kept),
    }
    documents: dict[str, Any] = {}
    try:
        for one in wanted:
            with tables.Stores(store) as kept:  # told while they are open: closing them may fail
                text, documents[one.value] = measures[one](kept)
                if not json:
                    sys.stdout.write(f"## {one}\n\n{conditions()}\n\n{text}\n\n")
                    sys.stdout.flush()
    except StoreError:
        if json and documents:
            emit_json({"conditions": conditions(), **documents})
        raise
    if json:
        emit_json({"conditions": conditions(), **documents})


def _check_options(context: typer.Context, wanted: Sequence[BenchName]) -> None:
    """Refuse options that none of the tables heeds.

    Raises:
        Unusable: one was given.
    """
    for option, names in OPTIONS_OF.items():
        if was_given(context, option) and not any(one in names for one in wanted):
            written = "--" + option.replace("_", "-")
            tables = ", ".join(one for one in BenchName if one in names)
            raise Unusable(f"{written} is for bench {tables}, not for {wanted[0]}; leave it out")


def _check_places(wanted: Sequence[BenchName], store: Path, plots: Path) -> None:
    """Refuse places that cannot be written to before anything is measured.

    Raises:
        bot.measuring.results.StoreError: `store` cannot keep results.
        bot.benchmarks.vision.real.LabelError: the environment names a place of real pictures that is none.
        Unusable: `plots` takes no files.
    """
    from bot.measuring.results import ResultStore
    from bot.writable import check_folder

    if BenchName.VISION in wanted:
        from bot.benchmarks.vision.real import real_folder

        real_folder()
    if any(one in PLOTTED for one in wanted):
        check_folder(plots, "--plots")
    if any(one in STORED for one in wanted):
        with ResultStore(store):  # last, for it makes the file
            pass
