"""The board: codes of the pieces, the state of a game, and its written form."""

from typing import Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

Code = TypeVar("Code", bound=np.generic)

Board = NDArray[np.int8]
"""Codes of the cells, int8, shape (rows, cols), row 0 on top; or flat and padded, see `pad`."""

ROWS: Final = 12
COLS: Final = 6

UNKNOWN: Final = -1
"""A cell that the eyes could not read: matches nothing, is never swapped, rises like any other."""
CRAB: Final = 7
PUFFER: Final = 8
JELLYFISH: Final = 9
EMPTY: Final = 10
"""A hole; no settled board has one."""
EDGE: Final = -2
"""What surrounds a padded board; never seen outside kernels."""

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


def pad(board: Board) -> Board:
    """Return `board` (rows, cols) flat with an edge that kernels need not test for.

    ::

        # # # # # # # #      stride = cols + 2; two rows of EDGE above and three below, two cells of EDGE
        # # # # # # # #      after each row, which are the left edge of the next one as well.
        . . . . . . # #      Cell (row, col) stands at (row + 2) * stride + col.
        . . . . . . # #      With 6 columns a row is one 64 bit word. The third row below lets kernels do
        # # # # # # # #      whole rows: the last cell of one still has its neighbours two rows down and
        # # # # # # # #      three to the right.
        # # # # # # # #
    """
    rows, cols = board.shape
    padded = np.full((rows + 5, cols + 2), EDGE, dtype=np.int8)
    padded[2 : rows + 2, :cols] = board
    return padded.reshape(-1)


def padded_size(rows: int, cols: int) -> int:
    """Return the number of cells of a padded board."""
    return (rows + 5) * (cols + 2)


def inside(padded: NDArray[Code], rows: int, cols: int) -> NDArray[Code]:
    """Return the (rows, cols) view of a padded board, or of a mask of its shape, without the edge."""
    return padded.reshape(rows + 5, cols + 2)[2 : rows + 2, :cols]


def unpad(padded: Board, rows: int, cols: int) -> Board:
    """Return the (rows, cols) copy of a board that `pad` made."""
    return inside(padded, rows, cols).copy()


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
