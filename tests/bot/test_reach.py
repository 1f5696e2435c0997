"""No press where nothing can be seen; other windows over a cell are noticed."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.games import GAMES
from bot.playing.reach import boxes, out_of_reach, uncovered
from capture.window import WindowSource
from vision.profile import Profile
from vision.profile_sections import (
    BoardSection,
    KindSection,
    ReaderSection,
    RingsSection,
    SlotSection,
    TextSection,
    WellSection,
    WindowSection,
)

READER = ReaderSection(min_margin=0.3, max_distance=30, max_core=8)
TILES = Profile(
    game="bilging",
    window=WindowSection(width=200, height=300),
    board=BoardSection(x=10.5, y=20, width=120, height=240, rows=12, cols=6),
    kinds=(KindSection(code=0, name="colour 0", file="a.png"),),
    reader=READER,
)
RINGS = Profile(
    game="square_stacker",
    window=WindowSection(width=500, height=320),
    board=BoardSection(x=0, y=0, width=300, height=300, rows=3, cols=3),
    kinds=(KindSection(code=6, name="empty", file="empty.png"),),
    reader=READER,
    rings=RingsSection(
        slots=tuple(SlotSection(name=name, file=f"{name}.png") for name in ("inner", "middle", "outer")),
        hand=((400.0, 50.0), (400.0, 150.0), (400.0, 250.0)),
        background="b.png",
        max_ground=16,
    ),
)


def test_cells_of_a_board_and_places_of_a_hand_lie_where_the_profile_says() -> None:
    assert boxes(TILES, [(0, 0), (11, 5)], (12, 6)) == [(10.5, 20, 30.5, 40), (110.5, 240, 130.5, 260)]
    # 12 places of three slots: nine cells, then the hand
    assert boxes(RINGS, [(4, 0), (4, 2), (10, 1)], (12, 3)) == [
        (100, 100, 200, 200),
        (100, 100, 200, 200),
        (350, 100, 450, 200),
    ]


def test_the_codes_of_a_well_are_its_cells_and_none_its_preview_s() -> None:
    preview = TextSection(x=150, y=20, width=20, height=60)
    well = TILES.model_copy(update={"well": WellSection(background="b.png", next=preview)})
    assert len(well.areas) == 4
    assert boxes(well, [(0, 0), (11, 5)], (12, 6)) == boxes(TILES, [(0, 0), (11, 5)], (12, 6))


def test_a_swap_is_made_by_a_press_on_the_border_and_both_cells_must_be_seen() -> None:
    game = GAMES["bilging"]()
    hidden = out_of_reach(game, None, TILES, [(3, 2)], (12, 6))
    assert [move for move in range(60) if hidden(move)] == [3 * 5 + 1, 3 * 5 + 2]
    assert not any(map(out_of_reach(game, None, TILES, [], (12, 6)), range(60)))


def test_a_drag_begins_and_ends_where_something_can_be_seen() -> None:
    hidden = out_of_reach(GAMES["square_stacker"](), None, RINGS, [(4, 1), (11, 0)], (12, 3))
    assert [move for move in range(27) if hidden(move)] == [4, 13, *range(18, 27)]


@pytest.mark.parametrize("name", ["columns", "hypersonic"])
def test_keys_are_pressed_nowhere(name: str) -> None:
    hidden = out_of_reach(GAMES[name](), None, TILES, [(3, 2)], (12, 6))
    assert not any(map(hidden, range(10)))


@pytest.mark.display
@pytest.mark.parametrize(("corner", "free"), [((300, 300), True), ((195, 170), False)])
def test_a_window_over_a_cell_is_noticed(open_window: Callable[..., Any], corner: tuple[int, int], free: bool) -> None:
    open_window("Game", 100, 100, 200, 160)
    source = WindowSource("Game")
    try:
        open_window("Cover", *corner, 100, 80)
        frame = source.grab()
        # a window's frame reaches a little further than what is asked for
        assert uncovered(source.window, frame, [(120.0, 90.0, 180.0, 130.0)]) is free
        assert uncovered(source.window, frame, [(60.0, 50.0, 140.0, 110.0)]) is free, "its left side can be seen"
        assert uncovered(source.window, frame, [(2.0, 2.0, 60.0, 40.0)])
    finally:
        source.close()
