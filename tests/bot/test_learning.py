"""When a loop looks again, and with which eyes, before it decides on a board that could not be read whole."""

import time
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bot.games import GAMES
from bot.playing.learning import APART_MS, Learner
from bot.playing.lookout import PACE_S
from capture.frame import Frame, Region
from vision.lattice import Lattice
from vision.sighting import UNKNOWN

READER: Any = SimpleNamespace(profile=SimpleNamespace(areas=(Lattice(0, 0, 10, 10, 8, 8),)))
TAUGHT: Any = SimpleNamespace(reader="knows one kind more")
UNCOVERED: Any = SimpleNamespace(topmost_at=lambda *_place: True)

LookAgain = Callable[[float, int], tuple[Any, bool]]
"""(milliseconds since the start, unread cells) to what a look of that time comes to."""


@pytest.fixture(params=[TAUGHT, None], ids=["taught", "nothing to learn"])
def taught(request: pytest.FixtureRequest) -> Any:
    return request.param


@pytest.fixture
def noted() -> list[Any]:
    return []


def looks_of(game: str, taught: Any, noted: list[Any]) -> LookAgain:
    learner = Learner(replace(GAMES[game](), learn_kinds=lambda *_looks: taught))
    log: Any = SimpleNamespace(learned=noted.append)

    def look_again(ms: float, unread: int) -> tuple[Any, bool]:
        codes = np.zeros((8, 8), np.int8)
        codes[0, :unread] = UNKNOWN
        frame = Frame(np.zeros((80, 80, 3), np.uint8), int(ms * 1e6), Region(0, 0, 80, 80))
        return learner.look_again(READER, frame, codes == UNKNOWN, log, UNCOVERED)

    return look_again


@pytest.fixture
def look_again(taught: Any, noted: list[Any]) -> LookAgain:
    return looks_of("square_stacker", taught, noted)


def test_a_board_that_is_read_whole_is_decided_on(look_again: LookAgain, noted: list[Any]) -> None:
    assert look_again(0, 0) == look_again(2 * APART_MS, 0) == (READER, False)
    assert noted == []


def test_the_second_look_at_what_cannot_be_read_tells(look_again: LookAgain, noted: list[Any], taught: Any) -> None:
    started = time.monotonic()
    assert look_again(0, 1) == look_again(0.9 * APART_MS, 1) == (READER, True)
    assert time.monotonic() - started >= 2 * PACE_S, "nothing is pressed until then, and the machine not kept busy"
    assert look_again(1.1 * APART_MS, 1) == ((TAUGHT.reader, True) if taught else (READER, False))
    assert noted == ([TAUGHT] if taught else [])


def test_what_can_be_read_again_is_waited_for_no_longer(look_again: LookAgain, noted: list[Any]) -> None:
    assert look_again(0, 1) == (READER, True)
    assert look_again(0.5 * APART_MS, 0) == (READER, False)
    assert look_again(1.1 * APART_MS, 1) == (READER, True), "another piece, seen for the first time"
    assert noted == []


@pytest.mark.parametrize("game", ["bilging", "swap3"])
def test_a_tile_is_learned_by_what_a_move_leaves_and_not_waited_for_before_it(
    game: str, taught: Any, noted: list[Any]
) -> None:
    """Each first board with a tile that nobody knew was looked at for 300 ms more, which could teach nothing."""
    look_again = looks_of(game, taught, noted)
    assert look_again(0, 1) == (READER, False)
    assert look_again(1.1 * APART_MS, 1) == ((TAUGHT.reader, True) if taught else (READER, False))
    assert noted == ([TAUGHT] if taught else [])
