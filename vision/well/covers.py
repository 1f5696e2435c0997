"""What passes for empty, or for the piece, beside cells that cannot be read: jewels may lie under the same cover."""

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.columns import EMPTY, LENGTH
from vision.sighting import UNKNOWN
from vision.well.cut import Cut
from vision.well.ghost import is_level, rows_below
from vision.well.odd_cells import BARE_SHARE, GRAZED, OUTLINE
from vision.well.runs import Run
from vision.well.samples import LINES


def may_rest(codes: NDArray[np.int8], piece: Run, stack: Mapping[int, int]) -> bool:
    """Tell whether what passes for the piece may be jewels at rest: where what is below it, or its lowest, is not read.

    A piece of which all is read and that is about to land is none.

    Args:
        codes: (rows, cols) of the cells.
        piece: the run.
        stack: rows of jewels below it, and their codes.
    """
    below = round(piece.bottom)
    if below <= 0 or not is_level(piece.bottom):
        return False
    if below >= len(codes) or below in stack:
        return UNKNOWN in (piece.codes[-1], stack.get(below))
    return bool(codes[below, piece.col] == UNKNOWN)


def doubt_under_cover(cut: Cut, codes: NDArray[np.int8], runs: list[Run], piece: Run | None) -> None:
    """Set UNKNOWN what passes for empty around cells that cannot be read, and may be jewels under the same cover.

    That is ground that was never seen bare, which a cover may have the colours of, what is not told of the piece, and
    what something reaches into from above and from below. A ghost that cannot be read, well below a piece that can, is
    no cover.
    """
    unread = codes == UNKNOWN
    if not unread.any():
        return
    sorts = cut.sorts.T
    grazed = sorts == GRAZED
    for col in range(codes.shape[1]):
        outlined = sorts[:, col] == OUTLINE
        _doubt_between_unread(codes[:, col], grazed[:, col] | outlined, 2)
        if piece is None or col != piece.col:
            _doubt_between_unread(codes[:, col], outlined, 1)
    doubtful = (codes == EMPTY) & (cut.guessed.T > (1 - BARE_SHARE) * LINES)
    if piece is not None:
        untold = [row for row, code in zip(piece.rows, piece.codes, strict=True) if row >= 0 and code == UNKNOWN]
        doubtful[untold, piece.col] = True
        floor = min((row for row, code in rows_below(runs, piece).items() if code != UNKNOWN), default=len(codes))
        if not untold and piece.bottom <= floor - LENGTH - 1:
            unread[floor - LENGTH : floor, piece.col] = False
    around = (unread | doubtful | grazed).astype(np.uint8)
    _, parts = cv2.connectedComponents(around, connectivity=8)
    codes[doubtful & np.isin(parts, parts[unread])] = UNKNOWN


def _doubt_between_unread(codes: NDArray[np.int8], disturbed: NDArray[np.bool_], ends: int) -> None:
    """Set UNKNOWN the stretches of a column's `disturbed` ground that end at cells which cannot be read.

    Args:
        codes: (rows,); the floor is as good as a cell that cannot be read, but not alone.
        disturbed: (rows,) bool.
        ends: so many of the two ends must.
    """
    edges = np.flatnonzero(np.diff(disturbed & (codes == EMPTY), prepend=False, append=False))
    for first, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        above = first > 0 and bool(codes[first - 1] == UNKNOWN)
        below = bool(codes[end] == UNKNOWN) if end < len(codes) else above
        if above + below >= ends:
            codes[first:end] = UNKNOWN
