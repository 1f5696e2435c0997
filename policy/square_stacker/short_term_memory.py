"""The agent that puts a colour beside where it put that colour before (paper, section 3.4 and algorithm 1)."""

import time
from collections import deque
from typing import NamedTuple

from engine.dice import roll
from engine.square_stacker import CELLS, EMPTY, SIDE, Rules, State
from policy.decision import Decision
from policy.square_stacker.players import Agent, unranked
from policy.square_stacker.positions import position_of


class Placed(NamedTuple):
    """A remembered move: one colour and the cell (0..8) it was put in."""

    colour: int
    cell: int


def _neighbours(cell: int) -> tuple[int, ...]:
    row, col = divmod(cell, SIDE)
    around = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
    return tuple(SIDE * r + c for r, c in around if 0 <= r < SIDE and 0 <= c < SIDE)


NEIGHBOURS = tuple(_neighbours(cell) for cell in range(CELLS))
"""The cells beside each cell, up, left, right, down."""


class ShortTermMemoryPolicy(Agent):
    """Remembers its last `memory` moves.

    The first piece of the hand with a colour it remembers goes beside the latest cell that colour was put in; if it
    fits nowhere there, or no colour is remembered, any legal move is as good. Which of several matches is meant the
    paper does not say; its scores do not depend on it.

    The memory runs through a game, so decisions follow from the states decided before, not from the last alone.
    It is emptied by a state with an empty board and no moves made. Asked for the same state again, it forgets what it
    answered and answers the same.
    """

    def __init__(self, rules: Rules, *, memory: int = 10) -> None:
        if not 1 <= memory <= 1000:
            raise ValueError(f"memory must be 1 to 1000, got {memory}")
        super().__init__(rules)
        self._memory: deque[Placed] = deque(maxlen=memory)
        self._before: deque[Placed] = deque(maxlen=memory)
        self._last: tuple[bytes, bytes, int, int] | None = None

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose a move; see `policy.decision.Policy.decide`."""
        started = time.perf_counter()
        moves = self._legal(state, position_of(state))
        self._recall(state)
        self._rewind(seed)
        move = self._beside(state, set(moves))
        if move is None:
            move = moves[roll(self._dice, len(moves))]
        piece, cell = divmod(move, CELLS)
        self._memory.extend(Placed(colour, cell) for colour in state.hand[piece].tolist() if colour != EMPTY)
        return unranked(move, moves, started)

    def _recall(self, state: State) -> None:
        """Bring the memory to where it was when `state` came up."""
        seen = (state.grid.tobytes(), state.hand.tobytes(), state.score, state.moves)
        if seen == self._last:
            self._memory = self._before.copy()
        elif state.moves == 0 and (state.grid == EMPTY).all():
            self._memory.clear()
        self._before = self._memory.copy()
        self._last = seen

    def _beside(self, state: State, legal: set[int]) -> int | None:
        """Return a legal move of a piece to a cell beside its remembered colour, None if there is none."""
        for piece, colours in enumerate(state.hand.tolist()):
            for placed in reversed(self._memory):
                if placed.colour in colours:
                    beside = (CELLS * piece + cell for cell in NEIGHBOURS[placed.cell])
                    return next((move for move in beside if move in legal), None)
        return None
