"""What a position foretells: samples of real games, and a fit that finds what made-up games were made of."""

import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from bot.benchmarks.hypersonic_foretelling import (
    BOUNDS,
    Foretold,
    Sample,
    SampleStore,
    documents,
    fit,
    measure,
    samples_of,
    series_key,
    text,
    widths_after,
)
from bot.measuring.results import StoreError
from engine.dice import dice
from engine.hypersonic import PRESETS, start
from policy.hypersonic.nearness import worth_of_a_cell
from policy.hypersonic.strongest import WEIGHTS


def made_up(games: int, score: float, pending: float, nearness: float) -> list[Sample]:
    """Positions whose final margin is a sum of three parts, rounded to whole boxes."""
    rng = np.random.default_rng(5)
    samples = []
    for game in range(games):
        for boxes in (3, 20):
            seen = rng.integers(-6, 7), rng.integers(-4, 5), rng.integers(-60, 61)
            margin = score * seen[0] + pending * seen[1] + nearness * seen[2]
            samples.append(Sample(game, boxes, int(seen[0]), int(seen[1]), int(seen[2]), round(margin)))
    return samples


def test_the_fit_finds_what_the_margins_are_made_of() -> None:
    rows = fit(made_up(400, 0.9, 0.6, 0.05))
    assert [(row.least, row.most, row.positions, row.games) for row in rows] == [(1, 5, 400, 400), (18, 23, 400, 400)]
    for row in rows:
        assert (row.score, row.pending) == pytest.approx((0.9, 0.6), abs=0.03)
        assert abs(row.nearness - 0.05) < 4 * row.nearness_se < 0.01
        assert row.explained > 0.98
        assert row.without < row.explained - 0.05
    assert [row.weight for row in rows] == [worth_of_a_cell(boxes, WEIGHTS.as_array()) for boxes in (3, 20)]


def test_who_plays_wider_has_nothing_to_do_with_the_map() -> None:
    drawn = []
    for number in range(400):
        rolls = dice(number)
        boxes = start(PRESETS["two"], rolls).boxes
        drawn.append((boxes, *widths_after(rolls)))
    boxes, first, second = np.array(drawn, float).T
    for one, other in ((boxes, first), (boxes, second), (first, second)):
        assert abs(np.corrcoef(one, other)[0, 1]) < 0.2  # four standard errors


def test_a_game_seen_so_many_times_is_one_game() -> None:
    once = made_up(50, 0.9, 0.6, 0.05)
    often = fit(once * 9)
    assert [row.nearness_se for row in often] == pytest.approx([row.nearness_se for row in fit(once)])


def test_positions_of_a_game_are_sampled_as_its_boxes_go() -> None:
    samples = samples_of(3)
    assert len(samples) > 10
    assert {sample.margin for sample in samples} == {samples[0].margin}
    boxes = [sample.boxes for sample in samples]
    assert boxes[0] > 20
    assert BOUNDS[0] <= boxes[-1] < 6
    assert samples_of(3) == samples, "the same seed is the same game: no clock is asked"


def test_positions_that_nobody_can_read_are_told_of_with_their_file(tmp_path: Path) -> None:
    with SampleStore(tmp_path / "kept.sqlite") as store:
        store.add_samples(series_key(), 1, [])
    with closing(sqlite3.connect(tmp_path / "kept.sqlite")) as base, base:
        base.execute("UPDATE positions_sampled SET samples = '[[1, 2]]'")
    with (
        SampleStore(tmp_path / "kept.sqlite") as store,
        pytest.raises(StoreError, match=r"kept\.sqlite.*cannot be read"),
    ):
        measure(1, 1, 1, store, lambda _: None)


def test_the_table_is_measured_and_shown(tmp_path: Path) -> None:
    done: list[int] = []
    with SampleStore(tmp_path / "kept.sqlite") as store:
        assert measure(2, 1, 1, store, done.append) is not None
    with SampleStore(tmp_path / "kept.sqlite") as store:
        rows = measure(4, 1, 1, store, done.append)
        assert done == [1, 2, 3, 4], "games that were kept are not played again"
        assert measure(4, 1, 1, store, done.append) == rows, "what is kept is what was sampled"
    assert len(done) == 4
    assert rows
    assert all(isinstance(row, Foretold) for row in rows)
    assert len(text(rows).splitlines()) == 4 + len(rows)
    assert [each["section"] for each in documents(rows)] == ["foretelling"] * len(rows)
