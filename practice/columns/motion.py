"""Where every jewel of the well is drawn at one moment, as a function of the game's phase."""

from typing import Literal, NamedTuple

import numpy as np

from engine.columns import EMPTY, MAGIC, MAX_COLOURS, Stage
from practice.columns.falling import Codes, Falling
from practice.columns.play import Phase, Play

Vanish = Literal["blink", "shrink", "fade"]
"""How jewels vanish: they blink, they swell and shrink away, they whiten and fade."""

FLASHES = MAX_COLOURS + 1
"""Pictures that a magic jewel goes through: every colour, and white."""
FLASH_MS = 80.0
"""How long each is shown."""
BLINKS = 3
"""How often a blinking jewel goes out."""


class Sprite(NamedTuple):
    """A jewel at one moment.

    Attributes:
        picture: 0 to 7 its colour, 8 white.
        col, row: upper left corner in cells from the well's; row is a fraction while it falls.
        grow: 1 is its own size.
        alpha: opacity.
        white: share of white.
    """

    picture: int
    col: int
    row: float
    grow: float = 1.0
    alpha: float = 1.0
    white: float = 0.0


def picture_of(code: int, flash: int, place: int) -> int:
    """Return the picture of a code; magic jewels flash, each one step ahead of the one above it.

    Args:
        code: 0 to 8.
        flash: how many flashes have been.
        place: row of the jewel, or its place in the piece.
    """
    return code if code != MAGIC else (flash + place) % FLASHES


def resting(board: Codes, hidden: int, flash: int) -> list[Sprite]:
    """Return the jewels of a board, int8 (hidden + rows, cols), as they lie."""
    found = []
    for row, col in np.argwhere((board != EMPTY) & (board >= 0)).tolist():
        found.append(Sprite(picture_of(int(board[row, col]), flash, row), col, float(row - hidden)))
    return found


def piece_sprites(piece: Codes, col: int, top: float, flash: int) -> list[Sprite]:
    """Return the jewels of a piece whose upper edge is `top` rows below the well's."""
    return [
        Sprite(picture_of(code, flash, place), col, top + place)
        for place, code in enumerate(piece.tolist())
        if 0 <= code < EMPTY
    ]


def well_sprites(play: Play, hidden: int, vanish: Vanish, flash: int) -> list[Sprite]:
    """Return every jewel in the well but those of the falling piece."""
    if play.stage is not None and play.phase == Phase.CLEARING:
        return _clearing(play.stage, play.share, hidden, vanish, flash)
    if play.stage is not None and play.phase == Phase.DROPPING:
        return _dropping(play.stage, play.share, hidden, flash)
    return resting(play.board, hidden, flash)


def ghost_sprites(falling: Falling, hidden: int, flash: int) -> list[Sprite]:
    """Return the jewels of a piece where it would land; none where it is there already."""
    if falling.standing:
        return []
    return piece_sprites(falling.piece, falling.col, falling.landing - hidden, flash)


def _clearing(stage: Stage, share: float, hidden: int, vanish: Vanish, flash: int) -> list[Sprite]:
    """Return a board whose marked jewels vanish."""
    found = resting(np.where(stage.removed, np.int8(EMPTY), stage.before), hidden, flash)
    for sprite in resting(np.where(stage.removed, stage.before, np.int8(EMPTY)), hidden, flash):
        if vanish == "blink":
            if int(share * 2 * BLINKS) % 2 == 0:
                found.append(sprite)
        elif vanish == "shrink":
            swell = min(1.0, share / 0.3)
            gone = max(0.0, (share - 0.3) / 0.7)
            found.append(sprite._replace(grow=(1 + 0.12 * swell) * (1 - gone), white=0.5 * swell * (1 - gone)))
        else:
            found.append(sprite._replace(white=min(1.0, 2.5 * share), alpha=1 - max(0.0, share - 0.4) / 0.6))
    return found


def _dropping(stage: Stage, share: float, hidden: int, flash: int) -> list[Sprite]:
    """Return a board on its way from what the vanished jewels have left to where the rest falls."""
    found = []
    fallen = share * share
    left = ~stage.removed & (stage.before != EMPTY)
    for col in range(stage.before.shape[1]):
        rows = np.flatnonzero(left[:, col]).tolist()
        ends = range(stage.before.shape[0] - len(rows), stage.before.shape[0])
        for row, end in zip(rows, ends, strict=True):
            code = picture_of(int(stage.before[row, col]), flash, row)
            found.append(Sprite(code, col, row + (end - row) * fallen - hidden))
    return found
