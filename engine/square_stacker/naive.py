"""The rules once more, in plain Python that reads like the rules page: the twin that the kernels are held against."""

from engine.dice import Dice, chance, roll
from engine.square_stacker.board import CELLS, EMPTY, PIECES, SIDE, SIZES, UNKNOWN, State
from engine.square_stacker.kernels import REDEALS
from engine.square_stacker.rules import Rules

Piece = dict[int, int]
"""Colour by size."""

LINES = (
    *(tuple((row, col) for col in range(SIDE)) for row in range(SIDE)),
    *(tuple((row, col) for row in range(SIDE)) for col in range(SIDE)),
    tuple((n, n) for n in range(SIDE)),
    tuple((n, SIDE - 1 - n) for n in range(SIDE)),
)
"""Rows, columns and the two diagonals as cells (row, column)."""


def fits(state: State, move: int) -> bool:
    """Tell whether a move is legal: the piece is there and was read, and every size it has is free in the cell."""
    piece, row, col = move // CELLS, move % CELLS // SIDE, move % SIDE
    tiles = [size for size, colour in enumerate(state.hand[piece].tolist()) if colour != EMPTY]
    if not 1 <= len(tiles) < SIZES or UNKNOWN in state.hand[piece]:
        return False
    return all(state.grid[row, col, size] == EMPTY for size in tiles)


def legal(state: State) -> list[int]:
    """Return the legal moves, ascending."""
    return [move for move in range(PIECES * CELLS) if fits(state, move)]


def play(rules: Rules, state: State, move: int) -> tuple[State, int]:
    """Make a legal move up to where chance comes in; return the state, no new hand dealt, and the points."""
    piece, row, col = move // CELLS, move % CELLS // SIDE, move % SIDE
    grid, hand = state.grid.copy(), state.hand.copy()
    placed = []
    for size, colour in enumerate(hand[piece].tolist()):
        if colour != EMPTY:
            grid[row, col, size] = colour
            placed.append(colour)
    hand[piece] = EMPTY

    full = grid.copy()
    lines = cells = 0
    for colour in sorted(set(placed)):
        gone: set[tuple[int, int]] = set()
        for line in LINES:
            if (row, col) in line and all(colour in full[cell] for cell in line):
                lines += 1
                gone.update(line)
        if all(full[row, col] == colour):
            cells += 1
            gone.add((row, col))
            if rules.full_cell_sweeps:
                gone.update((r, c) for r in range(SIDE) for c in range(SIDE))
        for cell in gone:
            grid[cell][grid[cell] == colour] = EMPTY

    points = rules.line_points * (lines * lines if rules.squared_lines else lines) + rules.cell_points * cells
    combo = state.combo + 1 if lines or cells else 0
    if rules.combo:
        points *= combo
    return State(grid, hand, combo, state.score + points, state.moves + 1), points


def drawn_piece(colours: int, two_sizes: float, dice: Dice) -> Piece:
    """Draw a piece: a tile; with the chance given another of another size and, where there is one, another colour."""
    colour, size = roll(dice, colours), roll(dice, SIZES)
    piece = {size: colour}
    if two_sizes > 0.0 and chance(dice, two_sizes):
        sizes = [(size + 1) % SIZES, (size + 2) % SIZES]
        others = [(colour + n) % colours for n in range(1, colours)]
        second_size = sizes[roll(dice, len(sizes))]
        piece[second_size] = others[roll(dice, len(others))] if others else colour
    return piece


def dealt(rules: Rules, state: State, dice: Dice) -> State:
    """Draw a new hand, again and again where `feasible` is asked for and none of its pieces fits anywhere."""
    step = rules.growth_at(state.score)
    full = not (state.grid == EMPTY).any()
    two_sizes, draws = step.two_sizes, 0
    while True:
        hand = state.hand.copy()
        hand[:] = EMPTY
        for place in range(PIECES):
            for size, colour in drawn_piece(step.colours, two_sizes, dice).items():
                hand[place, size] = colour
        after = state._replace(hand=hand)
        draws += 1
        if not rules.feasible or full or legal(after) or draws == 2 * REDEALS:
            return after
        if draws == REDEALS:
            two_sizes = 0.0
