"""Would a cell that the eyes could not read change what a move does?"""

from engine.swap3 import UNKNOWN, Rules, State, cells_of
from engine.unread_lines import reaches_unread


def matters(rules: Rules, state: State, move: int) -> bool:
    """Tell whether what `move` lines up at once would differ for some value of an UNKNOWN cell.

    Args:
        rules: the rules.
        state: its board may hold UNKNOWN cells.
        move: a legal move (neither of its two cells is UNKNOWN).
    """
    if not (state.board == UNKNOWN).any():
        return False
    one, other = cells_of(rules, move)
    board = state.board.copy()
    board[one], board[other] = state.board[other], state.board[one]
    return reaches_unread(board, *one, UNKNOWN) or reaches_unread(board, *other, UNKNOWN)
