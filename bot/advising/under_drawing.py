"""What happens under the advice that is drawn: cells that cannot be read for it, in which a move would go unseen."""

import time

import numpy as np
from numpy.typing import NDArray

from bot.playing.reach import boxes
from capture.frame import Frame, Pixels
from vision.profile import Profile
from vision.sighting import UNKNOWN, Sighting

EVERY_S = 1.0
"""The drawing is taken away for a look so often at most: what moves all the time is no person's move."""
REPAINT_S = 0.3
"""A game is given so long to paint what the drawing has hidden; most do in a frame or two."""


class UnderDrawing:
    """Watches the places that cannot be read for the drawing over them, by their pixels.

    Square Stacker's rims lie round the very piece and cell that are advised: who did as advised changed nothing that
    could be read.

    Args:
        profile: where the cells lie.
    """

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._before: list[Pixels] | None = None
        self._taken_away_s = -EVERY_S

    def drawn(self) -> None:
        """Take note that the drawing has just come, or come elsewhere: the next picture has it."""
        self._before = None

    def stirs(self, seen: Sighting, frame: Frame, sighting: Sighting) -> bool:
        """Tell whether something has moved under the drawing, which must go for a look then.

        Args:
            seen: the board without the drawing.
            frame, sighting: the board with it.
        """
        cells = [(int(row), int(col)) for row, col in np.argwhere(_unread(seen, sighting))]
        places = boxes(self._profile, cells, sighting.codes.shape)
        now = [
            frame.pixels[max(0, int(top)) : int(bottom), max(0, int(left)) : int(right)].copy()
            for left, top, right, bottom in dict.fromkeys(places)
        ]
        if self._before is None:
            self._before = now
        if len(now) == len(self._before) and all(map(np.array_equal, now, self._before)):
            return False
        if time.monotonic() - self._taken_away_s < EVERY_S:
            return False
        self._taken_away_s = time.monotonic()
        return True

    def awaits_paint(self, seen: Sighting, sighting: Sighting) -> bool:
        """Tell whether the drawing has just been taken away, and what it hid cannot be read yet."""
        return bool(_unread(seen, sighting).any()) and time.monotonic() - self._taken_away_s < REPAINT_S


def _unread(seen: Sighting, sighting: Sighting) -> NDArray[np.bool_]:
    return np.asarray((seen.codes != UNKNOWN) & (sighting.codes == UNKNOWN))
