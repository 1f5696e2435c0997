"""Columns' own screen: a well that pieces of three jewels fall into, and a preview of the next piece beside it."""

from typing import Any

import numpy as np

from engine.columns import EMPTY, LENGTH, MAX_COLOURS, PRESETS, Rules, State, entering, with_hidden
from vision.screen import Screen
from vision.sighting import UNKNOWN, Codes, Sighting
from vision.well.runs import Run

SCREEN = Screen(
    game="columns",
    rows=PRESETS["jewel"].rows,
    cols=PRESETS["jewel"].cols,
    colours=MAX_COLOURS,
    sizes=tuple((rules.rows, rules.cols) for rules in PRESETS.values()),
)
"""What calibration and reader need to know of a Columns window; rows and columns only where nothing else tells."""
NEARLY = 0.1
"""Rows by which the height of a piece at rest on a row may be misjudged."""


def state_from_sighting(rules: Rules, sighting: Sighting) -> State:
    """Return the engine's state for a sighting; score, jewels, running and moves start at 0.

    The hidden rows are taken to be empty: what a piece that enters hides there cannot lie. Jewels of the piece that are
    still above the well, and all of it where none is seen, are UNKNOWN; `row` is that of its bottom jewel, rounded down
    to the row that it is about to leave.

    Args:
        rules: the preset; its rows and columns are the sighting's.
        sighting: from `vision.well.reader.WellReader`.

    Raises:
        ValueError: codes of another shape than the rules' well.
    """
    codes = sighting.codes
    if codes.shape != (rules.rows, rules.cols):
        raise ValueError(f"expected a well of {(rules.rows, rules.cols)}, got {codes.shape}")
    known = (codes >= 0) & (codes <= EMPTY)
    board = with_hidden(rules, np.where(known, codes, np.int8(UNKNOWN)).astype(np.int8))
    run: Run | None = sighting.extras.get("piece")
    piece = np.full(LENGTH, UNKNOWN, np.int8)
    col, row = entering(rules)
    if run is not None:
        piece[LENGTH - len(run.codes) :] = run.codes
        col, row = run.col, max(0, rules.hidden + int(np.floor(run.bottom + NEARLY)) - 1)
    return State(board, piece, next_piece(sighting.extras.get("next")), col, row)


def undecidable(sighting: Sighting) -> str | None:
    """Return why one picture alone cannot be decided on, None where it can.

    Which piece falls must be told by it: what is above the well or not read would be a guess. The loop looks again
    until it knows, and waits while other jewels are on their way.
    """
    run: Run | None = sighting.extras.get("piece")
    if bool(np.any(sighting.codes == UNKNOWN)):
        return "a cell of the well cannot be read"
    if sighting.extras.get("moving"):
        return "jewels are on their way down"
    if run is None:
        return "no falling piece is to be seen"
    if len(run.codes) < LENGTH:
        return "the falling piece is not in view whole"
    return "a jewel of the falling piece cannot be read" if UNKNOWN in run.codes else None


def next_piece(shown: Codes | None) -> Codes:
    """Return the preview's codes, (3,) int8 top to bottom, as a state holds them: UNKNOWN where it shows no jewel."""
    if shown is None:
        return np.full(LENGTH, UNKNOWN, np.int8)
    return np.where((shown >= 0) & (shown < EMPTY), shown, np.int8(UNKNOWN)).astype(np.int8)


def printed(sighting: Sighting) -> dict[str, Codes]:
    """Return a sighting for people: codes (rows, cols) by heading; piece and next piece in one row, top to bottom."""
    run: Run | None = sighting.extras.get("piece")
    shown = sighting.extras.get("next")
    parts = {"well": sighting.codes}
    if run is not None:
        heading = f"falling piece, {run.top:.1f} rows down in column {run.col + 1}, from its top"
        parts[heading] = np.array([run.codes], np.int8)
    if shown is not None:
        parts["next piece, from its top"] = np.array([shown], np.int8)
    return parts


def document(sighting: Sighting) -> dict[str, Any]:
    """Return a sighting for JSON.

    Its keys: codes (rows, cols) as lists, without the falling piece; piece {"col", "top" (rows from the well's top),
    "codes" top to bottom} or null; next: three codes, top to bottom, or null.
    """
    run: Run | None = sighting.extras.get("piece")
    shown = sighting.extras.get("next")
    piece = None if run is None else {"col": run.col, "top": round(run.top, 3), "codes": list(run.codes)}
    return {
        "codes": sighting.codes.tolist(),
        "piece": piece,
        "next": None if shown is None else shown.tolist(),
    }
