"""What a series of boards shows, as far as it is known: codes a cell, and where each player is."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.arena.turns import Turns
from engine.hypersonic import MAX_PLAYERS, NOBODY
from vision.arena.layers import CELLS, IS_WALL
from vision.arena.reader import ArenaReader
from vision.sighting import UNKNOWN

NOWHERE: Final = -1
GAP: Final = 4.0
"""So many times as long as usual between two boards, and turns between them were not seen."""

Codes = NDArray[np.int8]


@dataclass(frozen=True, slots=True, eq=False)
class Readings:
    """A series as read.

    Attributes:
        ground, bombs, people: (turns, CELLS) int8, the reader's codes; UNKNOWN where a cell is not explained.
        distance: (turns, CELLS) float32 grey levels from what it was read as.
        at: (turns, MAX_PLAYERS) int64, the cell in which each player was seen, NOWHERE where in none or in several.
        game: (turns,) int64 number of the game, or of the part of one; -1 before the first start board.
        whole: (turns,) bool: the game was watched from its first board on, every turn.
        last: (turns, MAX_PLAYERS) bool: the player was seen now or later in that game.
    """

    ground: Codes
    bombs: Codes
    people: Codes
    distance: NDArray[np.float32]
    at: NDArray[np.int64]
    game: NDArray[np.int64]
    whole: NDArray[np.bool_]
    last: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.game)

    def unexplained(self, turn: int) -> list[int]:
        """Return the cells of a turn in which something stands that is not known."""
        missing = (self.ground[turn] == UNKNOWN) | (self.bombs[turn] == UNKNOWN) | (self.people[turn] == UNKNOWN)
        return np.flatnonzero(missing & ~IS_WALL).tolist()

    def follows(self, turn: int) -> bool:
        """Tell whether a turn has one before it in the same game."""
        return turn > 0 and self.game[turn] >= 0 and self.game[turn] == self.game[turn - 1]


def read_turns(turns: Turns, reader: ArenaReader, starts: tuple[int, ...], players: int) -> Readings:
    """Read every turn of a series.

    Args:
        turns: the series.
        reader: of what is known so far.
        starts: turns with which games begin.
        players: how many play.
    """
    count = len(turns)
    codes = np.empty((count, 3, CELLS), np.int8)
    distance = np.empty((count, CELLS), np.float32)
    for turn in range(count):
        apart = reader.measure(turns.cells[turn].astype(np.float32))
        distance[turn] = apart.min(axis=1)
        codes[turn] = reader.judge(apart)[0].reshape(3, CELLS)
    ground, bombs, people = codes[:, 0], codes[:, 1], codes[:, 2]
    begins = np.isin(np.arange(count), starts)
    gaps = _gaps(turns) & ~begins
    game = np.where(np.cumsum(begins) > 0, np.cumsum(begins | gaps), 0) - 1
    whole = np.array([bool(g >= 0 and begins[np.argmax(game == g)]) for g in game])
    at = np.full((count, MAX_PLAYERS), NOWHERE, np.int64)
    for player in range(players):
        here = (people > NOBODY) & ((people.astype(np.int64) - NOBODY) >> player & 1 == 1)
        single = here.sum(axis=1) == 1
        at[single, player] = here[single].argmax(axis=1)
    last = at != NOWHERE
    for turn in range(count - 2, -1, -1):
        if game[turn] == game[turn + 1]:
            last[turn] |= last[turn + 1]
    return Readings(ground, bombs, people, distance, at, game.astype(np.int64), whole, last)


def _gaps(turns: Turns) -> NDArray[np.bool_]:
    """Tell before which turns so much time has passed that nobody looked: others were played meanwhile."""
    times = np.array([frame.time_ns for frame in turns.frames], np.int64)
    apart = np.diff(times, prepend=times[:1])
    usual = float(np.median(apart[1:])) if len(apart) > 1 else 0.0
    return np.asarray(apart > GAP * usual) if usual > 0 else np.zeros(len(apart), np.bool_)
