"""The state as people and eyes see it: nine cells of three slots, a hand of three pieces."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.counts import refuse_counts

SIDE = 3
"""Rows and columns of the board."""
CELLS = SIDE * SIDE
SIZES = 3
"""Slots of a cell: 0 inner (small), 1 middle, 2 outer (large)."""
PIECES = 3
"""Pieces of a hand."""
PLACES = CELLS + PIECES
"""Cells and hand places, as the screen shows them."""

EMPTY = 6
"""Code of a slot without a ring; 0 to 5 are colours."""
UNKNOWN = -1
"""Code of a slot that the eyes could not read."""

KIND_NAMES = (*(f"colour {n}" for n in range(EMPTY)), "empty")
"""Name of each code."""
LETTERS = "ABCDEF."
"""Letter of each code in texts; `?` is UNKNOWN."""

Codes = NDArray[np.int8]


class State(NamedTuple):
    """A position between two moves.

    Attributes:
        grid: int8 (3, 3, 3) [row, column, size]: colour, EMPTY or UNKNOWN.
        hand: int8 (3, 3) [piece, size]; a piece that has been played is EMPTY in all sizes.
        combo: scoring moves in a row up to now.
        score: points up to now.
        moves: pieces placed up to now.
    """

    grid: Codes
    hand: Codes
    combo: int = 0
    score: int = 0
    moves: int = 0


def places(state: State) -> Codes:
    """Return int8 (12, 3) in the screen's order: nine cells row by row, then the hand, (inner, middle, outer) each."""
    return np.concatenate((state.grid.reshape(CELLS, SIZES), state.hand))


def from_places(codes: Codes, combo: int = 0, score: int = 0, moves: int = 0) -> State:
    """Return the state that `places` shows; combo, score and moves are not on the board.

    Args:
        codes: int8 (12, 3).
        combo, score, moves: as in `State`.

    Raises:
        ValueError: another shape.
    """
    if codes.shape != (PLACES, SIZES):
        raise ValueError(f"square stacker: expected codes of shape {(PLACES, SIZES)}, got {codes.shape}")
    grid = codes[:CELLS].reshape(SIDE, SIDE, SIZES).astype(np.int8)
    return State(grid, codes[CELLS:].astype(np.int8), combo, score, moves)


def to_text(state: State) -> str:
    """Write a state as four lines: a head, three rows of cells with a piece of the hand after each.

    A cell or piece is written inner, middle, outer: ``AC.`` holds colour 0 inside colour 2.
    """
    rows = [
        " ".join(_word(cell) for cell in cells) + " | " + _word(piece)
        for cells, piece in zip(state.grid, state.hand, strict=True)
    ]
    return "\n".join((f"combo {state.combo} score {state.score} moves {state.moves}", *rows)) + "\n"


def from_text(text: str) -> State:
    """Read what `to_text` writes.

    Raises:
        ValueError: one line that says what is wrong and where.
    """
    lines = text.strip().splitlines()
    words = lines[0].split() if lines else []
    if words[::2] != ["combo", "score", "moves"] or len(words) != 6 or len(lines) != SIDE + 1:
        raise ValueError('square stacker text: expected "combo N score N moves N" and three rows')
    try:
        combo, score, moves = (int(word) for word in words[1::2])
    except ValueError:
        raise ValueError(f"square stacker text: line 1 holds a word that is no number: {lines[0]!r}") from None
    refuse_counts("square stacker text: line 1", combo=combo, score=score, moves=moves)
    codes = {letter: code for code, letter in enumerate(LETTERS)} | {"?": UNKNOWN}
    grid = np.empty((SIDE, SIDE, SIZES), np.int8)
    hand = np.empty((PIECES, SIZES), np.int8)
    for row, line in enumerate(lines[1:]):
        cells = line.replace("|", " ").split()
        if len(cells) != SIDE + 1 or any(len(cell) != SIZES or set(cell) - set(codes) for cell in cells):
            raise ValueError(f"square stacker text: line {row + 2} needs four words of three of {LETTERS}?: {line!r}")
        for col in range(SIDE):
            grid[row, col] = [codes[letter] for letter in cells[col]]
        hand[row] = [codes[letter] for letter in cells[SIDE]]
    return State(grid, hand, combo, score, moves)


def _word(slots: Codes) -> str:
    return "".join("?" if code < 0 else LETTERS[code] for code in slots.tolist())
