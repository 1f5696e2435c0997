"""Learns kinds in mid-game: what stands at rest and cannot be read may be something that nobody has seen yet."""

import time

import numpy as np
from numpy.typing import NDArray

from bot.games import Game
from bot.playing.lookout import PACE_S
from bot.playing.reach import boxes, uncovered
from bot.playing.run_log import RunLog
from calibration.kind_names import NameKind
from calibration.learned_kinds import LearnedKinds
from capture.frame import Frame
from capture.window import Window
from vision.readers import BoardReader

APART_MS = 300.0
"""Two settled looks so far apart show what is there to be learned: longer than any flash or fade of a piece."""


class Learner:
    """Remembers one settled look that could not be read whole, and holds a later one against it.

    Args:
        game: says how its kinds are learned, if at all.
        name_kind: asks a person what a kind is; None where there is nobody to ask.

    Attributes:
        waiting: whether a look waits for its second one: the board should be left alone until then.
    """

    def __init__(self, game: Game, name_kind: NameKind | None = None) -> None:
        self._learn = game.learn_kinds
        # tiles are learned by looks before and after a move: a second look at the same board teaches nothing
        self._waits = not game.plain_tiles
        self._name_kind = name_kind
        self._puzzle: Frame | None = None
        self.waiting = False

    def look(
        self, reader: BoardReader, frame: Frame, unread: NDArray[np.bool_], window: Window | None = None
    ) -> LearnedKinds | None:
        """Take the next settled look; return what it and an earlier one teach, None where that is nothing yet.

        Args:
            reader: with which the look was read.
            frame: the look.
            unread: bool, of the codes' shape: what is at rest and could not be read.
            window: of the game, to be asked whether others cover it; None where the unread is not in the codes.
        """
        if self._learn is None or not unread.any() or not _can_be_seen(reader, frame, unread, window):
            self._puzzle = None
            self.waiting = False
            return None
        first = self._puzzle
        if first is not None and frame.time_ns - first.time_ns < APART_MS * 1e6:
            return None
        self._puzzle = frame
        self.waiting = self._waits and first is None
        return None if first is None else self._learn(reader, first, frame, unread, self._name_kind)

    def reader_after(
        self, reader: BoardReader, frame: Frame, unread: NDArray[np.bool_], log: RunLog, window: Window | None = None
    ) -> BoardReader:
        """Take a look as `look` does; return the reader to go on with; what is learned is noted.

        Raises:
            capture.source.CaptureError: what was learned cannot be noted in the recording.
        """
        learned = self.look(reader, frame, unread, window)
        if learned is None:
            return reader
        log.learned(learned)
        return learned.reader

    def look_again(
        self, reader: BoardReader, frame: Frame, unread: NDArray[np.bool_], log: RunLog, window: Window
    ) -> tuple[BoardReader, bool]:
        """Take a look as `reader_after` does, where nothing happens until a move is made; the looks are paced.

        Returns:
            the reader to go on with; and whether to look again before a move is made: what could not be read has just
            been learned, or may be by the next look.
        """
        after = self.reader_after(reader, frame, unread, log, window)
        if after is reader and self.waiting:
            time.sleep(PACE_S)
        return after, self.waiting or after is not reader


def _can_be_seen(reader: BoardReader, frame: Frame, unread: NDArray[np.bool_], window: Window | None) -> bool:
    if window is None:
        return True
    cells = [(int(row), int(col)) for row, col in np.argwhere(unread)]
    return uncovered(window, frame, boxes(reader.profile, cells, unread.shape))
