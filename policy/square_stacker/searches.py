"""The paper's searching agents: the general searches with its parameters (sections 3.5 and 3.6).

All do a fixed number of simulations and look at no clock; `Decision.work` is the number of moves simulated, the
paper's measure of cost. Where the text leaves a choice, the reading is the one whose scores fit the paper's figures
(docs/square_stacker.md).
"""

import time
from typing import Final

import numpy as np

from engine.square_stacker import Rules, State
from policy.decision import Decision
from policy.search.exhaustive import compile_exhaustive
from policy.search.game import TO_THE_END
from policy.search.rollouts import compile_rollouts
from policy.search.uct import compile_uct_open, compile_uct_sampled, tree
from policy.spec import check_range
from policy.square_stacker.players import Agent
from policy.square_stacker.positions import KERNELS, MOST_MOVES, POSITION_WORDS, legal_moves, position_of

rollouts: Final = compile_rollouts(KERNELS)
exhaustive: Final = compile_exhaustive(KERNELS)
uct_sampled: Final = compile_uct_sampled(KERNELS)
uct_open: Final = compile_uct_open(KERNELS)

CHANCES: Final = {"sampled": uct_sampled, "open": uct_open}
"""How a tree treats chance: drawn once for each of its positions, or anew in each simulation."""

MOST_DEPTH: Final = 6
MOST_GAMES: Final = 100_000
MOST_SIMULATIONS: Final = 20_000


class DepthLimitedRandomPolicy(Agent):
    """DLRGS: each move once, then `games` times `depth` random moves; the best mean (section 3.5.3)."""

    def __init__(self, rules: Rules, *, depth: int = 3, games: int = 15) -> None:
        check_range("depth", depth, 1, 1000)
        check_range("games", games, 1, MOST_GAMES)
        super().__init__(rules)
        self._depth = depth
        self._games = games
        self._space = np.zeros((2, POSITION_WORDS), np.int64)

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose a move; see `policy.decision.Policy.decide`."""
        started = time.perf_counter()
        self._rewind(seed)
        count, simulated = rollouts(
            position_of(state),
            self._physics,
            self._dice,
            self._games,
            self._depth,
            self._moves,
            self._values,
            self._space,
        )
        return self._best(state, count, simulated, started)


class RandomSearchPolicy(DepthLimitedRandomPolicy):
    """RGS: each move once, then `games` random games to their end; the best mean (section 3.5.1)."""

    def __init__(self, rules: Rules, *, games: int = 3) -> None:
        super().__init__(rules, games=games)
        self._depth = TO_THE_END


class ExhaustivePolicy(Agent):
    """EGS: every sequence of `depth` moves, each dealt for once; the best move and reply (section 3.5.2)."""

    def __init__(self, rules: Rules, *, depth: int = 3) -> None:
        check_range("depth", depth, 1, MOST_DEPTH)
        super().__init__(rules)
        self._depth = depth
        self._level_moves = np.zeros((depth, MOST_MOVES), np.int64)
        self._level_values = np.zeros((depth, MOST_MOVES))
        self._moves, self._values = self._level_moves[0], self._level_values[0]
        self._space = np.zeros((depth + 1, POSITION_WORDS), np.int64)
        self._cursor = np.zeros((depth, 2), np.int64)

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose a move; see `policy.decision.Policy.decide`."""
        started = time.perf_counter()
        self._rewind(seed)
        count, simulated = exhaustive(
            position_of(state),
            self._physics,
            self._dice,
            self._depth,
            self._level_moves,
            self._level_values,
            self._space,
            self._cursor,
        )
        return self._best(state, count, simulated, started)


class MonteCarloTreePolicy(Agent):
    """MCTS: `simulations` random games from the leaves of a tree, exploring by `c` points (section 3.6).

    The move is the one with the highest upper confidence bound, which is the value it is ranked by; a move that was
    never tried ranks last. `chance=sampled` is the paper's tree, `chance=open` one whose nodes are sequences of moves.
    """

    def __init__(self, rules: Rules, *, simulations: int = 150, c: float = 2.0, chance: str = "sampled") -> None:
        check_range("simulations", simulations, 1, MOST_SIMULATIONS)
        check_range("c", c, 0, 1_000_000)
        if chance not in CHANCES:
            raise ValueError(f"chance must be {' or '.join(CHANCES)}, got {chance!r}")
        super().__init__(rules)
        self._simulations = simulations
        self._c = c
        self._search = CHANCES[chance]
        self._tree = tree(simulations, POSITION_WORDS, MOST_MOVES)

    def decide(self, state: State, budget_ms: float, seed: int, work: int | None = None) -> Decision:
        """Choose a move; see `policy.decision.Policy.decide`."""
        started = time.perf_counter()
        self._rewind(seed)
        words = position_of(state)
        _, simulated = self._search(
            words, self._physics, self._dice, self._simulations, self._c, self._tree, self._values
        )
        count = legal_moves(words, self._physics, self._moves)
        return self._best(state, count, simulated, started)
