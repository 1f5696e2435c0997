"""What one frame shows, before anybody asks what it means."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntFlag
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.int8]
"""Kind codes of cells as the game numbers them, (rows, cols) where nothing else is said; UNKNOWN where not sure."""
UNKNOWN = -1
"""A cell that could not be read for sure."""
NO_BOARD_SHARE = 0.5
"""Share of cells (of rings: of slots) that cannot be read from which a frame shows no board."""


class Status(IntFlag):
    """Why a sighting may not be acted on; 0 means that nothing stands against it."""

    CLEAR = 0
    UNKNOWN_CELLS = 1
    """Some cells could not be read for sure."""
    NO_BOARD = 2
    """Most cells look like nothing in the profile: covered, another screen, or a stale profile."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """The board as read from one frame.

    Attributes:
        codes: (rows, cols) int8, the game's own kind codes, UNKNOWN where not sure.
        margin: (rows, cols) float32, how much worse the second-best kind fits, 0 (a tie) to 1.
        status: flags; Status.CLEAR when every cell is sure.
        time_ns: the frame's time.
        extras: what else the game's screen shows (Bilging: "waterline", board rows above the water); the `read` of each
            reader tells its keys.
    """

    codes: Codes
    margin: NDArray[np.float32]
    status: Status
    time_ns: int
    extras: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of_no_board(cls, shape: tuple[int, ...], time_ns: int, extras: Mapping[str, Any] | None = None) -> Self:
        """Return what a frame shows in which there is no board: every cell UNKNOWN, even what looked like a tile."""
        codes, margin = np.full(shape, UNKNOWN, np.int8), np.zeros(shape, np.float32)
        return cls(codes, margin, Status.NO_BOARD | Status.UNKNOWN_CELLS, time_ns, extras or {})
