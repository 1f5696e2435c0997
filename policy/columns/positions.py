"""What every planner of Columns begins and ends with: the position as words, the legal moves, the decision."""

import time
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.columns import LENGTH, UNKNOWN, Rules, State, legal_moves
from engine.columns.board import Codes
from engine.columns.dealing import piece_of
from engine.columns.packed import Words, pack
from policy.decision import Decision, NoMove, Ranked

ALTERNATIVES: Final = 12
"""How many of the best moves a decision lists."""
UNKNOWN_PIECE: Final = -1
"""A piece of which a jewel has not been read, as an integer."""
LOST: Final = -1.0
"""Value of a move that ends the game or has no room: below every score, as the article's first best score is."""


class Opening(NamedTuple):
    """A state as the planners' kernels take it.

    Attributes:
        words: int64 (n,), see `engine.columns.packed`.
        piece: the falling piece as an integer, see `engine.columns.dealing`; where a jewel of it has not been read,
            colour 0 stands for that jewel.
        next: the piece after it, or UNKNOWN_PIECE.
        moves: the legal moves, ascending.
        allowed: bool (3 * cols,), which moves are legal.
    """

    words: Words
    piece: int
    next: int
    moves: list[int]
    allowed: NDArray[np.bool_]


def opening(rules: Rules, state: State) -> Opening:
    """Return `state` for the kernels.

    Raises:
        NoMove: no move is legal.
    """
    moves: list[int] = legal_moves(rules, state).tolist()
    if not moves:
        raise NoMove("columns: no legal move")
    allowed = np.zeros(LENGTH * rules.cols, np.bool_)
    allowed[moves] = True
    piece = known_piece(np.maximum(state.piece, 0))
    return Opening(pack(state), piece, known_piece(state.next), moves, allowed)


def known_piece(codes: Codes) -> int:
    """Return a piece as an integer, UNKNOWN_PIECE where a jewel of it has not been read."""
    return UNKNOWN_PIECE if UNKNOWN in codes else piece_of(codes)


def decision(
    moves: Sequence[int], values: NDArray[np.float64], started: float, line: Sequence[int] = (), work: int = 0
) -> Decision:
    """Return the decision for the best of `moves`; of equals the first.

    Args:
        moves: legal moves, in the order in which they were looked at.
        values: float64 (m,), the value of every move, by its number.
        started: `time.perf_counter()` when the decision began.
        line: moves expected after the first.
        work: see `Decision.work`.
    """
    worth = values.tolist()
    order = sorted(moves, key=worth.__getitem__, reverse=True)
    ranked = tuple([Ranked(move, round(worth[move], 3)) for move in order[:ALTERNATIVES]])
    spent_ms = (time.perf_counter() - started) * 1e3
    return Decision(ranked[0].move, ranked[0].value, ranked, (ranked[0].move, *line), spent_ms, work)
