"""Hypothesis strategies for Square Stacker: any rules, any board."""

import numpy as np
from hypothesis import strategies as st

import engine.square_stacker as stacker
from engine.dice import dice
from engine.square_stacker import EMPTY, PLACES, SIZES, UNKNOWN, Growth

ANY_PIECES = stacker.PRESETS["coolmath"]
"""Rules with every kind of piece."""


@st.composite
def any_rules(draw: st.DrawFn) -> stacker.Rules:
    """A preset, or rules with any scoring and up to three steps of growth."""
    if draw(st.booleans()):
        return draw(st.sampled_from(list(stacker.PRESETS.values())))
    scores = sorted(draw(st.sets(st.integers(1, 60), max_size=2)))
    chances = st.sampled_from([0.0, 0.3, 1.0])
    return stacker.Rules(
        "any",
        line_points=draw(st.integers(0, 9)),
        squared_lines=draw(st.booleans()),
        cell_points=draw(st.integers(0, 9)),
        combo=draw(st.booleans()),
        full_cell_sweeps=draw(st.booleans()),
        growth=tuple(Growth(score, draw(st.integers(1, 6)), draw(chances)) for score in (0, *scores)),
        feasible=draw(st.booleans()),
    )


@st.composite
def any_states(draw: st.DrawFn, unknown: bool = False) -> stacker.State:
    """Any board at all, standing lines and all: of few colours, so that lines and full cells are common."""
    colours = draw(st.lists(st.integers(0, 5), min_size=1, max_size=4))
    rolls = np.random.default_rng(draw(st.integers(0, 2**32)))
    codes = rolls.choice(colours, (PLACES, SIZES)).astype(np.int8)
    codes[rolls.random(codes.shape) < draw(st.sampled_from([0.0, 0.1, 0.3, 0.6, 1.0]))] = EMPTY
    for piece in codes[-stacker.PIECES :]:
        sizes = draw(st.integers(0, 2))
        piece[:] = EMPTY
        piece[rolls.permutation(SIZES)[:sizes]] = rolls.choice(colours, sizes)
    if unknown:
        codes[rolls.random(codes.shape) < 0.15] = UNKNOWN
    combo = draw(st.integers(0, 9))
    return stacker.from_places(codes, combo, draw(st.integers(0, 200)), combo + draw(st.integers(0, 50)))


@st.composite
def playable_states(draw: st.DrawFn, unknown: bool = False) -> stacker.State:
    """As `any_states`, with a legal move."""
    return draw(any_states(unknown).filter(lambda state: stacker.legal_moves(ANY_PIECES, state).size > 0))


@st.composite
def reached(draw: st.DrawFn, rules: stacker.Rules) -> tuple[stacker.State, int]:
    """A state that play can reach and a legal move of it."""
    rolls = dice(draw(st.integers(0, 2**32)))
    state = stacker.start(rules, rolls)
    legal = stacker.legal_moves(rules, state)
    for choice in draw(st.lists(st.integers(0, 10_000), max_size=14)):
        after = stacker.apply(rules, state, int(legal[choice % legal.size]), rolls).state
        moves = stacker.legal_moves(rules, after)
        if moves.size == 0:
            break
        state, legal = after, moves
    return state, int(draw(st.sampled_from(legal.tolist())))
