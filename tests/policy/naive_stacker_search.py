"""The general searches once more, slowly and recursively, on the naive rules of Square Stacker."""

import math

from engine.dice import Dice, roll
from engine.square_stacker import EMPTY, Rules, State, naive


def legal(rules: Rules, state: State) -> list[int]:
    if rules.move_limit and state.moves >= rules.move_limit:
        return []
    return naive.legal(state)


def play(rules: Rules, state: State, move: int, rolls: Dice) -> State:
    after, _ = naive.play(rules, state, move)
    return after if (after.hand != EMPTY).any() else naive.dealt(rules, after, rolls)


def random_game(rules: Rules, state: State, rolls: Dice, depth: int) -> tuple[State, int]:
    made = 0
    while made != depth and (moves := legal(rules, state)):
        state = play(rules, state, moves[roll(rolls, len(moves))], rolls)
        made += 1
    return state, made


def rollouts(rules: Rules, state: State, rolls: Dice, games: int, depth: int) -> tuple[dict[int, float], int]:
    """Mean points of the games that begin with each move; moves simulated."""
    values, simulated = {}, 0
    for move in legal(rules, state):
        after = play(rules, state, move, rolls)
        simulated += 1
        total = 0
        for _ in range(games):
            end, made = random_game(rules, after, rolls, depth)
            total += end.score - state.score
            simulated += made
        values[move] = total / games
    return values, simulated


def exhaustive(rules: Rules, state: State, rolls: Dice, depth: int) -> tuple[dict[int, float], int]:
    """Points of each move and of the reply that the search one level down likes best."""
    values, simulated = {}, 0
    for move in legal(rules, state):
        after = play(rules, state, move, rolls)
        simulated += 1
        if depth > 1:
            replies, more = exhaustive(rules, after, rolls, depth - 1)
            simulated += more
            if replies:
                after = play(rules, after, max(replies, key=lambda reply: replies[reply]), rolls)
                simulated += 1
        values[move] = float(after.score - state.score)
    return values, simulated


class Node:
    def __init__(self, move: int, parent: "Node | None", state: State | None) -> None:
        self.move = move
        self.parent = parent
        self.state = state
        self.children: list[Node] | None = None
        self.visits = 0
        self.total = 0.0

    def bound(self, c: float) -> float:
        assert self.parent is not None
        if self.visits == 0:
            return math.inf
        return self.total / self.visits + c * math.sqrt(math.log(self.parent.visits) / self.visits)

    def book(self, points: float) -> None:
        self.visits += 1
        self.total += points
        if self.parent is not None:
            self.parent.book(points)


def bounds_of(root: Node, moves: list[int], c: float) -> dict[int, float]:
    children = {child.move: child for child in root.children or []}
    tried = {move for move in moves if move in children and children[move].visits}
    return {move: children[move].bound(c) if move in tried else -math.inf for move in moves}


def uct_sampled(rules: Rules, state: State, rolls: Dice, simulations: int, c: float) -> tuple[dict[int, float], int]:
    """A tree of states."""
    root, simulated = Node(-1, None, state), 0
    root.children = [Node(move, root, None) for move in legal(rules, state)]
    for _ in range(simulations):
        node = root
        while node.children:
            node = max(node.children, key=lambda child: child.bound(c))
            if node.visits == 0:
                break
            if node.children is None:
                assert node.state is not None
                node.children = [Node(move, node, None) for move in legal(rules, node.state)]
                if node.children:
                    node = node.children[roll(rolls, len(node.children))]
                break
        if node.state is None:
            assert node.parent is not None
            assert node.parent.state is not None
            node.state = play(rules, node.parent.state, node.move, rolls)
            simulated += 1
        end, made = random_game(rules, node.state, rolls, -1)
        simulated += made
        node.book(end.score - state.score)
    return bounds_of(root, legal(rules, state), c), simulated


def uct_open(rules: Rules, state: State, rolls: Dice, simulations: int, c: float) -> tuple[dict[int, float], int]:
    """A tree of sequences of moves."""
    root, simulated = Node(-1, None, None), 0
    for _ in range(simulations):
        node, now = root, state
        while moves := legal(rules, now):
            node.children = node.children or [Node(move, node, None) for move in range(27)]
            here = [node.children[move] for move in moves]
            fresh = [child for child in here if child.visits == 0]
            node = fresh[roll(rolls, len(fresh))] if fresh else max(here, key=lambda child: child.bound(c))
            now = play(rules, now, node.move, rolls)
            simulated += 1
            if fresh:
                break
        end, made = random_game(rules, now, rolls, -1)
        simulated += made
        node.book(end.score - state.score)
    return bounds_of(root, legal(rules, state), c), simulated
