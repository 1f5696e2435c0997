"""`bench`: the tables of docs/results.md, measured now."""

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final, Protocol, TypeVar

import typer

from bot.commands.options import MOST_THINK_MS, JsonOption, SeedOption, finite, was_given
from bot.exit_status import Unusable


class BenchName(StrEnum):
    """The tables there are."""

    KERNELS = "kernels"
    BILGING = "bilging"
    PLAYERS = "players"
    LIVE = "live"
    SQUARE_STACKER = "square_stacker"
    COLUMNS = "columns"
    HYPERSONIC = "hypersonic"
    VISION = "vision"


class HypersonicPart(StrEnum):
    """The parts of `hypersonic`; the figures come with table 2."""

    TABLE_1 = "table 1"
    TABLE_2 = "table 2"
    TABLE_3 = "table 3"
    PLAIN = "plain beam"
    TABLE_4 = "table 4"
    OURS = "ours"
    PROTOCOL = "protocol"
    FORETELLING = "foretelling"


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
    jobs: Annotated[int, typer.Option(metavar="J", min=1, help="Games side by side.")] = 2,
    moves: Annotated[int, typer.Option(metavar="N", min=1, help="live: moves at scale 1.")] = 200,
    moves_else: Annotated[int, typer.Option(metavar="N", min=1, help="live: moves at every other scale.")] = 50,
    share: Annotated[
        float,
        typer.Option(
            metavar="F",
            min=0.0,
            max=1.0,
            callback=finite,
            help="Share of the games of a game's tables; all of hypersonic is a day.",
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
    from bot.benchmarks.markdown import conditions
    from bot.console import emit_json

    measures: dict[BenchName, Callable[[], tuple[str, list[dict[str, Any]]]]] = {
        BenchName.KERNELS: _kernels,
        BenchName.BILGING: lambda: _bilging(share, jobs, seed, store, plots),
        BenchName.PLAYERS: lambda: _players(games or BILGING_GAMES, jobs, seed),
        BenchName.LIVE: lambda: _live(moves, moves_else),
        BenchName.SQUARE_STACKER: lambda: _square_stacker(share, slowest_ms, jobs, seed, store, plots),
        BenchName.COLUMNS: lambda: _columns(share, jobs, seed, store, plots),
        BenchName.HYPERSONIC: lambda: _hypersonic(part or [], share, games, think_ms, jobs, seed, store, plots),
        BenchName.VISION: lambda: _vision(boards, seed, store),
    }
    wanted = [name] if name else list(BenchName)
    _check_options(context, wanted)
    _check_places(wanted, store, plots)
    documents = {}
    for one in wanted:
        text, rows = measures[one]()
        documents[one.value] = rows
        if not json:
            sys.stdout.write(f"## {one}\n\n{conditions()}\n\n{text}\n\n")
            sys.stdout.flush()
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
    if any(one in STORED for one in wanted):
        with ResultStore(store):
            pass
    if any(one in PLOTTED for one in wanted):
        check_folder(plots, "--plots")


class _Study(Protocol):
    """What a benchmark plays: at least a number of games."""

    @property
    def games(self) -> int: ...


S = TypeVar("S", bound=_Study)
R = TypeVar("R")


def _played(name: str, studies: Sequence[S], measure: Callable[[S, Callable[[int], None]], R]) -> list[R]:
    """Measure studies one after the other behind one progress bar of all their games."""
    from bot.console import progress

    with progress(name, sum(study.games for study in studies)) as done:
        rows, before = [], 0

        def after(games_before: int) -> Callable[[int], None]:
            return lambda games: done(games_before + games)

        for study in studies:
            rows.append(measure(study, after(before)))
            before += study.games
            done(before)
    return rows


def _kernels() -> tuple[str, list[dict[str, Any]]]:
    from bot.benchmarks.kernels import measure
    from bot.benchmarks.markdown import table
    from bot.console import status

    with status("measuring kernels"):
        measure(boards=10, repeats=2, rounds=1)
        speed = measure()
    rows = [
        ("all swaps of a board in one call", f"{speed.whole_board / 1e6:.1f}", f"{speed.ratio:.1f}"),
        ("one swap a call", f"{speed.single / 1e6:.1f}", f"{speed.single / speed.naive:.1f}"),
        ("naive compiled engine", f"{speed.naive / 1e6:.1f}", "1.0"),
    ]
    header = ("swap and match check with score, one thread", "million a second", "ratio to naive")
    return table(header, rows), [asdict(speed)]


def _bilging(share: float, jobs: int, seed: int, store: Path, plots: Path) -> tuple[str, list[dict[str, Any]]]:
    from bot.benchmarks import bilging_live, bilging_paper
    from bot.benchmarks.bilging import measure, text
    from bot.benchmarks.bilging_plots import draw
    from bot.benchmarks.bilging_studies import plan
    from bot.console import progress, status
    from bot.games import GAMES
    from bot.measuring.results import ResultStore
    from bot.virtual_display import display
    from bot.warming import warm_up

    warm_up(GAMES["bilging"]())
    with ResultStore(store) as kept, display(), progress("window", bilging_live.size(share)[0]) as moved:
        gap = bilging_live.measure(share, seed, jobs, kept, moved)
    with ResultStore(store) as kept:
        rows = _played("bilging", plan(share), lambda study, done: measure(study, jobs, seed, kept, done))
    with status("counting the bingos that the paper's player completes"):
        paper = list(bilging_paper.measure(games=max(2, round(share * bilging_paper.GAMES)), seed=seed))
    parts = [
        text(rows, draw(rows, plots)),
        f"### Window and simulator, `{bilging_live.RULES}`\n\n{gap.text()}",
        f"### The paper's player\n\n{bilging_paper.text(paper)}",
    ]
    return "\n\n".join(parts), [*(row.document() for row in rows), asdict(gap), *bilging_paper.documents(paper)]


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
            "-" if row.distance is None else f"{row.distance:+.1f}",
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
    from bot.console import progress, status
    from bot.measuring.results import ResultStore

    with status("measuring DLRGS beside its naive twin"):
        speed = measure_search()
    with ResultStore(store) as kept, ExitStack() as bars:

        def begin(study: Study) -> Callable[[int], None]:
            bars.close()
            return bars.enter_context(progress(study.label, study.games))

        rows = list(measure(plan(share, slowest_ms), jobs, seed, kept, begin))
    pictures = draw(rows, plots)
    documents = [*(row.document() for row in rows), {"label": "DLRGS speed", **asdict(speed)}]
    return f"{text(rows, pictures)}\n\n### Speed\n\n{speed.text()}", documents


def _columns(share: float, jobs: int, seed: int, store: Path, plots: Path) -> tuple[str, list[dict[str, Any]]]:
    from bot.benchmarks.columns import measure, text
    from bot.benchmarks.columns_plots import draw
    from bot.benchmarks.columns_studies import plan
    from bot.measuring.results import ResultStore

    with ResultStore(store) as kept:
        rows = _played("columns", plan(share), lambda study, done: measure(study, jobs, seed, kept, done))
    return text(rows, draw(rows, plots)), [row.document() for row in rows]


def _hypersonic(
    parts: Sequence[HypersonicPart],
    share: float,
    games: int | None,
    think_ms: float,
    jobs: int,
    seed: int,
    store: Path,
    plots: Path,
) -> tuple[str, list[dict[str, Any]]]:
    from bot.benchmarks import hypersonic_foretelling, hypersonic_speed
    from bot.benchmarks.hypersonic import measure, text
    from bot.benchmarks.hypersonic_plots import draw
    from bot.benchmarks.hypersonic_studies import plan
    from bot.console import progress, status
    from bot.measuring.match_results import MatchStore

    wanted = parts or list(HypersonicPart)
    tables, documents = [], []
    if HypersonicPart.TABLE_1 in wanted:
        with status("measuring the two engines"):
            speeds = hypersonic_speed.measure()
        tables.append(f"### Table 1: the engines\n\n{hypersonic_speed.text(speeds)}")
        documents += hypersonic_speed.documents(speeds)
    studies = plan(share, think_ms, games, wanted)
    if studies:
        with MatchStore(store) as kept:
            rows = _played("hypersonic", studies, lambda study, done: measure(study, jobs, seed, kept, done))
        tables.append(text(rows, draw(rows, plots) if HypersonicPart.TABLE_2 in wanted else {}))
        documents += [row.document() for row in rows]
    if HypersonicPart.FORETELLING in wanted:
        alone = games or max(2, round(share * hypersonic_foretelling.GAMES))
        with (
            hypersonic_foretelling.SampleStore(store) as kept_samples,
            progress("hypersonic: what a position foretells", alone) as done,
        ):
            foretold = hypersonic_foretelling.measure(alone, jobs, seed, kept_samples, done)
        tables.append(f"### What a position foretells\n\n{hypersonic_foretelling.text(foretold)}")
        documents += hypersonic_foretelling.documents(foretold)
    return "\n\n".join(tables), documents


def _vision(boards: int, seed: int, store: Path) -> tuple[str, list[dict[str, Any]]]:
    from bot.benchmarks.vision import real, speed
    from bot.benchmarks.vision.measure import DRAWINGS, Measure, plan
    from bot.benchmarks.vision.report import documents, text
    from bot.benchmarks.vision.store import BatchStore
    from bot.console import progress, status
    from vision.readers import warm_up

    warm_up()
    folder = real.real_folder()
    with status("reading real pictures"):
        labelled = list(real.measure(folder)) if folder is not None else []
    with BatchStore(store) as kept:
        measure = Measure(seed, kept)
        with progress("reading time", sum(len(drawings.looks) for drawings in DRAWINGS.values())) as done:
            speeds = speed.measure(measure, seed, done)
        rows = _played("vision", plan(boards), measure)
    return text(rows, labelled, speeds, measure.refused), documents(rows, labelled, speeds)
