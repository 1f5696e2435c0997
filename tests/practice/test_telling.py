"""What is told to the truth log, in which order, and when: nothing before it is on the screen."""

import json
from pathlib import Path
from typing import Any

import pytest

from practice.telling import Telling
from practice.truth import TruthLog

FIRST: dict[str, Any] = {"board": [[1, 2]], "moves": 0}
LAST: dict[str, Any] = {"board": [[2, 1]], "moves": 1}
HALF = [[[-1, 2]]]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "truth.jsonl"


def told(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


def opened(log: Path, *, in_motion: bool = True) -> Telling:
    """A window's, whose first board is on the screen since 11."""
    telling = Telling(TruthLog(log), in_motion=in_motion)
    telling.rest(FIRST)
    assert telling.paint(10, None)
    telling.shown(11)
    return telling


def test_a_move_is_told_picture_by_picture(log: Path) -> None:
    telling = opened(log)
    telling.leave_rest(20, LAST)
    assert telling.paint(30, HALF)
    telling.shown(31)
    telling.rest(LAST)
    assert telling.paint(40, None)
    telling.shown(41)
    telling.close()
    assert told(log) == [
        {"time_ns": 11, "settled": True, "painting_ns": 10, **FIRST},
        {"time_ns": 20, "settled": False, **LAST, "shows": [FIRST["board"]]},
        {"time_ns": 31, "settled": False, "painting_ns": 30, **LAST, "shows": HALF},
        {"time_ns": 41, "settled": True, "painting_ns": 40, **LAST},
    ]


def test_a_picture_that_shows_the_same_in_every_cell_is_not_told_again(log: Path) -> None:
    telling = opened(log)
    telling.leave_rest(20, LAST)
    assert not telling.paint(25, [FIRST["board"]])
    assert telling.paint(30, HALF)
    telling.shown(31)
    assert not telling.paint(40, HALF)
    assert not telling.waits
    telling.close()


def test_what_is_painted_is_not_told_before_it_is_on_the_screen(log: Path) -> None:
    """A window that is stopped in between has begun to paint at the time told, and ended when it went on."""
    telling = opened(log)
    telling.leave_rest(20, LAST)
    telling.paint(30, HALF)
    assert (len(told(log)), telling.waits) == (2, True)
    telling.paint(50, [LAST["board"]])
    telling.rest(LAST)
    telling.shown(60)
    assert [(line["time_ns"], line["painting_ns"]) for line in told(log)[2:]] == [(60, 30), (60, 50)]
    assert telling.waits, "the board at rest has not been painted"
    telling.close()


def test_a_move_that_begins_before_the_last_rest_was_painted_shows_what_was(log: Path) -> None:
    """A window that goes on after a stop takes a click first, and paints then."""
    telling = opened(log)
    telling.leave_rest(20, LAST)
    telling.paint(30, HALF)
    telling.shown(31)
    telling.rest(LAST)
    telling.leave_rest(40, FIRST)
    assert told(log)[-1] == {"time_ns": 40, "settled": False, **FIRST, "shows": HALF}
    telling.close()


def test_a_board_that_was_painted_is_told_before_the_move_that_begins_on_it(log: Path) -> None:
    telling = opened(log)
    telling.rest(LAST)
    telling.paint(30, None)
    telling.leave_rest(31, FIRST)
    assert [(line["time_ns"], line["settled"]) for line in told(log)[1:]] == [(31, True), (31, False)]
    telling.close()


def test_a_window_that_does_not_tell_its_pictures_says_only_where_a_move_leads(log: Path) -> None:
    telling = opened(log, in_motion=False)
    telling.leave_rest(20, LAST)
    assert not telling.paint(30, None)
    assert told(log)[-1] == {"time_ns": 20, "settled": False, **LAST}
    telling.close()
