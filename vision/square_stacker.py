"""Square Stacker's own screen: three rows of three cells that nest three rings, a hand of three pieces beside them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.square_stacker import CELLS, EMPTY, PIECES, SIDE, SIZES, Rules, State, from_places
from vision.screen import Screen
from vision.sighting import UNKNOWN, Sighting

SCREEN = Screen(game="square_stacker", rows=SIDE, cols=SIDE, colours=EMPTY, slots=SIZES, hand=PIECES)
"""What calibration and reader need to know of Square Stacker's window."""


def state_from_sighting(rules: Rules, sighting: Sighting) -> State:
    """Return the engine's state for a sighting; combo, score and moves are not on the board and start at 0.

    Args:
        rules: the preset.
        sighting: codes int8 (12, 3), cells row by row and then the hand, each from the inner ring outwards; codes
            that the engine does not know become UNKNOWN.

    Raises:
        ValueError: codes of another shape.
    """
    del rules
    codes = sighting.codes
    known = (codes >= 0) & (codes <= EMPTY)
    return from_places(np.where(known, codes, np.int8(UNKNOWN)).astype(np.int8))


def printed(sighting: Sighting) -> dict[str, NDArray[np.int8]]:
    """Return a sighting for people: codes (rows, places, 3) by heading, each place from the inner ring outwards."""
    codes = sighting.codes
    cells = codes[:CELLS].reshape(SIDE, SIDE, SIZES)
    return {"board, each cell from its inner ring outwards": cells, "hand": codes[CELLS:].reshape(1, PIECES, SIZES)}


def document(sighting: Sighting) -> dict[str, Any]:
    """Return codes (3, 3, 3) [row][column][inner, middle, outer] and hand (3, 3) [piece] as lists, for JSON."""
    codes = sighting.codes
    return {"codes": codes[:CELLS].reshape(SIDE, SIDE, SIZES).tolist(), "hand": codes[CELLS:].tolist()}
