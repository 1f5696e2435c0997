"""Why a state is impossible, and what of a board seen after a move the rules do not allow."""

from enum import IntFlag, auto

import numpy as np
from numpy.typing import NDArray

from engine.square_stacker.board import CELLS, EMPTY, PIECES, PLACES, SIDE, SIZES, UNKNOWN, Codes, State, places
from engine.square_stacker.game import LINE_CELLS, place_piece
from engine.square_stacker.rules import Rules


class Flaws(IntFlag):
    """Reasons why a state is impossible between two moves; 0 is a fine state. UNKNOWN slots are no flaw."""

    SHAPE = auto()
    """Grid or hand are not int8 of (3, 3, 3) and (3, 3); nothing else is then looked at."""
    CODE = auto()
    """A slot holds no code, or a colour the rules do not have."""
    LINE = auto()
    """A colour stands in all three cells of a line: it would have been cleared."""
    FULL_CELL = auto()
    """A cell's three slots hold one colour: it would have been cleared."""
    PIECE = auto()
    """A piece has more tiles than the rules deal."""
    NO_HAND = auto()
    """No piece is left: a new hand would have been dealt."""
    COUNT = auto()
    """A negative combo, score or number of moves, or a combo longer than the moves made."""


def validate(rules: Rules, state: State) -> Flaws:
    """Return every reason why `state` is impossible under `rules`."""
    flaws = Flaws(0)
    if min(state.combo, state.score, state.moves) < 0 or state.combo > state.moves:
        flaws |= Flaws.COUNT
    for array, shape in ((state.grid, (SIDE, SIDE, SIZES)), (state.hand, (PIECES, SIZES))):
        if array.shape != shape or array.dtype != np.int8:
            return flaws | Flaws.SHAPE
    codes = places(state)
    if np.any((codes < UNKNOWN) | (codes > EMPTY) | ((codes >= rules.colours) & (codes < EMPTY))):
        flaws |= Flaws.CODE
    cells = codes[:CELLS]
    for colour in range(rules.colours):
        has = (cells == colour).any(axis=1)
        if any(has[list(line)].all() for line in LINE_CELLS):
            flaws |= Flaws.LINE
    if np.any((cells[:, 0] >= 0) & (cells[:, 0] != EMPTY) & (cells == cells[:, :1]).all(axis=1)):
        flaws |= Flaws.FULL_CELL
    tiles = (state.hand != EMPTY) & (state.hand != UNKNOWN)
    if tiles.sum(axis=1).max() > rules.most_sizes:
        flaws |= Flaws.PIECE
    if (state.hand == EMPTY).all():
        flaws |= Flaws.NO_HAND
    return flaws


def changes_nothing(rules: Rules, state: State, move: int) -> bool:  # noqa: ARG001 (as of every game)
    """Tell whether a legal move leaves the board as it is; it never does.

    Its piece leaves the hand, or, if it was the last, a new hand fills the places that were empty.
    """
    return False


def contradictions(rules: Rules, state: State, move: int, observed: Codes) -> NDArray[np.bool_]:
    """Return the slots of a settled screen seen after `move` that the rules do not allow.

    The grid and what is left of the hand are certain. A new hand may be any three pieces that the rules deal: a place
    seen empty, or with more tiles than a piece has, contradicts in all its slots. What `state` leaves UNKNOWN may have
    been anything: a ring may also be gone if an unread slot can have completed what clears it, and a hand whose other
    places are unread may be the old one or a new one.

    Args:
        rules: the rules.
        state: the state that `move` was made in.
        move: a legal move.
        observed: int8 (12, 3) in the order of `places`; UNKNOWN contradicts nothing.

    Returns:
        bool (12, 3).

    Raises:
        ValueError: the move is not legal, or `observed` has another shape.
    """
    if observed.shape != (PLACES, SIZES):
        raise ValueError(f"square stacker: expected observed {(PLACES, SIZES)}, got {observed.shape}")
    after = place_piece(rules, state, move).state
    expected = places(after)
    seen = observed != UNKNOWN
    odd: NDArray[np.bool_] = seen & (expected != UNKNOWN) & (observed != expected)
    odd[:CELLS] &= ~(_perhaps_cleared(rules, state, move) & (observed[:CELLS] == EMPTY))
    unread = after.hand == UNKNOWN
    if ((after.hand == EMPTY) | unread).all():
        dealt = _odd_in_a_new_hand(rules, observed[CELLS:])
        odd[CELLS:] = odd[CELLS:] & dealt if unread.any() else dealt
    return odd


def _perhaps_cleared(rules: Rules, state: State, move: int) -> NDArray[np.bool_]:
    """Return the slots, bool (9, 3), that the move clears if every unread slot holds the colour it needs."""
    perhaps = np.zeros((SIDE, SIDE, SIZES), np.bool_)
    if (state.grid == UNKNOWN).any():
        for colour in set(state.hand[move // CELLS].tolist()) - {EMPTY}:
            grid = np.where(state.grid == UNKNOWN, np.int8(colour), state.grid)
            perhaps |= place_piece(rules, state._replace(grid=grid), move).cleared
    return perhaps.reshape(CELLS, SIZES)


def _odd_in_a_new_hand(rules: Rules, hand: Codes) -> NDArray[np.bool_]:
    """Return the slots of a hand, bool (3, 3), that no three pieces of these rules show."""
    seen = hand != UNKNOWN
    rings = seen & (hand != EMPTY)
    wrong = (rings.sum(axis=1) > rules.most_sizes) | (hand == EMPTY).all(axis=1)
    odd: NDArray[np.bool_] = seen & (wrong[:, None] | (rings & (hand >= rules.colours)))
    return odd
