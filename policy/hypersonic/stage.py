"""What a search of one player's actions needs beside the position: numbers, the others' script and room to work in."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.hypersonic.kernels import no_actions
from engine.hypersonic.packed import WORDS
from engine.hypersonic.rules import COLS, FUSE, MAX_PLAYERS, ROWS
from engine.jit import unspecialised
from policy.hypersonic.timeline import timeline

LONGEST: Final = 64
"""Rounds that a search may look ahead."""

STILL, BOMBING, TAKING = unspecialised(0), unspecialised(1), unspecialised(2)
"""Outcomes of a round that are foreseen: no bomb placed, one placed, an item taken."""
OUTCOMES: Final = 3

ME: Final = 0
LAST_ROUND: Final = 1
BOXES_BEFORE: Final = 2
CHECKED: Final = 3
NARROW: Final = 4
THREATENED: Final = 5
LATE: Final = 6
SETTINGS: Final = 7
"""Places of `Stage.settings`."""

BOXES_POWER, CONTACT_POWER = 0, 1
"""Columns of `Stage.powers`."""

PENDING: Final = 0
GAINED: Final = 1
BREAKING: Final = 2
CELL_WORTH: Final = 3
OTHERS_FAR: Final = 4
SHARED: Final = 5
"""Columns of `Stage.shared`."""


class Stage(NamedTuple):
    """What a search of one player's actions needs beside the position.

    Attributes:
        settings: int64 (SETTINGS,): ME, whose actions are searched; LAST_ROUND of the game; BOXES_BEFORE, the
            player's boxes at the root; CHECKED, 1 where positions that cannot be survived are marked down; NARROW, 1
            where after the first round only bombs are placed that will break a box, or may once an item in the way is
            taken; THREATENED, rounds from the root in which every other player might place a bomb at any moment; LATE,
            rounds from the root after which the player might stand still for one.
        weights: `Weights.as_array`.
        powers: float64 (LONGEST + FUSE + 2, 2): what a box and a trap count for so many rounds from the root.
        script: int64 (LONGEST, MAX_PLAYERS): the others' actions by round; the player's own column is not used.
        actions: int64 (MAX_PLAYERS,), scratch.
        after: int64 (OUTCOMES + 1, WORDS): positions after the round; the last row is scratch.
        ahead: int64 (OUTCOMES + 1, FUSE + 1, 6): their timelines.
        safe: int64 (OUTCOMES, 3): cells to survive from, as planes, if nobody places a bomb.
        unthreatened: likewise, if everybody else places one.
        idle: likewise, if the player stands still for a round first.
        shared: float64 (OUTCOMES, SHARED): what boxes are worth that will break, what was gained in the round, and how
            many boxes the player's bombs will break; what a cell is worth by which the player is nearer to an unclaimed
            box, and what all the cells are worth that the others are away from them (`nearness`).
        unclaimed: int64 (OUTCOMES, 2): words of the boxes that no bomb will break yet.
        keys: int64 (OUTCOMES,): of all but the player's own place and gear.
        spans: float64 (ROWS + COLS,): summed distance from each column and each row to the boxes.
    """

    settings: NDArray[np.int64]
    weights: NDArray[np.float64]
    powers: NDArray[np.float64]
    script: NDArray[np.int64]
    actions: NDArray[np.int64]
    after: NDArray[np.int64]
    ahead: NDArray[np.int64]
    safe: NDArray[np.int64]
    unthreatened: NDArray[np.int64]
    idle: NDArray[np.int64]
    shared: NDArray[np.float64]
    unclaimed: NDArray[np.int64]
    keys: NDArray[np.int64]
    spans: NDArray[np.float64]


def stage(weights: NDArray[np.float64], decays: tuple[float, float]) -> Stage:
    """Return a stage; `decays`: by how much boxes and traps count less for each round from the root."""
    powers = np.array([[decay**level for decay in decays] for level in range(LONGEST + FUSE + 2)])
    return Stage(
        np.zeros(SETTINGS, np.int64),
        weights,
        powers,
        np.zeros((LONGEST, MAX_PLAYERS), np.int64),
        no_actions(),
        np.zeros((OUTCOMES + 1, WORDS), np.int64),
        np.stack([timeline() for _ in range(OUTCOMES + 1)]),
        np.zeros((OUTCOMES, 3), np.int64),
        np.zeros((OUTCOMES, 3), np.int64),
        np.zeros((OUTCOMES, 3), np.int64),
        np.zeros((OUTCOMES, SHARED)),
        np.zeros((OUTCOMES, 2), np.int64),
        np.zeros(OUTCOMES, np.int64),
        np.zeros(ROWS + COLS),
    )
