"""The reader of arenas: every board of a game as it is, and nothing where it is not sure."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.profile_folder import write_profile
from capture.frame import Frame
from engine.hypersonic import (
    BOX,
    BOX_BOMB,
    BOX_RANGE,
    COLS,
    FLOOR,
    ITEM_BOMB,
    ITEM_RANGE,
    KIND_NAMES,
    NO_BOMB,
    NOBODY,
    ROWS,
    UNKNOWN,
)
from practice.hypersonic.still import render_still
from tests.vision.drawn_arenas import (
    THERE,
    Drawn,
    draw,
    empty_state,
    lattice_of,
    play,
    profile_of,
    with_bomb,
    with_ground,
    with_people,
)
from vision.arena.layers import FLOOR_CODES
from vision.arena.pictures import ground_picture, rounds_picture
from vision.arena.reader import ArenaReader
from vision.profile import Profile, ProfileError, load_profile
from vision.profile_sections import TextSection
from vision.readers import open_reader
from vision.sighting import Status

LOOKS = ("dungeon", "blueprint", "toys")


@cache
def reader(look: str, scale: float, players: int = 4) -> ArenaReader:
    return ArenaReader(*profile_of(look, scale, players, TextSection(x=4, y=4, width=60, height=40)))


def unread(drawn: Drawn, seen: np.ndarray) -> tuple[int, int]:
    """Return how many codes are wrong, and how many are not known."""
    known = seen != UNKNOWN
    return int((known & (seen != drawn.codes)).sum()), int((~known).sum())


@pytest.mark.sweep(4)
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("scale", [0.5, 1.0, 2.0])
def test_games_are_read_cell_by_cell(look: str, scale: float) -> None:
    eyes = reader(look, scale)
    games = play(look, scale, "four", seed=3, plan=("walk", "wait"), most=16)
    for drawn in games:
        sighting = eyes.read(drawn.frame)
        assert unread(drawn, sighting.codes) == (0, 0)
        assert sighting.status is Status.CLEAR
        assert not sighting.extras["moving"]
        assert sighting.margin.shape == (3 * ROWS, COLS)


@pytest.mark.parametrize("look", LOOKS)
def test_every_thing_that_can_stand_in_a_cell_is_told_from_every_other(look: str) -> None:
    eyes = reader(look, 0.5)
    nothing = empty_state(4)
    seen = set()
    for left in range(9):
        for mask in range(16):
            state = with_people(nothing if left == 0 else with_bomb(nothing, left), mask)
            drawn = draw(look, 0.5, state)
            codes = eyes.read(drawn.frame).codes
            assert unread(drawn, codes) == (0, 0)
            x, y = THERE
            seen.add((int(codes[ROWS + y, x]), int(codes[2 * ROWS + y, x])))
    assert len(seen) == 9 * 16
    assert max(code for pair in seen for code in pair) == len(KIND_NAMES) - 1


@pytest.mark.parametrize("look", LOOKS)
def test_a_player_on_its_way_is_not_read_as_anything_else(look: str) -> None:
    """Its picture moved by parts of a cell: the cells it covers are as they are or not known, never something else."""
    eyes = reader(look, 1.0)
    lattice = lattice_of(look, 1.0)
    pitch = round(lattice.pitch_x)
    drawn = draw(look, 1.0, with_people(empty_state(4), 0b0010))
    empty = draw(look, 1.0, empty_state(4)).frame.pixels
    x, y = (round(v) for v in lattice.corner(THERE[1], THERE[0]))
    player = drawn.frame.pixels[y : y + pitch, x : x + pitch]
    for step in range(pitch // 5, pitch - pitch // 5, 3):
        pixels = empty.copy()
        pixels[y : y + pitch, x + step : x + step + pitch] = player
        sighting = eyes.read(Frame(pixels, 0))
        people = sighting.codes[2 * ROWS :]
        assert people[THERE[1], THERE[0]] in (UNKNOWN, NOBODY)
        assert (sighting.codes[ROWS : 2 * ROWS] <= NO_BOMB).all()
        assert sighting.extras["moving"]


@pytest.mark.parametrize("look", LOOKS)
def test_a_small_player_over_the_edge_of_a_cell_is_told(look: str) -> None:
    """Two that shared a cell move on; at first the cell they enter is still read as the floor it is."""
    eyes = reader(look, 1.0)
    drawn = draw(look, 1.0, with_people(empty_state(4), 0b0011))
    pixels = draw(look, 1.0, empty_state(4)).frame.pixels.copy()
    lattice = lattice_of(look, 1.0)
    pitch, up = round(lattice.pitch_y), 11
    x, y = (round(v) for v in lattice.corner(THERE[1], THERE[0]))
    pixels[y - up : y - up + pitch, x : x + pitch] = drawn.frame.pixels[y : y + pitch, x : x + pitch]
    sighting = eyes.read(Frame(pixels, 0))
    above = (THERE[1] - 1) * COLS + THERE[0]
    assert tuple(sighting.codes.reshape(3, -1)[:, above]) == FLOOR_CODES
    assert sighting.extras["covered"] == {above}


@pytest.mark.parametrize("look", ["dungeon", "blueprint"])
def test_an_even_panel_is_no_ground_that_was_never_seen(look: str) -> None:
    """Where a box stood in all that calibration saw, its ground is a guess with much room."""
    profile, pictures = profile_of(look, 1.0, 4)
    cell = THERE[1] * COLS + THERE[0]
    low, high = pictures.ground_low.copy(), pictures.ground_high.copy()
    low[cell], high[cell] = low[cell] - 15, high[cell] + 15
    kinds = type(pictures)(pictures.kinds, low, high, pictures.on_bomb, pictures.rounds)
    eyes = ArenaReader(profile, kinds)
    pixels = draw(look, 1.0, empty_state(4)).frame.pixels.copy()
    assert tuple(eyes.read(Frame(pixels, 0)).codes.reshape(3, -1)[:, cell]) == FLOOR_CODES
    lattice = lattice_of(look, 1.0)
    pitch = round(lattice.pitch_x)
    x, y = (round(v) for v in lattice.corner(THERE[1] - 1, THERE[0] - 1))
    pixels[y : y + 3 * pitch, x : x + 3 * pitch] = np.round(((low + high) / 2)[cell].mean(axis=0)) + 4
    assert (eyes.read(Frame(pixels, 0)).codes.reshape(3, -1)[:, cell] == UNKNOWN).all()


def test_covers_and_other_windows_are_no_board() -> None:
    eyes = reader("dungeon", 1.0)
    drawn = play("dungeon", 1.0, "two", seed=1, plan=("stay",), most=1)[-1]
    for paused in (True, False):
        pixels = render_still("dungeon", 1.0, drawn.state, paused=paused, over=not paused)
        assert eyes.read(Frame(pixels, 0)).status & Status.NO_BOARD
    small = Frame(drawn.frame.pixels[:-3].copy(), 5)
    assert eyes.read(small).status & Status.NO_BOARD
    assert (eyes.read(small).codes == UNKNOWN).all()


@pytest.mark.parametrize("look", LOOKS)
def test_a_dimmed_window_is_not_read(look: str) -> None:
    """Games dim themselves when nothing is to be clicked; as a blur whose weights sum to half it could be read."""
    eyes = reader(look, 1.0)
    drawn = play(look, 1.0, "two", seed=1, plan=("stay",), most=1)[-1]
    for gain in (0.55, 0.5, 0.4):
        dimmed = np.round(drawn.frame.pixels * gain).astype(np.uint8)
        assert (eyes.read(Frame(dimmed, 0)).codes == UNKNOWN).any()
    assert unread(drawn, eyes.read(Frame(drawn.frame.pixels, 0)).codes)[0] == 0


def test_a_cursor_makes_nothing_wrong() -> None:
    rolls = np.random.default_rng(5)
    eyes = reader("toys", 1.0)
    for drawn in play("toys", 1.0, "four", seed=4, plan=("walk",), most=20):
        pixels = drawn.frame.pixels.copy()
        x, y = rolls.integers(30, 600), rolls.integers(30, 560)
        cv2.fillConvexPoly(pixels, np.array([(x, y), (x, y + 20), (x + 13, y + 13)]), (255, 255, 255))
        cv2.polylines(pixels, [np.array([(x, y), (x, y + 20), (x + 13, y + 13)])], True, (0, 0, 0), 1)
        codes = eyes.read(Frame(pixels, 0)).codes
        assert unread(drawn, codes)[0] == 0


def panelled(drawn: Drawn, share: float, side: str, look: str) -> np.ndarray:
    """Return the picture with a panel that reaches so far into the cell THERE and over the next one."""
    lattice = lattice_of(look, 1.0)
    x, y = lattice.corner(THERE[1], THERE[0])
    wide, high = lattice.pitch_x, lattice.pitch_y
    left, top = (x + (1 - share) * wide, y) if side == "right" else (x, y + (1 - share) * high)
    pixels = drawn.frame.pixels.copy()
    cv2.rectangle(pixels, (round(left), round(top)), (round(x + 2 * wide), round(y + 2 * high)), (90, 20, 250), -1)
    return pixels


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("side", ["right", "below"])
def test_a_cell_beside_a_panel_is_read_by_what_is_in_view(look: str, side: str) -> None:
    """Cells that a panel's edge covered to less than a tenth stayed unread."""
    eyes = reader(look, 1.0)
    x, y = THERE
    for code in (FLOOR, BOX, BOX_RANGE, ITEM_RANGE, ITEM_BOMB):
        drawn = draw(look, 1.0, with_ground(empty_state(2), code))
        codes = eyes.read(Frame(panelled(drawn, 0.14, side, look), 0)).codes
        assert codes[y, x] == code
        assert codes[ROWS + y, x] == NO_BOMB
        assert codes[2 * ROWS + y, x] == NOBODY
        assert unread(drawn, codes)[0] == 0


@pytest.mark.parametrize("look", LOOKS)
def test_who_stands_beside_a_panel_is_not_guessed(look: str) -> None:
    """What hides a player's edge may be another player's: who is there is told by whole cells alone."""
    eyes = reader(look, 1.0)
    for mask in range(1, 16):
        drawn = draw(look, 1.0, with_people(with_bomb(empty_state(4), 3), mask))
        for share in (0.14, 0.5, 0.9):
            codes = eyes.read(Frame(panelled(drawn, share, "below", look), 0)).codes
            assert unread(drawn, codes)[0] == 0


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("share", [0.2, 0.35, 0.5, 0.7, 0.9, 0.97])
def test_what_a_panel_hides_is_not_guessed(look: str, share: float) -> None:
    """Whatever tells two things apart may lie below it."""
    eyes = reader(look, 1.0)
    for code in (FLOOR, BOX, BOX_RANGE, BOX_BOMB, ITEM_RANGE, ITEM_BOMB):
        for side in ("right", "below"):
            drawn = draw(look, 1.0, with_ground(empty_state(2), code))
            assert unread(drawn, eyes.read(Frame(panelled(drawn, share, side, look), 0)).codes)[0] == 0


@pytest.mark.parametrize("look", LOOKS)
def test_of_an_arena_that_is_half_hidden_nothing_is_told(look: str) -> None:
    eyes = reader(look, 1.0)
    pixels = draw(look, 1.0, with_ground(empty_state(2), BOX)).frame.pixels.copy()
    lattice = eyes.lattice
    pixels[: round(lattice.y + 0.6 * lattice.height)] = (90, 30, 200)
    sighting = eyes.read(Frame(pixels, 0))
    assert sighting.status == Status.NO_BOARD | Status.UNKNOWN_CELLS
    assert (sighting.codes == UNKNOWN).all()
    assert not sighting.margin.any()
    assert sighting.extras["covered"] == frozenset()


def test_the_turns_number_is_seen_to_change() -> None:
    eyes = reader("dungeon", 1.0, 2)
    state = draw("dungeon", 1.0, empty_state(2)).state
    one, same, other = (eyes.read(draw("dungeon", 1.0, state._replace(round=r)).frame) for r in (17, 17, 18))
    assert np.array_equal(one.extras["turn_patch"], same.extras["turn_patch"])
    assert not np.array_equal(one.extras["turn_patch"], other.extras["turn_patch"])
    assert np.array_equal(one.codes, other.codes)


def test_a_profile_on_disk_reads_as_in_memory(tmp_path: Path) -> None:
    eyes = reader("blueprint", 1.0)
    folder = save(eyes, tmp_path / "profile")
    again = open_reader(load_profile(folder), folder)
    assert isinstance(again, ArenaReader)
    for drawn in play("blueprint", 1.0, "three", seed=2, plan=("walk",), most=15):
        assert unread(drawn, again.read(drawn.frame).codes) == (0, 0)


def save(eyes: ArenaReader, folder: Path) -> Path:
    pictures = eyes.pictures
    arena = eyes.profile.arena
    assert arena is not None
    files = {"ground.png": ground_picture(pictures.ground_low, pictures.ground_high)}
    files["rounds.png"] = rounds_picture(pictures.rounds)
    for section, cut in zip(arena.on_bomb, pictures.on_bomb, strict=True):
        files[section.file] = rounds_picture((cut,))
    write_profile(folder, eyes.profile, [cut.picture for cut in pictures.kinds], None, files)
    return folder


def test_unusable_profiles_are_refused_in_one_line(tmp_path: Path) -> None:
    eyes = reader("blueprint", 1.0)
    profile = eyes.profile
    arena = profile.arena
    assert arena is not None
    twice = profile.model_copy(update={"kinds": (profile.kinds[0], *profile.kinds)})
    cuts = (eyes.pictures.kinds[0], *eyes.pictures.kinds)
    with pytest.raises(ProfileError, match=r"^profile\.toml: kind .* used twice"):
        ArenaReader(twice, replace(eyes.pictures, kinds=cuts))
    with pytest.raises(ProfileError, match="knows no arena"):
        ArenaReader(profile.model_copy(update={"arena": None}), eyes.pictures)
    board = profile.board.model_copy(update={"rows": 9})
    with pytest.raises(ProfileError, match="11 rows and 13 columns"):
        ArenaReader(profile.model_copy(update={"board": board}), eyes.pictures)
    folder = save(eyes, tmp_path / "profile")
    with pytest.raises(ProfileError, match=r"/profile\.toml: the profile's arena must have 11 rows"):
        ArenaReader.open(profile.model_copy(update={"board": board}), folder)
    (folder / "ground.png").write_bytes((folder / "rounds.png").read_bytes())
    with pytest.raises(ProfileError, match=r"ground\.png: must be 208x176 pixels"):
        ArenaReader.open(load_profile(folder), folder)
    (folder / "ground.png").unlink()
    with pytest.raises(ProfileError, match=r"ground\.png: a picture of the arena is missing"):
        load_profile(folder)


def test_a_sort_of_box_that_nobody_has_named_keeps_its_own_code() -> None:
    eyes = reader("dungeon", 1.0, 2)
    kinds = tuple(
        kind.model_copy(update={"code": 64, "name": "unnamed box 1"}) if kind.code == 3 else kind
        for kind in eyes.profile.kinds
    )
    profile: Profile = eyes.profile.model_copy(update={"kinds": kinds})
    drawn = play("dungeon", 1.0, "two", seed=1, plan=("stay",), most=1)[0]
    codes = ArenaReader(profile, eyes.pictures).read(drawn.frame).codes
    assert (codes[drawn.codes == 3] == 64).all()
    assert (drawn.codes == 3).any()
