"""The rules once more, slowly, as the rule book says them: the twins that the kernels are held against.

Boards are lists of rows of codes. Nothing here is used in play.
"""

from collections.abc import Iterator

from engine.bilging.board import CRAB, EMPTY, JELLYFISH, PUFFER, UNKNOWN
from engine.bilging.rules import TILE_PX, Chains, Rules, combo_points, line_value
from engine.dice import Dice, chance, roll

Rows = list[list[int]]
Cell = tuple[int, int]


def is_colour(code: int) -> bool:
    """Tell whether a code is one of the seven colours."""
    return 0 <= code < CRAB


def lines(board: Rows) -> list[list[Cell]]:
    """Return every line of three or more equal colours, as long as it goes, as its cells."""
    height, width = len(board), len(board[0])
    rows = [[(row, col) for col in range(width)] for row in range(height)]
    columns = [[(row, col) for row in range(height)] for col in range(width)]
    found = []
    for cells in rows + columns:
        run: list[Cell] = []
        for row, col in cells:
            if run and board[row][col] != board[run[0][0]][run[0][1]]:
                found.append(run)
                run = []
            run.append((row, col))
        found.append(run)
    return [run for run in found if len(run) >= 3 and is_colour(board[run[0][0]][run[0][1]])]


def swapped(board: Rows, row: int, col: int) -> Rows:
    """Return the board after the swap of (row, col) with (row, col + 1), nothing broken yet."""
    after = [list(cells) for cells in board]
    after[row][col], after[row][col + 1] = after[row][col + 1], after[row][col]
    return after


def swap_lengths(board: Rows, row: int, col: int) -> list[int]:
    """Return the lengths of the lines that a swap of two colours makes, ascending; none for other pieces."""
    if not (is_colour(board[row][col]) and is_colour(board[row][col + 1])):
        return []
    return sorted(len(line) for line in lines(swapped(board, row, col)))


def risen(board: Rows, gone: set[Cell]) -> Rows:
    """Return the board without the cells of `gone`, what was below them shifted up, EMPTY at the bottom."""
    height, width = len(board), len(board[0])
    columns = []
    for col in range(width):
        kept = [board[row][col] for row in range(height) if (row, col) not in gone]
        columns.append(kept + [EMPTY] * (height - len(kept)))
    return [[columns[col][row] for col in range(width)] for row in range(height)]


def dry_crabs(board: Rows, water_px: int) -> set[Cell]:
    """Return the crabs whose whole tile stands above the water."""
    height = len(board)
    return {
        (row, col)
        for row, cells in enumerate(board)
        for col, code in enumerate(cells)
        if code == CRAB and (height - 1 - row) * TILE_PX >= water_px
    }


def first_break(rules: Rules, board: Rows, row: int, col: int) -> tuple[set[Cell], float]:
    """Return what the swap at (row, col), already made, clears at once, and its points."""
    here, there = board[row][col], board[row][col + 1]
    everywhere = [(r, c) for r in range(rules.rows) for c in range(rules.cols)]
    if here == there and here in (PUFFER, JELLYFISH):
        return set(), 0.0
    if PUFFER in (here, there):
        at = col if here == PUFFER else col + 1
        gone = {(r, c) for r, c in everywhere if abs(r - row) <= 1 and abs(c - at) <= 1}
        return gone, len(gone) * rules.blast_points
    if JELLYFISH in (here, there):
        at, colour = (col, there) if here == JELLYFISH else (col + 1, here)
        gone = {(row, at)} | {(r, c) for r, c in everywhere if board[r][c] == colour}
        return gone, len(gone) * rules.blast_points
    found = lines(board)
    return {cell for line in found for cell in line}, combo_points(rules, [len(line) for line in found])


def chain_points(rules: Rules, found: list[list[Cell]]) -> float:
    """Return what the lines of a chain step are worth by the preset."""
    if rules.chains is Chains.NOTHING:
        return 0.0
    if rules.chains is Chains.BLOCKS:
        return float(len({cell for line in found for cell in line}))
    if rules.chains is Chains.SUM:
        return float(sum(line_value(rules, len(line)) for line in found))
    return combo_points(rules, [len(line) for line in found])


def stages(rules: Rules, board: Rows, water_px: int, move: int) -> Iterator[tuple[Rows, int, float]]:
    """Yield (board, water, points) after every stage of a move; nothing if nothing vanishes."""
    row, col = divmod(move, rules.cols - 1)
    board = swapped(board, row, col)
    gone, points = first_break(rules, board, row, col)
    while True:
        crabs = dry_crabs(board, water_px)
        points += rules.crab_points * len(crabs) ** 2 * water_px / rules.water_start_px
        gone |= crabs
        if not gone:
            return
        board = risen(board, gone)
        water_px = max(rules.water_min_px, water_px - int(points * rules.water_drain_px))
        yield board, water_px, points
        found = lines(board)
        gone, points = {cell for line in found for cell in line}, chain_points(rules, found)


def may_stand(board: Rows, row: int, col: int, colour: int) -> bool:
    """Tell whether a new piece of `colour` at (row, col) would make no line."""
    trial = [list(cells) for cells in board]
    trial[row][col] = colour
    return not any((row, col) in line for line in lines(trial))


def refilled(rules: Rules, board: Rows, water_px: int, dice: Dice) -> Rows:
    """Return the board with every hole filled from the dice, as `engine.bilging.cascade.refill` does."""
    board = [list(cells) for cells in board]
    specials = rules.crab_rate + rules.puffer_rate + rules.jellyfish_rate
    for row in range(rules.rows):
        for col in range(rules.cols):
            if board[row][col] != EMPTY:
                continue
            if specials > 0 and chance(dice, specials):
                code = JELLYFISH
                if chance(dice, (rules.crab_rate + rules.puffer_rate) / specials):
                    code = CRAB if chance(dice, rules.crab_rate / (rules.crab_rate + rules.puffer_rate)) else PUFFER
                if code != CRAB or (rules.rows - 1 - row) * TILE_PX < water_px:
                    board[row][col] = code
                    continue
            allowed = [colour for colour in range(rules.colours) if may_stand(board, row, col, colour)]
            board[row][col] = allowed[roll(dice, len(allowed))]
    return board


def legal(rules: Rules, board: Rows) -> list[int]:
    """Return the legal moves, ascending."""
    fixed = (CRAB, UNKNOWN, EMPTY)
    return [
        row * (rules.cols - 1) + col
        for row in range(rules.rows)
        for col in range(rules.cols - 1)
        if board[row][col] not in fixed and board[row][col + 1] not in fixed
    ]
