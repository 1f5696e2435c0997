"""The three layers of an arena's screen, and which samples of a cell a thing in it covers.

A cell is looked at as SIDE x SIDE samples, each the mean of its area. A *cut-out* is what one thing (a box, a bomb, a
player) shows of itself there; ground shows beside it.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.hypersonic import COLS, FLOOR, FUSE, NO_BOMB, NOBODY, ROWS, WALL

SIDE: Final = 16
"""Samples of a cell across and down."""
SAMPLES: Final = SIDE * SIDE
CELLS: Final = ROWS * COLS
IS_WALL: Final = np.array([y % 2 == 1 and x % 2 == 1 for y in range(ROWS) for x in range(COLS)])
"""bool (143,), cells row by row; the rules put walls where x and y are odd (docs/hypersonic.md)."""

WALL_CODES: Final = (WALL, NO_BOMB, NOBODY)
"""Codes of a wall in the three layers."""
FLOOR_CODES: Final = (FLOOR, NO_BOMB, NOBODY)
ROUNDS: Final = FUSE
"""Rounds that a fuse burns, and so the digits that are told apart."""

IGNORED: Final = 0
SPRITE: Final = 1
GROUND: Final = 2
"""What a cut-out shows at a sample: nothing sure (a rim), itself, the ground behind it."""

ALPHA_GROUND: Final = 1
ALPHA_IGNORED: Final = 64
ALPHA_SURE: Final = 255
"""In the PNG of a cut-out: ground shows here; tells nothing; itself, less one for each grey level it may differ."""
WIDEST: Final = 126
"""Grey levels a sample may differ at most and still tell something."""


@dataclass(frozen=True, slots=True, eq=False)
class CutOut:
    """What one thing shows of itself in a cell.

    Attributes:
        low, high: (SAMPLES, 3) float32 BGR, between which each sample was seen.
        shows: (SAMPLES,) uint8: IGNORED, SPRITE or GROUND.
    """

    low: NDArray[np.float32]
    high: NDArray[np.float32]
    shows: NDArray[np.uint8]

    @property
    def leaves_open(self) -> bool:
        """Whether some of its samples are not looked at: below players on a bomb those that would tell its rounds."""
        return bool((self.shows == IGNORED).any())

    @property
    def picture(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return (SIDE, SIDE, 3) colours and (SIDE, SIDE) trust from 0 to 1, as `profile_folder` writes them."""
        middle = (self.low + self.high) / 2
        spread = np.ceil((self.high - self.low).max(axis=1) / 2)
        alpha = np.where(
            self.shows == SPRITE,
            ALPHA_SURE - np.minimum(spread, WIDEST),
            np.where(self.shows == GROUND, ALPHA_GROUND, ALPHA_IGNORED),
        )
        return middle.reshape(SIDE, SIDE, 3).astype(np.float32), (alpha / 255).reshape(SIDE, SIDE).astype(np.float32)

    @classmethod
    def of_picture(cls, picture: NDArray[np.uint8]) -> "CutOut":
        """Return the cut-out of a picture (SIDE, SIDE, 4) uint8 BGRA."""
        colour = picture[..., :3].reshape(SAMPLES, 3).astype(np.float32)
        alpha = picture[..., 3].reshape(SAMPLES).astype(np.int64)
        sure = alpha >= ALPHA_SURE - WIDEST
        shows = np.where(sure, SPRITE, np.where(alpha <= ALPHA_GROUND, GROUND, IGNORED)).astype(np.uint8)
        spread = np.where(sure, ALPHA_SURE - alpha, 0).astype(np.float32)[:, None]
        return cls(colour - spread, colour + spread, shows)


def nothing() -> CutOut:
    """Return the cut-out of bare ground."""
    blank = np.zeros((SAMPLES, 3), np.float32)
    return CutOut(blank, blank, np.full(SAMPLES, GROUND, np.uint8))


def over(front: CutOut, back: CutOut) -> CutOut:
    """Return `front` with `back` showing where it lets the ground show."""
    through = (front.shows == GROUND)[:, None]
    return CutOut(
        np.where(through, back.low, front.low),
        np.where(through, back.high, front.high),
        np.where(through[:, 0], back.shows, front.shows),
    )


def steps(one: int, other: int) -> int:
    """Return how many steps apart two of the 143 cells are, whatever stands in the way (Manhattan distance)."""
    return abs(one // COLS - other // COLS) + abs(one % COLS - other % COLS)


def is_bomb(code: int) -> bool:
    """Tell whether a kind's code is a bomb's."""
    return NO_BOMB < code < NOBODY


def is_players(code: int) -> bool:
    """Tell whether a kind's code is one or several players."""
    return NOBODY < code < NOBODY + 16
