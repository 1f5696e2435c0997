"""Monte Carlo tree search by upper confidence bounds (Kocsis and Szepesvari 2006).

Two trees. `uct_sampled` is that of Oates and others ("Comparison of AI Algorithms for Playing Square Stacker", section
2.4 and algorithm 2): a node is a position, what chance brought when it was first reached stays.
`uct_open` is the open-loop tree: a node is a sequence of moves, and chance is drawn anew each time one is walked.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.dice import Dice, roll
from engine.jit import njit
from policy.search.game import TO_THE_END, GameKernels, Words, copy_words, legal_moves, play
from policy.search.rollouts import Values, compile_playout, playout
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
    upper_bound,
)


class Tree(NamedTuple):
    """Room for a search tree; reused from search to search.

    Attributes:
        links: int64 (nodes, 6): first child, children (-1: not expanded), parent, move, visits, row of `positions`.
        totals: float64 (nodes,): points of all games through a node, counted from the root.
        positions: int64 (simulations + 2, words): positions of the nodes that were reached; the last row is scratch.
        points: float64 (simulations + 2,): points from the root to each position.
        moves: int64 (m,): scratch for legal moves.
    """

    links: NDArray[np.int64]
    totals: NDArray[np.float64]
    positions: NDArray[np.int64]
    points: NDArray[np.float64]
    moves: NDArray[np.int64]


def tree(simulations: int, words: int, most_moves: int) -> Tree:
    """Return room for `simulations` simulations of a game with so many words and legal moves at most."""
    nodes = 1 + (simulations + 1) * most_moves
    return Tree(
        np.zeros((nodes, LINKS), np.int64),
        np.zeros(nodes),
        np.zeros((simulations + 2, words), np.int64),
        np.zeros(simulations + 2),
        np.zeros(most_moves, np.int64),
    )


Uct = Callable[[Words, Any, Dice, int, float, Tree, Values], tuple[int, int]]


@njit
def book(links: NDArray[np.int64], totals: NDArray[np.float64], node: int, points: float) -> None:
    """Add a game to a node and all above it."""
    while node != 0:
        links[node, VISITS] += 1
        totals[node] += points
        node = links[node, PARENT]
    links[0, VISITS] += 1


def uct_sampled(
    words: Words, rules: Any, dice: Dice, simulations: int, exploration: float, tree: Tree, values: Values
) -> tuple[int, int]:
    """Score the legal moves by the upper confidence bounds they end with.

    A simulation goes down from the root by the highest bound until it meets a node without children. One that was
    visited before gets them now and the simulation goes on to one of these at random. From there a random game is
    played to its end; its points, from the root on, are added to every node on the way.

    Args:
        words: the position; not changed.
        rules, dice: the game's.
        simulations: at least 1, at most what `tree` has room for.
        exploration: c of equation 2, in points.
        tree: scratch.
        values: float64; filled with a bound for each legal move, ascending by move.

    Returns:
        Number of legal moves, number of moves simulated.
    """
    links, totals, positions, points = tree.links, tree.totals, tree.positions, tree.points
    count = legal_moves(words, rules, tree.moves)
    used = expand(links, totals, 0, tree.moves, count, 1)
    links[0, VISITS], links[0, ROW], totals[0] = 0, 0, 0.0
    copy_words(positions[0], words)
    points[0] = 0.0
    rows = 1
    game = positions[positions.shape[0] - 1]
    simulated = 0
    for _ in range(simulations):
        node = 0
        while links[node, WIDTH] > 0:
            node = best_child(links, totals, node, exploration)
            if links[node, VISITS] == 0:
                break
            if links[node, WIDTH] < 0:
                width = legal_moves(positions[links[node, ROW]], rules, tree.moves)
                used = expand(links, totals, node, tree.moves, width, used)
                if width:
                    node = links[node, FIRST] + roll(dice, width)
                break
        if links[node, VISITS] == 0 and node != 0:
            above = links[links[node, PARENT], ROW]
            copy_words(positions[rows], positions[above])
            points[rows] = points[above] + play(positions[rows], links[node, MOVE], rules, dice)
            links[node, ROW] = rows
            rows += 1
            simulated += 1
        row = links[node, ROW]
        copy_words(game, positions[row])
        more, made = playout(game, rules, dice, TO_THE_END)
        total = points[row] + more
        simulated += made
        book(links, totals, node, total)
    count = legal_moves(words, rules, tree.moves)
    log_visits = math.log(max(links[0, VISITS], 1))
    for index in range(count):
        child = links[0, FIRST] + index
        values[index] = upper_bound(totals[child], links[child, VISITS], log_visits, exploration)
    return count, simulated


def uct_open(
    words: Words, rules: Any, dice: Dice, simulations: int, exploration: float, tree: Tree, values: Values
) -> tuple[int, int]:
    """As `uct_sampled`, but chance is drawn anew in every simulation.

    A node is a sequence of moves. Where a simulation stands decides which of its children are legal; one of those
    never visited is tried first, at random, and a random game played from it. Moves must be numbered below the most
    legal moves that `tree` was made for.
    """
    links, totals = tree.links, tree.totals
    most = tree.moves.size
    game = tree.positions[0]
    used = 1
    links[0, FIRST], links[0, WIDTH], links[0, VISITS] = 0, -1, 0
    simulated = 0
    for _ in range(simulations):
        copy_words(game, words)
        node, total, known = 0, 0.0, True
        while known:
            count = legal_moves(game, rules, tree.moves)
            if count == 0:
                break
            if links[node, WIDTH] < 0:
                links[node, FIRST], links[node, WIDTH] = used, most
                for child in range(used, used + most):
                    links[child, WIDTH], links[child, PARENT], links[child, MOVE] = -1, node, child - used
                    links[child, VISITS], totals[child] = 0, 0.0
                used += most
            first = links[node, FIRST]
            fresh = 0
            for index in range(count):
                fresh += links[first + tree.moves[index], VISITS] == 0
            if fresh:
                known = False
                nth = roll(dice, fresh)
                for index in range(count):
                    child = first + tree.moves[index]
                    if links[child, VISITS] == 0:
                        if nth == 0:
                            node = child
                        nth -= 1
            else:
                log_visits = math.log(links[node, VISITS])
                best = -math.inf
                for index in range(count):
                    child = first + tree.moves[index]
                    bound = upper_bound(totals[child], links[child, VISITS], log_visits, exploration)
                    if bound > best:
                        node, best = child, bound
            total += play(game, links[node, MOVE], rules, dice)
            simulated += 1
        more, made = playout(game, rules, dice, TO_THE_END)
        total += more
        simulated += made
        book(links, totals, node, total)
    count = legal_moves(words, rules, tree.moves)
    log_visits = math.log(max(links[0, VISITS], 1))
    for index in range(count):
        child = links[0, FIRST] + tree.moves[index]
        values[index] = upper_bound(totals[child], links[child, VISITS], log_visits, exploration)
    return count, simulated


def compile_uct_sampled(game: GameKernels) -> Uct:
    """Return `uct_sampled` for a game."""
    return njit_for(game, uct_sampled, playout=compile_playout(game))


def compile_uct_open(game: GameKernels) -> Uct:
    """Return `uct_open` for a game."""
    return njit_for(game, uct_open, playout=compile_playout(game))
