"""The game's functions: start, legal moves, apply, is over."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.dice import Dice
from engine.jit import njit
from engine.square_stacker.board import CELLS, EMPTY, PIECES, SIDE, SIZES, UNKNOWN, Codes, State
from engine.square_stacker.kernels import LINES, deal, growth_of, place, scoring_of
from engine.square_stacker.packed import COMBO, PLAYED, WORDS, pack, piece_code, unpack
from engine.square_stacker.rules import Rules

Moves = NDArray[np.int16]

LINE_CELLS = tuple(tuple(cell for cell in range(CELLS) if line >> cell & 1) for line in LINES)
"""The cells of each row, column and diagonal."""


class Step(NamedTuple):
    """What a move did.

    Attributes:
        state: the state after it, a new hand dealt where the last piece was played.
        reward: points of the move, the combo counted.
        kind: "" (nothing cleared), "line", "2 lines", ..., "cell", "line and cell", ...
        cleared: bool (3, 3, 3) [row, column, size]: rings that went, the placed ones among them.
    """

    state: State
    reward: float
    kind: str
    cleared: NDArray[np.bool_]


def start(rules: Rules, dice: Dice) -> State:
    """Return the first state of a game: an empty board and a hand."""
    words = np.zeros(WORDS, np.int64)
    deal(words, dice, *growth_of(rules, 0))
    return unpack(words)


def legal_moves(rules: Rules, state: State) -> Moves:
    """Return the legal moves, int16 (n,), ascending.

    Move 9 * piece + 3 * row + column places a piece where every size it has is EMPTY. A piece with an UNKNOWN slot,
    or with three tiles, cannot be placed. A game that is over has none.
    """
    moves = np.empty(PIECES * CELLS, np.int16)
    if rules.move_limit and state.moves >= rules.move_limit:
        return moves[:0]
    return moves[: _legal(state.grid, state.hand, moves)]


@njit
def _legal(grid: Codes, hand: Codes, moves: Moves) -> int:
    """Write the legal moves into `moves`, int16 (27,); return how many."""
    count = 0
    for piece in range(PIECES):
        if piece_code(hand[piece]) == PLAYED:
            continue
        for cell in range(CELLS):
            fits = True
            for size in range(SIZES):
                if hand[piece, size] != EMPTY and grid[cell // SIDE, cell % SIDE, size] != EMPTY:
                    fits = False
            if fits:
                moves[count] = CELLS * piece + cell
                count += 1
    return count


def is_over(rules: Rules, state: State) -> bool:
    """Tell whether the game has surely ended: no piece left in the hand fits anywhere, or the move limit is reached.

    While an UNKNOWN slot may hide a legal move it has not, even where `legal_moves` has none.
    """
    if rules.move_limit and state.moves >= rules.move_limit:
        return True
    if legal_moves(rules, state).size:
        return False
    unread = state.hand == UNKNOWN
    grid = np.where(state.grid == UNKNOWN, np.int8(EMPTY), state.grid)
    smallest = np.where(unread, np.int8(EMPTY), state.hand)
    blank = (smallest == EMPTY).all(axis=1)
    for size in range(SIZES):
        hand = smallest.copy()
        hand[blank & unread[:, size], size] = 0
        if legal_moves(rules, State(grid, hand)).size:
            return False
    return True


def place_piece(rules: Rules, state: State, move: int) -> Step:
    """Make `move` up to where chance comes in: the piece placed, what it completes cleared, no new hand dealt.

    Raises:
        ValueError: the move is not legal.
    """
    if move not in legal_moves(rules, state):
        raise ValueError(f"square stacker: move {move} is not legal; legal are {legal_moves(rules, state).tolist()}")
    piece, cell = divmod(int(move), CELLS)
    row, col = divmod(cell, SIDE)
    words = pack(state)
    points = place(words, piece, cell, scoring_of(rules))
    after = unpack(words, state.score + points, state.moves + 1)
    full = state.grid.copy()
    tiles = state.hand[piece] != EMPTY
    full[row, col, tiles] = state.hand[piece, tiles]
    # a slot that could not be read is not in the words; it stays what it was
    grid = np.where(full == UNKNOWN, full, after.grid)
    hand = state.hand.copy()
    hand[piece] = EMPTY
    cleared = full != grid
    kind = _kind(full, row, col, state.hand[piece, tiles]) if words[COMBO] else ""
    return Step(after._replace(grid=grid, hand=hand), float(points), kind, cleared)


def _kind(full: Codes, row: int, col: int, colours: Codes) -> str:
    """Return the name of what a piece of these colours completes at (row, col) of the board with it on."""
    lines = cells = 0
    for colour in set(colours.tolist()):
        has = (full == colour).any(axis=2).reshape(CELLS)
        lines += sum(all(has[cell] for cell in line) for line in LINE_CELLS if SIDE * row + col in line)
        cells += bool((full[row, col] == colour).all())
    counted = ((lines, "line"), (cells, "cell"))
    return " and ".join(f"{count} {word}s" if count > 1 else word for count, word in counted if count)


def apply(rules: Rules, state: State, move: int, dice: Dice) -> Step:
    """Make `move`: place, clear, score; deal a new hand when the last piece has been played.

    `state` is not changed; `dice` is advanced.

    Raises:
        ValueError: the move is not legal.
    """
    step = place_piece(rules, state, move)
    if (step.state.hand != EMPTY).any():
        return step
    words = pack(step.state)
    deal(words, dice, *growth_of(rules, step.state.score))
    return step._replace(state=step.state._replace(hand=unpack(words).hand))
