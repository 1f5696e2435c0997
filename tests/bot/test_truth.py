"""The demo's examiner finds every wrong cell, whatever the learned colours are called."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.examining.truth import GRAB_NS, TrueState, examine, load_truth, on_screen, points_since, wrong_landings
from bot.exit_status import Failed
from bot.playing.reading import Reading
from engine.hypersonic import ITEM_BOMB, ITEM_RANGE, NOBODY, PRESETS, dice, places, start

RENAMING = np.array([3, 0, 6, 1, 5, 2, 4], dtype=np.int8)


def board(seed: int) -> NDArray[np.int8]:
    return np.random.default_rng(seed).integers(0, 7, (12, 6)).astype(np.int8)


def truth(count: int) -> list[TrueState]:
    return [TrueState(1000 * index, True, board(index), 0.0, index) for index in range(count)]


def renamed(codes: NDArray[np.int8]) -> NDArray[np.int8]:
    return np.take(RENAMING, codes)


def test_a_consistent_renaming_is_no_misread() -> None:
    readings = [Reading(1000 * index + 500, renamed(board(index))) for index in range(4)]
    assert examine(readings, truth(4)).cells_misread == 0
    assert examine(readings, truth(4)).cells_read == 4 * 72


def test_every_wrong_cell_counts() -> None:
    readings = [Reading(1000 * index + 500, renamed(board(index))) for index in range(4)]
    readings[2].codes[5, 3] = (readings[2].codes[5, 3] + 1) % 7
    assert examine(readings, truth(4)).cells_misread == 1


@pytest.mark.parametrize("pair", [(ITEM_RANGE, ITEM_BOMB), (NOBODY + 1, NOBODY + 2)])
def test_codes_that_mean_something_are_not_renamed(pair: tuple[int, int]) -> None:
    boards = [places(start(PRESETS["two"], dice(seed))) for seed in range(3)]
    for codes in boards:
        codes[0, 4:7] = ITEM_RANGE, ITEM_BOMB, ITEM_BOMB
    shown = [TrueState(1000 * index, True, codes, 0.0, index) for index, codes in enumerate(boards)]
    swapped = np.arange(NOBODY + 16, dtype=np.int8)
    swapped[list(pair)] = pair[::-1]
    readings = [Reading(1000 * index + 500, swapped[codes]) for index, codes in enumerate(boards)]
    wrong = sum(int(np.isin(codes, pair).sum()) for codes in boards)
    assert wrong >= 6
    assert examine(readings, shown, codes_mean=True).cells_misread == wrong
    right = [Reading(reading.time_ns, codes) for reading, codes in zip(readings, boards, strict=True)]
    assert examine(right, shown, codes_mean=True).cells_misread == 0


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


def test_while_a_move_is_played_each_cell_may_show_what_it_held_before_or_comes_to_hold() -> None:
    """A window hung as it had heard a click and painted nothing of it: twelve cells read right counted as misread."""
    before, leads = board(1), board(2)
    lines = [TrueState(0, True, board(0), 0.0, 0), TrueState(1000, True, before, 0.0, 1)]
    lines += [TrueState(2000, False, leads, 0.0, 2), TrueState(9000, True, leads, 0.0, 2)]
    half = np.where(np.arange(12)[:, np.newaxis] < 6, before, leads).astype(np.int8)

    def misread(moment: int, codes: NDArray[np.int8]) -> bool:
        readings = [Reading(moment, codes), Reading(500, board(0)), Reading(9500, leads)]
        return examine(readings, lines).cells_misread > 0

    assert [misread(3000, codes) for codes in (before, leads, half, board(0))] == [False, False, False, True]
    assert [misread(9400, codes) for codes in (before, leads, half)] == [True, False, True]
    assert [misread(1500, codes) for codes in (before, leads, half)] == [False, True, True]


def test_a_window_that_tells_its_pictures_is_held_to_each_while_it_shows() -> None:
    """A stage between the two boards was misread, and each cell of either was right, whatever stood there."""
    grab = 2 * GRAB_NS
    before, half, leads, other = board(1), board(4), board(2), board(3)
    either = np.stack([half, np.where(np.arange(12)[:, np.newaxis] < 6, other, -1)]).astype(np.int8)
    lines = [
        TrueState(0, True, before, 0.0, 0),
        TrueState(4 * grab, False, leads, 0.0, 1, shows=before[np.newaxis]),
        TrueState(6 * grab, False, leads, 0.0, 1, painting_ns=5 * grab, shows=either),
        TrueState(20 * grab, True, leads, 0.0, 1, painting_ns=19 * grab),
    ]

    def misread(moment: float, codes: NDArray[np.int8]) -> int:
        readings = [Reading(round(moment * grab), codes), Reading(grab, before), Reading(21 * grab, leads)]
        return examine(readings, lines).cells_misread

    mixed = np.where(np.arange(12)[:, np.newaxis] < 3, other, half).astype(np.int8)
    boards = (before, half, mixed, leads)
    assert [misread(4.1, codes) == 0 for codes in boards] == [True, False, False, False]
    assert [misread(5.1, codes) == 0 for codes in boards] == [True, True, True, False]
    assert [misread(12, codes) == 0 for codes in boards] == [False, True, True, False]
    assert misread(12, other) == np.count_nonzero(other[6:] != half[6:])
    assert [misread(18.9, codes) == 0 for codes in boards] == [False, True, True, True]
    assert [misread(21, codes) == 0 for codes in boards] == [False, False, False, True]
    assert misread(4 - GRAB_NS / 2 / grab, half) > 0
    early = [lines[0], replace(lines[1], time_ns=5 * grab - 2), *lines[2:]]
    seen = [Reading(5 * grab - GRAB_NS // 2, half), Reading(grab, before), Reading(21 * grab, leads)]
    assert examine(seen, early).cells_misread == 0, "a grab takes a while, and a move that begins paints nothing"


def test_a_cell_that_the_rules_put_in_may_be_of_either_board_or_as_it_shows() -> None:
    """Nobody saw it: the bot knew what it had held, or where the move leads; or a piece hung there, as if put down."""
    second = 10**9
    before, half, leads = board(1), board(4), board(2)
    lines = [
        TrueState(0, True, before, 0.0, 0),
        TrueState(second, False, leads, 0.0, 1, painting_ns=second, shows=half[np.newaxis]),
        TrueState(3 * second, True, leads, 0.0, 1, painting_ns=3 * second),
    ]
    cells = ((0, 0), (7, 3), (11, 5))

    def misread(put_in: NDArray[np.int8], repaired: tuple[tuple[int, int], ...]) -> int:
        codes = half.copy()
        for cell in cells:
            codes[cell] = put_in[cell]
        return examine([Reading(2 * second, codes, repaired), Reading(4 * second, leads)], lines).cells_misread

    assert [misread(codes, cells) for codes in (before, leads, half)] == [0, 0, 0]
    assert misread(np.full_like(half, 7), cells) == 3, "a kind that neither holds"
    assert misread(leads, ()) == sum(int(leads[cell] != half[cell]) for cell in cells) > 0


def test_the_points_of_every_game_since_the_first_reading_count() -> None:
    lines = [(1000, 1, 0), (2000, 1, 9), (3000, 2, 0), (4000, 2, 4), (5000, 2, 7), (6000, 3, 0), (7000, 3, 2)]
    shown = [TrueState(time_ns, True, board(0), float(score), 0, game) for time_ns, game, score in lines]
    assert points_since(shown, 3500) == 7 + 2
    assert points_since(shown, 2999) == 9 + 7 + 2
    assert points_since(shown, 0) == 9 + 7 + 2
    assert points_since(shown, 8000) == 2
    assert points_since(shown[:-1], 8000) == 0
    assert points_since([], 0) == 0


A, B, C, D = (0, 1, 2, 3), (1, 2, 3, 1), (2, 3, 1, 2), (3, 1, 1, 2)


@pytest.mark.parametrize(
    ("planned", "landed", "wrong"),
    [
        ([A, B, C], [A, B, C], 0),
        ([A, B, C], [A, D, C], 1),
        pytest.param([A, B], [A, D, B], 1, id="a piece that nobody noticed"),
        pytest.param([A, (), C], [A, D, C], 0, id="one that nobody could steer"),
        pytest.param([A, (), C], [A, D, B, C], 0, id="and another, which nobody saw"),
        pytest.param([A, (), (), C], [A, C], 0, id="none has landed"),
        pytest.param([A, (), C, D], [A, B, C, B], 1, id="a wrong one after those"),
        pytest.param([A, (), C, D], [A, B, B, D], 1, id="the first of them"),
    ],
)
def test_pieces_that_nobody_could_steer_are_passed_over(
    planned: list[tuple[int, ...]], landed: list[tuple[int, ...]], wrong: int
) -> None:
    """Every later one was held against the landing of another."""
    shown = [TrueState(0, True, board(0), 0.0, 0)]
    shown += [TrueState(1000 * moves, True, board(0), 0.0, moves, locked=at) for moves, at in enumerate(landed, 1)]
    assert wrong_landings(planned, 500, shown, np.arange(7, dtype=np.int8)) == wrong


def test_a_line_cut_short_is_passed_over(tmp_path: Path) -> None:
    whole = {"time_ns": 5, "settled": True, "board": [[1, 2]], "water_px": 135, "score": 3.0, "moves": 1, "move": 0}
    path = tmp_path / "truth.jsonl"
    path.write_text(json.dumps(whole) + "\n" + json.dumps(whole)[:20], encoding="utf-8")
    states = load_truth(path)
    assert len(states) == 1
    assert states[0].score == pytest.approx(3.0)
    assert states[0].shows is None


@pytest.mark.parametrize("damaged", [b'{"time_ns": 5, "sett', b"", b"\xff\xfe"])
def test_a_damaged_line_that_is_not_the_last_is_told(damaged: bytes, tmp_path: Path) -> None:
    whole = json.dumps({"time_ns": 5, "settled": True, "board": [[1, 2]], "score": 3.0, "moves": 1}).encode()
    path = tmp_path / "truth.jsonl"
    path.write_bytes(b"\n".join((whole, damaged, whole, b"")))
    with pytest.raises(Failed, match=r"truth\.jsonl: line 2 is damaged"):
        load_truth(path)
    path.write_bytes(b"\n".join((whole, whole, damaged)))
    assert len(load_truth(path)) == 2


def test_what_a_line_says_that_the_cells_show_is_read(tmp_path: Path) -> None:
    line = {"time_ns": 5, "settled": False, "painting_ns": 4, "board": [[1, 2]], "score": 3.0, "moves": 1}
    path = tmp_path / "truth.jsonl"
    path.write_text(json.dumps({**line, "shows": [[[2, -1]], [[1, -1]]]}) + "\n", encoding="utf-8")
    (state,) = load_truth(path)
    assert (state.painting_ns, state.codes.tolist()) == (4, [[1, 2]])
    assert state.shows is not None
    assert state.shows.tolist() == [[[2, -1]], [[1, -1]]]


def test_while_a_round_is_played_the_board_before_it_or_after_it_may_be_seen() -> None:
    moments = (1000, 2000, 3000)
    before, coming, after = (TrueState(ms, ms != 2000, board(ms // 3000), 0.0, ms // 1000) for ms in moments)
    lines = [before, coming, after]
    for moment, seen, wrong in ((1500, before, 0), (2500, before, 0), (2500, coming, 0), (3500, after, 0)):
        readings = [Reading(moment, seen.codes)]
        assert examine(readings, on_screen(readings, lines)).cells_misread == wrong
    stale = [Reading(3500, before.codes), Reading(3600, after.codes)]
    assert examine(stale, on_screen(stale, lines)).cells_misread > 0
