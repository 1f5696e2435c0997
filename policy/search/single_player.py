"""Single-player Monte Carlo tree search (Schadd et al. 2008) with the mean and the maximum in each node.

For games without chance in which only one player decides, or in which what the others do is given. A node is a
position. Random games are limited in depth: `horizon` moves from the root, tree and random game together, and what
they come to is the game's own affair (`final_value`). A tree is grown a few simulations at a time, so that a caller
can look at the clock between them.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.dice import Dice, roll
from policy.search.game import GameKernels, Words, copy_words, legal_moves, play
from policy.search.rollouts import compile_playout, playout
from policy.search.specialise import njit_for
from policy.search.tree_links import (
    FIRST,
    LINKS,
    MOVE,
    PARENT,
    ROW,
    VISITS,
    WIDTH,
    best_child,
    expand,
)

NODES: Final = 0
ROWS: Final = 1
DEEPEST: Final = 2
SIMULATIONS: Final = 3
COUNTS: Final = 4
"""Places in `SingleTree.counts`."""

NO_ROW: Final = -1
"""Row of a node whose position is not kept."""


def final_value(words: Words, points: float, rules: Any) -> float:
    """Return what a simulation is worth that ended at `words` and gained `points` from the root on."""
    raise NotImplementedError


class SingleTree(NamedTuple):
    """Room for a search tree; reused from search to search.

    Attributes:
        links: int64 (nodes, 6): first child, children (-1: not expanded), parent, move, visits, row of `positions`.
        totals: float64 (nodes,): sum of the values of all simulations through a node.
        bests: float64 (nodes,): the highest of them.
        positions: int64 (rows + 1, words): positions of the nodes; the last row is scratch.
        points: float64 (rows + 1,): points from the root to each position.
        moves: int64 (m,): scratch for legal moves.
        counts: int64 (4,): nodes and rows in use, depth of the deepest node, simulations made.
    """

    links: NDArray[np.int64]
    totals: NDArray[np.float64]
    bests: NDArray[np.float64]
    positions: NDArray[np.int64]
    points: NDArray[np.float64]
    moves: NDArray[np.int64]
    counts: NDArray[np.int64]


def single_tree(rows: int, words: int, most_moves: int, nodes: int) -> SingleTree:
    """Return room for a tree.

    Args:
        rows: positions kept at most; a tree that is full grows no further, but its statistics do.
        words: length of a position.
        most_moves: the most legal moves there can be.
        nodes: nodes at most, at least 1 + `most_moves`.
    """
    return SingleTree(
        np.zeros((nodes, LINKS), np.int64),
        np.zeros(nodes),
        np.zeros(nodes),
        np.zeros((rows + 1, words), np.int64),
        np.zeros(rows + 1),
        np.zeros(most_moves, np.int64),
        np.zeros(COUNTS, np.int64),
    )


def branch(tree: SingleTree, node: int, count: int, dice: Dice) -> None:
    """Give a node a child for each of the first `count` moves in `tree.moves`, in random order, not yet visited."""
    for index in range(count):
        other = index + roll(dice, count - index)
        tree.moves[index], tree.moves[other] = tree.moves[other], tree.moves[index]
    first = tree.counts[NODES]
    tree.counts[NODES] = expand(tree.links, tree.totals, node, tree.moves, count, first)
    for child in range(first, first + count):
        tree.links[child, ROW], tree.bests[child] = NO_ROW, -np.inf


def plant(words: Words, rules: Any, dice: Dice, omitted: NDArray[np.bool_], tree: SingleTree) -> int:
    """Begin a tree at `words` and return how many moves its root has.

    Args:
        words: the position; not changed.
        rules: the game's.
        dice: for the order in which moves are first tried.
        omitted: bool (moves,), by move: left out at the root.
        tree: what was in it is forgotten.
    """
    tree.counts[:] = 0
    tree.counts[NODES], tree.counts[ROWS] = 1, 1
    tree.links[0, PARENT], tree.links[0, MOVE], tree.links[0, VISITS], tree.links[0, ROW] = -1, -1, 0, 0
    tree.totals[0], tree.bests[0], tree.points[0] = 0.0, -np.inf, 0.0
    copy_words(tree.positions[0], words)
    count = 0
    for index in range(legal_moves(words, rules, tree.moves)):
        if not omitted[tree.moves[index]]:
            tree.moves[count] = tree.moves[index]
            count += 1
    branch(tree, 0, count, dice)
    return count


def grow(rules: Any, dice: Dice, simulations: int, exploration: float, horizon: int, tree: SingleTree) -> None:
    """Add simulations to a planted tree.

    A simulation goes down from the root by the highest bound (`policy.search.tree_links.upper_bound`) until it meets a
    node that was never visited; a node without children gets them when it is visited for the second time. From there
    a random game is played, to its end or to `horizon` moves from the root.

    Args:
        rules, dice: the game's.
        simulations: how many.
        exploration: c of UCT, in units of `final_value`.
        horizon: moves from the root, at least 1.
        tree: changed.
    """
    links, totals, bests, positions, points, counts = (
        tree.links,
        tree.totals,
        tree.bests,
        tree.positions,
        tree.points,
        tree.counts,
    )
    last = positions.shape[0] - 1
    game = positions[last]
    for _ in range(simulations):
        node, depth = 0, 0
        while True:
            if links[node, WIDTH] < 0:
                if depth >= horizon or links[node, ROW] == NO_ROW or counts[NODES] + tree.moves.size > links.shape[0]:
                    break
                branch(tree, node, legal_moves(positions[links[node, ROW]], rules, tree.moves), dice)
            if links[node, WIDTH] == 0:
                break
            node = best_child(links, totals, node, exploration)
            depth += 1
            if links[node, VISITS] == 0:
                break
        row = links[node, ROW]
        if row == NO_ROW:
            above = links[links[node, PARENT], ROW]
            row = counts[ROWS]
            if row < last:
                counts[ROWS] = row + 1
                links[node, ROW] = row
            else:
                row = last
            copy_words(positions[row], positions[above])
            points[row] = points[above] + play(positions[row], links[node, MOVE], rules, dice)
        if row != last:
            copy_words(game, positions[row])
        more, _ = playout(game, rules, dice, horizon - depth)
        value = final_value(game, points[row] + more, rules)
        counts[DEEPEST] = max(counts[DEEPEST], depth)
        while node >= 0:
            links[node, VISITS] += 1
            totals[node] += value
            bests[node] = max(bests[node], value)
            node = links[node, PARENT]
    counts[SIMULATIONS] += simulations


def best_line(tree: SingleTree, line: NDArray[np.int64]) -> int:
    """Write the moves of the best line into `line` and return how many.

    It goes from each node to the child with the highest maximum. Of children with equal maxima the one with the higher
    mean comes first, then the one tried first. The line ends where no child was visited.
    """
    links, node, length = tree.links, 0, 0
    while length < line.size and links[node, WIDTH] > 0:
        best, best_mean = -1, 0.0
        for child in range(links[node, FIRST], links[node, FIRST] + links[node, WIDTH]):
            if links[child, VISITS] > 0:
                mean = tree.totals[child] / links[child, VISITS]
                ahead = tree.bests[child] - tree.bests[best] if best >= 0 else 1.0
                if ahead > 0.0 or (ahead == 0.0 and mean > best_mean):
                    best, best_mean = child, mean
        if best < 0:
            break
        line[length] = links[best, MOVE]
        length += 1
        node = best
    return length


class SinglePlayer(NamedTuple):
    """The search compiled for one game: `plant`, `grow` as often as wanted, then `best_line`."""

    plant: Callable[[Words, Any, Dice, NDArray[np.bool_], SingleTree], int]
    grow: Callable[[Any, Dice, int, float, int, SingleTree], None]
    best_line: Callable[[SingleTree, NDArray[np.int64]], int]


def compile_single_player(
    game: GameKernels,
    final_value: Callable[[Words, float, Any], float],
    copy_words: Callable[[Words, Words], None] = copy_words,
) -> SinglePlayer:
    """Return the search for a game.

    Args:
        game: its kernels; `play` must leave nothing to chance, or the first draw stays.
        final_value: as the placeholder `final_value`.
        copy_words: copies a position, `copy_words(target, source)`; a game whose positions vary in length may bring a
            cheaper one than the whole.
    """
    parts: dict[str, Callable[..., object]] = {"copy_words": copy_words, "branch": njit_for(game, branch)}
    return SinglePlayer(
        njit_for(game, plant, **parts),
        njit_for(game, grow, playout=compile_playout(game), final_value=final_value, **parts),
        njit_for(game, best_line),
    )


class RootMove(NamedTuple):
    """What a tree says of a move at its root: the highest and the mean value of its simulations."""

    move: int
    best: float
    mean: float


def root_moves(tree: SingleTree) -> list[RootMove]:
    """Return the moves tried at the root, best first: by maximum, then mean, then the one tried first."""
    first, width = tree.links[0, FIRST], tree.links[0, WIDTH]
    tried = [child for child in range(first, first + width) if tree.links[child, VISITS]]
    found = [
        RootMove(
            int(tree.links[child, MOVE]),
            float(tree.bests[child]),
            float(tree.totals[child] / tree.links[child, VISITS]),
        )
        for child in tried
    ]
    return sorted(found, key=lambda each: (-each.best, -each.mean))
