"""Lines of tiles beside a board of which a strip alone shows: the rest lies under a dialog, or out of the window."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from capture.frame import Frame
from vision.cells import Patches, sample_cells
from vision.lattice import Lattice
from vision.matching import CAP
from vision.prototypes import Prototype, at_side

SIDE: Final = 8
"""Patch pixels a cell."""
THINNEST: Final = 2
"""Of them, across a strip: thinner ones show the ground between tiles."""
OF_TILES: Final = 0.7
"""Share of a strip's cells that must show tiles."""
NEARER: Final = 0.5
"""Share of the distance to the next kind at which a cell's part is of its nearest one."""
OTHERS: Final = 0.4
"""Share of them that must be of another kind than the cell of the board beside them: what reaches out of a board by a
pixel, as its own tiles do where it lies a little off, is the same as they are."""
MOST_ALIKE: Final = 0.7
"""Share of them that may be of one kind: a frame shows one thing all along."""
USUAL: Final = 2.0
"""Times the distance of the board's own cells up to which a part is of a kind ..."""
NOISE: Final = 4.0
"""... and grey levels more."""


def shows_part_of_a_line(
    wide: Lattice, prototypes: Sequence[Prototype], frames: Sequence[Frame], side: str, share: float
) -> bool:
    """Tell whether every frame shows parts of tiles beside a board, where the nearest `share` of a cell is in view.

    Args:
        wide: the board's lattice and one line around it.
        prototypes: of its tiles, as they look dry.
        frames: of its window.
        side: "top", "bottom", "left" or "right".
        share: of a cell; nothing is told where that is less than `THINNEST` pixels of a patch.
    """
    across = min(SIDE, int(share * SIDE))
    if across < THINNEST:
        return False
    small = [at_side(prototype, SIDE) for prototype in prototypes]
    dry, trust = (_turned(np.stack(part), side, 1) for part in zip(*small, strict=True))
    cells = (_turned(_turned(sample_cells(frame.pixels, wide, SIDE), side, 0), side, 2) for frame in frames)
    return all(_is_of_tiles(each, dry, trust, across) for each in cells)


def _turned(pictures: NDArray[np.float32], side: str, axis: int) -> NDArray[np.float32]:
    """Return pictures turned and mirrored so that a side of theirs comes to be the bottom.

    Args:
        pictures: any with rows and columns at two axes that follow each other.
        side: which.
        axis: the first of the two.
    """
    if side in ("left", "right"):
        pictures = np.swapaxes(pictures, axis, axis + 1)
    return np.flip(pictures, axis) if side in ("top", "left") else pictures


def _is_of_tiles(cells: Patches, dry: NDArray[np.float32], trust: NDArray[np.float32], across: int) -> bool:
    """Tell whether parts of tiles show below a board.

    Args:
        cells: (lines, length, SIDE, SIDE, 3), the last line that below the board.
        dry, trust: (kinds, SIDE, SIDE, 3) and (kinds, SIDE, SIDE), of its kinds.
        across: pixels of a patch that are in view of that line.
    """
    strips, weight = cells[1:, 1:-1, :across], trust[:, :across]
    square = np.mean((strips[:, :, None] - dry[:, :across]) ** 2, axis=5)
    distance = np.sqrt((np.minimum(square, CAP**2) * weight).sum(axis=(3, 4)) / weight.sum(axis=(1, 2)))
    nearest, order = distance.argmin(axis=2), np.sort(distance, axis=2)
    near, other = order[..., 0], order[..., 1]
    limit = USUAL * float(np.quantile(near[:-1], 0.75)) + NOISE
    shown = (near[-1] <= limit) & (near[-1] <= NEARER * other[-1])
    unlike = shown & (nearest[-1] != nearest[-2])
    commonest = np.bincount(nearest[-1][shown], minlength=1).max()
    varied = unlike.sum() >= OTHERS * shown.sum() and commonest <= MOST_ALIKE * shown.sum()
    return bool(shown.mean() >= OF_TILES and varied)
