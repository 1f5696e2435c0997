"""What the benchmark of Columns plays: the rows of the project's page on it, and the sweeps over changed rules."""

from dataclasses import dataclass, replace
from typing import Final

UNLIMITED_MS: Final = 1e9
"""For players that do a fixed amount of work."""
FULL_MS: Final = 20.0
"""Budget a piece of the marks."""

SIMPLE, SMART, SURVIVE, RUNNER, STRONGEST = "simple", "smart", "survive", "runner", "strongest"
SWEPT: Final = (SIMPLE, SMART, SURVIVE)
"""Players of the sweep over sizes and colours."""

WIDTHS, HEIGHTS, COLOURS = tuple(range(4, 9)), (8, 11, 14, 17, 20), tuple(range(4, 9))
"""The sweep of survival under changed parameters."""
CROOKED_WIDTHS, CROOKED_HEIGHTS, CROOKED_COLOURS = (5, 6, 7), (9, 14, 20), tuple(range(4, 9))
SWEEPS: Final[dict[str, tuple[tuple[int, ...], ...]]] = {
    "grid": (WIDTHS, HEIGHTS, COLOURS),
    "crooked": (CROOKED_WIDTHS, CROOKED_HEIGHTS, CROOKED_COLOURS),
}
"""Columns, rows and colours by section."""
CROOKED: Final = 216
"""Pieces that the crooked generator chooses from: as many as there are with 6 colours."""


@dataclass(frozen=True, slots=True)
class Study:
    """Games of one player under one set of rules.

    Attributes:
        section: part of the benchmark that shows it.
        rules: preset, perhaps with changed numbers.
        policy: spec.
        games: how many.
        pieces: a game is cut off after so many.
        think_ms: budget a piece.
        page_pieces, page_points: pieces survived and score a piece by the page; None where it has no figure.
    """

    section: str
    rules: str
    policy: str
    games: int
    pieces: int
    think_ms: float = UNLIMITED_MS
    page_pieces: str | None = None
    page_points: float | None = None

    @property
    def label(self) -> str:
        """What the progress bar says."""
        return f"{self.section}: {self.policy}, {self.rules}"


JEWEL, SEVENS, PLAIN_SEVENS = "jewel", "jewel:rows=13,colours=7", "jewel:rows=13,colours=7,magic=0"

PAGE: Final = (
    Study("page", JEWEL, "random", 200, 5000, page_pieces="19", page_points=5.8),
    Study("page", JEWEL, SIMPLE, 100, 20_000, page_pieces="932 (sd 849)", page_points=35.6),
    Study("page", JEWEL, SMART, 20, 5000, page_pieces="over 5,000 in 20 of 20", page_points=46.2),
    Study("page", JEWEL, STRONGEST, 30, 1000, FULL_MS),
    Study("page", PLAIN_SEVENS, SIMPLE, 200, 20_000, page_pieces="75", page_points=24.0),
    Study("page", PLAIN_SEVENS, SMART, 60, 20_000, page_pieces="1,336", page_points=45.0),
    Study("page", PLAIN_SEVENS, SURVIVE, 2, 40_000),
    Study("page", SEVENS, SMART, 40, 40_000),
    Study("page", SEVENS, SURVIVE, 4, 100_000),
)
"""The page's table in its order, our players after the article's. Its row of 7 colours was measured without magic
pieces: with them the article's players last longer."""

PRESETS: Final = tuple(
    Study("presets", rules, policy, 6, 1000, FULL_MS)
    for rules in (JEWEL, "sega", "running", "running:colours=5", "running:colours=4", "web", "wide")
    for policy in (SMART, STRONGEST)
)

OBSERVERS: Final = tuple(
    Study("crooked by candidates", f"jewel:crooked={candidates}", policy, 4, 500)
    for candidates in (2, 4, 20, CROOKED)
    for policy in (SIMPLE, SMART, SURVIVE)
)
"""How hard the generator looks."""


def changed(cols: int, rows: int, colours: int, crooked: int = 0) -> str:
    """Return the `jewel` rules on another board, with other colours."""
    text = f"jewel:cols={cols},rows={rows},colours={colours}"
    return f"{text},crooked={crooked}" if crooked else text


CROOKED_GRID: Final = tuple(
    Study("crooked", changed(cols, rows, colours, CROOKED), policy, 2, 300)
    for cols in CROOKED_WIDTHS
    for rows in CROOKED_HEIGHTS
    for colours in CROOKED_COLOURS
    for policy in (SMART, SURVIVE)
)
GRID: Final = tuple(
    Study("grid", changed(cols, rows, colours), policy, 3 if policy == SURVIVE else 6, 2000)
    for cols in WIDTHS
    for rows in HEIGHTS
    for colours in COLOURS
    for policy in SWEPT
)

EVERY: Final = (*PAGE, *PRESETS, *OBSERVERS, *CROOKED_GRID, *GRID)

THIN: Final = 0.5
"""With a smaller share of the games a sweep takes every other value of each parameter."""
SHORT: Final = 0.25
"""With a smaller share games are cut off earlier."""
FEWEST_GAMES, FEWEST_PIECES = 2, 20


def plan(share: float = 1.0) -> list[Study]:
    """Return what is played.

    Args:
        share: of the games, two of them at least; 1 is the full size. Below `THIN` the sweeps are thinned out, below
            `SHORT` games are cut off earlier.
    """
    return [_sized(study, share) for study in EVERY if share >= THIN or not _thinned(study)]


def _thinned(study: Study) -> bool:
    """Tell whether a thin sweep leaves a study out."""
    sweeps = SWEEPS.get(study.section)
    if sweeps is None:
        return False
    return any(sweep.index(value) % 2 for value, sweep in zip(parameters(study.rules), sweeps, strict=True))


def parameters(rules: str) -> tuple[int, int, int]:
    """Return (cols, rows, colours) of rules made by `changed`."""
    numbers = dict(part.split("=") for part in rules.partition(":")[2].split(","))
    return int(numbers["cols"]), int(numbers["rows"]), int(numbers["colours"])


def _sized(study: Study, share: float) -> Study:
    if share >= 1.0:
        return study
    pieces = round(study.pieces * min(1.0, share / SHORT))
    return replace(study, games=max(FEWEST_GAMES, round(study.games * share)), pieces=max(FEWEST_PIECES, pieces))
