"""Bilging's own screen: twelve rows of six, seven colours, three specials, water that rises from below."""

import numpy as np

from engine.bilging import COLS, CRAB, EMPTY, JELLYFISH, PUFFER, ROWS, TILE_PX, Rules, State
from vision.screen import Screen
from vision.sighting import UNKNOWN, Sighting

SCREEN = Screen(
    game="bilging",
    rows=ROWS,
    cols=COLS,
    colours=7,
    special_codes={"crab": CRAB, "puffer fish": PUFFER, "puffer": PUFFER, "jellyfish": JELLYFISH},
    first_free_code=EMPTY + 1,
    tint_from_below=True,
    cursor_cells=2,
)
"""What calibration and reader need to know of Bilging's window."""


def state_from_sighting(rules: Rules, sighting: Sighting) -> State:
    """Return the engine's state for a sighting.

    Kinds that the engine does not know (a special nobody has named) become UNKNOWN, which it treats as inert. Moves
    and score are not on the board and start at 0.

    Args:
        rules: the preset.
        sighting: of a board of rules.rows x rules.cols; extras["waterline"] are the rows above the water, taken
            as what a new game starts with where it is missing (no water to be seen).

    Raises:
        ValueError: a board of another size.
    """
    codes = sighting.codes
    if codes.shape != (rules.rows, rules.cols):
        raise ValueError(f"expected a board of {(rules.rows, rules.cols)}, got {codes.shape}")
    board = np.where((codes >= 0) & (codes < EMPTY), codes, np.int8(UNKNOWN)).astype(np.int8)
    waterline = sighting.extras.get("waterline")
    seen = rules.water_start_px if waterline is None else round((rules.rows - float(waterline)) * TILE_PX)
    return State(board, min(max(seen, rules.water_min_px), rules.water_max_px), 0, 0.0)
