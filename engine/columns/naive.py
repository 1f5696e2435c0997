"""The rules once more, in plain Python that reads like the rules page: the twin that the kernels are held against."""

import numpy as np

from engine.columns.board import EMPTY, MAGIC, Codes, State, entering
from engine.columns.rules import DIAGONAL_POINTS, FURTHER_POINTS, LENGTH, STRAIGHT_POINTS, Rules, Scoring
from engine.dice import Dice, next_word, roll

Cell = tuple[int, int]
"""(row, column), row 0 the topmost hidden one."""
Run = tuple[Cell, ...]
Found = tuple[int, bool]
"""A run's length, and whether it lies in a row or a column."""

ACROSS, DOWN, FALLING, RISING = (0, 1), (1, 0), (1, 1), (-1, 1)
"""Directions of runs, as steps of row and column."""


def inside(board: Codes, cell: Cell) -> bool:
    """Tell whether a cell is on the board."""
    return 0 <= cell[0] < len(board) and 0 <= cell[1] < len(board[0])


def runs(rules: Rules, board: Codes) -> list[Run]:
    """Return every maximal run of three or more of a colour, in a row, a column or a diagonal."""
    found = []
    for down, right in (ACROSS, DOWN, FALLING, RISING) if rules.diagonals else (ACROSS, DOWN):
        for row in range(board.shape[0]):
            for col in range(board.shape[1]):
                colour = board[row, col]
                before = (row - down, col - right)
                if colour == EMPTY or (inside(board, before) and board[before] == colour):
                    continue
                run = [(row, col)]
                while inside(board, after := (run[-1][0] + down, run[-1][1] + right)) and board[after] == colour:
                    run.append(after)
                if len(run) >= LENGTH:
                    found.append(tuple(run))
    return found


def found_in(found: list[Run]) -> list[Found]:
    """Return what the scorings ask of runs."""
    return [(len(run), run[0][0] == run[-1][0] or run[0][1] == run[-1][1]) for run in found]


def level(rules: Rules, jewels: int) -> int:
    """Return the level: the next one comes after `level_jewels` jewels, and takes `level_more` more each time."""
    reached, step, left = rules.level_start, rules.level_jewels, jewels
    while step and left >= step:
        left -= step
        step += rules.level_more
        reached += 1
    return reached


def paid(rules: Rules, jewels: int, found: list[Found], at: int, step: int, running: int) -> int:
    """Return the points of a chain step: how many jewels go, in what runs, at what level, how far down the chain."""
    if rules.scoring == Scoring.JEWELS:
        return rules.points * jewels * step
    if rules.scoring == Scoring.TRIPLETS:
        return rules.points * sum(max(length - 2, 0) for length, _ in found) * (at + 1) * step
    if rules.scoring == Scoring.RUNNING:
        return rules.points * max(jewels - 2, 0) * (at + 1) * step * running
    if rules.scoring == Scoring.MATCHES:
        return rules.points * sum(length for length, _ in found) * at * step
    points = FURTHER_POINTS * max(len(found) - 1, 0)
    for length, straight in found:
        if length >= LENGTH:
            points += (STRAIGHT_POINTS if straight else DIAGONAL_POINTS)[min(length, 5) - LENGTH]
    return rules.points * points


def fallen(board: Codes, gone: set[Cell]) -> Codes:
    """Return the board without some cells, whatever was above them fallen down."""
    after = board.copy()
    for cell in gone:
        after[cell] = EMPTY
    for col in range(board.shape[1]):
        jewels = [code for code in after[:, col] if code != EMPTY]
        after[:, col] = [EMPTY] * (board.shape[0] - len(jewels)) + jewels
    return after


def height(board: Codes, col: int) -> int:
    """Return how many jewels a column has."""
    return int((board[:, col] != EMPTY).sum())


def legal(rules: Rules, state: State) -> list[int]:
    """Return the legal moves, ascending: where the piece can be moved sideways at its height, and has room."""
    board = state.board
    moves = []
    for col in range(rules.cols):
        way = range(min(col, state.col), max(col, state.col) + 1)
        free = all(board[row, at] == EMPTY for at in way if at != state.col for row in range(state.row + 1))
        if free and height(board, col) + LENGTH <= rules.height:
            moves += [LENGTH * col + rotations for rotations in range(LENGTH)]
    return [] if over(rules, state) else moves


def over(rules: Rules, state: State) -> bool:
    """Tell whether the game has ended: no next piece can come in, or the move limit is reached."""
    return filled(rules, state.board) or 0 < rules.move_limit <= state.moves


def filled(rules: Rules, board: Codes) -> bool:
    """Tell whether jewels rest in the hidden rows, or where a new piece comes in."""
    col, row = entering(rules)
    hidden, entry = board[: rules.hidden], board[row - LENGTH + 1 : row + 1, col]
    return bool((hidden != EMPTY).any() or (entry != EMPTY).any())


def turned(piece: Codes, rotations: int) -> list[int]:
    """Return a piece after so many rotations: the bottom jewel goes to the top, the others shift down one."""
    codes: list[int] = piece.tolist()
    for _ in range(rotations):
        codes = [codes[-1], *codes[:-1]]
    return codes


def play(rules: Rules, state: State, move: int) -> tuple[State, int, int, int]:
    """Make a move that has room, legal or not, up to where chance comes in.

    Returns:
        The state, its `next` still the one that now falls; the points; the steps of the chain; the jewels removed.
    """
    col, rotations = divmod(move, LENGTH)
    piece = turned(state.piece, rotations)
    at, below = level(rules, state.jewels), height(state.board, col)
    points = rules.drop_points * (at + 1) * max(rules.rows - LENGTH - below, 0)
    running, step, removed = state.running + 1, 0, 0
    board = state.board.copy()
    stays_at_rest = False
    if piece[0] == MAGIC:
        if below == 0:
            points += rules.magic_floor
            stays_at_rest = True
        else:
            colour = board[rules.height - below, col]
            gone = {(row, c) for row in range(rules.height) for c in range(rules.cols) if board[row, c] == colour}
            step, removed = 1, len(gone)
            points += paid(rules, len(gone), [(len(gone), True)], at, step, running)
            board = fallen(board, gone)
    else:
        board[rules.height - below - LENGTH : rules.height - below, col] = piece
    while not stays_at_rest and (found := runs(rules, board)):
        step += 1
        gone = {cell for run in found for cell in run}
        removed += len(gone)
        points += paid(rules, len(gone), found_in(found), at, step, running)
        board = fallen(board, gone)
    enters_at, row = entering(rules)
    after = State(
        board,
        state.next,
        state.next,
        enters_at,
        row,
        state.score + points,
        state.jewels + removed,
        running if removed else 0,
        state.moves + 1,
    )
    return after, points, step, removed


def drawn(rules: Rules, dice: Dice) -> Codes:
    """Draw a piece by the dice alone: magic by its chance, else each jewel of any colour."""
    if int(next_word(dice)) >> 32 < round(rules.magic * 2**32):
        return np.full(LENGTH, MAGIC, np.int8)
    return np.array([roll(dice, rules.colours) for _ in range(LENGTH)], np.int8)


def dealt(rules: Rules, state: State, dice: Dice) -> Codes:
    """Return the piece after `state.piece`, which is about to fall: of the pieces drawn the one that serves worst."""
    pieces = [drawn(rules, dice) for _ in range(max(rules.crooked, 1))]
    if not rules.crooked:
        return pieces[0]
    return min(pieces, key=lambda piece: best_of_two(rules, state, piece))


def best_of_two(rules: Rules, state: State, second: Codes) -> int:
    """Return the best of all placements of the piece and a second one: 64 a jewel removed - the highest column."""
    best = -1000
    for one in with_room(rules, state):
        after, _, _, removed = play(rules, state._replace(next=second), one)
        for two in with_room(rules, after) if not filled(rules, after.board) else []:
            last, _, _, more = play(rules, after, two)
            if not filled(rules, last.board):
                highest = max(height(last.board, col) for col in range(rules.cols))
                best = max(best, 64 * (removed + more) - highest)
    return best


def with_room(rules: Rules, state: State) -> list[int]:
    """Return the moves into columns that have room for a piece, wherever it is."""
    return [
        LENGTH * col + rotations
        for col in range(rules.cols)
        if height(state.board, col) + LENGTH <= rules.height
        for rotations in range(LENGTH)
    ]
