"""Room for the positions of a beam search, for their children, and for how they came about."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.bilging.afterstate import Scratch, scratch
from engine.bilging.board import EDGE, EMPTY, padded_size
from engine.bilging.rules import Rules
from policy.bilging.value import Swaps, Value, swaps

CODES: Final = EMPTY - EDGE + 1
"""Codes that a cell of a padded board may hold, from EDGE up."""


class Beam(NamedTuple):
    """The positions kept, best first. The first axis is the parity of the number of swaps made, the second the rank.

    Attributes:
        boards: int8 (2, width, cells), padded; holes EMPTY.
        codes: uint8 (2, width, cells rounded up to words), what every swap would break.
        words: uint64 view of `codes`.
        points: float64 (2, width), made since the root.
        early: float64 (2, width), sum of `points` over all positions of the line.
        scores: float64 (2, width), what they are ranked by.
        water: int64 (2, width), level of the water, pixels.
        first: int64 (2, width), flat cell of the line's first swap.
        quiet: int64 (2, width), flat cell of the last swap where it broke nothing, else -1.
        keys: uint64 (2, width), hash of the board.
    """

    boards: NDArray[np.int8]
    codes: NDArray[np.uint8]
    words: NDArray[np.uint64]
    points: NDArray[np.float64]
    early: NDArray[np.float64]
    scores: NDArray[np.float64]
    water: NDArray[np.int64]
    first: NDArray[np.int64]
    quiet: NDArray[np.int64]
    keys: NDArray[np.uint64]


class Children(NamedTuple):
    """What the swaps of the positions lead to.

    Attributes:
        scores, points: float64 (n,), as in `Beam`.
        keys: uint64 (n,), hash of the board.
        parents: int32 (n,), rank of the position.
        cells: int16 (n,), flat cell of the swap.
        heap: int32 (n,), working memory of the selection.
    """

    scores: NDArray[np.float64]
    points: NDArray[np.float64]
    keys: NDArray[np.uint64]
    parents: NDArray[np.int32]
    cells: NDArray[np.int16]
    heap: NDArray[np.int32]


class Seen(NamedTuple):
    """Boards that were kept, after any number of swaps: an open-addressing table.

    Attributes:
        keys: uint64 (slots,), 0 where free; slots is a power of two, at least twice the boards to come.
        points: float64 (slots,), the most points a line had that came to it.
    """

    keys: NDArray[np.uint64]
    points: NDArray[np.float64]


class Trail(NamedTuple):
    """How the positions came about; the first axis is the number of swaps made before, the second the rank.

    Attributes:
        parents: int32 (levels, width), rank of the position before.
        cells: int16 (levels, width), flat cell of the swap.
        points: float64 (levels, width), since the root, after the swap.
        lasted: int64 (cells,), for each first swap the number of swaps after which a line of it was last kept.
        behind: float64 (cells,), by how much the best of those was then behind the best of all.
    """

    parents: NDArray[np.int32]
    cells: NDArray[np.int16]
    points: NDArray[np.float64]
    lasted: NDArray[np.int64]
    behind: NDArray[np.float64]


class Trial(NamedTuple):
    """Working memory of what is tried on a single position.

    Attributes:
        board, after: int8 (cells,), padded.
        codes: uint8 (cells rounded up to words,); words: its uint64 view.
        tops, sums: float64 (rows,), the most that one swap in each row brings, and what all of them would together.
        scratch: of `engine.bilging.afterstate.play_swap`.
    """

    board: NDArray[np.int8]
    after: NDArray[np.int8]
    codes: NDArray[np.uint8]
    words: NDArray[np.uint64]
    tops: NDArray[np.float64]
    sums: NDArray[np.float64]
    scratch: Scratch


class Room(NamedTuple):
    """Working memory of one search at a time.

    Attributes:
        beam, children, seen, trail, trial: see there.
        zobrist: uint64 (cells, CODES), constant.
        value: learned for the rules; not known where it is not asked for.
        swaps: working memory of `weigh_swaps`.
    """

    beam: Beam
    children: Children
    seen: Seen
    trail: Trail
    trial: Trial
    zobrist: NDArray[np.uint64]
    value: Value
    swaps: Swaps


def slots(width: int, levels: int) -> int:
    """Return how many slots the boards of so many positions and levels need: `Seen` is half full at most."""
    return 1 << (2 * width * levels).bit_length()


def room(rules: Rules, value: Value, width: int, levels: int) -> Room:
    """Return working memory for beams of up to `width` positions and `levels` swaps, and `value` beside it."""
    cells = padded_size(rules.rows, rules.cols)
    whole = -(-cells // 8) * 8
    count = width * rules.rows * (rules.cols - 1)
    codes = np.zeros((2, width, whole), np.uint8)
    trial = np.zeros(whole, np.uint8)
    return Room(
        Beam(
            np.zeros((2, width, cells), np.int8),
            codes,
            codes.view(np.uint64),
            np.zeros((2, width)),
            np.zeros((2, width)),
            np.zeros((2, width)),
            np.zeros((2, width), np.int64),
            np.zeros((2, width), np.int64),
            np.zeros((2, width), np.int64),
            np.zeros((2, width), np.uint64),
        ),
        Children(
            np.zeros(count),
            np.zeros(count),
            np.zeros(count, np.uint64),
            np.zeros(count, np.int32),
            np.zeros(count, np.int16),
            np.zeros(count, np.int32),
        ),
        Seen(np.zeros(slots(width, levels), np.uint64), np.zeros(slots(width, levels))),
        Trail(
            np.zeros((levels, width), np.int32),
            np.zeros((levels, width), np.int16),
            np.zeros((levels, width)),
            np.zeros(cells, np.int64),
            np.zeros(cells),
        ),
        Trial(
            np.zeros(cells, np.int8),
            np.zeros(cells, np.int8),
            trial,
            trial.view(np.uint64),
            np.zeros(rules.rows),
            np.zeros(rules.rows),
            scratch(rules),
        ),
        np.random.default_rng(0).integers(1, 2**64, (cells, CODES), np.uint64),
        value,
        swaps(rules),
    )
