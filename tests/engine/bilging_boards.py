"""Hypothesis strategies for Bilging boards."""

import numpy as np
from hypothesis import strategies as st

import engine.bilging as bilging
from engine.dice import dice

SPECIALS = bilging.PRESETS["ypp"].with_specials(0.05, 0.04, 0.04)


@st.composite
def settled_states(draw: st.DrawFn, rules: bilging.Rules = SPECIALS, unknown: bool = False) -> bilging.State:
    """A state that play could reach: the rules' own start, some moves on, now and then with unread cells."""
    rolls = dice(draw(st.integers(0, 2**32)))
    water = draw(st.integers(rules.water_min_px, rules.water_max_px))
    state = bilging.start(rules, rolls)
    crabs_wet = state._replace(water_px=water)
    if not bilging.validate(rules, crabs_wet):
        state = crabs_wet
    for choice in draw(st.lists(st.integers(0, 10_000), max_size=6)):
        legal = bilging.legal_moves(rules, state)
        state = bilging.apply(rules, state, int(legal[choice % len(legal)]), rolls).state
    if unknown:
        board = state.board.copy()
        cells = st.tuples(st.integers(0, rules.rows - 1), st.integers(0, rules.cols - 1))
        for row, col in draw(st.lists(cells, max_size=4)):
            board[row, col] = bilging.UNKNOWN
        state = state._replace(board=board)
    return state


def dense_boards(rows: int = 12, cols: int = 6, low: int = -1, high: int = 10) -> st.SearchStrategy[np.ndarray]:
    """Any board at all of few kinds, so that long and crossing lines are common."""
    kinds = st.lists(st.integers(low, high), min_size=2, max_size=4)
    return kinds.flatmap(
        lambda few: st.lists(st.sampled_from(few), min_size=rows * cols, max_size=rows * cols).map(
            lambda codes: np.array(codes, dtype=np.int8).reshape(rows, cols)
        )
    )
