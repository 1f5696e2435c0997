"""What a swap game with both directions is played by: frozen presets, each with a name."""

from dataclasses import dataclass

from engine.presets import MAX_AMOUNT, Presets, check_limits

MOST_KINDS = 16
"""Kinds of pieces that the codes have room for."""


@dataclass(frozen=True)
class Rules:
    """One set of rules.

    Attributes:
        name: preset name, printed with every result.
        version: raised when the same name begins to behave otherwise.
        rows, cols: board size in cells.
        kinds: kinds of pieces, each as likely as any other to come in.
        gravity_down: pieces fall down and new ones come in from above; otherwise they rise and come from below.
        swaps_across, swaps_down: whether neighbours in a row, and in a column, may be swapped.
        quiet_swaps: whether a swap that lines nothing up stands; otherwise the game undoes it, so it is no move.
        deals_anew: whether a board on which no move is left is dealt anew; otherwise it ends the game.
        piece_points: points of a line of n pieces = piece_points * (n - 2).
        chain_bonus: points of the k-th stage of a move, from 0, are multiplied by 1 + k * chain_bonus.
        move_limit: the game is over after so many moves; 0 is endless.
    """

    name: str
    version: int = 1
    rows: int = 8
    cols: int = 8
    kinds: int = 7
    gravity_down: bool = True
    swaps_across: bool = True
    swaps_down: bool = True
    quiet_swaps: bool = False
    deals_anew: bool = False
    piece_points: float = 10.0
    chain_bonus: float = 0.0
    move_limit: int = 0

    def __post_init__(self) -> None:
        """Refuse rules that no board can be played by."""
        if not (3 <= self.rows <= 64 and 3 <= self.cols <= 64):
            raise ValueError(f"rules {self.name}: the board must be 3 x 3 to 64 x 64, got {self.rows} x {self.cols}")
        if not (self.swaps_across or self.swaps_down):
            raise ValueError(f"rules {self.name}: swaps must be allowed across, down, or both")
        check_limits(
            self,
            {
                "kinds": (4, MOST_KINDS),
                "piece_points": (0, MAX_AMOUNT),
                "chain_bonus": (0, MAX_AMOUNT),
                "move_limit": (0, MAX_AMOUNT),
            },
        )


PRESETS: Presets[Rules] = Presets(
    Rules("gweled", deals_anew=True),
    Rules("cascade", rows=9, cols=9, kinds=6, chain_bonus=1.0),
    Rules("rising", rows=10, cols=7, kinds=6, gravity_down=False, swaps_down=False, quiet_swaps=True),
)
"""The named rules; "gweled" is the default."""
