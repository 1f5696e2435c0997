"""Rounds that calibration did not see, told by the time between two boards."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from calibration.arena.burning import find_lives, label
from calibration.arena.readings import Readings, read_turns
from calibration.arena.turns import Turns, make_turns
from capture.frame import Frame, Region
from engine.hypersonic import FUSE, NO_BOMB, NOBODY, TIMER
from tests.vision.drawn_arenas import Drawn, lattice_of, play, profile_of
from vision.arena.reader import ArenaReader
from vision.sighting import UNKNOWN

LOOK, SCALE, RULES = "dungeon", 1.0, "two"
TICK_NS = 100_000_000


@pytest.fixture(scope="module")
def series() -> list[Drawn]:
    return play(LOOK, SCALE, RULES, seed=3, plan=("walk",), most=14)


def live(drawn: Drawn, at: float) -> Frame:
    """Return the picture as a window gave it, `at` so many rounds."""
    height, width = drawn.frame.pixels.shape[:2]
    return replace(drawn.frame, time_ns=round(at * TICK_NS), region=Region(0, 0, width, height))


def turns_of(frames: Sequence[Frame]) -> Turns:
    return make_turns(frames, [()] * len(frames), lattice_of(LOOK, SCALE))


def read(frames: Sequence[Frame]) -> Readings:
    return read_turns(turns_of(frames), ArenaReader(*profile_of(LOOK, SCALE, 2)), (0,), 2)


def games_of(frames: Sequence[Frame]) -> list[int]:
    games: list[int] = read(frames).game.tolist()
    return games


def test_a_round_that_went_by_unseen_parts_a_game(series: list[Drawn]) -> None:
    frames = [live(drawn, number) for number, drawn in enumerate(series)]
    assert games_of(frames) == [0] * len(series)
    del frames[7]
    assert games_of(frames) == [0] * 7 + [1] * (len(series) - 8)


def test_boards_that_come_late_part_nothing(series: list[Drawn]) -> None:
    late = np.random.default_rng(1).uniform(0.0, 0.25, len(series))
    late[5] = 0.45
    frames = [live(drawn, number + late[number]) for number, drawn in enumerate(series)]
    assert games_of(frames) == [0] * len(series)


def test_a_first_board_may_stand_while_players_get_ready(series: list[Drawn]) -> None:
    """Or a round has gone by: nobody can have taken anything in it, but bombs may have burnt."""
    frames = [live(drawn, number + 2 * (number > 0)) for number, drawn in enumerate(series)]
    readings = read(frames)
    assert readings.whole.all()
    assert [readings.follows(turn) for turn in range(len(series))] == [False, False] + [True] * (len(series) - 2)


def test_stored_pictures_tell_their_order_and_no_time(series: list[Drawn]) -> None:
    frames = [replace(drawn.frame, time_ns=number) for number, drawn in enumerate(series)]
    del frames[7]
    assert games_of(frames) == [0] * (len(series) - 1)


def test_what_was_waited_counts_from_the_last_picture_of_the_board_before(series: list[Drawn]) -> None:
    frames = [live(drawn, number + twice) for number, drawn in enumerate(series) for twice in (0.0, 0.6)]
    turns = turns_of(frames)
    assert len(turns) == len(series)
    np.testing.assert_allclose(turns.waited_ns / TICK_NS, [0.0] + [0.4] * (len(series) - 1))
    assert turns_of([]).waited_ns.shape == (0,)


@pytest.mark.parametrize("unseen", [0, 1])
def test_a_bomb_whose_first_round_nobody_saw_does_not_tell_how_the_others_look(unseen: int) -> None:
    """Under stalls the player's one stay on a bomb began so: each number on it was learned as the one before."""
    stay = play(LOOK, SCALE, RULES, seed=3, plan=("wait",), most=12, alone=True)
    boards = [stay[0], *stay[1 + unseen :]]
    readings = read([live(drawn, number) for number, drawn in enumerate(boards)])
    labels = label(readings, find_lives(readings))
    assert len(labels) == (0 if unseen else FUSE)
    for (left, _), places in labels.items():
        assert all(boards[turn].state.bombs[0, TIMER] == left for turn, _ in places)


def test_who_stays_on_a_bomb_teaches_its_rounds_though_it_was_read_with_any() -> None:
    """Where hardly anything told two numbers apart it was no bomb any more: what the stays had taught was lost."""
    stay = play(LOOK, SCALE, RULES, seed=3, plan=("wait",), most=12, alone=True)
    readings = read([live(drawn, number) for number, drawn in enumerate(stay)])
    open_rounds = np.where((readings.bombs > NO_BOMB) & (readings.people > NOBODY), np.int8(UNKNOWN), readings.bombs)
    assert (open_rounds == UNKNOWN).sum() == FUSE
    readings = replace(readings, bombs=open_rounds)
    labels = label(readings, find_lives(readings))
    assert sorted(left for left, _ in labels) == list(range(1, FUSE + 1))
