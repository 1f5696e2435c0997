"""The demo's examiner finds every wrong cell, whatever the learned colours are called."""

import json
from pathlib import Path

import numpy as np
import pytest

from bot.examining.truth import GRAB_NS, Reading, TrueState, examine, load_truth, on_screen

RENAMING = np.array([3, 0, 6, 1, 5, 2, 4], dtype=np.int8)


def board(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 7, (12, 6)).astype(np.int8)


def truth(count: int) -> list[TrueState]:
    return [TrueState(1000 * index, True, board(index), 0.0, index) for index in range(count)]


def renamed(codes: np.ndarray) -> np.ndarray:
    return RENAMING[codes]


def test_a_consistent_renaming_is_no_misread() -> None:
    readings = [Reading(1000 * index + 500, renamed(board(index))) for index in range(4)]
    assert examine(readings, truth(4)).cells_misread == 0
    assert examine(readings, truth(4)).cells_read == 4 * 72


def test_every_wrong_cell_counts() -> None:
    readings = [Reading(1000 * index + 500, renamed(board(index))) for index in range(4)]
    readings[2].codes[5, 3] = (readings[2].codes[5, 3] + 1) % 7
    examination = examine(readings, truth(4))
    assert (examination.cells_misread, examination.boards_misread) == (1, (2,))


def test_unknown_cells_are_neither_read_nor_wrong() -> None:
    reading = Reading(500, renamed(board(0)))
    reading.codes[0] = -1
    assert examine([reading], truth(1)).cells_read == 72 - 6


def test_a_stale_reading_is_wrong() -> None:
    readings = [Reading(1000 * index + 500, renamed(board(index))) for index in range(4)]
    readings.append(Reading(3600, renamed(board(0))))
    assert examine(readings, truth(4)).cells_misread > 20


def test_while_a_board_is_painted_the_one_before_it_or_itself_may_be_seen() -> None:
    grab = 2 * GRAB_NS
    painted = [
        TrueState(0, True, board(0), 0.0, 0),
        TrueState(5 * grab, True, board(1), 0.0, 1, painting_ns=4 * grab),
        TrueState(9 * grab, True, board(2), 0.0, 2, painting_ns=8 * grab),
    ]

    def misread(moment: int, number: int) -> bool:
        return examine([Reading(moment, board(number)), Reading(20 * grab, board(2))], painted).cells_misread > 0

    assert [misread(3 * grab, number) for number in (0, 1, 2)] == [False, True, True]
    assert not misread(4 * grab - GRAB_NS // 2, 1), "a grab takes a while"
    assert [misread(4 * grab + 1, number) for number in (0, 1, 2)] == [False, False, True]
    assert [misread(5 * grab, number) for number in (0, 1, 2)] == [True, False, True]


def test_a_line_cut_short_is_passed_over(tmp_path: Path) -> None:
    whole = {"time_ns": 5, "settled": True, "board": [[1, 2]], "water_px": 135, "score": 3.0, "moves": 1, "move": 0}
    path = tmp_path / "truth.jsonl"
    path.write_text(json.dumps(whole) + "\n" + json.dumps(whole)[:20], encoding="utf-8")
    states = load_truth(path)
    assert len(states) == 1
    assert states[0].score == pytest.approx(3.0)


def test_while_a_round_is_played_the_board_before_it_or_after_it_may_be_seen() -> None:
    moments = (1000, 2000, 3000)
    before, coming, after = (TrueState(ms, ms != 2000, board(ms // 3000), 0.0, ms // 1000) for ms in moments)
    lines = [before, coming, after]
    for moment, seen, wrong in ((1500, before, 0), (2500, before, 0), (2500, coming, 0), (3500, after, 0)):
        readings = [Reading(moment, seen.codes)]
        assert examine(readings, on_screen(readings, lines)).cells_misread == wrong
    stale = [Reading(3500, before.codes), Reading(3600, after.codes)]
    assert examine(stale, on_screen(stale, lines)).cells_misread > 0
