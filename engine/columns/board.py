"""The state of a game as a person sees it, and as text.

The board of `jewel` (6 wide, 14 tall, 3 hidden rows above) as an array of 17 rows:

    row  0  . . . . . .   hidden: jewels may lie here only while something still falls
    row  1  . . . . . .
    row  2  . . . . . .
    row  3  . . . . . .   the first row in view
     ...
    row 16  A C . B . F   the floor
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.columns.rules import LENGTH, MAX_COLOURS, Rules
from engine.counts import refuse_counts

Codes = NDArray[np.int8]

MAGIC = MAX_COLOURS
EMPTY = MAX_COLOURS + 1
UNKNOWN = -1
KIND_NAMES = (*(f"jewel {colour}" for colour in range(MAX_COLOURS)), "magic", "empty")
"""Name of each code from 0."""
LETTERS = "ABCDEFGH*."
"""Letter of each code from 0 in a state written as text; UNKNOWN is "?"."""

_ROTATED = np.array([np.roll(np.arange(LENGTH), rotations) for rotations in range(LENGTH)])


class State(NamedTuple):
    """A game between two pieces.

    Attributes:
        board: int8 (hidden + rows, cols), row 0 the topmost hidden one; the falling piece is not in it.
        piece: int8 (3,) the falling piece, top to bottom.
        next: int8 (3,) the piece after it, top to bottom.
        col: the falling piece's column.
        row: row of `board` in which the falling piece's bottom jewel is.
        score: points so far.
        jewels: jewels removed so far.
        running: pieces in a row, the last one among them, that removed something.
        moves: pieces that have landed.
    """

    board: Codes
    piece: Codes
    next: Codes
    col: int
    row: int
    score: int = 0
    jewels: int = 0
    running: int = 0
    moves: int = 0


def empty_board(rules: Rules) -> Codes:
    """Return a board without jewels, int8 (hidden + rows, cols)."""
    return np.full((rules.height, rules.cols), EMPTY, np.int8)


def entering(rules: Rules) -> tuple[int, int]:
    """Return (col, row) of a new piece: its bottom jewel is in the last hidden row, or as high as the board goes."""
    return rules.entry, max(rules.hidden, LENGTH) - 1


def visible(rules: Rules, board: Codes) -> Codes:
    """Return the part of a board that the screen shows, int8 (rows, cols), a view."""
    return board[rules.hidden :]


def with_hidden(rules: Rules, codes: Codes) -> Codes:
    """Return the board whose visible part is `codes`, int8 (rows, cols), with nothing in the hidden rows."""
    board = empty_board(rules)
    board[rules.hidden :] = codes
    return board


def rotated(piece: Codes, rotations: int) -> Codes:
    """Return a piece after so many rotations: the bottom jewel goes to the top, the others shift down one."""
    turned: Codes = piece[_ROTATED[rotations % LENGTH]]
    return turned


def to_text(state: State) -> str:
    """Write a state: a head of numbers, a line with the piece and the next one, then the board's rows."""
    head = (
        f"col {state.col} row {state.row} score {state.score} jewels {state.jewels} "
        f"running {state.running} moves {state.moves}"
    )
    lines = [head, f"{_word(state.piece)} {_word(state.next)}", *(_word(row) for row in state.board)]
    return "\n".join(lines) + "\n"


def from_text(text: str) -> State:
    """Read what `to_text` writes.

    Raises:
        ValueError: one line that says what is wrong and where.
    """
    lines = text.strip().splitlines()
    words = lines[0].split() if lines else []
    if words[::2] != ["col", "row", "score", "jewels", "running", "moves"] or len(words) != 12 or len(lines) < 3:
        raise ValueError('columns text: expected "col N row N score N jewels N running N moves N", pieces and rows')
    try:
        numbers = {name: int(word) for name, word in zip(words[::2], words[1::2], strict=True)}
    except ValueError:
        raise ValueError(f"columns text: line 1 holds a word that is no number: {lines[0]!r}") from None
    refuse_counts("columns text: line 1", **numbers)
    codes = {letter: code for code, letter in enumerate(LETTERS)} | {"?": UNKNOWN}
    pieces, rows = lines[1].split(), lines[2:]
    if len(pieces) != 2 or any(len(piece) != LENGTH for piece in pieces):
        raise ValueError(f"columns text: line 2 needs two words of {LENGTH} letters: {lines[1]!r}")
    for number, line in enumerate((*pieces, *rows)):
        if set(line) - set(codes):
            raise ValueError(f"columns text: line {max(2, number + 1)} needs letters of {LETTERS}? alone: {line!r}")
        if number >= 2 and len(line) != len(rows[0]):
            raise ValueError(f"columns text: line {number + 1} needs {len(rows[0])} letters as line 3 has: {line!r}")
    piece, following = (np.array([codes[letter] for letter in word], np.int8) for word in pieces)
    board = np.array([[codes[letter] for letter in line] for line in rows], np.int8)
    return State(board, piece, following, **numbers)


def _word(codes: Codes) -> str:
    return "".join("?" if code < 0 else LETTERS[code] for code in codes.tolist())
