"""What a cut picture of a well says of each cell, and which of its jewels are the falling piece."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.columns import EMPTY, LENGTH
from vision.sighting import UNKNOWN
from vision.well.cut import Cut
from vision.well.kernels import LEAST_LINES, ODD_LINE
from vision.well.odd_cells import BARE_SHARE, BLUR, FAINT, GRAZED, ODD, OUTLINE
from vision.well.runs import Found, Run, odd_jewels, piece_of, runs_of, well_codes
from vision.well.samples import LINES

DISTURBED_MARGIN = 0.5
"""Margin of an empty cell in which the falling piece's ghost shows, or into which something reaches."""


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
    odd = (cut.sorts == ODD) | (cut.sorts == GRAZED)
    odd_columns = odd.any(axis=1).tolist()
    runs: list[Run] = []
    sure: dict[tuple[int, int], float] = {}
    for col, count in enumerate(cut.counts.tolist()):
        jewels = []
        for n in range(count):
            top, code = tops[col][n], UNKNOWN
            if margins[col][n] >= min_margin and top >= LEAST_LINES - LINES:
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
    if piece is not None:
        _see_ghost(cut, kinds, codes, margin, piece, _rows_below(runs, piece))
    covered = bool(((codes == UNKNOWN) | (sorts == GRAZED)).any())
    found = piece is not None and any(code != UNKNOWN for code in piece.codes)
    for run in runs:
        if not run.resting and UNKNOWN in run.codes:
            _clear_around(cut, codes, run)
        told = run.codes if found else well_codes(run, covered)
        for row, code in zip(run.rows, told, strict=True):
            if 0 <= row < rows:
                codes[row, run.col] = EMPTY if run is piece else code
                margin[row, run.col] = sure.get((row, run.col), 0.0)
    unread = float((codes == UNKNOWN).mean())
    _doubt_under_cover(cut, codes, runs, piece)
    reached = (cut.labels >= 0).reshape(cols, rows, LINES).any(axis=2).T & (codes == EMPTY)
    margin[reached] = np.maximum(margin[reached], DISTURBED_MARGIN)
    margin[codes == UNKNOWN] = 0.0
    return codes, margin, unread


def _doubt_under_cover(cut: Cut, codes: NDArray[np.int8], runs: list[Run], piece: Run | None) -> None:
    """Set UNKNOWN what passes for empty around cells that cannot be read, and may be jewels under the same cover.

    That is ground that was never seen bare, which a cover may have the colours of, and what is not told of the piece. A
    ghost that cannot be read, well below a piece that can, is no cover.
    """
    unread = codes == UNKNOWN
    doubtful = (codes == EMPTY) & (cut.guessed.T > (1 - BARE_SHARE) * LINES)
    if piece is not None:
        untold = [row for row, code in zip(piece.rows, piece.codes, strict=True) if row >= 0 and code == UNKNOWN]
        doubtful[untold, piece.col] = True
        floor = min((row for row, code in _rows_below(runs, piece).items() if code != UNKNOWN), default=len(codes))
        if not untold and piece.bottom <= floor - LENGTH - 1:
            unread[floor - LENGTH : floor, piece.col] = False
    if unread.any():
        around = (unread | doubtful | (cut.sorts.T == GRAZED)).astype(np.uint8)
        _, parts = cv2.connectedComponents(around, connectivity=8)
        codes[doubtful & np.isin(parts, parts[unread])] = UNKNOWN


def _clear_around(cut: Cut, codes: NDArray[np.int8], run: Run) -> None:
    """Take a cell for empty whose odd lines all belong to a floating jewel that is nearer to another row."""
    odd = cut.labels[run.col] == ODD_LINE
    first, last = round(run.top * LINES) - BLUR, round(run.bottom * LINES) + BLUR
    odd[max(0, first) : max(0, last)] = False
    for row in range(max(0, int(np.floor(run.top))), min(len(codes), int(np.ceil(run.bottom)))):
        if not odd[row * LINES : (row + 1) * LINES].any():
            codes[row, run.col] = EMPTY


def _rows_below(runs: list[Run], piece: Run) -> dict[int, int]:
    """Return the rows of the jewels below the piece, and their codes."""
    below = [run for run in runs if run.col == piece.col and run.top > piece.top]
    return {row: code for run in below for row, code in zip(run.rows, run.codes, strict=True)}


def _see_ghost(
    cut: Cut,
    kinds: NDArray[np.int8],
    codes: NDArray[np.int8],
    margin: NDArray[np.float32],
    piece: Run,
    below: dict[int, int],
) -> None:
    """Take the faint fills right above what the piece will land on, the rows `below` it and their codes, for its ghost.

    What cannot be read there may have more of its kind above it.
    """
    floor = min(below, default=len(codes))
    if below.get(floor) == UNKNOWN:
        return
    rows = [row for row in range(floor - LENGTH, floor) if row >= 0 and cut.sorts[piece.col, row] == FAINT]
    # from below, because a piece that comes in shows its lower jewels first
    codes_from_below = piece.codes[::-1]
    told = 0
    for row in rows:
        n = floor - 1 - row
        code = codes_from_below[n] if n < len(codes_from_below) else UNKNOWN
        if code in (UNKNOWN, int(kinds[cut.faint[piece.col, row]])):
            told += code != UNKNOWN
        elif int((cut.labels[piece.col, row * LINES : (row + 1) * LINES] >= 0).sum()) <= 2 * BLUR:
            return  # a cell that it shares with the piece shows too little of it to tell its kind by
    if told:
        codes[rows, piece.col], margin[rows, piece.col] = EMPTY, DISTURBED_MARGIN
