"""An adviser of turns at a table without a window: what shows is told in codes, what is drawn is counted."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.advising.turns import TurnAdviser
from bot.games import GAMES
from bot.playing.run_log import RunLog
from capture.frame import Frame, Region
from engine.square_stacker import CELLS, EMPTY, PRESETS, from_text, place_piece, places
from tests.bot.desktop_stand_ins import GivenReader, GivenSource, NotingOverlay, OpenWindow
from tests.bot.handed_parts import adviser_parts_of, log_of_nothing, run_of
from vision.profile import Profile
from vision.profile_sections import BoardSection, ReaderSection, WindowSection
from vision.sighting import UNKNOWN, Sighting, Status

ROWS = COLS = 8
PROFILE = Profile(
    game="swap3",
    window=WindowSection(width=80, height=80),
    board=BoardSection(x=0, y=0, width=80, height=80, rows=ROWS, cols=COLS),
    kinds=(),
    reader=ReaderSection(min_margin=0.3, max_distance=30, max_core=8),
)
STUCK: NDArray[np.int8] = np.fromfunction(lambda row, col: (2 * row + col) % 5, (ROWS, COLS), dtype=int).astype(np.int8)
"""No swap lines anything up."""


def playable() -> NDArray[np.int8]:
    """A board with a move."""
    board = STUCK.copy()
    board[0, :4] = 4, 4, 3, 4
    return board


UNREAD = np.full((ROWS, COLS), UNKNOWN, np.int8)
RINGED = from_text("combo 0 score 0 moves 0\n... ... ... | A..\n... B.. ... | .A.\n... ... ... | ..C\n")


class Table:
    """An adviser, and what its window shows.

    Attributes:
        coming: boards that the window goes on to, one with each picture.
        look_ms: from one picture to the next.
    """

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        profile: Profile = PROFILE,
        policy: str = "greedy",
        *,
        log: RunLog | None = None,
        overlay: NotingOverlay | None = None,
    ) -> None:
        self.codes: NDArray[np.int8] = UNREAD
        self.coming: list[NDArray[np.int8]] = []
        self.window = OpenWindow(Region(0, 0, 80, 80))
        self.looks, self.look_ms = 0, 1000
        self.source = GivenSource(self.grab, self.window)
        self.reader = GivenReader(profile, self.read)
        monkeypatch.setattr("bot.advising.advice.open_reader", lambda *_: self.reader)
        game = replace(GAMES[profile.game](), learn_kinds=None)
        run = run_of(game, profile, policy_spec=policy)
        self.overlay = overlay or NotingOverlay()
        parts = adviser_parts_of(run, source=self.source, overlay=self.overlay, log=log or log_of_nothing())
        self.adviser = TurnAdviser(parts)

    def grab(self) -> Frame:
        self.looks += 1
        if self.coming:
            self.codes = self.coming.pop(0)
        return Frame(np.zeros((80, 80, 3), np.uint8), self.looks * self.look_ms * 10**6, self.window.client_area(), 1.0)

    def read(self, frame: Frame) -> Sighting:
        margin = np.ones(self.codes.shape, np.float32)
        return Sighting(self.codes, margin, Status.CLEAR, frame.time_ns, {})

    def look(self, codes: NDArray[np.int8], times: int = 1) -> None:
        self.codes = codes
        for _ in range(times):
            self.adviser.step()


def without(codes: NDArray[np.int8], *pieces: int) -> NDArray[np.int8]:
    """The codes with pieces of the hand lifted."""
    lifted = codes.copy()
    lifted[[CELLS + piece for piece in pieces]] = EMPTY
    return lifted


def dropped(move: int) -> NDArray[np.int8]:
    """What shows after a move on `RINGED`."""
    return places(place_piece(PRESETS["wpi"], RINGED, move).state)


def under_way(move: int) -> NDArray[np.int8]:
    """What shows of `RINGED` while a piece is on its way: it and its cell cannot be read."""
    return hidden_by(move, places(RINGED))


def hidden_by(move: int, codes: NDArray[np.int8]) -> NDArray[np.int8]:
    """The codes of Square Stacker's window with the piece and the cell of a move unread."""
    piece, cell = divmod(move, CELLS)
    unread = codes.copy()
    unread[[cell, CELLS + piece]] = UNKNOWN
    return unread
