"""What a move is worth and how the water behaves: frozen presets, each with a name.

The scoring is the table of the game's players (YPPedia); the true values are not published. What is a
guess is marked so.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from engine.presets import MAX_AMOUNT, Presets, check_limits

TILE_PX = 45
"""Height of a tile in the original client, the unit that the water level is measured in."""

MOST_SIDE = 64
"""Rows and columns of a board at most: what a profile holds."""

KINDS: tuple[tuple[int, ...], ...] = (
    (3,),
    (4,),
    (5,),
    (3, 3),
    (3, 4),
    (3, 5),
    (4, 4),
    (4, 5),
    (5, 5),
    (3, 3, 3),
    (3, 3, 4),
    (3, 4, 4),
    (3, 3, 5),
    (3, 4, 5),
    (3, 5, 5),
    (3, 3, 3, 3),
    (3, 3, 3, 4),
    (3, 3, 4, 4),
    (3, 3, 3, 5),
    (3, 3, 4, 5),
    (3, 3, 5, 5),
)
"""The 21 kinds of break that one swap can make, as sorted line lengths; the order of `Rules.table`."""

YPPEDIA = (3, 5, 7, 12, 16, 20, 20, 24, 28, 27, 33, 39, 39, 45, 51, 48, 56, 64, 80, 90, 100)
"""Points of each of `KINDS` by the players' table: the lines' values (3, 5, 7) times the number of lines,
times five where four lines hold a line of five."""

TZZ = (3, 4, 5, 12, 14, 16, 16, 18, 20, 24, 27, 30, 30, 33, 36, 80, 88, 96, 144, 156, 168)
"""Points of each of `KINDS` in another public solver."""


class Chains(Enum):
    """What lines are worth that the rise of the old pieces makes; they break in every preset."""

    NOTHING = "nothing"
    BLOCKS = "blocks"  # one point per piece
    SUM = "sum"  # the plain sum of the line values
    COMBO = "combo"  # each chain step scores like a swap


@dataclass(frozen=True)
class Rules:
    """One set of Bilging rules. Numbers that nobody has published are guesses and say so.

    Attributes:
        name: preset name, printed with every result.
        version: raised when the same name begins to behave otherwise.
        rows, cols: board size in cells.
        colours: number of colours, 5 to 7 (below five a refill without a match might not exist).
        table: points of each of `KINDS`.
        chains: what chain lines are worth.
        water_start_px: height of the water at the start, pixels of a 45 px tile.
        water_rise_px: how far a move without points, or a stall, raises the water (guess).
        water_drain_px: how far one point lowers the water (guess).
        wet_rows, dry_rows: rows at the bottom that are always wet, rows at the top that never are.
        crab_rate, puffer_rate, jellyfish_rate: chance that a new piece is this special (0: none come).
        crab_points: bonus of n crabs that leave at once = crab_points * n * n * water / water_start (guess).
        blast_points: points per piece that a puffer fish or a jellyfish clears (guess).
        idle_seconds: every so many idle seconds count as a move of 0.
        move_limit: the game is over after so many moves; 0 is endless.
    """

    name: str
    version: int = 1
    rows: int = 12
    cols: int = 6
    colours: int = 7
    table: tuple[float, ...] = YPPEDIA
    chains: Chains = Chains.BLOCKS
    water_start_px: int = 3 * TILE_PX
    water_rise_px: int = 4
    water_drain_px: float = 1.0
    wet_rows: int = 3
    dry_rows: int = 3
    crab_rate: float = 0.0
    puffer_rate: float = 0.0
    jellyfish_rate: float = 0.0
    crab_points: float = 10.0
    blast_points: float = 1.0
    idle_seconds: float = 10.0
    move_limit: int = 0

    def __post_init__(self) -> None:
        """Refuse rules that no board can be played by."""
        if len(self.table) != len(KINDS):
            raise ValueError(f"rules {self.name}: table needs {len(KINDS)} values, got {len(self.table)}")
        if not (3 <= self.rows <= MOST_SIDE and 2 <= self.cols <= MOST_SIDE):
            most = f"{MOST_SIDE} x {MOST_SIDE}"
            raise ValueError(f"rules {self.name}: the board must be 3 x 2 to {most}, got {self.rows} x {self.cols}")
        check_limits(
            self,
            {
                "colours": (5, 7),
                "water_start_px": (1, MAX_AMOUNT),
                "water_rise_px": (0, MAX_AMOUNT),
                "water_drain_px": (0, MAX_AMOUNT),
                "wet_rows": (0, self.rows),
                "dry_rows": (0, self.rows),
                "crab_rate": (0, 1),
                "puffer_rate": (0, 1),
                "jellyfish_rate": (0, 1),
                "crab_points": (-MAX_AMOUNT, MAX_AMOUNT),
                "blast_points": (-MAX_AMOUNT, MAX_AMOUNT),
                "idle_seconds": (0.1, MAX_AMOUNT),
                "move_limit": (0, MAX_AMOUNT),
            },
        )
        if not 0.0 <= self.crab_rate + self.puffer_rate + self.jellyfish_rate < 1.0:
            raise ValueError(f"rules {self.name}: the rates of the specials must sum to less than 1")

    @property
    def water_min_px(self) -> int:
        """Lowest level of the water: the always wet rows."""
        return self.wet_rows * TILE_PX

    @property
    def water_max_px(self) -> int:
        """Highest level of the water: all but the never wet rows."""
        return max(self.water_min_px, (self.rows - self.dry_rows) * TILE_PX)

    def with_specials(self, crab: float = 0.02, puffer: float = 0.01, jellyfish: float = 0.01) -> "Rules":
        """Return these rules with specials among the new pieces, as higher skill brings (rates are guesses)."""
        return replace(self, name=f"{self.name}+specials", crab_rate=crab, puffer_rate=puffer, jellyfish_rate=jellyfish)


def line_value(rules: Rules, length: int) -> float:
    """Return the value of one line of `length` >= 3 pieces.

    A swap makes lines of 3 to 5. Chains can make longer ones: each piece past the fifth adds what the
    fifth adds to the fourth (our extension).
    """
    if length <= 5:
        return rules.table[length - 3]
    return rules.table[2] + (length - 5) * (rules.table[2] - rules.table[1])


def combo_points(rules: Rules, lengths: Sequence[int]) -> float:
    """Return the points of lines that break together.

    One of the 21 kinds scores by the table. Anything else (chains only) scores by the table's own law,
    our extension: the sum of the line values times the number of lines, at least times five where four
    lines or more hold one of five or more.
    """
    kind = tuple(sorted(lengths))
    if not kind:
        return 0.0
    if kind in KINDS:
        return rules.table[KINDS.index(kind)]
    lines = len(kind)
    factor = max(lines, 5) if lines >= 4 and kind[-1] >= 5 else lines
    return factor * sum(line_value(rules, length) for length in kind)


def message(lengths: Sequence[int]) -> str:
    """Return what the game calls out for the lines of a swap, "" for a single line."""
    lines = len(lengths)
    if lines < 2:
        return ""
    if lines == 2:
        return "Arrr"
    if lines == 3:
        return "Bingo"
    return "Vegas" if max(lengths) >= 5 else "Sea Donkey"


PRESETS: Presets[Rules] = Presets(
    Rules("ypp", chains=Chains.BLOCKS),
    Rules("strict", chains=Chains.NOTHING),
    Rules("linear", chains=Chains.SUM),
    Rules("combo", chains=Chains.COMBO),
    Rules("tzz", table=TZZ, chains=Chains.BLOCKS),
)
"""The named rules; "ypp" is the default."""
