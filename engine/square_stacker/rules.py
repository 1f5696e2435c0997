"""What a move scores and what pieces come: frozen presets, each with a name.

`wpi` is the emulator of the paper's authors (section 3.1, and what their code adds to the text: the square of the
lines made at once). `coolmath` is what the paper says of the real game (section 2.1); its schedule is a guess.
"""

from dataclasses import dataclass
from typing import NamedTuple

from engine.presets import MAX_AMOUNT, Presets, check_limits

MAX_COLOURS = 6
"""Colours that a packed state has room for; the paper's game has as many."""


class Growth(NamedTuple):
    """What pieces are dealt from a score on.

    Attributes:
        score: from this score on.
        colours: how many of the colours come.
        two_sizes: chance that a piece has tiles of two sizes (and two colours, where two come).
    """

    score: int
    colours: int
    two_sizes: float


@dataclass(frozen=True)
class Rules:
    """One set of Square Stacker rules.

    Attributes:
        name: preset name, printed with every result.
        version: raised when the same name begins to behave otherwise.
        line_points: points of one line of a colour.
        squared_lines: L lines made at once score line_points * L * L instead of line_points * L.
        cell_points: points of a cell whose three slots hold one colour.
        combo: the points of the n-th scoring move in a row are multiplied by n.
        full_cell_sweeps: a cell full of one colour takes that colour off the whole board (other games of the family).
        growth: what pieces come, by ascending scores, the first from 0.
        feasible: a hand of which no piece could be placed is never dealt.
        move_limit: the game is over after so many moves; 0 is endless.
    """

    name: str
    version: int = 1
    line_points: int = 3
    squared_lines: bool = True
    cell_points: int = 5
    combo: bool = True
    full_cell_sweeps: bool = False
    growth: tuple[Growth, ...] = (Growth(0, MAX_COLOURS, 0.0),)
    feasible: bool = False
    move_limit: int = 0

    def __post_init__(self) -> None:
        """Refuse rules that no game can be played by."""
        scores = [step.score for step in self.growth]
        if not scores or scores[0] != 0 or scores != sorted(set(scores)):
            raise ValueError(f"rules {self.name}: growth needs ascending scores from 0, got {scores}")
        for step in self.growth:
            if not 1 <= step.colours <= MAX_COLOURS:
                raise ValueError(
                    f"rules {self.name}: growth has {step.colours} colours; 1 to {MAX_COLOURS} are possible"
                )
            if not 0.0 <= step.two_sizes <= 1.0:
                raise ValueError(f"rules {self.name}: growth has a chance of {step.two_sizes}; 0 to 1 are possible")
        check_limits(self, dict.fromkeys(("line_points", "cell_points", "move_limit"), (0, MAX_AMOUNT)))

    @property
    def colours(self) -> int:
        """Colours that come at any time of the game."""
        return max(step.colours for step in self.growth)

    @property
    def most_sizes(self) -> int:
        """Tiles of the largest piece that comes at any time of the game."""
        return 2 if any(step.two_sizes > 0 for step in self.growth) else 1

    def growth_at(self, score: int) -> Growth:
        """Return what pieces come at a score."""
        return next(step for step in reversed(self.growth) if step.score <= max(score, 0))


COOLMATH_GROWTH = (
    Growth(0, 3, 0.0),
    Growth(12, 4, 0.2),
    Growth(24, 5, 0.4),
    Growth(40, 6, 0.6),
    Growth(100, 6, 0.75),
)
"""A guess. Known: few colours and one size at first (paper, section 2.1), and that at a score of 60 all six colours
and a hand of three pieces with two sizes have been seen (paper, figure 1)."""

PRESETS: Presets[Rules] = Presets(
    Rules("wpi"),
    Rules("coolmath", squared_lines=False, growth=COOLMATH_GROWTH, feasible=True),
    Rules("wpi-feasible", feasible=True),
    Rules("sweep", full_cell_sweeps=True),
)
"""Named rules, the default first: the paper's emulator, the real game as far as known, the emulator with hands that
can always be played, and with a full cell that sweeps its colour off the board."""
