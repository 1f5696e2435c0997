"""The network that learns: the points still to come after a move, before anything new is dealt.

The Q-value of a move is what it scores, which the rules tell exactly, plus gamma times the network's value of the
board it leads to with the pieces still in the hand. All six colours go through one set of weights, and what that
makes of them is added up, so equal positions in other colours have equal values.

A colour's inputs (39): 27 slots that hold it, 9 cells that have it, its tiles in the hand by size. Inputs common to
the colours (50): 27 slots taken, 9 cells full, tiles in the hand by size, pieces left one-hot (0 to 2), combo one-hot
(0 to 6, 7 and more).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.dice import Dice, roll
from engine.jit import njit
from engine.square_stacker.kernels import ALL_CELLS, NTH_BIT, occupied
from engine.square_stacker.packed import COMBO, HAND, PLAYED, TILES, Words
from engine.square_stacker.rules import MAX_COLOURS

SLOTS: Final = 27
OWN: Final = SLOTS + 9 + 3
"""Inputs of one colour."""
LEFT_INPUT: Final = SLOTS + 9 + 3
COMBO_INPUT: Final = LEFT_INPUT + 3
COMBOS: Final = 8
"""Combos told apart; the last stands for all longer ones."""
COMMON: Final = COMBO_INPUT + COMBOS
"""Inputs common to the colours."""
HIDDEN: Final = 128
"""Units a colour."""
MIXED: Final = 32
"""Units above the sum over the colours."""
UNIT: Final = 100.0
"""Points that an output of 1 stands for."""

Floats = NDArray[np.float32]


class AfterstateNetwork(NamedTuple):
    """The weights, float32, inputs by outputs; both hidden layers are rectified."""

    own: Floats
    common: Floats
    bias: Floats
    mix: Floats
    mix_bias: Floats
    out: Floats
    out_bias: Floats


SHAPES: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {
        "own": (OWN, HIDDEN),
        "common": (COMMON, HIDDEN),
        "bias": (HIDDEN,),
        "mix": (HIDDEN, MIXED),
        "mix_bias": (MIXED,),
        "out": (MIXED,),
        "out_bias": (1,),
    }
)
"""The shape of each array, in the network's order."""


def _symmetries() -> NDArray[np.int64]:
    """Return (48, 27): where each slot comes to lie under each symmetry of the board and order of the sizes."""
    cells = np.arange(9).reshape(3, 3)
    turns = [np.rot90(board, k).ravel() for board in (cells, cells.T) for k in range(4)]
    orders = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
    return np.array(
        [[9 * order[size] + turn[cell] for size in range(3) for cell in range(9)] for turn in turns for order in orders]
    )


SYMMETRIES: Final = _symmetries()
"""The rules treat all these alike. Row 0 leaves everything in its place."""


@njit
def encode(words: Words, slots: NDArray[np.int64], own: Floats, common: Floats) -> None:
    """Write what the network is shown of a board under a symmetry.

    Args:
        words: a packed state, (10,) or longer.
        slots: a row of `SYMMETRIES`.
        own: (6, 39), overwritten.
        common: (50,), overwritten.
    """
    own[:] = 0.0
    common[:] = 0.0
    for colour in range(MAX_COLOURS):
        for slot in range(SLOTS):
            if words[colour] >> slot & 1:
                to = slots[slot]
                own[colour, to] = 1.0
                own[colour, SLOTS + to % 9] = 1.0
                common[to] = 1.0
    for cell in range(9):
        if common[cell] + common[9 + cell] + common[18 + cell] == 3.0:
            common[SLOTS + cell] = 1.0
    left = 0
    for piece in range(3):
        code = words[HAND + piece]
        if code == PLAYED:
            continue
        left += 1
        tile, rest = code % TILES, code // TILES - 1
        while tile >= 0:
            size = slots[9 * (tile % 3)] // 9
            own[tile // 3, SLOTS + 9 + size] += 1.0
            common[SLOTS + 9 + size] += 1.0
            tile, rest = rest, -1
    common[LEFT_INPUT + min(left, 2)] = 1.0
    common[COMBO_INPUT + min(words[COMBO], COMBOS - 1)] = 1.0


@njit
def encode_batch(boards: NDArray[np.int64], count: int, dice: Dice, own: Floats, common: Floats) -> None:
    """Encode `count` boards, each under a symmetry of its own.

    Args:
        boards: (n, 10) packed states.
        count: how many of them.
        dice: choose the symmetries; advanced.
        own: (n, 6, 39), overwritten.
        common: (n, 50), overwritten.
    """
    for k in range(count):
        encode(boards[k], SYMMETRIES[roll(dice, SYMMETRIES.shape[0])], own[k], common[k])


@njit
def value_of(words: Words, network: AfterstateNetwork, hidden: Floats, mixed: Floats) -> float:
    """Return the points still to come after a board; the network's output on `encode`, by its non-zero inputs alone.

    Args:
        words: a packed state, (10,) or longer.
        network: the weights.
        hidden: (3, HIDDEN) scratch.
        mixed: (MIXED,) scratch.
    """
    shared, unit, total = hidden[0], hidden[1], hidden[2]
    width = network.bias.size
    taken = occupied(words)
    for j in range(width):
        shared[j] = network.bias[j]
    for part in range(3):
        bits = taken >> (9 * part) & ALL_CELLS
        while bits:
            row = 9 * part + NTH_BIT[bits * 9]
            bits &= bits - 1
            for j in range(width):
                shared[j] += network.common[row, j]
    bits = taken & taken >> 9 & taken >> 18 & ALL_CELLS
    while bits:
        row = SLOTS + NTH_BIT[bits * 9]
        bits &= bits - 1
        for j in range(width):
            shared[j] += network.common[row, j]
    left = 0
    colours_held = 0
    for piece in range(3):
        code = words[HAND + piece]
        if code == PLAYED:
            continue
        left += 1
        tile, rest = code % TILES, code // TILES - 1
        while tile >= 0:
            colours_held |= 1 << (tile // 3)
            row = SLOTS + 9 + tile % 3
            for j in range(width):
                shared[j] += network.common[row, j]
            tile, rest = rest, -1
    first, second = LEFT_INPUT + min(left, 2), COMBO_INPUT + min(words[COMBO], COMBOS - 1)
    for j in range(width):
        shared[j] += network.common[first, j] + network.common[second, j]
        total[j] = np.float32(0.0)
    absent = 0
    for colour in range(MAX_COLOURS):
        word = words[colour]
        if word == 0 and not colours_held >> colour & 1:
            absent += 1
            continue
        for j in range(width):
            unit[j] = shared[j]
        for part in range(4):
            bits = (word >> (9 * part) if part < 3 else word | word >> 9 | word >> 18) & ALL_CELLS
            while bits:
                row = 9 * part + NTH_BIT[bits * 9]
                bits &= bits - 1
                for j in range(width):
                    unit[j] += network.own[row, j]
        if colours_held >> colour & 1:
            for piece in range(3):
                code = words[HAND + piece]
                if code == PLAYED:
                    continue
                tile, rest = code % TILES, code // TILES - 1
                while tile >= 0:
                    if tile // 3 == colour:
                        row = SLOTS + 9 + tile % 3
                        for j in range(width):
                            unit[j] += network.own[row, j]
                    tile, rest = rest, -1
        for j in range(width):
            total[j] += max(unit[j], np.float32(0.0))
    for j in range(width):
        total[j] += np.float32(absent) * max(shared[j], np.float32(0.0))
    mixed[:] = network.mix_bias
    for i in range(width):
        x = total[i]
        for j in range(mixed.size):
            mixed[j] += x * network.mix[i, j]
    value = network.out_bias[0]
    for j in range(mixed.size):
        value += max(mixed[j], np.float32(0.0)) * network.out[j]
    return float(value) * UNIT
