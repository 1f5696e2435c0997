"""How many of the possible bingos that a player meets it completes: the paper's footnote, made exact.

The paper counts "number bingos completed divided by number of possible bingos encountered" and says no more. Two
readings are counted, both defined in docs/bilging_paper.md: by stretch and by target.
"""

from dataclasses import dataclass, field

from policy.bilging.paper.bingo_features import Bingo


@dataclass
class Count:
    """Encounters of one reading.

    Attributes:
        met: possible bingos encountered.
        completed: of them.
    """

    met: int = 0
    completed: int = 0

    def rate(self) -> float:
        """Return the share completed, 0 if none was met."""
        return self.completed / self.met if self.met else 0.0


@dataclass
class Encounters:
    """Counts over any number of games; feed it every move in order.

    Attributes:
        by_stretch: an encounter lasts as long as some bingo is possible.
        by_target: an encounter lasts as long as the closest bingo has the same two colours.
    """

    by_stretch: Count = field(default_factory=Count)
    by_target: Count = field(default_factory=Count)
    _open: bool = False
    _target: tuple[int, int] | None = None

    def start_game(self) -> None:
        """Begin a new game; what is still open was met and not completed."""
        self._open, self._target = False, None

    def add(self, bingo: Bingo | None, lines: int) -> None:
        """Count one move.

        Args:
            bingo: the closest possible one before the move, None where none is possible.
            lines: that the move's swap broke at once.
        """
        target = (bingo.x, bingo.o) if bingo else None
        if bingo and not self._open:
            self.by_stretch.met += 1
        if target and target != self._target:
            self.by_target.met += 1
        self._open, self._target = bingo is not None, target
        if lines >= 3 and bingo:
            self.by_stretch.completed += 1
            self.by_target.completed += 1
            self._open, self._target = False, None
