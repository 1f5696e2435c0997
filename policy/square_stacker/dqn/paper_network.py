"""The paper's network (section 3.3): every slot's colour one-hot, score and combo; 128, 128, 27 Q-values.

Inputs 7 * slot + colour (EMPTY is the seventh) of the 36 slots in the order of `engine.square_stacker.places`, then
the score and the combo as they are. Output n is the predicted Q-value of move n.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit
from engine.square_stacker import CELLS, EMPTY, PIECES, PLACES, SIZES
from engine.square_stacker.packed import COMBO, HAND, PLAYED, TILES
from policy.search.game import Words
from policy.square_stacker.positions import MOST_MOVES, SCORE

COLOURS: Final = EMPTY + 1
"""Binary inputs a slot: six colours and emptiness."""
SLOTS: Final = PLACES * SIZES
SCORE_INPUT: Final = COLOURS * SLOTS
COMBO_INPUT: Final = SCORE_INPUT + 1
INPUTS: Final = COMBO_INPUT + 1
"""254."""
HIDDEN: Final = 128
"""Units of each of the two hidden layers."""
OUTPUTS: Final = MOST_MOVES

Floats = NDArray[np.float32]


class PaperNetwork(NamedTuple):
    """The weights, float32, inputs by outputs; the hidden layers are rectified."""

    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats
    third: Floats
    third_bias: Floats


SHAPES: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {
        "first": (INPUTS, HIDDEN),
        "first_bias": (HIDDEN,),
        "second": (HIDDEN, HIDDEN),
        "second_bias": (HIDDEN,),
        "third": (HIDDEN, OUTPUTS),
        "third_bias": (OUTPUTS,),
    }
)
"""The shape of each array, in the network's order."""


@njit
def encode(words: Words, inputs: Floats) -> None:
    """Write what the network is shown of a position into `inputs`, (254,).

    Args:
        words: (12,) int64, see `policy.square_stacker.positions`.
        inputs: overwritten.
    """
    inputs[:] = 0.0
    for slot in range(SLOTS):
        inputs[COLOURS * slot + EMPTY] = 1.0
    for cell in range(CELLS):
        for size in range(SIZES):
            for colour in range(EMPTY):
                if words[colour] >> (CELLS * size + cell) & 1:
                    slot = SIZES * cell + size
                    inputs[COLOURS * slot + EMPTY] = 0.0
                    inputs[COLOURS * slot + colour] = 1.0
    for piece in range(PIECES):
        code = words[HAND + piece]
        if code == PLAYED:
            continue
        tile, rest = code % TILES, code // TILES - 1
        while tile >= 0:
            slot = SIZES * (CELLS + piece) + tile % SIZES
            inputs[COLOURS * slot + EMPTY] = 0.0
            inputs[COLOURS * slot + tile // SIZES] = 1.0
            tile, rest = rest, -1
    inputs[SCORE_INPUT] = words[SCORE]
    inputs[COMBO_INPUT] = words[COMBO]


@njit
def encode_batch(positions: NDArray[np.int64], inputs: Floats) -> None:
    """Encode positions, (n, 12), into `inputs`, (n, 254)."""
    for k in range(positions.shape[0]):
        encode(positions[k], inputs[k])


@njit
def _layer(inputs: Floats, weights: Floats, bias: Floats, outputs: Floats, rectified: bool) -> None:
    outputs[:] = bias
    for i in range(weights.shape[0]):
        x = inputs[i]
        if x != 0.0:
            for j in range(weights.shape[1]):
                outputs[j] += x * weights[i, j]
    if rectified:
        for j in range(outputs.size):
            outputs[j] = max(outputs[j], np.float32(0.0))


@njit
def q_values(inputs: Floats, network: PaperNetwork, hidden: Floats, outputs: Floats) -> None:
    """Write the Q-values of the 27 moves into `outputs`, (27,).

    Args:
        inputs: (254,), from `encode`.
        network: the weights.
        hidden: (2, 128) scratch.
        outputs: overwritten.
    """
    _layer(inputs, network.first, network.first_bias, hidden[0], True)
    _layer(hidden[0], network.second, network.second_bias, hidden[1], True)
    _layer(hidden[1], network.third, network.third_bias, outputs, False)
