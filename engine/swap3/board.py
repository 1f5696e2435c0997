"""The board: codes of the pieces, the state of a game, the numbers of the moves, and the written form."""

from typing import Final, NamedTuple

import numpy as np

from engine.counts import refuse_counts
from engine.padded import Board
from engine.swap3.rules import MOST_KINDS, Rules

UNKNOWN: Final = -1
"""A cell that the eyes could not read: matches nothing, is never swapped, falls like any other."""
EMPTY: Final = MOST_KINDS
"""A hole; no settled board has one."""

KIND_NAMES: tuple[str, ...] = (*(f"kind {kind}" for kind in range(MOST_KINDS)), "empty")
"""Name of each code from 0."""

LETTERS: Final = "ABCDEFGHIJKLMNOP."
"""How `to_text` writes each code from 0; UNKNOWN is "?"."""


class State(NamedTuple):
    """A game between two moves.

    Attributes:
        board: int8 (rows, cols), row 0 on top; not to be written to.
        moves: moves made.
        score: points so far.
    """

    board: Board
    moves: int
    score: float


def move_of(rules: Rules, row: int, col: int, down: bool) -> int:
    """Return the move that swaps (row, col) with its right neighbour, or with the one below.

    Moves are 2 * (row * cols + col), plus 1 for the neighbour below.
    """
    return 2 * (row * rules.cols + col) + int(down)


def cells_of(rules: Rules, move: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the two cells, (row, col) each, that a move swaps; the left or upper one first.

    Raises:
        ValueError: no such move.
    """
    row, col = divmod(int(move) // 2, rules.cols)
    down = int(move) % 2
    other = row + down, col + 1 - down
    if not (0 <= move < 2 * rules.rows * rules.cols and other[0] < rules.rows and other[1] < rules.cols):
        raise ValueError(f"swap3: move {move} swaps no two cells of a board of {rules.rows} x {rules.cols}")
    return (row, col), other


def to_text(state: State) -> str:
    """Write a state as text: a head line, then one line a row, A.. kinds, ? unknown."""
    rows = ("".join("?" if code < 0 else LETTERS[code] for code in row) for row in state.board.tolist())
    return "\n".join((f"moves {state.moves} score {state.score!r}", *rows)) + "\n"


def from_text(text: str) -> State:
    """Read what `to_text` writes.

    Raises:
        ValueError: one line that says what is wrong and where.
    """
    lines = text.strip().splitlines()
    words = lines[0].split() if lines else []
    if words[::2] != ["moves", "score"] or len(words) != 4:
        raise ValueError('swap3 text: line 1 must read "moves N score POINTS"')
    try:
        moves, score = int(words[1]), float(words[3])
    except ValueError:
        raise ValueError(f"swap3 text: line 1 holds a word that is no number: {lines[0]!r}") from None
    refuse_counts("swap3 text: line 1", moves=moves, score=score)
    rows = [line.strip() for line in lines[1:]]
    if not rows or not rows[0]:
        raise ValueError("swap3 text: no rows after line 1")
    codes = {letter: code for code, letter in enumerate(LETTERS)} | {"?": UNKNOWN}
    board = np.empty((len(rows), len(rows[0])), dtype=np.int8)
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise ValueError(f"swap3 text: line {number + 2} has {len(row)} cells, the first row has {len(rows[0])}")
        for col, letter in enumerate(row):
            if letter not in codes:
                raise ValueError(f"swap3 text: line {number + 2} holds {letter!r}; cells are {LETTERS}?")
            board[number, col] = codes[letter]
    return State(board, moves, score)
