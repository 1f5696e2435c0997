"""The game's functions: start, legal moves, apply, is over."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.dice import Dice
from engine.lines import Mask
from engine.padded import Board, inside, pad, unpad
from engine.swap3.board import EMPTY, UNKNOWN, State, cells_of
from engine.swap3.kernels import MOST_STAGES, break_lines, is_legal, legal_swaps, physics, refill, scratch
from engine.swap3.rules import Rules

Moves = NDArray[np.int16]
MOST_DEALS = 10_000
"""Boards that `start` deals until one has a move."""
CERTAIN_STAGES = 2
"""What the swap lines up goes, then what that fall lines up; what stands after that hangs on new pieces."""


class Stage(NamedTuple):
    """One beat of a move: lines vanish, the rest falls, new pieces come in.

    Attributes:
        cleared: bool (rows, cols): pieces that vanish, where they stood before the fall.
        fallen: int8 (rows, cols): codes after the fall; EMPTY where new pieces come in.
        board: int8 (rows, cols): the same with the new pieces.
        points: what it is worth.
    """

    cleared: Mask
    fallen: Board
    board: Board
    points: float


class Step(NamedTuple):
    """What a move did.

    Attributes:
        state: the settled state after it.
        reward: points of all stages.
        stages: the lines of the swap, then each chain; empty where a quiet swap lined nothing up.
        dealt: whether no move was left after that and the board was dealt anew.
    """

    state: State
    reward: float
    stages: tuple[Stage, ...]
    dealt: bool = False


def start(rules: Rules, dice: Dice) -> State:
    """Return the first state of a game: a full board without a line, and with a move.

    Raises:
        ValueError: chance deals no such board under these rules.
    """
    return State(_dealt(rules, dice), 0, 0.0)


def _dealt(rules: Rules, dice: Dice) -> Board:
    rule, space = physics(rules), scratch(rules)
    moves = np.zeros(2 * rules.rows * rules.cols, dtype=np.int64)
    for _ in range(MOST_DEALS):
        board = pad(np.full((rules.rows, rules.cols), EMPTY, dtype=np.int8))
        for stage in range(MOST_STAGES):
            refill(board, rule, dice)
            if break_lines(board, rule, stage, space) < 0.0:
                if legal_swaps(board, rule, moves):
                    return unpad(board, rules.rows, rules.cols)
                break
    raise ValueError(f"swap3: rules {rules.name} deal no board with a move in {MOST_DEALS} tries")


def legal_moves(rules: Rules, state: State) -> Moves:
    """Return the legal moves, int16 (n,), ascending, numbered as `engine.swap3.move_of` does.

    Both cells must be known and differ and, unless quiet swaps stand, line something up that is known.
    """
    if rules.move_limit and state.moves >= rules.move_limit:
        return np.zeros(0, dtype=np.int16)
    moves = np.zeros(2 * rules.rows * rules.cols, dtype=np.int64)
    count = legal_swaps(pad(state.board), physics(rules), moves)
    return moves[:count].astype(np.int16)


def is_over(rules: Rules, state: State) -> bool:
    """Tell whether the move limit is reached or no move is left.

    Never for the latter where a cell is UNKNOWN, or where such a board is dealt anew: a window may show it until then.
    """
    if rules.move_limit and state.moves >= rules.move_limit:
        return True
    return not rules.deals_anew and not bool(np.any(state.board == UNKNOWN)) and legal_moves(rules, state).size == 0


def apply(rules: Rules, state: State, move: int, dice: Dice) -> Step:
    """Make `move`: swap, then lines vanish, the rest falls and new pieces come in, until nothing lines up.

    `state` is not changed; `dice` is advanced.

    Raises:
        ValueError: the move is not legal.
    """
    rows, cols = rules.rows, rules.cols
    rule, space = physics(rules), scratch(rules)
    board = swapped(rules, state, move)
    stages: list[Stage] = []
    while len(stages) < MOST_STAGES:
        points = break_lines(board, rule, len(stages), space)
        if points < 0.0:
            break
        cleared, fallen = inside(space.mask, rows, cols).copy(), unpad(board, rows, cols)
        refill(board, rule, dice)
        stages.append(Stage(cleared, fallen, unpad(board, rows, cols), points))
    reward = float(sum(stage.points for stage in stages))
    settled, moves = unpad(board, rows, cols), np.zeros(2 * rows * cols, dtype=np.int64)
    stuck = rules.deals_anew and not (settled == UNKNOWN).any() and legal_swaps(board, rule, moves) == 0
    if stuck:
        settled = _dealt(rules, dice)
    return Step(State(settled, state.moves + 1, state.score + reward), reward, tuple(stages), bool(stuck))


def certain(rules: Rules, state: State, move: int) -> State:
    """Return the state after the lines of a move that go whatever comes in, EMPTY where new pieces do.

    Its score is the least that the move leaves. Beside an UNKNOWN cell only the swap's own lines are certain.

    Raises:
        ValueError: the move is not legal.
    """
    board, rule, space = swapped(rules, state, move), physics(rules), scratch(rules)
    score = state.score
    for stage in range(1 if (state.board == UNKNOWN).any() else CERTAIN_STAGES):
        score += max(0.0, break_lines(board, rule, stage, space))
    return State(unpad(board, rules.rows, rules.cols), state.moves + 1, score)


def swapped(rules: Rules, state: State, move: int) -> Board:
    """Return the padded board after the two pieces of a legal move have changed places, nothing broken yet.

    Raises:
        ValueError: the move is not legal.
    """
    if state.board.shape != (rules.rows, rules.cols) or state.board.dtype != np.int8:
        expected = f"({rules.rows}, {rules.cols}) int8"
        raise ValueError(f"swap3: expected a board {expected}, got {state.board.shape} {state.board.dtype}")
    if rules.move_limit and state.moves >= rules.move_limit:
        raise ValueError(f"swap3: the game is over after {rules.move_limit} moves")
    one, other = cells_of(rules, move)
    board = pad(state.board)
    if not is_legal(board, physics(rules), int(move)):
        why = "swaps unequal pieces and lines them up" if not rules.quiet_swaps else "swaps two unequal pieces"
        raise ValueError(f"swap3: move {move} at row {one[0]}, column {one[1]} is not legal; a move {why}")
    shown = inside(board, rules.rows, rules.cols)
    shown[one], shown[other] = shown[other], shown[one]
    return board
