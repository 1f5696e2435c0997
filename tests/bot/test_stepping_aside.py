"""Where the pointer is taken that may be what hides a cell, and that it stays where it hides none."""

import time
from dataclasses import replace
from itertools import cycle

import numpy as np
import pytest

from bot.playing.lookout import UNREAD_TOLD_S, Look
from bot.turns.stepping_aside import place_beside
from capture.frame import Frame, Region
from control.aim import ScreenPoint
from tests.bot.desktop_stand_ins import Screen
from tests.bot.handed_parts import PLACE
from tests.bot.lost_move import LostMove
from vision.profile import Profile
from vision.profile_sections import (
    BoardSection,
    KindSection,
    ReaderSection,
    RingsSection,
    SlotSection,
    WindowSection,
)
from vision.sighting import UNKNOWN, Sighting, Status

PITCH = 10
RINGS = Profile(
    game="square_stacker",
    window=WindowSection(width=320, height=290),
    board=BoardSection(x=100, y=100, width=90, height=90, rows=3, cols=3),
    kinds=(KindSection(code=6, name="empty", file="empty.png"),),
    reader=ReaderSection(min_margin=0.3, max_distance=30, max_core=8),
    rings=RingsSection(
        slots=tuple(SlotSection(name=name, file=f"{name}.png") for name in ("inner", "middle", "outer")),
        hand=((250.0, 115.0), (250.0, 145.0), (250.0, 175.0)),
        background="b.png",
        max_ground=16,
    ),
)
REGION = Region(100, 200, 100, 160)
Cells = tuple[tuple[int, int], ...]


def profile_at(x: float, y: float) -> Profile:
    """A window whose board of 12 x 6 cells begins there."""
    return Profile(
        game="bilging",
        window=WindowSection(width=REGION.width, height=REGION.height),
        board=BoardSection(x=x, y=y, width=6 * PITCH, height=12 * PITCH, rows=12, cols=6),
        kinds=(),
        reader=ReaderSection(min_margin=0.3, max_distance=30, max_core=8),
    )


def look_with(unread: Cells, repaired: Cells = ()) -> Look:
    codes = np.zeros((12, 6), np.int8)
    for cell in unread:
        codes[cell] = UNKNOWN
    sighting = Sighting(codes, np.ones(codes.shape, np.float32), Status.UNKNOWN_CELLS, 0)
    frame = Frame(np.zeros((REGION.height, REGION.width, 3), np.uint8), time.monotonic_ns(), REGION, 1.0)
    return Look(frame, sighting, 0.0, 0.0, repaired)


@pytest.mark.parametrize(
    ("pointer", "cell", "place"),
    [
        ((125, 255), (3, 0), (112, 255)),  # beside the left column
        ((175, 255), (3, 5), (187, 255)),  # beside the right one
        ((150, 223), (0, 3), (150, 212)),
        ((150, 337), (11, 2), (150, 347)),
    ],
)
def test_it_goes_to_the_nearest_place_beside_the_board(
    pointer: ScreenPoint, cell: tuple[int, int], place: ScreenPoint
) -> None:
    assert place_beside(pointer, look_with((cell,)), profile_at(20, 20)) == place
    assert place_beside(pointer, look_with((), (cell,)), profile_at(20, 20)) == place


def test_it_stays_in_the_window() -> None:
    """The nearest place would be beyond its left edge."""
    there = place_beside((105, 255), look_with(((3, 0),)), profile_at(0, 20))
    assert there is not None
    assert there != (92, 255)
    assert REGION.x <= there[0] < REGION.x + REGION.width


@pytest.mark.parametrize(
    ("pointer", "unread"),
    [
        (None, ((3, 0),)),  # not touched so far
        ((125, 255), ()),
        ((125, 255), ((7, 3),)),  # far from it
        ((112, 255), ((3, 0),)),  # beside the board already
    ],
)
def test_a_pointer_that_hides_nothing_stays(pointer: ScreenPoint | None, unread: Cells) -> None:
    assert place_beside(pointer, look_with(unread), profile_at(20, 20)) is None


def test_on_a_display_of_scale_2_it_goes_there_too() -> None:
    """Input points are two capture pixels wide."""
    look = look_with(((3, 0),))
    look = replace(look, frame=replace(look.frame, scale=2.0))
    assert place_beside((62, 127), look, profile_at(20, 20)) == (56, 127)


@pytest.mark.parametrize(
    ("pointer", "code", "place"),
    [
        ((250, 145), (10, 0), (287, 145)),  # on the second piece of the hand
        ((175, 140), (5, 1), (175, 77)),  # on the last cell of the second row: not between board and hand
    ],
)
def test_it_goes_beside_board_and_hand(pointer: ScreenPoint, code: tuple[int, int], place: ScreenPoint) -> None:
    codes = np.zeros((12, 3), np.int8)
    codes[code] = UNKNOWN
    frame = Frame(np.zeros((290, 320, 3), np.uint8), 0, Region(0, 0, 320, 290))
    look = Look(frame, replace(look_with(()).sighting, codes=codes), 0.0, 0.0)
    assert place_beside(pointer, look, RINGS) == place


def test_where_no_place_is_beside_the_board_it_stays() -> None:
    whole = profile_at(0, 0).model_copy(
        update={"board": BoardSection(x=0, y=0, width=100, height=160, rows=12, cols=6)},
    )
    assert place_beside((125, 255), look_with(((3, 0), (4, 1))), whole) is None


@pytest.mark.parametrize(("in_front", "covered"), [(True, False), (True, True), (False, False)])
def test_the_loop_takes_it_away_before_it_waits_but_for_a_window_in_the_way(in_front: bool, covered: bool) -> None:
    """The keyboard may follow the pointer to another window."""
    lost, begin = LostMove("swap3"), (4, 4)
    frame = replace(look_with(()).frame, region=PLACE)
    look = replace(lost.look(unread=slice(None)), frame=frame)
    lost.hand.left_at = begin
    lost.window.in_front, lost.window.covered = in_front, covered
    assert lost.pressed(look) == []
    assert (lost.hand.left_at != begin) == (in_front and not covered)


@pytest.mark.parametrize(("in_front", "covered"), [(True, False), (True, True), (False, False)])
def test_the_loop_takes_it_away_where_what_pulses_around_it_keeps_the_board_from_rest(
    in_front: bool, covered: bool
) -> None:
    """Other cells are hidden in each picture: it was waited for until the run gave up."""
    lost, begin = LostMove("swap3"), (24, 24)
    lost.hand.left_at = begin
    lost.window.in_front, lost.window.covered = in_front, covered
    screen, lookout = Screen(lost.loop.lookout.reader.profile), lost.loop.lookout
    lookout.source = lookout.reader = screen
    frame = replace(look_with(()).frame, region=PLACE)
    looks = [replace(lost.look(), frame=frame) for _ in range(20)]
    for number, (look, cell) in enumerate(zip(looks, cycle([(2, 2), (2, 1)]), strict=False)):
        look.sighting.codes[cell] = UNKNOWN
        look.sighting = replace(look.sighting, time_ns=number * 10**8)
        screen.look = look
        lost.loop._step()
        if number < len(looks) // 2:
            assert lost.hand.left_at == begin, "it passes by itself, most times"
        if number == len(looks) // 2:
            assert lookout._blocked_since is not None
            lookout._blocked_since -= UNREAD_TOLD_S
    assert (lost.hand.left_at != begin) == (in_front and not covered)
    assert lost.hand.pressed == []
