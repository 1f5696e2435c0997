"""From what is seen of a well to the state that a plan is made on, and to whether it can still be carried out."""

import math

import numpy as np

from bot.falling.identity import Jewels
from control.columns import Press
from engine.columns import EMPTY, LENGTH, Rules, State, entering, with_hidden
from vision.columns import next_piece
from vision.sighting import Codes
from vision.well.tracker import FallingPiece, WellView


def state_of(
    rules: Rules, view: WellView, piece: FallingPiece, jewels: Jewels, ahead: float, known: State | None
) -> State:
    """Return the state to plan on: the board that stands, the piece as low as it may be before it is steered.

    Args:
        rules: the preset.
        view: what lies, and what the preview shows.
        piece: where the falling piece is.
        jewels: which it is, top to bottom.
        ahead: rows that it may fall until it has been steered.
        known: the state that the rules expect here; what the screen does not show is taken from it.
    """
    board = with_hidden(rules, view.board)
    ground = int(np.argmax(np.append(board[:, piece.col] != EMPTY, True)))
    below = math.ceil(piece.bottom + ahead) - 1 + rules.hidden
    row = max(entering(rules)[1], min(below, ground - 1))
    state = State(board, np.array(jewels, np.int8), next_piece(view.next), piece.col, row)
    if known is None:
        return state
    return state._replace(score=known.score, jewels=known.jewels, running=known.running, moves=known.moves)


def walled(view: WellView, piece: FallingPiece, what: Press) -> bool:
    """Tell whether jewels stand in the way of a press sideways; a piece may have fallen lower than was planned."""
    col = piece.col + (1 if what is Press.RIGHT else -1)
    rows, cols = view.board.shape
    if not 0 <= col < cols:
        return False
    low = min(math.ceil(piece.bottom), rows)
    return bool((view.board[max(0, low - LENGTH) : low, col] != EMPTY).any())


def rows_above_ground(view: WellView, piece: FallingPiece) -> float:
    """Return how many rows a piece falls, if nothing moves it, until it stands; 0 where it stands."""
    return rows_to_ground(view.board, piece.col, piece.bottom)


def rows_to_ground(board: Codes, col: int, bottom: float) -> float:
    """Return how many rows there are from a height, in rows from the well's top, to what lies in a column; 0 below it.

    Args:
        board: int8 (rows, cols), what shows.
        col: the column.
        bottom: the height.
    """
    ground = int(np.argmax(np.append(board[:, col] != EMPTY, True)))
    return max(0.0, ground - bottom)
