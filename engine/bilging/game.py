"""The game's functions: start, legal moves, apply, idle, is over."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.bilging.board import CRAB, EMPTY, JELLYFISH, PUFFER, UNKNOWN, Board, State, inside, pad, unpad
from engine.bilging.cascade import mark_blast, mark_colour, mark_dry_crabs, mark_lines, refill, rise
from engine.bilging.rules import Rules, message
from engine.bilging.scoring import Tables, chain_score, combo_score, tables
from engine.dice import Dice
from engine.lines import Mask

Moves = NDArray[np.int16]


class Stage(NamedTuple):
    """One beat of a move: pieces vanish, the rest rises.

    Attributes:
        cleared: bool (rows, cols): pieces that vanish, where they stood before the rise.
        board: int8 (rows, cols): codes after the rise; EMPTY where a hole is left at the bottom.
        points: what it is worth.
    """

    cleared: Mask
    board: Board
    points: float


class Step(NamedTuple):
    """What a move did.

    Attributes:
        state: the settled state after it, new pieces in.
        reward: points of all stages.
        kind: "" (nothing broke), one of the 21 kinds as "3x4", or "puffer fish", "jellyfish".
        message: what the game calls out: "", "Arrr", "Bingo", "Sea Donkey", "Vegas".
        stages: the break, then each chain step or leaving of crabs; empty if nothing vanished.
    """

    state: State
    reward: float
    kind: str
    message: str
    stages: tuple[Stage, ...]


class Cascade(NamedTuple):
    """A move as far as chance has no part in it: `Step` before the holes are filled.

    Attributes:
        board: int8 (rows, cols), EMPTY where new pieces will come.
        water_px: level of the water after it.
        kind, message, stages: as in `Step`.
    """

    board: Board
    water_px: int
    kind: str
    message: str
    stages: tuple[Stage, ...]


def start(rules: Rules, dice: Dice) -> State:
    """Return the first state of a game: a full board without a line."""
    board = np.full((rules.rows, rules.cols), EMPTY, dtype=np.int8)
    return State(_filled(rules, board, rules.water_start_px, dice), rules.water_start_px, 0, 0.0)


def legal_moves(rules: Rules, state: State) -> Moves:
    """Return the legal moves, int16 (n,), ascending.

    Move row * (cols - 1) + col swaps (row, col) with (row, col + 1). Crabs cannot be moved, cells that
    could not be read must not be. Swapping two equal pieces is legal and does nothing. A game that is
    over has none.
    """
    if is_over(rules, state):
        return np.zeros(0, dtype=np.int16)
    fixed = (state.board == CRAB) | (state.board == UNKNOWN) | (state.board == EMPTY)
    free = ~(fixed[:, :-1] | fixed[:, 1:])
    return np.flatnonzero(free).astype(np.int16)


def is_over(rules: Rules, state: State) -> bool:
    """Tell whether the rules' move limit is reached; the game itself never ends."""
    return bool(rules.move_limit and state.moves >= rules.move_limit)


def apply(rules: Rules, state: State, move: int, dice: Dice) -> Step:
    """Make `move`: swap, break, rise, chains, then new pieces from below.

    `state` is not changed; `dice` is advanced.

    Raises:
        ValueError: the move is not legal.
    """
    played = cascade(rules, state, move)
    reward = float(sum(stage.points for stage in played.stages))
    board = _filled(rules, played.board, played.water_px, dice) if played.stages else played.board
    after = State(board, played.water_px, state.moves + 1, state.score + reward)
    return Step(after, reward, played.kind, played.message, played.stages)


def idle(rules: Rules, state: State, seconds: float) -> State:
    """Return the state after `seconds` without a move: every full `idle_seconds` are a move of 0 and raise the water.

    What is left over of the seconds is the caller's to keep.
    """
    stalls = int(seconds // rules.idle_seconds)
    water = min(state.water_px + stalls * rules.water_rise_px, rules.water_max_px) if stalls else state.water_px
    return state._replace(water_px=water, moves=state.moves + stalls)


def cascade(rules: Rules, state: State, move: int) -> Cascade:
    """Make `move` up to where chance comes in.

    The swap's lines break all at once, the rest rises, then lines that the rise made and crabs that now
    stand above the water go together, again and again. Each stage's points lower the water; a move
    without points raises it.

    Raises:
        ValueError: the move is not legal.
    """
    rows, cols = rules.rows, rules.cols
    board = pad(_checked(rules, state, move))
    at = (move // (cols - 1) + 2) * (cols + 2) + move % (cols - 1)
    board[at], board[at + 1] = board[at + 1], board[at]
    scores = tables(rules)
    mask = np.zeros(board.size, dtype=np.bool_)
    lengths = np.zeros(scores.line.size, dtype=np.int64)
    water = state.water_px
    stages: list[Stage] = []

    kind, call, points = _first_break(rules, scores, board, at, mask, lengths)
    while True:
        crabs = mark_dry_crabs(board, rows, cols, water, mask)
        points += rules.crab_points * crabs * crabs * water / rules.water_start_px
        if not mask.any():
            break
        cleared = inside(mask, rows, cols).copy()
        rise(board, rows, cols, mask)
        stages.append(Stage(cleared, unpad(board, rows, cols), points))
        water = max(min(water, rules.water_min_px), water - int(points * rules.water_drain_px))
        blocks = mark_lines(board, rows, cols, mask, lengths)
        points = chain_score(scores, lengths, blocks)

    if not any(stage.points for stage in stages):
        water = max(water, min(water + rules.water_rise_px, rules.water_max_px))
    return Cascade(unpad(board, rows, cols), water, kind, call, tuple(stages))


def _first_break(
    rules: Rules, scores: Tables, board: Board, at: int, mask: Mask, lengths: NDArray[np.int64]
) -> tuple[str, str, float]:
    """Mark what the swap at `at`, already made, breaks; return its kind, message and points.

    A special fires before any line is looked for; lines that still stand after the rise break as chains.
    """
    rows, cols = rules.rows, rules.cols
    left, right = int(board[at]), int(board[at + 1])
    pair = {left, right}
    if pair & {PUFFER, JELLYFISH}:
        if left == right:
            return "", "", 0.0
        if PUFFER in pair:
            hit = mark_blast(rows, cols, at if left == PUFFER else at + 1, mask)
            return "puffer fish", "", hit * rules.blast_points
        hit = 1 + mark_colour(board, min(pair), mask)
        mask[at if left == JELLYFISH else at + 1] = True
        return "jellyfish", "", hit * rules.blast_points
    mark_lines(board, rows, cols, mask, lengths)
    kind = [length for length in range(3, lengths.size) for _ in range(int(lengths[length]))]
    return "x".join(map(str, kind)), message(kind), combo_score(scores, lengths)


def _filled(rules: Rules, board: Board, water_px: int, dice: Dice) -> Board:
    padded = pad(board)
    rates = (rules.crab_rate, rules.puffer_rate, rules.jellyfish_rate)
    refill(padded, rules.rows, rules.cols, rules.colours, *rates, water_px, dice)
    return unpad(padded, rules.rows, rules.cols)


def _checked(rules: Rules, state: State, move: int) -> Board:
    """Return the board of a state on which `move` is legal."""
    if state.board.shape != (rules.rows, rules.cols) or state.board.dtype != np.int8:
        expected = f"({rules.rows}, {rules.cols}) int8"
        raise ValueError(f"bilging: expected a board {expected}, got {state.board.shape} {state.board.dtype}")
    if is_over(rules, state):
        raise ValueError(f"bilging: the game is over after {rules.move_limit} moves")
    fixed = (CRAB, UNKNOWN, EMPTY)
    if not 0 <= move < rules.rows * (rules.cols - 1):
        raise ValueError(f"bilging: move {move} is not in 0..{rules.rows * (rules.cols - 1) - 1}")
    row, col = divmod(int(move), rules.cols - 1)
    if state.board[row, col] in fixed or state.board[row, col + 1] in fixed:
        raise ValueError(f"bilging: move {move} swaps a crab, a hole or an unknown cell at row {row}, column {col}")
    return state.board
