"""What a game's own screen is known to hold, before any window of it has been seen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

FIRST_FREE_CODE: Final = 64
"""From here on kinds are numbered that a game has no code for."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A game's screen. Codes 0 to `colours` - 1 are the ordinary kinds, given out by falling count.

    Attributes:
        game: name in the register of games.
        rows, cols: of the board, unless the user says otherwise.
        sizes: (rows, cols) of the game's presets; empty where none is likelier than others.
        colours: how many ordinary kinds the engine knows.
        special_codes: the engine's code of each special kind, by the name a person would use.
        first_free_code: codes from here on mean nothing to the engine; kinds without a known name get them.
        tint_from_below: whether a see-through layer (water) may lie over the lower part of the board.
        cursor_cells: how many cells the game's own cursor may lie over.
        slots: rings that a cell nests; 1 where a cell holds one tile.
        hand: pieces shown beside the board.
        score: whether the window may write a score that a calibration of tiles looks for.
    """

    game: str
    rows: int
    cols: int
    colours: int
    sizes: tuple[tuple[int, int], ...] = ()
    special_codes: Mapping[str, int] = field(default_factory=dict)
    first_free_code: int = FIRST_FREE_CODE
    tint_from_below: bool = False
    cursor_cells: int = 1
    slots: int = 1
    hand: int = 0
    score: bool = False
