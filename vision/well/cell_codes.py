"""What a cut picture of a well says of each cell, and which of its jewels are the falling piece."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.columns import EMPTY
from engine.jit import njit
from vision.sighting import UNKNOWN
from vision.well.contrast import LEAST_CONTRAST, NOT_ASKED
from vision.well.covers import doubt_under_cover, may_rest
from vision.well.cut import Cut
from vision.well.ghost import DISTURBED_MARGIN, rows_below, see_ghost, see_ghost_of_hidden
from vision.well.kernels import LEAST_LINES, ODD_LINE
from vision.well.odd_cells import BLUR, FAINT, GRAZED, ODD, OUTLINE
from vision.well.runs import Found, Run, odd_jewels, piece_of, runs_of, well_codes
from vision.well.samples import LINES


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """What a picture says of a well.

    Attributes:
        codes: (rows, cols) int8 without the falling piece, EMPTY where ground, a ghost or the piece is, UNKNOWN where
            what looks like the piece may be jewels at rest.
        margin: (rows, cols) float32.
        unread: share of the cells that cannot be read, but for ground that is in doubt because of them.
        shading: mean share of its kind's shading that a jewel shows whose kind is told; 0 where none can be asked.
        runs: of jewels.
        piece: the falling one, None where none is told, or what looks like it may be jewels at rest.
    """

    codes: NDArray[np.int8]
    margin: NDArray[np.float32]
    unread: float
    shading: float
    runs: list[Run]
    piece: Run | None


def tell(cut: Cut, kinds: NDArray[np.int8], min_margin: float) -> Told:
    """Return what a picture says.

    Args:
        cut: its columns.
        kinds: (kinds,) int8 codes of the profile's.
        min_margin: from which a jewel's kind is sure.
    """
    runs, sure, shading = _runs(cut, kinds, min_margin)
    piece = piece_of(runs)
    codes, margin, unread, may_lie = _cells(cut, kinds, runs, piece, sure)
    return Told(codes, margin, unread, shading, runs, None if may_lie else piece)


def _runs(cut: Cut, kind_codes: NDArray[np.int8], min_margin: float) -> tuple[list[Run], NDArray[np.float32], float]:
    """Return the runs, the margin of each jewel that is told in its nearest cell, (rows, cols), and their shading."""
    cols, rows = cut.sorts.shape
    codes, sure = np.empty_like(cut.kinds), np.zeros((rows, cols), np.float32)
    shading = _name_jewels(
        cut.tops, cut.kinds, cut.counts, cut.margins, cut.contrasts, kind_codes, min_margin, codes, sure
    )
    tops, named = cut.tops.tolist(), codes.tolist()
    distances, shifted = cut.distances.tolist(), cut.shifted.tolist()
    odd = (cut.sorts == ODD) | (cut.sorts == GRAZED)
    odd_columns = odd.any(axis=1).tolist()
    runs: list[Run] = []
    for col, count in enumerate(cut.counts.tolist()):
        jewels = [
            Found(top, code, (higher, here, lower))
            for top, code, here, (higher, lower) in zip(
                tops[col][:count], named[col], distances[col], shifted[col], strict=False
            )
        ]
        if odd_columns[col]:
            jewels += odd_jewels((cut.labels[col] == ODD_LINE) & np.repeat(odd[col], LINES))
        runs += runs_of(col, jewels, cut.labels.shape[1])
    return runs, sure, shading


@njit
def _name_jewels(
    tops: NDArray[np.int16],
    kinds: NDArray[np.int8],
    counts: NDArray[np.int32],
    margins: NDArray[np.float32],
    contrasts: NDArray[np.float32],
    kind_codes: NDArray[np.int8],
    min_margin: float,
    codes: NDArray[np.int8],
    sure: NDArray[np.float32],
) -> float:
    # tops ... contrasts as in `Cut`; codes (cols, most) and sure (rows, cols) written; `Told.shading` returned
    asked, shown = 0, 0.0
    for c in range(counts.size):
        for n in range(counts[c]):
            top = int(tops[c, n])
            codes[c, n] = UNKNOWN
            if margins[c, n] < min_margin or contrasts[c, n] < LEAST_CONTRAST or top < LEAST_LINES - LINES:
                continue
            codes[c, n] = kind_codes[kinds[c, n]]
            if contrasts[c, n] != NOT_ASKED:
                asked += 1
                shown += contrasts[c, n]
            row = int(np.rint(top / LINES))
            if 0 <= row < len(sure):
                sure[row, c] = margins[c, n]
    return shown / asked if asked else 0.0


def _cells(
    cut: Cut, kinds: NDArray[np.int8], runs: list[Run], piece: Run | None, sure: NDArray[np.float32]
) -> tuple[NDArray[np.int8], NDArray[np.float32], float, bool]:
    # `Told`'s codes, margin and unread, and whether the piece may be jewels at rest
    cols, rows = cut.sorts.shape
    codes, margin = np.empty((rows, cols), np.int8), np.empty((rows, cols), np.float32)
    _without_jewels(cut.sorts, cut.grounds, codes, margin)
    may_lie = False
    if piece is not None:
        stack = rows_below(runs, piece)
        see_ghost(cut, kinds, codes, margin, piece, stack)
        may_lie = may_rest(codes, piece, stack)
    see_ghost_of_hidden(cut, kinds, codes, margin, runs)
    covered = bool((codes == UNKNOWN).any() or (cut.sorts == GRAZED).any())
    found = piece is not None and not may_lie and any(code != UNKNOWN for code in piece.codes)
    for run in runs:
        if not run.resting and UNKNOWN in run.codes:
            _clear_around(cut, codes, run)
    for run in runs:  # only now: the rows of one may be nearest to another that is right above it
        beside_piece = found and piece is not None and run.col == piece.col
        told = run.codes if found and run.resting else well_codes(run, covered or beside_piece)
        for row, code in zip(run.rows, told, strict=True):
            if 0 <= row < rows:
                codes[row, run.col] = (UNKNOWN if may_lie else EMPTY) if run is piece else code
                margin[row, run.col] = sure[row, run.col]
    unread = np.count_nonzero(codes == UNKNOWN) / codes.size
    doubt_under_cover(cut, codes, runs, piece)
    _qualify(codes, cut.labels, margin)
    return codes, margin, unread, may_lie


@njit
def _without_jewels(
    sorts: NDArray[np.int8], grounds: NDArray[np.float32], codes: NDArray[np.int8], margin: NDArray[np.float32]
) -> None:
    # sorts (cols, rows), grounds (cols, lines); codes, margin (rows, cols) written: EMPTY, UNKNOWN if faint or odd
    rows, cols = codes.shape
    for c in range(cols):
        for r in range(rows):
            off = np.float32(0.0)
            for i in range(r * LINES, (r + 1) * LINES):
                off += grounds[c, i]
            margin[r, c] = max(np.float32(0.0), np.float32(1.0) - off / np.float32(LINES))
            if sorts[c, r] == OUTLINE or sorts[c, r] == GRAZED:
                margin[r, c] = DISTURBED_MARGIN
            codes[r, c] = UNKNOWN if sorts[c, r] >= FAINT else EMPTY


@njit
def _qualify(codes: NDArray[np.int8], labels: NDArray[np.int8], margin: NDArray[np.float32]) -> None:
    # codes, margin (rows, cols), labels (cols, lines); what cannot be read is not sure, nor quite what a jewel reaches
    for r in range(codes.shape[0]):
        for c in range(codes.shape[1]):
            if codes[r, c] == UNKNOWN:
                margin[r, c] = 0.0
            elif codes[r, c] == EMPTY and (labels[c, r * LINES : (r + 1) * LINES] >= 0).any():
                margin[r, c] = max(margin[r, c], np.float32(DISTURBED_MARGIN))


def _clear_around(cut: Cut, codes: NDArray[np.int8], run: Run) -> None:
    """Take a cell for empty whose odd lines all belong to a floating jewel that is nearer to another row."""
    odd = cut.labels[run.col] == ODD_LINE
    first, last = round(run.top * LINES) - BLUR, round(run.bottom * LINES) + BLUR
    odd[max(0, first) : max(0, last)] = False
    for row in range(max(0, int(np.floor(run.top))), min(len(codes), int(np.ceil(run.bottom)))):
        if not odd[row * LINES : (row + 1) * LINES].any():
            codes[row, run.col] = EMPTY
