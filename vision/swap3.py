"""Swap3's own screen: eight rows of eight unless told otherwise, plain tiles, nothing special."""

import numpy as np

from engine.swap3 import MOST_KINDS, PRESETS, Rules, State
from vision.screen import Screen
from vision.sighting import UNKNOWN, Sighting

_USUAL = next(iter(PRESETS.values()))

SCREEN = Screen(
    game="swap3",
    rows=_USUAL.rows,
    cols=_USUAL.cols,
    colours=_USUAL.kinds,
    first_free_code=MOST_KINDS + 1,
    score=True,
)
"""What calibration and reader need to know of the window; the first preset's board."""


def state_from_sighting(rules: Rules, sighting: Sighting) -> State:
    """Return the engine's state for a sighting.

    Kinds that the rules do not have become UNKNOWN, which the engine treats as inert. Moves and score are not on the
    board and start at 0.

    Args:
        rules: the preset.
        sighting: of a board of rules.rows x rules.cols.

    Raises:
        ValueError: a board of another size.
    """
    codes = sighting.codes
    if codes.shape != (rules.rows, rules.cols):
        raise ValueError(f"expected a board of {(rules.rows, rules.cols)}, got {codes.shape}")
    known = (codes >= 0) & (codes < rules.kinds)
    return State(np.where(known, codes, np.int8(UNKNOWN)).astype(np.int8), 0, 0.0)
