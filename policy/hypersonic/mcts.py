"""The paper's Monte Carlo tree search for Hypersonic (section 6.1)."""

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.dice import Dice, chance, roll
from engine.hypersonic.actions import ACTIONS, MOVES
from engine.hypersonic.cells import ACTION_COUNT, NTH_ACTION
from engine.hypersonic.kernels import legal_mask
from engine.hypersonic.packed import WORDS, Words, copy_state, is_alive, round_of
from engine.hypersonic.rules import FUSE, Rules
from engine.jit import njit
from policy.decision import Ranked
from policy.hypersonic.first_moves import mark_trapped
from policy.hypersonic.last_search import LastSearch
from policy.hypersonic.predicting import Found, PredictingPolicy
from policy.hypersonic.scripted import Scene, box_distance, play
from policy.hypersonic.stage import LONGEST
from policy.hypersonic.traps import trap_space
from policy.search.game import NO_MOVE, GameKernels, Moves
from policy.search.single_player import (
    DEEPEST,
    SIMULATIONS,
    compile_single_player,
    root_moves,
    single_tree,
)

PIECE: Final = 32
"""Simulations between two looks at the clock."""
ROWS: Final = 1 << 16
"""Positions that a tree holds at most."""
NODES: Final = 1 << 19

CLASSIC: Final = 2 * math.sqrt(2)
"""What c of the classic UCT is in units of `policy.search.tree_links.upper_bound`."""

SCALE: Final = 400.0
BOX_POINTS: Final = 50.0
ALIVE_POINTS: Final = 200.0
"""Numbers of the formula: 1/400 * (sum of reward_r * 50 * gamma**r + 200 - box_dist)."""

DISTANCE: Final = 0
LAST_BOMB: Final = 1
BOMBING: Final = 2
"""Places in `Scene.weights`: part of box_dist that counts; rounds from the root after which no bomb is placed; the
chance that a bomb is placed in a round of a random game in which one can be."""


@njit
def legal_moves(words: Words, scene: Scene, moves: Moves) -> int:
    """Write the actions that the tree tries into `moves`, ascending; return how many: 0 for the dead."""
    mask, count = legal_mask(words, scene.player), 0
    if round_of(words) - scene.start >= scene.weights[LAST_BOMB]:
        mask &= (1 << MOVES) - 1
    for action in range(ACTIONS):
        if mask >> action & 1:
            moves[count] = action
            count += 1
    return count


@njit
def random_move(words: Words, scene: Scene, dice: Dice) -> int:
    """Return an action of a random game, or NO_MOVE for the dead: each move with the same chance."""
    mask = legal_mask(words, scene.player)
    if mask == 0:
        return NO_MOVE
    moves = mask & (1 << MOVES) - 1
    action = int(NTH_ACTION[moves, roll(dice, int(ACTION_COUNT[moves]))])
    if (
        mask != moves
        and round_of(words) - scene.start < scene.weights[LAST_BOMB]
        and chance(dice, scene.weights[BOMBING])
    ):
        action += MOVES
    return action


@njit
def final_value(words: Words, points: float, scene: Scene) -> float:
    """Return the value of a simulation's last state: 0 for the dead, else the paper's formula.

    `points` is the sum of reward_r * 50 * gamma**r; see `MctsPolicy` for box_dist.
    """
    if not is_alive(words, scene.player):
        return 0.0
    return float((points + ALIVE_POINTS - scene.weights[DISTANCE] * box_distance(words, scene)) / SCALE)


KERNELS: Final = GameKernels("hypersonic_mcts", play, legal_moves, random_move)
search: Final = compile_single_player(KERNELS, final_value, copy_state)


class MctsPolicy(PredictingPolicy):
    """Single-player Monte Carlo tree search against predicted opponents, with the paper's parameters.

    Args:
        rules: the preset.
        c: exploration of the classic UCT, mean + 2 c sqrt(2 ln n / n_j) (Browne et al. 2012, section 3.3, which the
            paper cites). Without its factors 1 explores too little: five times the simulations found no better lines.
        depth: rounds from the root to the end of a simulation, tree and random game together.
        gamma: what a reward loses in worth with each round.
        distance: part of box_dist, the sum of the distances to all boxes, that counts. With the paper's 1 a player far
            from many boxes is worth less than a dead one, and the search seeks death; with 0.28 only from 65 boxes on.
        bombing: the chance that a bomb is placed in a round of a random game in which one can be; 0.5 draws all legal
            actions alike. With 0.2 fewer random games end in death, and more of them tell something.
        late: 1: bombs are placed that cannot explode in time to be rewarded (the habit of which the paper tells in
            section 7.1); 0: they are not, as they cost the search time and earn it nothing, unless another bomb sets
            them off.
        op: 1: opponents are predicted; 0: they stand still.
        traps: 1: first moves after which an opponent can kill within two rounds are left out; 0: they are not.

    Raises:
        ValueError: a parameter out of range.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        c: float = 1.0,
        depth: int = 15,
        gamma: float = 0.98,
        distance: float = 0.28,
        bombing: float = 0.5,
        late: int = 1,
        op: int = 1,
        traps: int = 1,
    ) -> None:
        if not 0 <= c <= 1000:
            raise ValueError(f"c must be 0 to 1000, got {c}")
        if not 1 <= depth <= LONGEST:
            raise ValueError(f"depth must be 1 to {LONGEST}, got {depth}")
        if not 0 < gamma <= 1:
            raise ValueError(f"gamma must be above 0 and at most 1, got {gamma}")
        if not 0 <= distance <= 1000:
            raise ValueError(f"distance must be 0 to 1000, got {distance}")
        if not 0 <= bombing <= 1:
            raise ValueError(f"bombing must be 0 to 1, got {bombing}")
        for name, switch in (("late", late), ("traps", traps)):
            if switch not in (0, 1):
                raise ValueError(f"{name} must be 0 or 1, got {switch}")
        rewards = BOX_POINTS * gamma ** np.arange(1.0, LONGEST + 1)
        last = depth if late else max(depth - FUSE, 1)
        super().__init__(rules, op, rewards, np.array([distance, last, bombing]))
        self._exploration, self._depth, self._traps = CLASSIC * c, depth, traps
        self._tree = single_tree(ROWS, WORDS, ACTIONS, NODES)
        self._line = np.zeros(depth, np.int64)
        self._trapped, self._space = np.zeros(ACTIONS, np.bool_), trap_space()

    def begin(self, words: Words, scene: Scene, omitted: NDArray[np.bool_], dice: Dice) -> None:
        """Begin a search; see `PredictingPolicy.begin`."""
        if search.plant(words, scene, dice, omitted, self._tree) == 0:
            search.plant(words, scene, dice, self._none, self._tree)

    def work_on(self, scene: Scene, dice: Dice) -> None:
        """Make PIECE simulations."""
        search.grow(scene, dice, PIECE, self._exploration, self._depth, self._tree)

    def found(self, scene: Scene, dice: Dice) -> Found:
        """Return first moves by the maximum of their simulations, and the line of maxima."""
        del scene, dice
        ranked = tuple(Ranked(each.move, each.best) for each in root_moves(self._tree))
        length = search.best_line(self._tree, self._line)
        return Found(ranked, tuple(self._line[:length].tolist()))

    def figures(self) -> LastSearch:
        """Return simulations made and the depth of the tree."""
        return LastSearch(int(self._tree.counts[SIMULATIONS]), int(self._tree.counts[DEEPEST]))

    def omitted(self, words: Words, player: int) -> NDArray[np.bool_]:
        """Return the first moves after which an opponent can kill within two rounds, bool (10,)."""
        if not self._traps:
            return super().omitted(words, player)
        mark_trapped(words, player, self._space, self._trapped)
        return self._trapped
