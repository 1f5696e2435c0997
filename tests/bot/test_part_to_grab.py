"""Which part of a large window is grabbed."""

from typing import Any

import pytest

from bot.playing.live_run import WHOLE_WINDOW_PIXELS, part_to_grab
from capture.frame import Region
from vision.profile import Profile
from vision.profile_sections import ArenaSection, BoardSection, ReaderSection, TextSection, WindowSection

BOARD = BoardSection(x=600.0, y=300.0, width=650.0, height=550.0, rows=11, cols=13)
"""Cells of 50 x 50 pixels."""


def profile(width: int = 1920, height: int = 1080, **more: Any) -> Profile:
    window = WindowSection(width=width, height=height)
    reader = ReaderSection(min_margin=0.1, max_distance=20.0, max_core=20.0)
    return Profile(game="hypersonic", window=window, board=more.pop("board", BOARD), kinds=(), reader=reader, **more)


def arena(turn: TextSection | None) -> ArenaSection:
    return ArenaSection(ground="ground.png", players=2, turn=turn)


def test_a_window_that_is_grabbed_in_good_time_is_grabbed_whole() -> None:
    assert part_to_grab(profile(1300, WHOLE_WINDOW_PIXELS // 1300)) is None


@pytest.mark.parametrize("more", [{}, {"arena": arena(None)}])
def test_of_a_large_window_the_board_is_grabbed_and_half_a_cell_around(more: dict[str, Any]) -> None:
    assert part_to_grab(profile(**more)) == Region(575, 275, 700, 600)


def test_no_more_is_grabbed_than_there_is() -> None:
    board = BoardSection(x=10.0, y=515.0, width=650.0, height=550.0, rows=11, cols=13)
    assert part_to_grab(profile(board=board)) == Region(0, 490, 685, 590)


@pytest.mark.parametrize(
    ("turn", "part"),
    [
        (TextSection(x=850.0, y=40.0, width=120.0, height=30.0), Region(575, 40, 700, 835)),
        (TextSection(x=1500.4, y=500.0, width=80.2, height=30.0), Region(575, 275, 1006, 600)),
        (TextSection(x=20.6, y=1000.0, width=90.0, height=30.0), Region(20, 275, 1255, 755)),
        (TextSection(x=700.0, y=400.0, width=120.0, height=30.0), Region(575, 275, 700, 600)),
    ],
)
def test_the_turns_number_is_grabbed_too(turn: TextSection, part: Region) -> None:
    """A round in which nothing else happens shows nowhere but there."""
    assert part_to_grab(profile(arena=arena(turn))) == part
    assert part.x <= turn.x <= turn.x + turn.width <= part.x + part.width + 0.5
    assert part.y <= turn.y <= turn.y + turn.height <= part.y + part.height + 0.5
