"""What a series of boards shows, as far as it is known: codes a cell, and where each player is."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.arena.turns import Turns
from engine.hypersonic import MAX_PLAYERS, stands
from vision.arena.layers import CELLS, IS_WALL
from vision.arena.reader import ArenaReader
from vision.sighting import UNKNOWN, Codes

NOWHERE: Final = -1
STORED_GAP, LIVE_GAP = 4.0, 1.6
"""So many times as long as usual between two boards, and turns between them were not seen. Pictures that were taken of
a window carry the time at which each was taken; of stored ones no more than their order may be known."""


@dataclass(frozen=True, slots=True, eq=False)
class Readings:
    """A series as read.

    Attributes:
        ground, bombs, people: (turns, CELLS) int8, the reader's codes; UNKNOWN where a cell is not explained.
        distance: (turns, CELLS) float32 grey levels from what it was read as.
        at: (turns, MAX_PLAYERS) int64, the cell in which each player was seen, NOWHERE where in none or in several.
        unseen: (turns,) bool: rounds may have gone by between the board before and this one.
        game: (turns,) int64 number of the game, or of the part of one; -1 before the first start board.
        whole: (turns,) bool: the game was watched from its first board on, every turn in which something can be taken.
        last: (turns, MAX_PLAYERS) bool: the player was seen now or later in that game.
    """

    ground: Codes
    bombs: Codes
    people: Codes
    distance: NDArray[np.float32]
    at: NDArray[np.int64]
    unseen: NDArray[np.bool_]
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
        """Tell whether a turn is the next one after that before it in the same game."""
        return turn > 0 and not self.unseen[turn] and self.game[turn] >= 0 and self.game[turn] == self.game[turn - 1]


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
    unseen, gaps = _gaps(turns, begins)
    game = np.where(np.cumsum(begins) > 0, np.cumsum(begins | gaps), 0) - 1
    whole = np.array([bool(g >= 0 and begins[np.argmax(game == g)]) for g in game])
    at = np.full((count, MAX_PLAYERS), NOWHERE, np.int64)
    for player in range(players):
        here = stands(people, player)
        single = here.sum(axis=1) == 1
        at[single, player] = here[single].argmax(axis=1)
    last = at != NOWHERE
    for turn in range(count - 2, -1, -1):
        if game[turn] == game[turn + 1]:
            last[turn] |= last[turn + 1]
    return Readings(ground, bombs, people, distance, at, unseen, game.astype(np.int64), whole, last)


def _gaps(turns: Turns, begins: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Tell before which turns so much time has passed that nobody looked, and where that parts a game.

    A game's first board may stand for longer than the others: players get ready. Whether a round was missed there is
    not to be told, but nobody can have taken anything in it.

    Args:
        turns: the series.
        begins: (turns,) the first boards of games.
    """
    waited = turns.waited_ns
    usual = float(np.median(waited[1:])) if len(waited) > 1 else 0.0
    live = all(frame.region is not None for frame in turns.frames)
    unseen = (waited > (LIVE_GAP if live else STORED_GAP) * usual) & ~begins & (usual > 0)
    after_first = np.concatenate([[False], begins[:-1]])
    return unseen, unseen & ~(after_first & (waited <= STORED_GAP * usual))
