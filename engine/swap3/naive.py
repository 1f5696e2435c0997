"""The rules once more, slowly, as a player would say them: the twins that the kernels are held against.

Boards are lists of rows of codes. Nothing here is used in play.
"""

from engine.dice import Dice, roll
from engine.swap3.board import EMPTY
from engine.swap3.rules import Rules

Rows = list[list[int]]
Cell = tuple[int, int]


def lines(rules: Rules, board: Rows) -> list[list[Cell]]:
    """Return every line of three or more equal pieces, as long as it goes, as its cells."""
    across = [[(row, col) for col in range(rules.cols)] for row in range(rules.rows)]
    down = [[(row, col) for row in range(rules.rows)] for col in range(rules.cols)]
    found = []
    for cells in across + down:
        run: list[Cell] = []
        for row, col in cells:
            if run and board[row][col] != board[run[0][0]][run[0][1]]:
                found.append(run)
                run = []
            run.append((row, col))
        found.append(run)
    return [run for run in found if len(run) >= 3 and 0 <= board[run[0][0]][run[0][1]] < rules.kinds]


def swapped(board: Rows, one: Cell, other: Cell) -> Rows:
    """Return the board with two pieces in each other's place."""
    after = [list(row) for row in board]
    after[one[0]][one[1]], after[other[0]][other[1]] = board[other[0]][other[1]], board[one[0]][one[1]]
    return after


def legal(rules: Rules, board: Rows) -> list[int]:
    """Return the legal moves, ascending."""
    found = []
    for row in range(rules.rows):
        for col in range(rules.cols):
            for down, allowed in ((0, rules.swaps_across), (1, rules.swaps_down)):
                other = row + down, col + 1 - down
                if not allowed or other[0] >= rules.rows or other[1] >= rules.cols:
                    continue
                pair = board[row][col], board[other[0]][other[1]]
                if pair[0] == pair[1] or not all(0 <= code < rules.kinds for code in pair):
                    continue
                if rules.quiet_swaps or lines(rules, swapped(board, (row, col), other)):
                    found.append(2 * (row * rules.cols + col) + down)
    return found


def collapsed(rules: Rules, board: Rows, gone: set[Cell]) -> Rows:
    """Return the board without the cells of `gone`: the rest fallen, EMPTY where new pieces come in."""
    columns = []
    for col in range(rules.cols):
        kept = [board[row][col] for row in range(rules.rows) if (row, col) not in gone]
        holes = [EMPTY] * (rules.rows - len(kept))
        columns.append(holes + kept if rules.gravity_down else kept + holes)
    return [[columns[col][row] for col in range(rules.cols)] for row in range(rules.rows)]


def refilled(rules: Rules, board: Rows, dice: Dice) -> Rows:
    """Return the board with every hole filled from the dice, row by row."""
    return [[roll(dice, rules.kinds) if code == EMPTY else code for code in row] for row in board]


def played(rules: Rules, board: Rows, move: int, dice: Dice) -> tuple[Rows, list[float]]:
    """Return the settled board after a legal move, dealt anew where the rules say so, and the points of its stages."""
    row, col = divmod(move // 2, rules.cols)
    board = swapped(board, (row, col), (row + move % 2, col + 1 - move % 2))
    points: list[float] = []
    while found := lines(rules, board):
        worth = sum((len(line) - 2) * rules.piece_points for line in found)
        points.append(worth * (1 + len(points) * rules.chain_bonus))
        board = collapsed(rules, board, {cell for line in found for cell in line})
        board = refilled(rules, board, dice)
    if rules.deals_anew and not legal(rules, board):
        board = dealt(rules, dice)
    return board, points


def dealt(rules: Rules, dice: Dice) -> Rows:
    """Return a fresh board with a move and no line."""
    while True:
        board = refilled(rules, [[EMPTY] * rules.cols for _ in range(rules.rows)], dice)
        while found := lines(rules, board):
            board = collapsed(rules, board, {cell for line in found for cell in line})
            board = refilled(rules, board, dice)
        if legal(rules, board):
            return board
