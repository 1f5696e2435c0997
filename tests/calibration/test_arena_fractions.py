"""Arenas whose pitch is not whole pixels: one thing looks otherwise in other cells."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from calibration.arena.calibrate import calibrate_arena
from calibration.arena.find_arena import find_arena
from calibration.arena.knowledge import FIRST_ITEM, learn_ground
from calibration.arena.learn import _with_kinds
from calibration.arena.start_boards import find_start_boards
from calibration.arena.turns import ASIDE, make_turns
from capture.frame import Frame
from engine.hypersonic import COLS, ITEM_BOMB, ITEM_RANGE, NO_BOMB, NOBODY, ROWS, State
from practice.hypersonic.still import board_rectangle, render_still, render_turn
from tests.vision.drawn_arenas import (
    draw,
    empty_state,
    lattice_of,
    play,
    profile_of,
    with_bomb,
    with_ground,
    with_people,
)
from vision.arena.layers import IS_WALL
from vision.arena.reader import ArenaReader
from vision.hypersonic import SCREEN

At = tuple[int, int]
NOTHING = empty_state(2)
CELLS = [(x, y) for y in range(ROWS) for x in range(COLS) if not IS_WALL[y * COLS + x]]


def our_player(at: At) -> State:
    return with_people(NOTHING, 1, at)


def seen_in_a_corner_alone(
    look: str, scale: float, code: int, learned_as: int, drawn: Callable[[At], State]
) -> ArenaReader:
    """Return eyes that have learned something from one corner, where the first of two players stands in the beginning.

    Args:
        look, scale: of the window.
        code: of what is learned.
        learned_as: its code while calibration learns.
        drawn: an arena with it in some cell, and with nothing else.
    """
    frames = [Frame(render_still(look, scale, NOTHING), 0), draw(look, scale, drawn((0, 0)), 1).frame]
    turns = make_turns(frames, [()] * len(frames), lattice_of(look, scale))
    known = learn_ground(turns, {y * COLS + x: [0] for x, y in CELLS})
    learned = _with_kinds(turns, known, {learned_as: [(1, 0)]}).kinds[learned_as]
    profile, pictures = profile_of(look, scale, 2)
    cuts = (learned if k.code == code else cut for k, cut in zip(profile.kinds, pictures.kinds, strict=True))
    seen = replace(pictures, kinds=tuple(cuts), ground_low=known.ground_low, ground_high=known.ground_high)
    return ArenaReader(profile, seen)


@pytest.mark.parametrize("look", ["toys", "dungeon"])
@pytest.mark.parametrize(
    ("code", "learned_as", "drawn"),
    [
        pytest.param(NOBODY + 1, NOBODY + 1, our_player, id="our player"),
        pytest.param(ITEM_RANGE, FIRST_ITEM, partial(with_ground, NOTHING, ITEM_RANGE), id="range item"),
        pytest.param(ITEM_BOMB, FIRST_ITEM + 1, partial(with_ground, NOTHING, ITEM_BOMB), id="bomb item"),
        pytest.param(NO_BOMB + 3, NO_BOMB + 3, partial(with_bomb, NOTHING, 3), id="bomb"),
    ],
)
def test_what_was_seen_in_one_cell_alone_is_read_in_every_cell(
    look: str, code: int, learned_as: int, drawn: Callable[[At], State]
) -> None:
    """Live, in cells of 36.4 pixels, our own player could not be read in 48 of 113; it keeps to its corner.

    In cells of 28.8 pixels a range item could not that calibration saw once: play waited until the bot died of a bomb.
    """
    scale = 0.7
    eyes = seen_in_a_corner_alone(look, scale, code, learned_as, drawn)
    for at in CELLS:
        shown = draw(look, scale, drawn(at))
        assert (eyes.read(shown.frame).codes == shown.codes).all(), at


@pytest.mark.parametrize("scale", [0.7, 0.85])
def test_one_who_slides_out_from_under_a_window_does_not_rest_though_it_may_lie_aside(scale: float) -> None:
    """What a step of a pixel shows was told from the middle of all that may be seen of it at rest."""
    look, (col, row) = "toys", (4, 4)
    eyes, state = seen_in_a_corner_alone(look, scale, NOBODY + 1, NOBODY + 1, our_player), our_player((col, row))
    x, y, width, height = board_rectangle(look, scale)
    pitch = width / COLS
    rows = slice(round(y + row * height / ROWS), round(y + (row + 1) * height / ROWS))
    columns = slice(round(x + col * pitch), round(x + (col + 0.25) * pitch))
    for action in (1, 2, 3, 4):
        for gone in (1.0, 1.5, 2.0):
            pixels = render_turn(look, scale, state, (action, 0), gone / pitch).copy()
            pixels[rows, columns] = (90, 60, 60)
            assert not eyes.read(Frame(pixels, 0)).extras["resting"](), (action, gone)


def test_a_player_who_was_seen_everywhere_may_lie_aside_by_no_more_than_it_was_seen_to() -> None:
    frames = [draw("toys", 0.7, our_player(at), k).frame for k, at in enumerate(CELLS[:20])]
    turns = make_turns(frames, [()] * len(frames), lattice_of("toys", 0.7))
    at_one = lattice_of("toys", 1.0)
    assert turns.aside_elsewhere({0}) == ((-0.9, *ASIDE, 0.9), (-0.9, *ASIDE, 0.9))
    across, down = turns.aside_elsewhere({0, COLS, 2 * COLS})  # 36.4 pixels: at three fractions down, at one across
    assert (across, down) == ((-0.9, *ASIDE, 0.9), ASIDE)
    across, _ = turns.aside_elsewhere({0, 1})
    assert across == pytest.approx((-0.6, *ASIDE, 0.6))
    assert turns.aside_elsewhere({0, 1, 2, COLS, 2 * COLS}) == (ASIDE, ASIDE)
    assert make_turns(frames, [()] * len(frames), at_one).aside_elsewhere({0}) == (ASIDE, ASIDE)


def test_bombs_that_were_seen_in_many_cells_keep_their_digits_apart() -> None:
    """They may lie aside no farther than the gaps between what was seen: calibration was refused, half of it unread."""
    series = play("blueprint", 0.7, "two", seed=1, plan=("walk", "wait", "stay"), most=70)
    pressed = [drawn.pressed for drawn in series]
    assert calibrate_arena([drawn.frame for drawn in series], SCREEN, pressed=pressed).result.reasons == ()


def test_a_game_begins_though_boxes_look_otherwise_in_other_cells() -> None:
    """Boxes a fraction of a pixel aside were farther from each other than players from the floor."""
    look, scale = "toys", 0.7
    frames = [drawn.frame for drawn in play(look, scale, "two", seed=1, plan=("walk", "wait", "stay"), most=70)]
    lattice = find_arena(frames[0].pixels, None)
    assert lattice is not None
    found = find_start_boards(make_turns(frames, [()] * len(frames), lattice))
    assert found is not None
    assert (found.boxes, found.players) == (3, 2)


def test_games_whose_first_boards_lie_to_both_sides_of_a_threshold_all_begin() -> None:
    """One of four lay below it, and nothing was learned from the others, in which our player stayed on its bombs."""
    look, scale = "toys", 0.7
    drawn = play(look, scale, "two", seed=1, plan=("stay", "stay"), most=12)
    second = next(number for number, each in enumerate(drawn) if number and each.state.round == 0)
    width = drawn[0].frame.pixels.shape[1]
    ramp = np.linspace(-5, 5, width)[None, :, None]  # another light in the first game
    frames = [each.frame for each in drawn]
    for number in range(second):
        pixels = np.clip(frames[number].pixels + ramp, 0, 255).astype(np.uint8)
        frames[number] = replace(frames[number], pixels=pixels)
    found = find_start_boards(make_turns(frames, [()] * len(frames), lattice_of(look, scale)))
    assert found is not None
    assert (len(found.turns), found.boxes, found.players) == (2, 3, 2)
