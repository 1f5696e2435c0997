"""The ghost that a falling piece casts on what it will land on, where that is drawn as faint fills."""

import numpy as np
from numpy.typing import NDArray

from engine.columns import EMPTY, LENGTH
from vision.sighting import UNKNOWN
from vision.well.cut import Cut
from vision.well.odd_cells import BLUR, FAINT, OUTLINE
from vision.well.runs import Run
from vision.well.samples import LINES

DISTURBED_MARGIN = 0.5
"""Margin of an empty cell in which the falling piece's ghost shows, or into which something reaches."""


def rows_below(runs: list[Run], piece: Run) -> dict[int, int]:
    """Return the rows of the jewels below the piece, and their codes."""
    below = [run for run in runs if run.col == piece.col and run.top > piece.top]
    return {row: code for run in below for row, code in zip(run.rows, run.codes, strict=True)}


def is_level(place: float) -> bool:
    """Tell whether an edge, in rows, lies where one row ends and the next begins."""
    return abs(place - round(place)) <= BLUR / LINES


def see_ghost(
    cut: Cut,
    kinds: NDArray[np.int8],
    codes: NDArray[np.int8],
    margin: NDArray[np.float32],
    piece: Run,
    below: dict[int, int],
) -> None:
    """Take the faint fills right above what the piece will land on, the rows `below` it and their codes, for its ghost.

    What cannot be read there may have more of its kind above it, unless that is all of the piece's jewels in their
    order. Where most of it is missing, or what is above it cannot be read, it is something else. So it is where the
    piece is not read whole, and stands on it as jewels at rest do.
    """
    floor = min(below, default=len(codes))
    above = floor - LENGTH - 1
    whole = len(piece.codes) == LENGTH and UNKNOWN not in piece.codes
    if above >= 0 and codes[above, piece.col] == UNKNOWN:
        return
    if below.get(floor) == UNKNOWN and not (whole and _dimmed(cut, kinds, piece.col, floor) == piece.codes):
        return
    if not whole and piece.bottom >= floor - LENGTH - BLUR / LINES and is_level(piece.bottom):
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
    if told and len(rows) > _missing(cut, piece, range(max(0, floor - LENGTH), floor)):
        codes[rows, piece.col], margin[rows, piece.col] = EMPTY, DISTURBED_MARGIN


def see_ghost_of_hidden(
    cut: Cut, kinds: NDArray[np.int8], codes: NDArray[np.int8], margin: NDArray[np.float32], runs: list[Run]
) -> None:
    """Take a piece's length of faint fills for the ghost of a piece that something hides, in whole or in part.

    A ghost is as long as a piece and stands right on the stack, or on the floor; the piece is above it in the same
    column, so something there cannot be read, and what can be read of the piece shows the ghost's colours. What dims
    jewels at rest (a veil, a window's shadow) ends neither after so many of them nor at one column.

    Args:
        cut, kinds, codes, margin: as in `see_ghost`; codes hold no jewels yet.
        runs: of jewels.
    """
    faint = np.argwhere(cut.sorts == FAINT)
    if len(faint) != LENGTH:
        return
    (col, top), (last, bottom) = faint[0].tolist(), faint[-1].tolist()
    floor = bottom + 1
    if last != col or floor - top != LENGTH or not (codes[:top, col] == UNKNOWN).any():
        return
    stack = [run for run in runs if run.col == col and run.resting]
    if (stack[0].rows[0] if stack else len(codes)) != floor or (stack and stack[0].codes[0] == UNKNOWN):
        return
    shown = _dimmed(cut, kinds, col, floor)
    for run in runs:
        told = tuple(code for code in run.codes if code != UNKNOWN)
        if run.resting or not told:
            continue
        if run.col != col or not any(shown[n : n + len(told)] == told for n in range(LENGTH)):
            return
    codes[top:floor, col], margin[top:floor, col] = EMPTY, DISTURBED_MARGIN


def _dimmed(cut: Cut, kinds: NDArray[np.int8], col: int, floor: int) -> tuple[int, ...]:
    """Return the codes of the faint fills of a ghost that stands on a row, top to bottom, UNKNOWN where is none."""
    faint = cut.faint[col, max(0, floor - LENGTH) : floor].tolist()
    return tuple(UNKNOWN if kind < 0 else int(kinds[kind]) for kind in faint)


def _missing(cut: Cut, piece: Run, rows: range) -> int:
    """Return in how many of the rows of a ghost neither it is seen nor the piece, which may lie over it."""
    labels = cut.labels[piece.col].reshape(-1, LINES)
    return sum(cut.sorts[piece.col, row] not in (FAINT, OUTLINE) and not (labels[row] >= 0).any() for row in rows)
