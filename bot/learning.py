"""Learns kinds in mid-game: what stands at rest and cannot be read may be something that nobody has seen yet."""

from bot.games import Game
from calibration.learned_kinds import LearnedKinds
from capture.frame import Frame
from vision.readers import BoardReader
from vision.sighting import Sighting, Status

APART_MS = 300.0
"""Two settled looks so far apart show what is there to be learned: longer than any flash or fade of a piece."""


class Learner:
    """Remembers one settled look that could not be read whole, and holds a later one against it.

    Args:
        game: says how its kinds are learned, if at all.
    """

    def __init__(self, game: Game) -> None:
        self._learn = game.learn_kinds
        self._puzzle: Frame | None = None

    def look(self, reader: BoardReader, frame: Frame, sighting: Sighting) -> LearnedKinds | None:
        """Take the next settled look; return what it and an earlier one teach, None where that is nothing yet."""
        if self._learn is None or not sighting.status & Status.UNKNOWN_CELLS:
            self._puzzle = None
            return None
        first = self._puzzle
        if first is not None and frame.time_ns - first.time_ns < APART_MS * 1e6:
            return None
        self._puzzle = frame
        return None if first is None else self._learn(reader, first, frame)
