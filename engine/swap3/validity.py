"""Why a board is impossible, and what of a board seen after a move the rules do not allow."""

from enum import IntFlag, auto

import numpy as np
from numpy.typing import NDArray

from engine.lines import Mask, mark_lines
from engine.padded import Board, inside, pad
from engine.swap3.board import EMPTY, UNKNOWN, State
from engine.swap3.explaining import (
    CONTRADICTION,
    FEW_COURSES,
    MANY_COURSES,
    MOST_COURSES,
    SURE,
    Explanation,
    explain,
)
from engine.swap3.game import swapped
from engine.swap3.kernels import scratch
from engine.swap3.rules import Rules


class Flaws(IntFlag):
    """Reasons why a state is impossible between two moves; 0 is a fine state. UNKNOWN cells are no flaw."""

    SHAPE = auto()
    """The board is not int8 of the rules' rows and columns; nothing else is then looked at."""
    CODE = auto()
    """A cell holds no code, or a kind the rules do not have."""
    HOLE = auto()
    """A cell is EMPTY."""
    LINE = auto()
    """Three or more equal pieces stand in a line: they would have vanished."""
    COUNT = auto()
    """A negative number of moves or points, or points that are no number."""


def validate(rules: Rules, state: State) -> Flaws:
    """Return every reason why `state` is impossible under `rules`."""
    board = state.board
    flaws = Flaws(0)
    if state.moves < 0 or not 0 <= state.score < float("inf"):
        flaws |= Flaws.COUNT
    if board.shape != (rules.rows, rules.cols) or board.dtype != np.int8:
        return flaws | Flaws.SHAPE
    if np.any((board < UNKNOWN) | ((board >= rules.kinds) & (board != EMPTY))):
        flaws |= Flaws.CODE
    if np.any(board == EMPTY):
        flaws |= Flaws.HOLE
    if in_lines(rules, board).any():
        flaws |= Flaws.LINE
    return flaws


def in_lines(rules: Rules, board: Board) -> Mask:
    """Return which cells of a board, int8 (rows, cols), stand in a line of three or more."""
    space = scratch(rules)
    mark_lines(pad(board), rules.rows, rules.cols, rules.kinds, space.mask, space.lengths)
    return inside(space.mask, rules.rows, rules.cols)


def changes_nothing(rules: Rules, state: State, move: int) -> bool:
    """Return False: equal pieces are not swapped, so every move changes the board."""
    del rules, state, move
    return False


def contradictions(rules: Rules, state: State, move: int, observed: Board) -> NDArray[np.bool_]:
    """Return which cells of a settled board, seen after `move`, the rules do not allow.

    Args:
        rules: the rules.
        state: the state before the move; its UNKNOWN cells may be anything.
        move: a legal move.
        observed: int8 (rows, cols); UNKNOWN contradicts nothing.

    Returns:
        bool (rows, cols). Old pieces must stand where some course of the cascade leaves them. New pieces are chance
        and may line up among themselves and with old ones before the board settles; of all such courses that were
        looked at (`engine.swap3.explaining`) the one with the fewest contradictions counts. A settled board holds no
        line and no kind that the rules do not have.

    Raises:
        ValueError: the move is not legal or `observed` has another shape.
    """
    return _held_against(rules, state, move, observed, CONTRADICTION, MOST_COURSES).odd


def impossibilities(rules: Rules, state: State, move: int, observed: Board) -> NDArray[np.bool_]:
    """Return what `contradictions` does, but nothing where much luck, or a course not looked at, may explain the board.

    `contradictions` says which of two unlikely things is likelier, luck or a cell read wrong. What the rules alone
    shall say of a cell that was not read must not hang on that.
    """
    found = _held_against(rules, state, move, observed, SURE, FEW_COURSES)
    return found.odd if found.complete else np.zeros(observed.shape, np.bool_)


def luck_explains(rules: Rules, state: State, move: int, observed: Board, sure: bool) -> bool:
    """Tell whether a settled board that `contradictions` finds odd is possible after all; looks at far more courses.

    Args:
        rules, state, move, observed: as there.
        sure: no cell can have been read wrong; so much luck is believed.
    """
    return not _held_against(rules, state, move, observed, SURE if sure else CONTRADICTION, MANY_COURSES).odd.any()


def _held_against(rules: Rules, state: State, move: int, observed: Board, price: int, most_courses: int) -> Explanation:
    if observed.shape != (rules.rows, rules.cols):
        raise ValueError(f"swap3: expected observed ({rules.rows}, {rules.cols}), got {observed.shape}")
    board = swapped(rules, state, move)
    settled = observed.astype(np.int8)
    never = in_lines(rules, settled) | (settled >= rules.kinds)
    found = explain(rules, board, np.where(never, np.int8(UNKNOWN), settled).astype(np.int8), price, most_courses)
    return Explanation(never | found.odd, found.complete or bool(never.any()))
