"""The tables that `bench` prints: each is measured, and told as Markdown and as documents of its rows."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from bot.benchmarks.names import HypersonicPart

if TYPE_CHECKING:
    from bot.measuring.results import ResultStore

Table = tuple[str, list[dict[str, Any]]]


class _Study(Protocol):
    """What a benchmark plays: at least a number of games."""

    @property
    def games(self) -> int: ...


S = TypeVar("S", bound=_Study)
R = TypeVar("R")
K = TypeVar("K", bound="ResultStore")


class Stores(ExitStack):
    """What a table keeps in a file, open until it has been told: closing it may fail.

    Args:
        file: of the stores.
    """

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file

    def open(self, kind: type[K]) -> K:
        """Return a store of that kind, which is closed with the others.

        Raises:
            bot.measuring.results.StoreError: it cannot keep results.
        """
        store = kind(self._file)
        self.enter_context(store)
        return store


def kernels() -> Table:
    """How fast boards of Bilging are searched, beside a naive engine."""
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


def bilging(share: float, jobs: int, seed: int, stores: Stores, plots: Path) -> Table:
    """How Bilging's planners play, in the simulator and in a window, and the paper's player."""
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
    kept = stores.open(ResultStore)
    with display(), progress("window", bilging_live.size(share)[0]) as moved:
        gap = bilging_live.measure(share, seed, jobs, kept, moved)
    rows = _played("bilging", plan(share), lambda study, done: measure(study, jobs, seed, kept, done))
    with status("counting the bingos that the paper's player completes"):
        paper = list(bilging_paper.measure(games=max(2, round(share * bilging_paper.GAMES)), seed=seed))
    parts = [
        text(rows, draw(rows, plots)),
        f"### Window and simulator, `{bilging_live.RULES}`\n\n{gap.text()}",
        f"### The paper's player\n\n{bilging_paper.text(paper)}",
    ]
    return "\n\n".join(parts), [*(row.document() for row in rows), asdict(gap), *bilging_paper.documents(paper)]


def players(games: int, jobs: int, seed: int) -> Table:
    """Bilging's planners beside the figures of the prototype, so many games a row."""
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


def live(moves: int, moves_else: int) -> Table:
    """Bilging in its practice window, by look and scale."""
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


def square_stacker(share: float, slowest_ms: float, jobs: int, seed: int, stores: Stores, plots: Path) -> Table:
    """How Square Stacker's planners play, and how fast the paper's search is."""
    from bot.benchmarks.stacker import measure, plan, text
    from bot.benchmarks.stacker_plots import draw
    from bot.benchmarks.stacker_search import measure as measure_search
    from bot.benchmarks.stacker_studies import Study
    from bot.console import progress, status
    from bot.measuring.results import ResultStore

    with status("measuring DLRGS beside its naive twin"):
        speed = measure_search()
    kept = stores.open(ResultStore)
    with ExitStack() as bars:

        def begin(study: Study) -> Callable[[int], None]:
            bars.close()
            return bars.enter_context(progress(study.label, study.games))

        rows = list(measure(plan(share, slowest_ms), jobs, seed, kept, begin))
    pictures = draw(rows, plots)
    documents = [*(row.document() for row in rows), {"label": "DLRGS speed", **asdict(speed)}]
    return f"{text(rows, pictures)}\n\n### Speed\n\n{speed.text()}", documents


def columns(share: float, jobs: int, seed: int, stores: Stores, plots: Path) -> Table:
    """How Columns' planners play."""
    from bot.benchmarks.columns import measure, text
    from bot.benchmarks.columns_plots import draw
    from bot.benchmarks.columns_studies import plan
    from bot.measuring.results import ResultStore

    kept = stores.open(ResultStore)
    rows = _played("columns", plan(share), lambda study, done: measure(study, jobs, seed, kept, done))
    return text(rows, draw(rows, plots)), [row.document() for row in rows]


def hypersonic(
    parts: Sequence[HypersonicPart],
    *,
    share: float,
    games: int | None,
    think_ms: float,
    jobs: int,
    seed: int,
    stores: Stores,
    plots: Path,
) -> Table:
    """How Hypersonic's planners play against each other: the paper's tables and ours; all parts where none is named."""
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
        kept = stores.open(MatchStore)
        rows = _played("hypersonic", studies, lambda study, done: measure(study, jobs, seed, kept, done))
        tables.append(text(rows, draw(rows, plots) if HypersonicPart.TABLE_2 in wanted else {}))
        documents += [row.document() for row in rows]
    if HypersonicPart.FORETELLING in wanted:
        alone = games or max(2, round(share * hypersonic_foretelling.GAMES))
        samples = stores.open(hypersonic_foretelling.SampleStore)
        with progress("hypersonic: what a position foretells", alone) as done:
            foretold = hypersonic_foretelling.measure(alone, jobs, seed, samples, done)
        tables.append(f"### What a position foretells\n\n{hypersonic_foretelling.text(foretold)}")
        documents += hypersonic_foretelling.documents(foretold)
    return "\n\n".join(tables), documents


def vision(boards: int, seed: int, stores: Stores) -> Table:
    """How many cells and boards are misread: drawn ones, and real pictures where a folder of them is named."""
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
    measure = Measure(seed, stores.open(BatchStore))
    with progress("reading time", sum(len(drawings.looks) for drawings in DRAWINGS.values())) as done:
        speeds = speed.measure(measure, seed, done)
    rows = _played("vision", plan(boards), measure)
    return text(rows, labelled, speeds, measure.refused), documents(rows, labelled, speeds)


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
