"""What a cut picture of a well says of each cell, and which of its jewels are the falling piece."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.columns import EMPTY
from vision.sighting import UNKNOWN
from vision.well.contrast import LEAST_CONTRAST
from vision.well.covers import doubt_under_cover, may_rest
from vision.well.cut import Cut
from vision.well.ghost import DISTURBED_MARGIN, rows_below, see_ghost
from vision.well.kernels import LEAST_LINES, ODD_LINE
from vision.well.odd_cells import BLUR, FAINT, GRAZED, ODD, OUTLINE
from vision.well.runs import Found, Run, odd_jewels, piece_of, runs_of, well_codes
from vision.well.samples import LINES


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """What a picture says of a well.

    Attributes:
        codes: (rows, cols) int8 without the falling piece, EMPTY where ground, a ghost or the piece is.
        margin: (rows, cols) float32.
        unread: share of the cells that cannot be read, but for ground that is in doubt because of them.
        runs: of jewels.
        piece: the falling one, None where none is told.
    """

    codes: NDArray[np.int8]
    margin: NDArray[np.float32]
    unread: float
    runs: list[Run]
    piece: Run | None


def tell(cut: Cut, kinds: NDArray[np.int8], min_margin: float) -> Told:
    """Return what a picture says.

    Args:
        cut: its columns.
        kinds: (kinds,) int8 codes of the profile's.
        min_margin: from which a jewel's kind is sure.
    """
    runs, sure = _runs(cut, kinds, min_margin)
    piece = piece_of(runs)
    codes, margin, unread = _cells(cut, kinds, runs, piece, sure)
    return Told(codes, margin, unread, runs, piece)


def _runs(cut: Cut, kind_codes: NDArray[np.int8], min_margin: float) -> tuple[list[Run], dict[tuple[int, int], float]]:
    """Return the runs, and the margin of each jewel that was told, by its nearest (row, column)."""
    lines = cut.labels.shape[1]
    tops, kinds, codes = cut.tops.tolist(), cut.kinds.tolist(), kind_codes.tolist()
    distances, margins, shifted = cut.distances.tolist(), cut.margins.tolist(), cut.shifted.tolist()
    shaded = (cut.contrasts >= LEAST_CONTRAST).tolist()
    odd = (cut.sorts == ODD) | (cut.sorts == GRAZED)
    odd_columns = odd.any(axis=1).tolist()
    runs: list[Run] = []
    sure: dict[tuple[int, int], float] = {}
    for col, count in enumerate(cut.counts.tolist()):
        jewels = []
        for n in range(count):
            top, code = tops[col][n], UNKNOWN
            if margins[col][n] >= min_margin and shaded[col][n] and top >= LEAST_LINES - LINES:
                code = codes[kinds[col][n]]
                sure[round(top / LINES), col] = margins[col][n]
            higher, lower = shifted[col][n]
            jewels.append(Found(top, code, (higher, distances[col][n], lower)))
        if odd_columns[col]:
            jewels += odd_jewels((cut.labels[col] == ODD_LINE) & np.repeat(odd[col], LINES))
        runs += runs_of(col, jewels, lines)
    return runs, sure


def _cells(
    cut: Cut, kinds: NDArray[np.int8], runs: list[Run], piece: Run | None, sure: dict[tuple[int, int], float]
) -> tuple[NDArray[np.int8], NDArray[np.float32], float]:
    cols, rows = cut.sorts.shape
    by_cell = cut.grounds.reshape(cols, rows, LINES).mean(axis=2).T
    margin = np.clip(1.0 - by_cell, 0.0, 1.0).astype(np.float32)
    sorts = cut.sorts.T
    codes = np.where(sorts >= FAINT, np.int8(UNKNOWN), np.int8(EMPTY)).astype(np.int8)
    margin[(sorts == OUTLINE) | (sorts == GRAZED)] = DISTURBED_MARGIN
    behind_piece = EMPTY
    if piece is not None:
        stack = rows_below(runs, piece)
        see_ghost(cut, kinds, codes, margin, piece, stack)
        behind_piece = UNKNOWN if may_rest(codes, piece, stack) else EMPTY
    covered = bool(((codes == UNKNOWN) | (sorts == GRAZED)).any())
    found = piece is not None and any(code != UNKNOWN for code in piece.codes)
    for run in runs:
        if not run.resting and UNKNOWN in run.codes:
            _clear_around(cut, codes, run)
        told = run.codes if found else well_codes(run, covered)
        for row, code in zip(run.rows, told, strict=True):
            if 0 <= row < rows:
                codes[row, run.col] = behind_piece if run is piece else code
                margin[row, run.col] = sure.get((row, run.col), 0.0)
    unread = float((codes == UNKNOWN).mean())
    doubt_under_cover(cut, codes, runs, piece)
    reached = (cut.labels >= 0).reshape(cols, rows, LINES).any(axis=2).T & (codes == EMPTY)
    margin[reached] = np.maximum(margin[reached], DISTURBED_MARGIN)
    margin[codes == UNKNOWN] = 0.0
    return codes, margin, unread


def _clear_around(cut: Cut, codes: NDArray[np.int8], run: Run) -> None:
    """Take a cell for empty whose odd lines all belong to a floating jewel that is nearer to another row."""
    odd = cut.labels[run.col] == ODD_LINE
    first, last = round(run.top * LINES) - BLUR, round(run.bottom * LINES) + BLUR
    odd[max(0, first) : max(0, last)] = False
    for row in range(max(0, int(np.floor(run.top))), min(len(codes), int(np.ceil(run.bottom)))):
        if not odd[row * LINES : (row + 1) * LINES].any():
            codes[row, run.col] = EMPTY
