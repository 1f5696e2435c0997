"""The agent that puts a colour near where it put that colour before (paper, section 3.4 and algorithm 1)."""

import time
from typing import Final, NamedTuple

from engine.dice import roll
from engine.square_stacker import CELLS, EMPTY, PIECES, SIDE, Rules, State
from policy.decision import Decision
from policy.square_stacker.players import Agent, unranked
from policy.square_stacker.positions import position_of


class Placed(NamedTuple):
    """A remembered move: the colour of the piece's largest tile and the cell (0..8) it was put in."""

    colour: int
    cell: int


def _cells_near(cell: int, coded: bool) -> tuple[int, ...]:
    row, col = divmod(cell, SIDE)
    near = []
    for other in range(CELLS):
        r, c = divmod(other, SIDE)
        down, right = abs(r - row), abs(c - col)
        if max(down, right) <= 1 and r != c if coded else down + right == 1:
            near.append(other)
    return tuple(near)


NEAR: Final = {
    "coded": tuple(_cells_near(cell, True) for cell in range(CELLS)),
    "beside": tuple(_cells_near(cell, False) for cell in range(CELLS)),
}
"""The cells tried for each remembered cell, in this order, by the reading of "adjacent"."""


class ShortTermMemoryPolicy(Agent):
    """Remembers its last `memory` moves, in as many slots, the oldest written over.

    The last piece of the hand with a remembered colour goes near the cell of the first slot with that colour, to the
    first cell that takes it; if there is none, or no colour is remembered, any legal move is as good.

    What is near is inferred from the scores. With `near=beside`, the four cells beside the remembered one, as the text
    says, it beats random play clearly (27), which the paper's agent does not (19 with any memory). The paper's
    scores come out with `near=coded`, the default: the block of nine cells around the remembered one, that cell too,
    without the board's main diagonal; the authors' test of offsets looks at the cell's own row and column.

    The memory runs through a game, so decisions follow from the states decided before, not from the last alone.
    It is emptied by a state with an empty board and no moves made. Asked for the same state again, it forgets what it
    answered and answers the same.
    """

    def __init__(self, rules: Rules, *, memory: int = 10, near: str = "coded") -> None:
        if not 1 <= memory <= 1000:
            raise ValueError(f"memory must be 1 to 1000, got {memory}")
        if near not in NEAR:
            raise ValueError(f"near must be {' or '.join(NEAR)}, got {near!r}")
        super().__init__(rules)
        self._near = NEAR[near]
        self._slots: list[Placed | None] = [None] * memory
        self._next = 0
        self._undo: tuple[int, Placed | None] = (0, None)
        self._last: tuple[bytes, bytes, int, int] | None = None

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose a move; see `policy.decision.Policy.decide`."""
        started = time.perf_counter()
        moves = self._legal(state, position_of(state))
        self._recall(state)
        self._rewind(seed)
        move = self._from_memory(state, set(moves))
        if move is None:
            move = moves[roll(self._dice, len(moves))]
        piece, cell = divmod(move, CELLS)
        colours = [colour for colour in state.hand[piece].tolist() if colour != EMPTY]
        self._undo = (self._next, self._slots[self._next])
        self._slots[self._next] = Placed(colours[-1], cell)
        self._next = (self._next + 1) % len(self._slots)
        return unranked(move, moves, started)

    def _recall(self, state: State) -> None:
        """Bring the memory to where it was when `state` came up."""
        seen = (state.grid.tobytes(), state.hand.tobytes(), state.score, state.moves)
        if seen == self._last:
            self._next, forgotten = self._undo
            self._slots[self._next] = forgotten
        elif state.moves == 0 and (state.grid == EMPTY).all():
            self._slots = [None] * len(self._slots)
            self._next = 0
        self._last = seen

    def _from_memory(self, state: State, legal: set[int]) -> int | None:
        """Return a legal move of a piece near where its colour was put, None if there is none."""
        hand = state.hand.tolist()
        for piece in reversed(range(PIECES)):
            for placed in self._slots:
                if placed is not None and placed.colour in hand[piece]:
                    near = (CELLS * piece + cell for cell in self._near[placed.cell])
                    return next((move for move in near if move in legal), None)
        return None
