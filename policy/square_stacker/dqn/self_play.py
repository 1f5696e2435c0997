"""Games for the networks to learn from, compiled: whole games of the paper's, parallel games of the learned one."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.dice import Dice, chance, roll
from engine.jit import njit
from engine.square_stacker import CELLS
from engine.square_stacker.kernels import deal, place
from engine.square_stacker.packed import WORDS
from policy.search.game import Moves, Words
from policy.square_stacker.dqn import afterstate_network, paper_network
from policy.square_stacker.dqn.afterstate_network import AfterstateNetwork, value_of
from policy.square_stacker.dqn.paper_network import PaperNetwork, encode, q_values
from policy.square_stacker.positions import (
    CHANCE_UNIT,
    FEASIBLE,
    GROWTH,
    MOST_MOVES,
    POSITION_WORDS,
    SCORE,
    Physics,
    legal_moves,
    play,
)

Floats = NDArray[np.float32]


class Scratch(NamedTuple):
    """Room that the kernels of one thread work in."""

    moves: Moves
    values: Floats
    inputs: Floats
    hidden: Floats
    outputs: Floats
    mixed: Floats
    board: Words
    position: Words


def scratch() -> Scratch:
    """Return room for both networks."""
    return Scratch(
        np.zeros(MOST_MOVES, np.int64),
        np.zeros(MOST_MOVES, np.float32),
        np.zeros(paper_network.INPUTS, np.float32),
        np.zeros((3, max(paper_network.HIDDEN, afterstate_network.HIDDEN)), np.float32),
        np.zeros(paper_network.OUTPUTS, np.float32),
        np.zeros(afterstate_network.MIXED, np.float32),
        np.zeros(WORDS, np.int64),
        np.zeros(POSITION_WORDS, np.int64),
    )


@njit
def begin(words: Words, rules: Physics, dice: Dice) -> None:
    """Make `words`, (12,), the start of a game."""
    words[:] = 0
    deal(words, dice, rules[GROWTH + 1], rules[GROWTH + 2] * CHANCE_UNIT, rules[FEASIBLE] != 0)


@njit
def score_paper(words: Words, count: int, network: PaperNetwork, room: Scratch) -> int:
    """Write the Q-values of the `count` moves in `room.moves` into `room.values`; return the place of the largest."""
    encode(words, room.inputs)
    q_values(room.inputs, network, room.hidden, room.outputs)
    best = 0
    for k in range(count):
        room.values[k] = room.outputs[room.moves[k]]
        if room.values[k] > room.values[best]:
            best = k
    return best


@njit
def score_learned(
    words: Words, count: int, rules: Physics, gamma: float, network: AfterstateNetwork, room: Scratch
) -> int:
    """As `score_paper` for the learned network: points of the move + gamma * value of what it leads to."""
    best = 0
    for k in range(count):
        for i in range(WORDS):
            room.board[i] = words[i]
        points = place(room.board, room.moves[k] // CELLS, room.moves[k] % CELLS, rules)
        room.values[k] = points + gamma * value_of(room.board, network, room.hidden, room.mixed)
        if room.values[k] > room.values[best]:
            best = k
    return best


@njit
def play_paper_games(
    games: int,
    epsilon: float,
    network: PaperNetwork,
    rules: Physics,
    dice: Dice,
    room: Scratch,
    scores: NDArray[np.int64],
    states: NDArray[np.int64],
    moves: NDArray[np.int8],
    rewards: NDArray[np.int16],
) -> int:
    """Play games with the paper's network, one after the other.

    Args:
        games: how many.
        epsilon: chance of a random move.
        network: the weights; the same for all games.
        rules: from `positions.physics`.
        dice: advanced.
        room: scratch.
        scores: (games,) int64, overwritten.
        states: (n, 12) int64: receives the positions before the moves, as long as there is room.
        moves: (n,): receives the moves.
        rewards: (n,): receives their points.

    Returns:
        How many moves were made.
    """
    words = room.position
    made = 0
    for game in range(games):
        begin(words, rules, dice)
        count = legal_moves(words, rules, room.moves)
        while count:
            if epsilon > 0.0 and chance(dice, epsilon):
                move = room.moves[roll(dice, count)]
            else:
                move = room.moves[score_paper(words, count, network, room)]
            keep = made < moves.size
            if keep:
                for i in range(POSITION_WORDS):
                    states[made, i] = words[i]
            points = play(words, move, rules, dice)
            if keep:
                moves[made] = move
                rewards[made] = points
            made += 1
            count = legal_moves(words, rules, room.moves)
        scores[game] = words[SCORE]
    return made


class Parallel(NamedTuple):
    """Games that go on side by side.

    Attributes:
        words: (g, 12) positions.
        boards: (g, 10) the boards their last moves led to, before anything was dealt.
        moved: (g,) bool: whether there was a last move.
    """

    words: NDArray[np.int64]
    boards: NDArray[np.int64]
    moved: NDArray[np.bool_]


@njit
def begin_all(games: Parallel, rules: Physics, dice: Dice) -> None:
    """Begin every game anew."""
    for g in range(games.moved.size):
        begin(games.words[g], rules, dice)
        games.moved[g] = False


@njit
def step_all(
    games: Parallel,
    gamma: float,
    network: AfterstateNetwork,
    rules: Physics,
    dice: Dice,
    room: Scratch,
    boards: NDArray[np.int64],
    targets: Floats,
    ended: NDArray[np.int64],
) -> tuple[int, int]:
    """Make the move of largest Q in every game, and say what the board of the move before was worth by it.

    Args:
        games: changed. A game that is over begins anew.
        gamma: discount a move.
        network: the weights.
        rules: from `positions.physics`.
        dice: advanced.
        room: scratch.
        boards: (g, 10): receives boards to learn from.
        targets: (g,) float32: receives their targets in points: the largest Q of the position that followed, 0 where
            the game was over.
        ended: (g,): receives the scores of the games that ended.

    Returns:
        Number of boards and of ended games.
    """
    learned = over = 0
    for g in range(games.moved.size):
        words = games.words[g]
        count = legal_moves(words, rules, room.moves)
        best = score_learned(words, count, rules, gamma, network, room)
        if games.moved[g]:
            for i in range(WORDS):
                boards[learned, i] = games.boards[g, i]
            targets[learned] = room.values[best] if count else np.float32(0.0)
            learned += 1
        if count == 0:
            ended[over] = words[SCORE]
            over += 1
            begin(words, rules, dice)
            games.moved[g] = False
            continue
        move = room.moves[best]
        for i in range(WORDS):
            games.boards[g, i] = words[i]
        place(games.boards[g], move // CELLS, move % CELLS, rules)
        play(words, move, rules, dice)
        games.moved[g] = True
    return learned, over
