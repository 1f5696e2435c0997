"""Training of the value of boards: the same from the same seed, stopped and resumed or not, and worth it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.bilging import PRESETS
from policy.archive import WeightsError
from policy.bilging.value import training
from policy.bilging.value.features import CROSSINGS, HOLES, MEETINGS, SUPPLY
from policy.bilging.value.td import mirrors
from policy.bilging.value.training import Lesson, train

YPP = PRESETS["ypp"]
MOVES = 2000


class Stop(Exception):  # noqa: N818
    """The person presses Ctrl+C."""


def stopped_after(moves: int) -> Callable[[Lesson], None]:
    def heard(lesson: Lesson) -> None:
        if lesson.moves >= moves:
            raise Stop

    return heard


@pytest.mark.parametrize("stops", [(250,), (700, 1500)])
def test_a_stopped_training_goes_on_to_the_same_weights(
    stops: tuple[int, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = train(YPP, MOVES, 1)
    monkeypatch.setattr(training, "CHUNK", 100)
    monkeypatch.setattr(training, "CHECKPOINT", 3)
    checkpoint = tmp_path / "w.checkpoint"
    for stop in stops:
        with pytest.raises(Stop):
            train(YPP, MOVES, 1, checkpoint, stopped_after(stop))
        assert checkpoint.exists() == (stop >= 400)
    heard: list[Lesson] = []
    value = train(YPP, MOVES, 1, checkpoint, heard.append)
    assert heard[-1].moves == MOVES
    assert len(heard) <= (MOVES - stops[-1]) // 100 + 4
    assert (value.weights.tobytes(), value.rho) == (whole.weights.tobytes(), whole.rho)
    assert checkpoint.exists(), "who saves the weights removes it"
    assert train(YPP, MOVES, 2).weights.tobytes() != whole.weights.tobytes()


def test_a_checkpoint_of_another_training_is_not_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "CHUNK", 100)
    monkeypatch.setattr(training, "CHECKPOINT", 1)
    checkpoint = tmp_path / "w.checkpoint"
    with pytest.raises(Stop):
        train(YPP, MOVES, 1, checkpoint, stopped_after(300))
    before = checkpoint.read_bytes()
    for rules, seed in ((PRESETS["strict"], 1), (YPP, 2)):
        with pytest.raises(WeightsError, match="other rules or seed; remove it"):
            train(rules, MOVES, seed, checkpoint)
    assert checkpoint.read_bytes() == before
    checkpoint.write_bytes(b"no checkpoint")
    with pytest.raises(WeightsError, match="cannot be read as a checkpoint"):
        train(YPP, MOVES, 1, checkpoint)


def test_rules_of_another_board_are_refused() -> None:
    with pytest.raises(ValueError, match="only boards of 12 x 6 with 7 colours"):
        train(replace(YPP, colours=6), MOVES, 1)


def test_a_little_training_sets_up_what_it_breaks() -> None:
    value = train(YPP, 100_000, 1)
    assert value.rho > 3.0, "a greedy player without a look ahead makes 2.6 points a move"
    images = mirrors()
    crossings = value.weights[CROSSINGS:SUPPLY].reshape(729, 729)
    assert np.array_equal(crossings, crossings[images.others][:, images.others]), "a pair of colours has no order"
    assert np.array_equal(crossings, crossings[images.digits][:, images.digits])
    meetings = value.weights[MEETINGS:HOLES].reshape(64, 64)
    assert np.array_equal(meetings, meetings.T)
    cells = value.weights[:CROSSINGS].reshape(64, 64, 64)
    bits = images.bits
    assert np.array_equal(cells, cells[bits][:, bits][:, :, bits])
