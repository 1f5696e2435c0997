"""Wells and arenas in another tone than their profile's: all read, nothing read wrong, veils left alone."""

import cv2
import numpy as np
import pytest

from capture.frame import Frame
from engine.columns import PRESETS
from engine.hypersonic import BOX
from tests.vision.drawn_arenas import draw as draw_arena
from tests.vision.drawn_arenas import empty_state, with_bomb, with_ground, with_people
from tests.vision.drawn_arenas import profile_of as arena_profile
from tests.vision.drawn_wells import draw as draw_well
from tests.vision.drawn_wells import profile_of as well_profile
from tests.vision.drawn_wells import random_state
from vision.arena.reader import ArenaReader
from vision.sighting import UNKNOWN, Sighting
from vision.well.reader import WellReader

RULES = PRESETS["jewel"]
LEVELS = np.arange(256)[:, None]
TONES = {
    "night": LEVELS * np.array([0.6, 0.8, 1.0]),
    "dim": LEVELS * np.full(3, 0.75),
    "gamma": 255 * (LEVELS / 255) ** np.full(3, 1.3),
}


def toned(pixels: np.ndarray, how: str) -> Frame:
    table = np.round(TONES[how]).astype(np.uint8).reshape(256, 1, 3)
    return Frame(np.asarray(cv2.LUT(pixels, table), np.uint8), 0)


@pytest.mark.parametrize("how", TONES)
@pytest.mark.parametrize("look", ["cave", "vista"])
def test_a_well_is_read(look: str, how: str) -> None:
    reader = WellReader(*well_profile(look, 1.0, RULES))
    for seed in range(3):
        drawn = draw_well(look, 1.0, RULES, random_state(RULES, np.random.default_rng(seed), 1, 8), top=1.3)
        sighting = reader.read(toned(drawn.frame.pixels, how))
        assert np.array_equal(sighting.codes, drawn.codes)
        assert sighting.extras["next"].tolist() == drawn.state.next.tolist()


def test_an_even_picture_is_no_empty_well() -> None:
    reader = WellReader(*well_profile("cave", 1.0, RULES))
    size = draw_well("cave", 1.0, RULES, random_state(RULES, np.random.default_rng(0))).frame.pixels.shape
    for level in (40, 128, 255):
        assert (reader.read(Frame(np.full(size, level, np.uint8), 0)).codes == UNKNOWN).any()


@pytest.mark.parametrize("how", TONES)
def test_an_arena_is_read_but_not_below_something_else(how: str) -> None:
    reader = ArenaReader(*arena_profile("dungeon", 1.0, 2))
    state = with_bomb(with_ground(with_people(empty_state(2), 0b01), BOX, (6, 2)), 5, (8, 4))
    drawn = draw_arena("dungeon", 1.0, state)
    seen = toned(drawn.frame.pixels, how)
    assert np.array_equal(reader.read(seen).codes, drawn.codes)
    covered = seen.pixels.copy()
    height, width = covered.shape[:2]
    cv2.rectangle(covered, (width // 3, height // 3), (width // 2, height // 2), (90, 200, 250), -1)
    sighting: Sighting = reader.read(Frame(covered, 0))
    wrong = (sighting.codes != UNKNOWN) & (sighting.codes != drawn.codes)
    assert not wrong.any()
    assert (sighting.codes == UNKNOWN).any()


def test_an_arena_whose_bright_floor_is_cut_off_is_read() -> None:
    """What was left of the floor to tell the tone by were the boxes on it: nothing lies over walls."""
    reader = ArenaReader(*arena_profile("toys", 1.0, 2))
    state = empty_state(2)
    for y in range(11):
        for x in range(13):
            if not (x % 2 and y % 2) and (x + y) % 3:
                state = with_ground(state, BOX, (x, y))
    drawn = draw_arena("toys", 1.0, state)
    bright = np.clip(np.round(1.15 * drawn.frame.pixels.astype(np.float32)), 0, 255).astype(np.uint8)
    codes = reader.read(Frame(bright, 0)).codes
    assert ((codes == drawn.codes) | (codes == UNKNOWN)).all()
    assert (codes == UNKNOWN).sum() == 0
