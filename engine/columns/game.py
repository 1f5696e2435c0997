"""The game's functions: start, legal moves, apply, is over."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.columns.board import EMPTY, MAGIC, UNKNOWN, Codes, State, empty_board, entering, rotated
from engine.columns.dealing import codes_of, deal, honest, piece_of
from engine.columns.kernels import (
    land,
    mark_colour,
    mark_runs,
    place,
    remove_marked,
)
from engine.columns.packed import (
    CHAIN,
    HEIGHTS,
    REMOVED,
    RUNNING,
    TAIL,
    Words,
    colour_at,
    pack,
    physics,
    unpack_board,
    unpack_marks,
    words_of,
)
from engine.columns.rules import LENGTH, Rules
from engine.dice import Dice
from engine.jit import njit

Moves = NDArray[np.int16]


class Stage(NamedTuple):
    """One step of a chain.

    Attributes:
        before: int8 (hidden + rows, cols), the jewels that vanish still there.
        removed: bool (hidden + rows, cols), which of them vanish.
        after: int8 (hidden + rows, cols), the rest fallen.
    """

    before: Codes
    removed: NDArray[np.bool_]
    after: Codes


class Step(NamedTuple):
    """What a piece did.

    Attributes:
        state: the state after it, the next piece entering.
        reward: points, those of the drop among them.
        kind: "" (nothing vanished), "clear", "chain of 2", ...
        chain: steps of the chain.
        removed: jewels that vanished.
    """

    state: State
    reward: float
    kind: str
    chain: int
    removed: int


def start(rules: Rules, dice: Dice) -> State:
    """Return the first state: an empty board, a piece entering, the one after it known."""
    board = empty_board(rules)
    words, numbers = np.zeros(words_of(rules.cols), np.int64), physics(rules)
    space = np.zeros((2, words.size), np.int64)
    first = honest(numbers, dice)
    col, row = entering(rules)
    return State(board, codes_of(first), codes_of(deal(words, numbers, first, dice, space)), col, row)


def legal_moves(rules: Rules, state: State) -> Moves:
    """Return the legal moves, int16 (n,), ascending; none when the game is over.

    Move 3 * col + rotations: the piece rotated so often, moved sideways to `col` at the height where it is, and
    dropped. The columns on the way must be free as far down as the piece reaches, and the column itself must have
    room for it. UNKNOWN cells count as jewels.
    """
    if is_over(rules, state):
        return np.empty(0, np.int16)
    return _moves_into(reach(state.board, state.col, state.row, True)).copy()


@lru_cache(maxsize=4096)
def _moves_into(columns: int) -> Moves:
    """Return the moves into a set of columns, a bit each."""
    inside = (col for col in range(columns.bit_length()) if columns >> col & 1)
    return np.array([LENGTH * col + turn for col in inside for turn in range(LENGTH)], np.int16)


def is_over(rules: Rules, state: State) -> bool:
    """Tell whether the game has ended.

    A jewel rests in the hidden rows, the next piece has no room to enter, no column can take this one, or the move
    limit is reached. A game is not over where an UNKNOWN cell may be free.
    """
    if rules.move_limit and state.moves >= rules.move_limit:
        return True
    enters_at, row = entering(rules)
    if is_filled(state.board, rules.hidden, enters_at, row):
        return True
    return reach(state.board, state.col, state.row, False) == 0


@njit
def is_filled(board: Codes, hidden: int, col: int, row: int) -> bool:
    """Tell whether a jewel lies in the first `hidden` rows, or in column `col` down to `row`."""
    found = False
    for above in range(hidden):
        for beside in range(board.shape[1]):
            code = board[above, beside]
            found = found or (code != EMPTY and code != UNKNOWN)
    for above in range(row + 1):
        code = board[above, col]
        found = found or (code != EMPTY and code != UNKNOWN)
    return found


@njit
def reach(board: Codes, col: int, row: int, unread: bool) -> int:
    """Return the columns that a piece can be dropped into, a bit each; its bottom jewel is at `row`, `col`.

    `unread`: whether UNKNOWN cells count as jewels.
    """
    columns = 0
    for step in (1, -1):
        at = col if step == 1 else col - 1
        while 0 <= at < board.shape[1]:
            free = 0
            while free < board.shape[0] and (board[free, at] == EMPTY or (board[free, at] == UNKNOWN and not unread)):
                free += 1
            if at != col and free <= row:
                break
            if free >= LENGTH:
                columns |= 1 << at
            at += step
    return columns


def drop_piece(rules: Rules, state: State, move: int) -> Step:
    """Make `move` up to where chance comes in: the piece landed, everything vanished, the piece after next unknown.

    Raises:
        ValueError: the move is not legal.
    """
    return _drop(rules, state, move, physics(rules))[1]


def _drop(rules: Rules, state: State, move: int, numbers: Words) -> tuple[Words, Step]:
    """Return `drop_piece` with the packed position after it."""
    move = int(move)
    col, turns = divmod(move, LENGTH)
    if move < 0 or is_over(rules, state) or not reach(state.board, state.col, state.row, True) >> col & 1:
        raise ValueError(f"columns: move {move} is not legal; legal are {legal_moves(rules, state).tolist()}")
    words = pack(state)
    points = int(place(words, numbers, col, *rotated(state.piece, turns).tolist()))
    chain, removed, running = words[TAIL * rules.cols + np.array([CHAIN, REMOVED, RUNNING])].tolist()
    after = State(
        unpack_board(words, rules),
        state.next,
        np.full(LENGTH, UNKNOWN, np.int8),
        *entering(rules),
        state.score + points,
        state.jewels + removed,
        running,
        state.moves + 1,
    )
    kind = "" if not chain else "clear" if chain == 1 else f"chain of {chain}"
    return words, Step(after, float(points), kind, chain, removed)


def apply(rules: Rules, state: State, move: int, dice: Dice) -> Step:
    """Make `move`: land, let vanish what does, deal the piece after next. `state` is not changed; `dice` is advanced.

    Raises:
        ValueError: the move is not legal.
    """
    numbers = physics(rules)
    words, step = _drop(rules, state, move, numbers)
    space = np.empty((2, words.size), np.int64)
    piece = deal(words, numbers, piece_of(state.next), dice, space)
    return step._replace(state=step.state._replace(next=codes_of(piece)))


def stages(rules: Rules, state: State, move: int) -> tuple[Stage, ...]:
    """Return the chain of a legal move step by step, for animations; empty where nothing vanishes.

    A magic piece is part of the first stage's `before`.
    """
    words, numbers = pack(state), physics(rules)
    cols, (col, turns) = rules.cols, divmod(int(move), LENGTH)
    piece = rotated(state.piece, turns)
    height = int(words[HEIGHTS * cols + col])
    found = []
    if piece[2] == MAGIC:
        before = unpack_board(words, rules)
        bottom = rules.height - height
        before[bottom - LENGTH : bottom, col] = MAGIC
        if height:
            mark_colour(words, numbers, colour_at(words, cols, col, height - 1))
        removed = unpack_marks(words, rules) | (before == MAGIC)
        if height:
            remove_marked(words, numbers)
        found.append(Stage(before, removed, unpack_board(words, rules)))
    else:
        land(words, cols, col, *(int(code) for code in piece))
    while mark_runs(words, numbers, 0, cols - 1):
        before, removed = unpack_board(words, rules), unpack_marks(words, rules)
        remove_marked(words, numbers)
        found.append(Stage(before, removed, unpack_board(words, rules)))
    return tuple(found)
