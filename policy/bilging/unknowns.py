"""Would a cell that the eyes could not read change what a move does?"""

from engine.bilging import JELLYFISH, PUFFER, UNKNOWN, Board, Rules, State


def matters(rules: Rules, state: State, move: int) -> bool:
    """Tell whether what `move` breaks at once would differ for some value of an UNKNOWN cell.

    Args:
        rules: the rules.
        state: its board may hold UNKNOWN cells.
        move: a legal move (neither of its two cells is UNKNOWN).

    An unknown cell may hold any piece, so it matters where, with the right colour in it, it would take
    part in a line with a swapped piece; and for a jellyfish always, as the cell may hold the colour that goes.
    A puffer fish clears its nine cells whatever they hold.
    """
    board = state.board
    if not (board == UNKNOWN).any():
        return False
    row, col = divmod(int(move), rules.cols - 1)
    left, right = int(board[row, col]), int(board[row, col + 1])
    if left == right or PUFFER in (left, right):
        return False
    if JELLYFISH in (left, right):
        return True
    after = board.copy()
    after[row, col], after[row, col + 1] = right, left
    return any(_reaches_unknown(after, row, at) for at in (col, col + 1))


def _reaches_unknown(board: Board, row: int, col: int) -> bool:
    """Tell whether a line of three or more through (row, col) exists that is wild in its unknown cells."""
    colour = board[row, col]
    for down, across in ((1, 0), (0, 1)):
        run, wild = 1, 0
        for sign in (-1, 1):
            at_row, at_col = row + sign * down, col + sign * across
            while 0 <= at_row < board.shape[0] and 0 <= at_col < board.shape[1]:
                code = board[at_row, at_col]
                if code not in (colour, UNKNOWN):
                    break
                run += 1
                wild += code == UNKNOWN
                at_row, at_col = at_row + sign * down, at_col + sign * across
        if run >= 3 and wild:
            return True
    return False
