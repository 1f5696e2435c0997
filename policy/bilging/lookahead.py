"""The full-width search behind every planner here: values of moves, to a depth, within a time."""

import time
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.bilging import PUFFER, Rules, State, legal_moves
from engine.bilging.afterstate import is_movable, physics, play_swap
from engine.bilging.board import JELLYFISH, Board, pad
from engine.bilging.kernels import swap_code
from policy.bilging.fullwidth_kernel import Horizon, Workspace, score_moves, workspace
from policy.decision import MOST_STEPS, NoMove, check_work

HASTE: Final = 1e-6
"""Points lost by each swap that a break comes later: settles ties alone, all real points are multiples of 1."""

KERNEL_LEVELS: Final = 4
"""Deepest search handed to a kernel in one piece; above it the tree is opened here, so that the clock is read."""

_SLICE: Final = {1: 1000, 2: 1000, 3: 6}
"""Moves scored in one kernel call by level, one at deeper levels: about half a millisecond at most."""

_FIRST_GUESS_MS: Final = {1: 0.05, 2: 0.1, 3: 0.2}
"""What such a call is taken to cost before one was measured; 1.5 ms at deeper levels."""


class OutOfBudget(Exception):  # noqa: N818 (the normal end of an anytime search)
    """The next slice of work would not fit."""


@dataclass
class Budget:
    """What may still be spent: time, or an exact number of slices.

    Attributes:
        until: `time.perf_counter()` that must not be passed, seconds.
        exact: slices to do whatever the clock says; None goes by the clock.
        done: slices done.
        cost_s: slowest slice seen, by level, seconds.
    """

    until: float
    exact: int | None
    cost_s: dict[int, float]
    done: int = 0

    def enter(self, level: int) -> None:
        """Ask for one more slice of `level`; raises OutOfBudget."""
        if self.done >= (MOST_STEPS if self.exact is None else self.exact):
            raise OutOfBudget
        if self.exact is not None:
            return
        expected = self.cost_s.get(level, _FIRST_GUESS_MS.get(level, 1.5) * 1e-3)
        if time.perf_counter() + expected > self.until:
            raise OutOfBudget

    def leave(self, level: int, spent_s: float) -> None:
        """Book a finished slice."""
        self.done += 1
        slowest = self.cost_s.get(level, spent_s)
        self.cost_s[level] = max(spent_s, 0.98 * slowest + 0.02 * spent_s)


@dataclass
class Lookahead:
    """Full-width search bound to one rules preset; not to be shared between threads.

    Attributes:
        rules: the preset.
        chains: count chains and crabs.
        locality: rows from one swap to the next at most; negative: no limit.
        one_break: a sequence ends with its first break, instead of summing all.
    """

    rules: Rules
    chains: bool = False
    locality: int = -1
    one_break: bool = False
    _space: Workspace = field(init=False, repr=False)
    _cost_s: dict[int, float] = field(init=False, repr=False, default_factory=dict)
    _line_s: float = field(init=False, repr=False, default=0.2e-3)

    def __post_init__(self) -> None:
        """Take working memory once."""
        self._space = workspace(self.rules, KERNEL_LEVELS)
        self._rule = physics(self.rules)

    def budget(self, started: float, budget_ms: float, work: int | None) -> Budget:
        """Return a budget that ends `budget_ms` after `started`, or after exactly `work` slices.

        What `line` took so far is set aside, a quarter of the budget at most.

        Raises:
            WorkError: more slices than MOST_STEPS.
        """
        check_work(work, MOST_STEPS)
        spendable = max(budget_ms * 1e-3 - self._line_s, 0.75e-3 * budget_ms)
        return Budget(started + spendable, work, self._cost_s)

    def horizon(self, board: Board) -> Horizon:
        """Return what a search from `board` counts."""
        specials = int(bool(np.any((board == PUFFER) | (board == JELLYFISH))))
        haste = 0.0 if self.one_break else HASTE
        return Horizon(int(self.chains), int(self.one_break), self.locality, haste, specials)

    def opening(self, state: State) -> tuple[Board, NDArray[np.int64]]:
        """Return the padded board of `state` and the flat cells of its legal moves.

        Raises:
            NoMove: no move is legal.
        """
        moves = legal_moves(self.rules, state).astype(np.int64)
        if not moves.size:
            raise NoMove("bilging: no legal move")
        across = self.rules.cols - 1
        return pad(state.board), (moves // across + 2) * self._rule.stride + moves % across

    def move_of(self, cell: int) -> int:
        """Return the move that swaps the piece at a flat cell with its right neighbour."""
        row, col = divmod(int(cell), self._rule.stride)
        return (row - 2) * (self.rules.cols - 1) + col

    def swaps(self, board: Board) -> NDArray[np.int64]:
        """Return the flat cells of all swaps of two different movable pieces of a padded board."""
        rule = self._rule
        cells = [
            cell
            for row in range(2, rule.rows + 2)
            for cell in range(row * rule.stride, row * rule.stride + rule.cols - 1)
            if board[cell] != board[cell + 1] and is_movable(board[cell]) and is_movable(board[cell + 1])
        ]
        return np.array(cells, dtype=np.int64)

    def score(
        self, board: Board, water_px: int, cells: NDArray[np.int64], level: int, budget: Budget
    ) -> NDArray[np.float64]:
        """Return the best sum of `level` swaps that begins with each of `cells`.

        Raises:
            OutOfBudget: not finished; nothing is returned.
        """
        values = np.full(cells.size, np.nan)
        self.score_into(values, board, water_px, cells, level, budget)
        return values

    def score_into(
        self,
        values: NDArray[np.float64],
        board: Board,
        water_px: int,
        cells: NDArray[np.int64],
        level: int,
        budget: Budget,
    ) -> None:
        """Write the values of `cells`, as in `score`, in their order; where it stops short the rest stays as it was.

        Raises:
            OutOfBudget: not finished.
        """
        horizon = self.horizon(board)
        if level > KERNEL_LEVELS:
            for index, cell in enumerate(cells):
                values[index] = self._open(board, water_px, int(cell), level, horizon, budget)
            return
        size = _SLICE.get(level, 1)
        for start in range(0, cells.size, size):
            budget.enter(level)
            began = time.perf_counter()
            part = slice(start, start + size)
            score_moves(board, self._rule, horizon, water_px, level, cells[part], values[part], self._space)
            budget.leave(level, time.perf_counter() - began)

    def play(self, board: Board, water_px: int, cell: int) -> tuple[Board, float, float, int]:
        """Return the padded board after the swap at `cell`, its own points, its chains' points, the water."""
        after = board.copy()
        code = swap_code(board, self._rule.stride, cell)
        own, chained, water = play_swap(after, self._rule, cell, code, water_px, self._space.scratch)
        return after, own, chained, water

    def _open(self, board: Board, water_px: int, cell: int, level: int, horizon: Horizon, budget: Budget) -> float:
        after, own, chained, water = self.play(board, water_px, cell)
        gained = own + horizon.chains * chained
        if horizon.one_break and gained > 0.0:
            return gained
        cells = self.near(self.swaps(after), cell)
        best = float(self.score(after, water, cells, level - 1, budget).max(initial=0.0))
        return gained + (1.0 - horizon.haste) * best

    def near(self, cells: NDArray[np.int64], last_cell: int) -> NDArray[np.int64]:
        """Return the cells within the locality limit of the last swap."""
        if self.locality < 0:
            return cells
        stride = self._rule.stride
        return cells[np.abs(cells // stride - last_cell // stride) <= self.locality]

    def line(self, board: Board, water_px: int, cell: int, level: int) -> tuple[int, ...]:
        """Return the moves of a best sequence of up to `level` swaps that begins at `cell`."""
        began = time.perf_counter()
        moves = [self.move_of(cell)]
        endless = Budget(float("inf"), None, {})
        for left in range(level - 1, 0, -1):
            board, own, _, water_px = self.play(board, water_px, cell)
            if self.one_break and own > 0.0:
                break
            cells = self.near(self.swaps(board), cell)
            if not cells.size:
                break
            values = self.score(board, water_px, cells, left, endless)
            if values.max() <= 0.0:
                break
            cell = int(cells[int(values.argmax())])
            moves.append(self.move_of(cell))
        spent_s = time.perf_counter() - began
        self._line_s = max(spent_s, 0.98 * self._line_s + 0.02 * spent_s)
        return tuple(moves)
