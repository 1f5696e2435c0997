"""The board: codes of the pieces, the state of a game, and its written form."""

from typing import Final, NamedTuple

import numpy as np

from engine.counts import refuse_counts
from engine.padded import EDGE, Board, inside, pad, padded_size, unpad

__all__ = [
    "COLS",
    "CRAB",
    "EDGE",
    "EMPTY",
    "JELLYFISH",
    "KIND_NAMES",
    "LETTERS",
    "PUFFER",
    "ROWS",
    "UNKNOWN",
    "Board",
    "State",
    "from_text",
    "inside",
    "pad",
    "padded_size",
    "to_text",
    "unpad",
]

ROWS: Final = 12
COLS: Final = 6

UNKNOWN: Final = -1
"""A cell that the eyes could not read: matches nothing, is never swapped, rises like any other."""
CRAB: Final = 7
PUFFER: Final = 8
JELLYFISH: Final = 9
EMPTY: Final = 10
"""A hole; no settled board has one."""

KIND_NAMES: tuple[str, ...] = (
    *(f"colour {colour}" for colour in range(7)),
    "crab",
    "puffer fish",
    "jellyfish",
    "empty",
)
"""Name of each code from 0."""

LETTERS: Final = "ABCDEFGcpj."
"""How `to_text` writes each code from 0; UNKNOWN is "?"."""


class State(NamedTuple):
    """A game between two moves.

    Attributes:
        board: int8 (rows, cols), row 0 on top; not to be written to.
        water_px: height of the water above the board's bottom edge, in pixels of a 45 px tile.
        moves: moves made, stalls included.
        score: points so far.
    """

    board: Board
    water_px: int
    moves: int
    score: float


def to_text(state: State) -> str:
    """Write a state as text: a head line, then one line a row, A..G colours, c p j specials, ? unknown."""
    head = f"water {state.water_px} moves {state.moves} score {state.score!r}"
    rows = ("".join("?" if code < 0 else LETTERS[code] for code in row) for row in state.board.tolist())
    return "\n".join((head, *rows)) + "\n"


def from_text(text: str) -> State:
    """Read what `to_text` writes.

    Raises:
        ValueError: one line that says what is wrong and where.
    """
    lines = text.strip().splitlines()
    words = lines[0].split() if lines else []
    if words[::2] != ["water", "moves", "score"] or len(words) != 6:
        raise ValueError('bilging text: line 1 must read "water PX moves N score POINTS"')
    try:
        water, moves, score = int(words[1]), int(words[3]), float(words[5])
    except ValueError:
        raise ValueError(f"bilging text: line 1 holds a word that is no number: {lines[0]!r}") from None
    refuse_counts("bilging text: line 1", water=water, moves=moves, score=score)
    cells = [line.strip() for line in lines[1:]]
    if not cells or not cells[0]:
        raise ValueError("bilging text: no rows after line 1")
    codes = {letter: code for code, letter in enumerate(LETTERS)} | {"?": UNKNOWN}
    board = np.empty((len(cells), len(cells[0])), dtype=np.int8)
    for number, row in enumerate(cells):
        if len(row) != len(cells[0]):
            raise ValueError(f"bilging text: line {number + 2} has {len(row)} cells, the first row has {len(cells[0])}")
        for col, letter in enumerate(row):
            if letter not in codes:
                raise ValueError(f"bilging text: line {number + 2} holds {letter!r}; cells are {LETTERS}?")
            board[number, col] = codes[letter]
    return State(board, water, moves, score)
