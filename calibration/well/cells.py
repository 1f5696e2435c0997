"""Cuts cells out of pictures."""

import cv2
import numpy as np
from numpy.typing import NDArray

from capture.frame import Pixels
from vision.lattice import Lattice


def cut_cell(pixels: Pixels, lattice: Lattice, row: float, col: float, side: int) -> NDArray[np.float32]:
    """Return one cell as (side, side, 3) float32; the row may be a fraction, what lies outside repeats the edge.

    Args:
        pixels: (height, width, 3) or (height, width, n).
        lattice: the cells.
        row, col: of the cell's top left corner.
        side: pixels a side of the result.
    """
    x, y = lattice.corner(row, col)
    # pixel i covers [i, i + 1); warpAffine samples at its middle
    across, down = lattice.pitch_x / side, lattice.pitch_y / side
    to_window = np.array([[across, 0, x + across / 2 - 0.5], [0, down, y + down / 2 - 0.5]])
    cut = cv2.warpAffine(
        pixels,
        to_window,
        (side, side),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return cut.astype(np.float32)
