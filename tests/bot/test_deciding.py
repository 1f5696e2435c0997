"""Which move is made where not all of a board is read."""

from typing import Any

import numpy as np
import pytest

from bot.games import GAMES
from bot.playing.deciding import Undecided, decide
from engine.dice import dice
from engine.swap3 import PRESETS, State, legal_moves, start
from policy.decision import Decision, Ranked
from policy.swap3 import matters
from vision.sighting import UNKNOWN, Sighting, Status

GAME = GAMES["swap3"]()
RULES = PRESETS["gweled"]


class OneMove:
    """A planner that knows of one move."""

    def __init__(self, move: int) -> None:
        self.decision = Decision(move, 1.0, (Ranked(move, 1.0),), (move,), 0.0)

    def decide(self, _state: Any, _budget_ms: float, _seed: int, _work: int | None = None) -> Decision:
        return self.decision


def beside_a_line() -> tuple[State, int, tuple[int, int]]:
    """A board with an unread cell, a move that lines three up beside it, and the cell."""
    for seed in range(20):
        state = start(RULES, dice(seed))
        for row, col in np.ndindex(state.board.shape):
            board = state.board.copy()
            board[row, col] = UNKNOWN
            hidden = state._replace(board=board)
            for move in legal_moves(RULES, hidden).tolist():
                if matters(RULES, hidden, move):
                    return hidden, move, (row, col)
    raise AssertionError


def test_the_only_move_is_made_beside_a_piece_of_no_kind_but_not_beside_what_cannot_be_read() -> None:
    state, move, cell = beside_a_line()
    sighting = Sighting(state.board, np.ones(state.board.shape, np.float32), Status.UNKNOWN_CELLS, 0)
    planner = OneMove(move)
    assert decide(GAME, RULES, planner, state, sighting, 0.0, 0, restless=[cell]) is planner.decision
    with pytest.raises(Undecided, match="decides what every good move does"):
        decide(GAME, RULES, planner, state, sighting, 0.0, 0)
    with pytest.raises(Undecided, match="decides what every good move does"):
        decide(GAME, RULES, planner, state, sighting, 0.0, 0, restless=[cell], out_of_reach=lambda _move: True)
    far = next((r, c) for r, c in np.argwhere(state.board != UNKNOWN).tolist() if r != cell[0] and c != cell[1])
    state.board[far] = UNKNOWN
    with pytest.raises(Undecided):
        decide(GAME, RULES, planner, state, sighting, 0.0, 0, restless=[cell])


def test_a_kind_that_the_rules_lack_is_named_where_no_move_is_left() -> None:
    """All of it was read; "what can be read of the board" sent people to look for something that lay over it."""
    board = np.add.outer(np.arange(8), 3 * np.arange(8)).astype(np.int8) % 7
    board[::2] = 17
    sighting = Sighting(board, np.ones(board.shape, np.float32), Status.CLEAR, 0)
    state = GAME.state_from_sighting(RULES, sighting)
    with pytest.raises(Undecided, match=r"the kinds that the rules know; of the profile's they do not know code 17$"):
        decide(GAME, RULES, GAME.policy("greedy", RULES), state, sighting, 0.0, 0)
