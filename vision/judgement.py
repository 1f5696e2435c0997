"""When a cell is sure: near to one kind, clear of all others, as a whole or by its better half, and shaded like it."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit
from vision.matching import Match
from vision.profile_sections import ReaderSection
from vision.sighting import UNKNOWN

IN_PART_RATIO: Final = 1 / 3
"""A cell is told by its better half alone where that is nearer to its kind than this share of what others are ..."""
IN_PART_ROOM: Final = 1.3
"""... the whole of it is no farther off than so many times max_distance: a cursor's brackets lie over the rest ..."""
IN_PART_MARGIN: Final = 0.2
"""... and its margin is at least this."""
SMALLEST: Final = 1e-6
"""Grey levels; no distance is divided by less."""
LEAST_CONTRAST: Final = 0.6
"""Share of its kind's shading that a cell must show: a blur of 1.2 pixels or JPEG of quality 40 leave 0.65 or more."""
NOWHERE: Final = np.float32(1e30)
"""Distance to another kind where there is none."""


@njit
def _judge_cells(
    distance: NDArray[np.float32],
    cores: NDArray[np.float32],
    contrasts: NDArray[np.float32],
    codes: NDArray[np.int8],
    max_distance: float,
    min_margin: float,
    max_core: float,
    out: NDArray[np.int8],
    margin: NDArray[np.float32],
) -> None:
    # distance, cores (rows, cols, kinds); contrasts (rows, cols); codes (kinds,); out, margin (rows, cols) written
    for row in range(out.shape[0]):
        for col in range(out.shape[1]):
            best = int(distance[row, col].argmin())
            near, core = distance[row, col, best], cores[row, col, best]
            other, others_core = NOWHERE, NOWHERE
            for kind in range(codes.size):
                if codes[kind] != codes[best]:
                    other = min(other, distance[row, col, kind])
                    others_core = min(others_core, cores[row, col, kind])
            gap = np.float32(1.0 - near / max(other, np.float32(SMALLEST)))
            whole = near <= max_distance and gap >= min_margin
            in_part = core <= IN_PART_RATIO * others_core
            in_part = in_part and near <= IN_PART_ROOM * max_distance and gap >= IN_PART_MARGIN
            told = (whole or in_part) and core <= max_core and contrasts[row, col] >= LEAST_CONTRAST
            out[row, col] = codes[best] if told else UNKNOWN
            margin[row, col] = min(max(gap, np.float32(0.0)), np.float32(1.0))


def judge(match: Match, codes: NDArray[np.int8], limits: ReaderSection) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return each cell's code, UNKNOWN where not sure, and its margin.

    Args:
        match: from `Matcher`.
        codes: (kinds,) int8; several kinds may share a code.
        limits: where a cell becomes UNKNOWN.

    Returns:
        codes (rows, cols) int8 and margin (rows, cols) float32: 1 - nearest distance / nearest of another code.
    """
    out = np.empty(match.distance.shape[:2], np.int8)
    margin = np.empty(out.shape, np.float32)
    of_a_cell = limits.max_distance, limits.min_margin, limits.max_core
    _judge_cells(match.distance, match.cores, match.contrasts, codes, *of_a_cell, out, margin)
    return out, margin
