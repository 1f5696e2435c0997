"""Hypothesis strategies for Columns: any rules, any board."""

from collections.abc import Iterable

import numpy as np
from hypothesis import strategies as st
from numpy.typing import ArrayLike

import engine.columns as columns
from engine.columns import LENGTH, MAGIC, Rules, Scoring, State, naive
from engine.columns.board import Codes
from engine.dice import dice

MAX_HEIGHT = 31


@st.composite
def any_rules(draw: st.DrawFn, small: bool = False) -> Rules:
    """A preset, or rules of any size, colours, scoring, levels and magic; `small` ones for what is slow in Python."""
    if not small and draw(st.booleans()):
        return draw(st.sampled_from(list(columns.PRESETS.values())))
    hidden = draw(st.integers(0, 5))
    cols = draw(st.integers(1, 3 if small else 16))
    return Rules(
        "any",
        rows=draw(st.integers(LENGTH, 6 if small else MAX_HEIGHT - hidden)),
        cols=cols,
        colours=draw(st.integers(1, 8)),
        hidden=hidden,
        spawn=draw(st.integers(-1, cols - 1)),
        magic=draw(st.sampled_from([0.0, 0.3, 1.0])),
        magic_floor=draw(st.sampled_from([0, 10_000])),
        diagonals=draw(st.booleans()),
        scoring=draw(st.sampled_from(list(Scoring))),
        points=draw(st.integers(0, 100)),
        level_start=draw(st.integers(0, 2)),
        level_jewels=draw(st.sampled_from([0, 1, 7, 50])),
        level_more=draw(st.sampled_from([0, 1, 3, 200])),
        drop_points=draw(st.integers(0, 3)),
    )


@st.composite
def any_boards(draw: st.DrawFn, rules: Rules, spare: int = 0) -> Codes:
    """Columns of any height, `spare` rows left free; of few colours, so that runs of all lengths are common."""
    most = draw(st.integers(1, rules.colours))
    rolls = np.random.default_rng(draw(st.integers(0, 2**32)))
    board = columns.empty_board(rules)
    tall = draw(st.sampled_from([0.2, 0.6, 1.0]))
    for col in range(rules.cols):
        high = int(rolls.integers(0, round(tall * (rules.height - spare)) + 1))
        board[rules.height - high :, col] = rolls.integers(0, most, high)
    return board


@st.composite
def settled_boards(draw: st.DrawFn, rules: Rules) -> Codes:
    """Any board from which every run has vanished; chains are near, as its colours are few."""
    board = draw(any_boards(rules))
    while found := naive.runs(rules, board):
        board = naive.fallen(board, {cell for run in found for cell in run})
    return board


@st.composite
def any_pieces(draw: st.DrawFn, rules: Rules) -> Codes:
    """A piece of any colours, or magic."""
    if rules.magic and draw(st.integers(0, 3)) == 0:
        return np.full(LENGTH, MAGIC, np.int8)
    return np.array(draw(st.lists(st.integers(0, rules.colours - 1), min_size=LENGTH, max_size=LENGTH)), np.int8)


@st.composite
def any_states(draw: st.DrawFn, rules: Rules) -> State:
    """A settled board with pieces, the falling one anywhere above the jewels of its column where there is room."""
    board = draw(settled_boards(rules))
    col = draw(st.integers(0, rules.cols - 1))
    free = rules.height - naive.height(board, col)
    row = draw(st.integers(LENGTH - 1, max(free - 1, LENGTH - 1)))
    running = draw(st.integers(0, 5))
    return State(
        board,
        draw(any_pieces(rules)),
        draw(any_pieces(rules)),
        col,
        row,
        draw(st.integers(0, 10**6)),
        draw(st.integers(0, 10**5)),
        running,
        running + draw(st.integers(0, 50)),
    )


@st.composite
def reached(draw: st.DrawFn, rules: Rules) -> tuple[State, int]:
    """A state that play can reach and a legal move of it."""
    rolls = dice(draw(st.integers(0, 2**32)))
    state = columns.start(rules, rolls)
    legal = columns.legal_moves(rules, state)
    for choice in draw(st.lists(st.integers(0, 10_000), max_size=20)):
        after = columns.apply(rules, state, int(legal[choice % legal.size]), rolls).state
        moves = columns.legal_moves(rules, after)
        if moves.size == 0:
            break
        state, legal = after, moves
    return state, int(draw(st.sampled_from(legal.tolist())))


def same(one: State, other: State) -> bool:
    """Equality of states."""
    both: Iterable[tuple[ArrayLike, ArrayLike]] = zip(one, other, strict=True)
    return all(np.array_equal(a, b) for a, b in both)
