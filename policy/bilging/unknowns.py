"""Would a cell that the eyes could not read change what a move does?"""

from engine.bilging import JELLYFISH, PUFFER, UNKNOWN, Rules, State
from engine.unread_lines import reaches_unread


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
    return any(reaches_unread(after, row, at, UNKNOWN) for at in (col, col + 1))
