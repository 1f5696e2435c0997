"""Every number of Hypersonic, with the platform's as defaults (docs/hypersonic.md)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.presets import Presets, check_limits

ROWS: Final = 11
COLS: Final = 13
"""The arena; it never differs."""
MAX_PLAYERS: Final = 4
MOST_BOXES: Final = 101
"""Cells that are neither walls nor a start nor beside one."""
FUSE: Final = 8
"""A bomb placed in round t explodes when round t + 8 is resolved."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game.

    Attributes:
        name: of the preset.
        players: 2 to 4.
        rounds: after so many the game ends.
        quiet_rounds: so many rounds in a row without a bomb, a placing or a move end it.
        boxless_rounds: it ends so many rounds after the round that broke the last box.
        boxes, boxes_more: wanted boxes are `boxes` + 0 to `boxes_more` - 1 more, by the dice.
        bombs, reach: what a player starts with: bombs in hand, and range.
        move_limit: rounds after which a game of ours is cut off, 0 for never; the platform has none beside `rounds`.
        version: goes up when the meaning of a preset changes.

    Raises:
        ValueError: a number that no game can have.
    """

    name: str
    players: int = 2
    rounds: int = 200
    quiet_rounds: int = 20
    boxless_rounds: int = 19
    boxes: int = 30
    boxes_more: int = 36
    bombs: int = 1
    reach: int = 3
    move_limit: int = 0
    version: int = field(default=1)

    def __post_init__(self) -> None:
        """Refuse what the engine cannot hold."""
        check_limits(
            self,
            {
                "players": (2, MAX_PLAYERS),
                "rounds": (1, 1000),
                "quiet_rounds": (1, 1000),
                "boxless_rounds": (1, 1000),
                "boxes": (0, MOST_BOXES),
                "boxes_more": (1, MOST_BOXES + 1),
                "bombs": (0, 30),
                "reach": (1, 30),
                "move_limit": (0, 1000),
            },
        )
        wanted = self.boxes + self.boxes_more - 1
        if wanted > MOST_BOXES:
            raise ValueError(
                f"rules {self.name}: boxes and boxes_more may ask for {wanted} boxes, there is room for {MOST_BOXES}"
            )


PRESETS: Presets[Rules] = Presets(Rules("two"), Rules("three", players=3), Rules("four", players=4))
"""The platform's rules for two, three and four players."""

PRESET_FOR: Final[Mapping[int, str]] = {rules.players: name for name, rules in reversed([*PRESETS.items()])}
"""The first preset for so many players."""
