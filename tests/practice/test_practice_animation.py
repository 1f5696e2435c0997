"""The timeline of a move: it begins on the old board, ends on the new one, and nothing jumps or overlaps."""

import itertools

import numpy as np
import pytest

from engine.bilging import PRESETS, State, Step, apply, legal_moves, start
from engine.dice import dice
from practice.bilging.animation import Durations, Timeline, resting
from practice.motion import scaled

RULES = PRESETS["ypp"].with_specials(0.05, 0.05, 0.05)


def some_moves(count: int) -> list[tuple[State, int, Step]]:
    """Moves that break something, with specials among them."""
    found: list[tuple[State, int, Step]] = []
    for seed in itertools.count():
        rolls = dice(seed)
        state = start(RULES, rolls)
        for move in legal_moves(RULES, state).tolist():
            step = apply(RULES, state, move, rolls)
            if step.stages:
                found.append((state, move, step))
            if len(found) == count:
                return found
    raise AssertionError


MOVES = some_moves(120)


def test_it_begins_on_the_old_board_and_ends_on_the_new_one() -> None:
    for state, move, step in MOVES:
        timeline = Timeline(state, move, step, Durations())
        assert set(timeline.sprites(0.0)) == set(resting(state.board))
        ended = {(s.code, round(s.x, 9), round(s.y, 9)) for s in timeline.sprites(timeline.settle_seconds) if s.alpha}
        assert ended == {s[:3] for s in resting(step.state.board)}
        assert timeline.score(0.0) == state.score
        assert timeline.score(timeline.settle_seconds) == pytest.approx(step.state.score)
        assert timeline.water_px(0.0) == state.water_px
        assert timeline.water_px(timeline.settle_seconds) == step.state.water_px


def test_nothing_is_in_the_air_when_it_is_over() -> None:
    for state, move, step in MOVES:
        timeline = Timeline(state, move, step, Durations())
        assert timeline.settle_seconds <= timeline.total_seconds
        assert timeline.drops(timeline.total_seconds) == ()
        assert timeline.labels(timeline.total_seconds) == ()
        assert any(timeline.drops(t) for t in np.linspace(0, timeline.total_seconds, 30))


def test_rising_pieces_never_pass_through_each_other() -> None:
    for state, move, step in MOVES:
        timeline = Timeline(state, move, step, Durations())
        for t in np.linspace(0, timeline.settle_seconds, 40):
            whole = [s for s in timeline.sprites(float(t)) if s.alpha == 1.0 and s.size == 1.0]
            for col in range(6):
                ys = sorted(s.y for s in whole if s.x == col)
                assert all(low - high > 0.999 for high, low in itertools.pairwise(ys))


def test_pieces_move_without_jumps() -> None:
    for state, move, step in MOVES[:30]:
        timeline = Timeline(state, move, step, Durations())
        dt = 0.002
        for t in np.arange(0, timeline.settle_seconds, dt):
            now, later = timeline.sprites(float(t)), timeline.sprites(float(t + dt))
            if len(now) == len(later) and [s.code for s in now] == [s.code for s in later]:
                assert max(abs(a.y - b.y) for a, b in zip(now, later, strict=True)) < 0.06


def test_wet_pieces_are_slower() -> None:
    state, move, step = next(m for m in MOVES if len(m[2].stages) == 1 and m[2].kind == "3" and m[1] < 30)
    dry = Timeline(state._replace(water_px=0), move, step, Durations())
    wet = Timeline(state._replace(water_px=540), move, step, Durations())
    assert wet.settle_seconds > 1.3 * dry.settle_seconds


def test_speed_divides_every_duration() -> None:
    state, move, step = MOVES[0]
    usual = Timeline(state, move, step, Durations())
    fast = Timeline(state, move, step, scaled(Durations(), 4))
    assert fast.settle_seconds == pytest.approx(usual.settle_seconds / 4)
    assert fast.total_seconds == pytest.approx(usual.total_seconds / 4)


def test_the_message_floats_over_the_break() -> None:
    state, move, step = MOVES[0]
    called = step._replace(message="Bingo")
    words = {
        label.text for t in np.linspace(0, 1, 50) for label in Timeline(state, move, called, Durations()).labels(t)
    }
    assert f"Bingo! +{step.stages[0].points:.0f}" in words
