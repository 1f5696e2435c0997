"""The nodes of a search tree as rows of numbers, and the way from a node to its most promising child."""

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit
from policy.search.game import Moves

FIRST: Final = 0
WIDTH: Final = 1
PARENT: Final = 2
MOVE: Final = 3
VISITS: Final = 4
ROW: Final = 5
LINKS: Final = 6
"""Columns of a tree's links, int64 (nodes, 6): first child, children (-1: not expanded), parent, move, visits, and the
row in which the tree keeps the node's position."""


@njit
def upper_bound(total: float, visits: int, log_visits: float, exploration: float) -> float:
    """Return what a node with these points and visits may be worth; minus infinity if never seen.

    Oates and others, equation 2.

    Args:
        total: points of all games through it.
        visits: number of these games.
        log_visits: natural logarithm of its parent's visits.
        exploration: c.
    """
    if visits == 0:
        return -math.inf
    return total / visits + exploration * math.sqrt(log_visits / visits)


@njit
def best_child(links: NDArray[np.int64], totals: NDArray[np.float64], node: int, exploration: float) -> int:
    """Return the child with the highest upper confidence bound; one never visited comes first."""
    best, best_bound = -1, -math.inf
    log_visits = math.log(max(links[node, VISITS], 1))
    for child in range(links[node, FIRST], links[node, FIRST] + links[node, WIDTH]):
        if links[child, VISITS] == 0:
            return child
        bound = upper_bound(totals[child], links[child, VISITS], log_visits, exploration)
        if bound > best_bound:
            best, best_bound = child, bound
    return best


@njit
def expand(
    links: NDArray[np.int64], totals: NDArray[np.float64], node: int, moves: Moves, count: int, used: int
) -> int:
    """Give a node its children, one a move, not yet visited; return how many nodes are used now."""
    links[node, FIRST], links[node, WIDTH] = used, count
    for index in range(count):
        child = used + index
        links[child, WIDTH] = -1
        links[child, PARENT], links[child, MOVE] = node, moves[index]
        links[child, VISITS], totals[child] = 0, 0.0
    return used + count
