"""Where the turn's number stands: the place beside the arena that changes with every turn."""

from typing import Final

import cv2
import numpy as np

from calibration.arena.changes import BLOCK, changed_blocks
from calibration.arena.readings import Readings
from calibration.arena.turns import Turns
from vision.profile_sections import TextSection

OFTEN: Final = 0.2
"""Share of turns with which a block of it must change: a digit is several blocks large."""
ALWAYS: Final = 0.97
"""Share of turns with which some block of it must."""
FEWEST: Final = 12
"""Turns that are needed."""
MOST: Final = 120
MARGIN: Final = 1
"""Blocks at each side, for digits that are wider. None is higher, and other words may stand above or below them."""


def find_turn_text(turns: Turns, readings: Readings) -> TextSection | None:
    """Return where something changes with every turn, None where nothing does."""
    pairs = [turn for turn in range(1, len(turns)) if readings.follows(turn)]
    pairs = [pairs[k] for k in np.unique(np.linspace(0, len(pairs) - 1, MOST).round().astype(int))] if pairs else []
    if len(pairs) < FEWEST:
        return None
    height, width = turns.frames[0].pixels.shape[:2]
    changed = np.array([changed_blocks(turns, turn) for turn in pairs])
    often = (changed.mean(axis=0) >= OFTEN).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(often, connectivity=8)
    shares = [float(changed[:, labels == k].any(axis=1).mean()) for k in range(1, count)]
    if not shares or max(shares) < ALWAYS:
        return None
    best = 1 + int(np.argmax(shares))
    left, top, across, down = (int(stats[best, k]) for k in range(4))
    right = min(width, (left + across + MARGIN) * BLOCK)
    bottom = min(height, (top + down) * BLOCK)
    left, top = max(0, left - MARGIN) * BLOCK, top * BLOCK
    return TextSection(x=left, y=top, width=right - left, height=bottom - top)
