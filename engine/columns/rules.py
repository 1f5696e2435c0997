"""What a game of the Columns family is played by: frozen presets, each with a name.

`jewel` is the article's (board, colours, magic chance; its point formula is lost, ours is 10 a jewel times the chain
step). The others are what docs/columns.md tells of other games of the family.
"""

from dataclasses import dataclass
from enum import StrEnum
from math import isqrt

from engine.presets import MAX_AMOUNT, Presets, check_limits

LENGTH = 3
"""Jewels of a piece ("COLUMN_H" of the article)."""
MAX_COLOURS = 8
"""Colours that the kernels' three bit planes tell apart."""
MAX_HEIGHT = 31
"""Rows, hidden ones among them, that fit a word of the kernels."""
MAX_COLS = 16


class Scoring(StrEnum):
    """How the jewels that vanish together are paid."""

    JEWELS = "jewels"
    """points x jewels x chain step."""
    TRIPLETS = "triplets"
    """points x triplets x (level + 1) x chain step; a run of n holds n - 2 triplets."""
    RUNNING = "running"
    """points x (jewels - 2) x (level + 1) x chain step x pieces in a row that cleared something."""
    MATCHES = "matches"
    """points x jewels x level x chain step, a jewel counted once for each run that it is in."""
    LINES = "lines"
    """A table by length of run, straight and diagonal, and a bonus for each further run; chains pay nothing more."""


STRAIGHT_POINTS = (1, 3, 10)
"""`Scoring.LINES`: points of a straight run of 3, 4, 5 or more."""
DIAGONAL_POINTS = (2, 4, 11)
"""`Scoring.LINES`: points of a diagonal run of 3, 4, 5 or more."""
FURTHER_POINTS = 1
"""`Scoring.LINES`: points for each further run of the same pass."""


@dataclass(frozen=True)
class Rules:
    """One set of rules.

    Attributes:
        name: printed with every result.
        version: raised when the same name begins to behave otherwise.
        rows, cols: of the visible board.
        colours: that pieces are made of, 1 to 8.
        hidden: rows above the visible ones in which jewels may lie while something still falls.
        spawn: column in which a piece enters; -1 is the middle one (cols // 2).
        magic: chance of a magic piece, which removes every jewel of the colour that it lands on.
        magic_floor: points of a magic piece that lands on the floor.
        diagonals: whether diagonal runs vanish too.
        scoring: how a step is paid.
        points: unit of the scoring.
        level_start: the first level.
        level_jewels: jewels from the first level to the second; 0: the level never rises.
        level_more: by how many jewels each level is longer than the one before.
        drop_points: points a row of drop and (level + 1), counted from where the whole piece is first in view.
        hard_drop: whether a key drops the piece at once.
        crooked: 0 deals by the dice; n > 0 draws n pieces and deals the one that is worst for the player
            (`engine.columns.dealing`).
        move_limit: the game is over after so many pieces; 0 is endless.
    """

    name: str
    version: int = 1
    rows: int = 13
    cols: int = 6
    colours: int = 6
    hidden: int = LENGTH
    spawn: int = -1
    magic: float = 0.0
    magic_floor: int = 0
    diagonals: bool = True
    scoring: Scoring = Scoring.JEWELS
    points: int = 10
    level_start: int = 0
    level_jewels: int = 0
    level_more: int = 0
    drop_points: int = 0
    hard_drop: bool = True
    crooked: int = 0
    move_limit: int = 0

    def __post_init__(self) -> None:
        """Refuse rules that no game can be played by."""
        check_limits(
            self,
            {
                "hidden": (0, 8),
                "rows": (LENGTH, MAX_HEIGHT - self.hidden),
                "cols": (1, MAX_COLS),
                "colours": (1, MAX_COLOURS),
                "spawn": (-1, self.cols - 1),
                "crooked": (0, MAX_COLOURS**LENGTH),
                "magic_floor": (0, MAX_AMOUNT),
                "points": (0, MAX_AMOUNT),
                "level_start": (0, MAX_AMOUNT),
                "level_jewels": (0, MAX_AMOUNT),
                "level_more": (0, MAX_AMOUNT),
                "drop_points": (0, MAX_AMOUNT),
                "move_limit": (0, MAX_AMOUNT),
            },
        )
        if not 0.0 <= self.magic <= 1.0:
            raise ValueError(f"rules {self.name}: magic is a chance, 0 to 1, got {self.magic}")

    @property
    def height(self) -> int:
        """Rows of the whole board, hidden ones among them."""
        return self.rows + self.hidden

    @property
    def entry(self) -> int:
        """Column in which a piece enters."""
        return self.cols // 2 if self.spawn < 0 else self.spawn

    def level(self, jewels: int) -> int:
        """Return the level after so many jewels have been removed."""
        first, more = self.level_jewels, self.level_more
        if first == 0:
            return self.level_start
        if more == 0:
            return self.level_start + jewels // first
        # n levels take first n + more n (n - 1) / 2 jewels.
        linear = 2 * first - more
        return self.level_start + (isqrt(linear * linear + 8 * more * jewels) - linear) // (2 * more)


PRESETS: Presets[Rules] = Presets(
    Rules("jewel", rows=14, magic=0.01),
    Rules("sega", scoring=Scoring.TRIPLETS, points=30, level_jewels=100, magic=0.01, magic_floor=10_000, drop_points=2),
    Rules("running", rows=20, scoring=Scoring.RUNNING, points=100, level_jewels=50, drop_points=1),
    Rules(
        "web",
        cols=7,
        colours=5,
        scoring=Scoring.MATCHES,
        level_start=1,
        level_jewels=50,
        level_more=10,
        drop_points=2,
    ),
    Rules("wide", rows=15, cols=10, colours=5, scoring=Scoring.LINES, points=1),
)
"""The named rules, the article's first."""
