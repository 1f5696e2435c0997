"""Arenas whose pitch is not whole pixels: one thing looks otherwise in other cells."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from calibration.arena.calibrate import calibrate_arena
from calibration.arena.find_arena import find_arena
from calibration.arena.knowledge import FIRST_ITEM, learn_ground
from calibration.arena.learn import _with_kinds
from calibration.arena.on_bombs import learn_on_bombs
from calibration.arena.start_boards import find_start_boards
from calibration.arena.turns import ASIDE, make_turns
from capture.frame import Frame
from engine.hypersonic import COLS, FUSE, ITEM_BOMB, ITEM_RANGE, NO_BOMB, NOBODY, ROWS, UNKNOWN, State
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
from vision.lattice import Lattice
from vision.profile_sections import BoardSection

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


MANY, FEW = tuple(CELLS[-40::2]), ((12, 6), (11, 8))
FOUND = Lattice(19.121, 85.369, 33.564, 33.574, ROWS, COLS)
"""The dungeon's at 0.7 as calibration found it, up to a pixel aside."""


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("look", "scale", "lattice", "others"),
    [
        pytest.param("dungeon", 0.7, lattice_of("dungeon", 0.7), MANY, id="dungeon"),
        pytest.param("dungeon", 0.7, FOUND, FEW, id="dungeon, aside"),
        pytest.param("blueprint", 0.6, lattice_of("blueprint", 0.6), MANY, id="blueprint"),
        pytest.param("dungeon", 1.07, lattice_of("dungeon", 1.07), MANY, id="dungeon, 51 pixels"),
    ],
)
def test_rounds_of_a_bomb_below_a_player_are_told_by_what_was_seen_of_them_all_or_not_at_all(
    look: str, scale: float, lattice: Lattice, others: tuple[At, ...]
) -> None:
    """Live, six and five rounds left were read as eight, the only number that the other player had been seen with."""
    seen = [((0, 0), left, 1) for left in range(FUSE, 0, -1)] + [(at, FUSE, 2) for at in others]
    shown = [with_people(with_bomb(NOTHING, left, at), mask, at) for at, left, mask in seen]
    frames = [draw(look, scale, state, number).frame for number, state in enumerate([NOTHING, *shown])]
    turns = make_turns(frames, [()] * len(frames), lattice)
    known = learn_ground(turns, {y * COLS + x: [0] for x, y in CELLS})
    labels = defaultdict(list)
    for turn, ((x, y), left, mask) in enumerate(seen, 1):
        labels[left, NOBODY + mask].append((turn, y * COLS + x))
    on_bomb, rounds, _ = learn_on_bombs(turns, known, labels)
    profile, pictures = profile_of(look, scale, 2)
    assert profile.arena is not None
    both = profile.arena.model_copy(update={"on_bomb": tuple(s for s in profile.arena.on_bomb if s.code in on_bomb)})
    profile = profile.model_copy(update={"arena": both, "board": BoardSection.of(lattice)})
    cuts = tuple(on_bomb[section.code] for section in both.on_bomb)
    low, high = known.ground_low, known.ground_high
    eyes = ArenaReader(profile, replace(pictures, on_bomb=cuts, rounds=rounds, ground_low=low, ground_high=high))
    for at in CELLS:
        for mask, left in ((1, 6), (1, 8), (2, 5), (2, 6), (2, 8)):
            drawn = draw(look, scale, with_people(with_bomb(NOTHING, left, at), mask, at))
            ground_read, bombs, people = np.split(eyes.read(drawn.frame).codes, 3)
            ground_there, bombs_there, people_there = np.split(drawn.codes, 3)
            assert ((bombs == bombs_there) | (bombs == UNKNOWN)).all(), (at, mask, left)
            assert (ground_read == ground_there).all(), (at, mask, left)
            assert (people == people_there).all(), (at, mask, left)


def test_boards_on_which_rounds_below_a_player_are_left_open_prove_nothing() -> None:
    series = play("dungeon", 0.7, "two", seed=1, plan=("wait", "walk", "wait", "walk"), most=40)
    drawn = [(each.frame, each.pressed) for each in series]
    short, long = (
        calibrate_arena([frame for frame, _ in some], SCREEN, pressed=[keys for _, keys in some]).result
        for some in (drawn[:60], drawn)
    )
    assert long.reasons == ()
    assert any("without players on bombs" in reason for reason in short.reasons), short.reasons


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
