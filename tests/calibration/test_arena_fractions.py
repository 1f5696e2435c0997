"""Arenas whose pitch is not whole pixels: one thing looks otherwise in other cells."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.arena.find_arena import find_arena
from calibration.arena.knowledge import learn_ground
from calibration.arena.start_boards import find_start_boards
from calibration.arena.turns import make_turns
from capture.frame import Frame
from engine.hypersonic import COLS, NOBODY, ROWS
from practice.hypersonic.still import board_rectangle, render_still, render_turn
from tests.vision.drawn_arenas import draw, empty_state, lattice_of, play, profile_of, with_people
from vision.arena.layers import IS_WALL
from vision.arena.reader import ArenaReader

CELLS = [(x, y) for y in range(ROWS) for x in range(COLS) if not IS_WALL[y * COLS + x]]


def seen_in_its_corner_alone(look: str, scale: float) -> ArenaReader:
    """Return eyes that have learned the first of two players from where it stood as its game began."""
    nothing = empty_state(2)
    frames = [Frame(render_still(look, scale, nothing), 0), draw(look, scale, with_people(nothing, 1, (0, 0)), 1).frame]
    turns = make_turns(frames, [()] * len(frames), lattice_of(look, scale))
    known = learn_ground(turns, {y * COLS + x: [0] for x, y in CELLS})
    learned = known.cut(turns, [(1, 0)], walks=True)
    profile, pictures = profile_of(look, scale, 2)
    cuts = (learned if k.code == NOBODY + 1 else cut for k, cut in zip(profile.kinds, pictures.kinds, strict=True))
    seen = replace(pictures, kinds=tuple(cuts), ground_low=known.ground_low, ground_high=known.ground_high)
    return ArenaReader(profile, seen)


@pytest.mark.parametrize("look", ["toys", "dungeon"])
def test_a_player_who_was_seen_in_its_corner_alone_is_read_in_every_cell(look: str) -> None:
    """Our own keeps to its corner in calibration: live, in cells of 36.4 pixels, 48 of 113 could not be read."""
    scale, nothing = 0.7, empty_state(2)
    eyes = seen_in_its_corner_alone(look, scale)
    for at in CELLS:
        drawn = draw(look, scale, with_people(nothing, 1, at))
        assert (eyes.read(drawn.frame).codes == drawn.codes).all(), at


@pytest.mark.parametrize("scale", [0.7, 0.85])
def test_one_who_slides_out_from_under_a_window_does_not_rest_though_it_may_lie_aside(scale: float) -> None:
    """What a step of a pixel shows was told from the middle of all that may be seen of it at rest."""
    look, (col, row) = "toys", (4, 4)
    eyes, state = seen_in_its_corner_alone(look, scale), with_people(empty_state(2), 1, (col, row))
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
    nothing = empty_state(2)
    frames = [draw("toys", 0.7, with_people(nothing, 1, at), k).frame for k, at in enumerate(CELLS[:20])]
    turns = make_turns(frames, [()] * len(frames), lattice_of("toys", 0.7))
    assert not turns.show_all_ways({0, 1})
    assert turns.show_all_ways({0, 1, 2, COLS, 2 * COLS})
    assert make_turns(frames, [()] * len(frames), lattice_of("toys", 1.0)).show_all_ways({0})


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
