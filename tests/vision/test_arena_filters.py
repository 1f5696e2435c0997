"""Arenas in pictures that were blurred, moved by a part of a pixel or packed: read, and never wrong."""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.benchmarks.vision.drawn import Boxes, cell_boxes
from bot.benchmarks.vision.perturbations import blur, jpeg, offset, panel, pointer
from capture.frame import Frame, Pixels
from engine.hypersonic import LAYERS, NOBODY, ROWS, UNKNOWN
from tests.vision.drawn_arenas import THERE, Drawn, draw, empty_state, lattice_of, play, profile_of, with_people
from vision.arena import through_filter
from vision.arena.candidates import make_candidates
from vision.arena.filters import ITSELF, MIXED, Looks, contrast, expect, fit_filter, make_filter, make_looks
from vision.arena.layers import CELLS, GROUND, SAMPLES, SIDE, SPRITE
from vision.arena.reader import ArenaReader
from vision.arena.through_filter import judge_filtered, measure_filtered

LOOKS = ("dungeon", "blueprint", "toys")
MOST_UNREAD = 0.002
"""Share of the cells."""
SPOILT: dict[str, Callable[[Pixels, np.ndarray, np.random.Generator], Pixels]] = {
    "JPEG 70": partial(jpeg, 70),
    "JPEG 40": partial(jpeg, 40),
    "blurred": partial(blur, 1.2),
    "moved by half a pixel": partial(offset, 0.5),
}


@cache
def reader(look: str) -> ArenaReader:
    return ArenaReader(*profile_of(look, 1.0, 4, None))


def boards(look: str, most: int) -> list[Drawn]:
    return play(look, 1.0, "four", seed=6, plan=("walk", "wait"), most=most)


def boxes_of(look: str) -> Boxes:
    """Where the cells are, as the spoilers take it."""
    boxes: Boxes = cell_boxes(lattice_of(look, 1.0))
    return boxes


def wrong(drawn: Drawn, codes: NDArray[np.int8]) -> NDArray[np.bool_]:
    cells: NDArray[np.bool_] = (codes != UNKNOWN) & (codes != drawn.codes)
    return cells


@pytest.mark.sweep(3)
@pytest.mark.parametrize("how", SPOILT)
@pytest.mark.parametrize("look", LOOKS)
def test_spoilt_pictures_are_read_and_never_wrong(look: str, how: str) -> None:
    rng = np.random.default_rng(2)
    eyes, boxes = reader(look), boxes_of(look)
    unread = 0
    some = boards(look, 30)[::4]
    for drawn in some:
        codes = eyes.read(Frame(SPOILT[how](drawn.frame.pixels, boxes, rng), 0)).codes
        assert not wrong(drawn, codes).any()
        unread += int((codes == UNKNOWN).sum())
    assert unread <= MOST_UNREAD * len(some) * LAYERS * CELLS


@pytest.mark.sweep(5)
@pytest.mark.parametrize("how", ["JPEG 70", "blurred"])
@pytest.mark.parametrize("look", LOOKS)
def test_what_covers_a_spoilt_picture_is_not_read_as_something_else(look: str, how: str) -> None:
    rng = np.random.default_rng(4)
    eyes, boxes = reader(look), boxes_of(look)
    for drawn in boards(look, 40)[::5]:
        for cover in (panel, partial(pointer, 2.0)):
            pixels = SPOILT[how](cover(drawn.frame.pixels, boxes, rng), boxes, rng)
            codes = eyes.read(Frame(pixels, 0)).codes
            assert not wrong(drawn, codes).any()


@pytest.mark.parametrize("look", LOOKS)
def test_a_panel_in_a_things_mean_colour_is_not_that_thing(look: str) -> None:
    eyes = reader(look)
    lattice, drawn = lattice_of(look, 1.0), boards(look, 1)[0]
    candidates = make_candidates(eyes.profile, eyes.pictures)
    x, y = (round(v) for v in lattice.corner(THERE[1], THERE[0]))
    side = round(3 * lattice.pitch_x)
    rng = np.random.default_rng(1)
    for low, high in list(zip(candidates.low[1:], candidates.high[1:], strict=True))[::5]:
        pixels = drawn.frame.pixels.copy()
        pixels[y : y + side, x : x + side] = np.round((low + high).mean(axis=0) / 2)
        for strength in (0.8, 1.2):
            codes = eyes.read(Frame(blur(strength, pixels, boxes_of(look), rng), 0)).codes
            assert not wrong(drawn, codes).any()


@pytest.mark.parametrize("look", LOOKS)
def test_a_player_on_its_way_in_a_spoilt_picture_is_nowhere(look: str) -> None:
    eyes, lattice = reader(look), lattice_of(look, 1.0)
    pitch = round(lattice.pitch_x)
    empty = draw(look, 1.0, empty_state(4)).frame.pixels
    shown = draw(look, 1.0, with_people(empty_state(4), 0b0010)).frame.pixels
    x, y = (round(v) for v in lattice.corner(THERE[1], THERE[0]))
    rng = np.random.default_rng(1)
    for step in range(pitch // 4, pitch - pitch // 4, 5):
        pixels = empty.copy()
        pixels[y : y + pitch, x + step : x + step + pitch] = shown[y : y + pitch, x : x + pitch]
        people = eyes.read(Frame(jpeg(60, pixels, boxes_of(look), rng), 0)).codes[2 * ROWS :]
        assert people[THERE[1], THERE[0]] in (UNKNOWN, NOBODY)
        assert people[THERE[1], THERE[0] + 1] in (UNKNOWN, NOBODY)


def cells_and_looks(look: str) -> tuple[np.ndarray, np.ndarray, Looks]:
    """Cells as they should look in a drawn board, the candidates that stand in them, and all looks."""
    eyes = reader(look)
    candidates = make_candidates(eyes.profile, eyes.pictures)
    pictures = eyes.pictures
    looks = make_looks(candidates, pictures.ground_low, pictures.ground_high)
    rng = np.random.default_rng(1)
    known = rng.integers(0, len(candidates.codes), CELLS)
    shows = looks.shows[known]
    cells = np.where((shows == 2)[..., None], looks.ground_middle, looks.middle[known])
    return cells.astype(np.float32), known.astype(np.int64), looks


@pytest.mark.parametrize("look", LOOKS)
def test_the_filter_of_a_picture_is_found(look: str) -> None:
    cells, known, looks = cells_and_looks(look)
    weights = np.array([0.02, 0.1, 0.0, 0.06, 0.7, 0.05, 0.0, 0.07, 0.0], np.float32)
    square = cells.reshape(CELLS, SIDE, SIDE, 3)
    filtered = np.zeros_like(square)
    for j, weight in enumerate(weights):
        filtered += weight * np.roll(square, (1 - j // 3, 1 - j % 3), axis=(1, 2))
    found = fit_filter(filtered.reshape(CELLS, SAMPLES, 3), known, looks)
    assert found is not None
    assert np.abs(found.weights - weights).max() < 0.03
    assert found.left < 0.01
    same = fit_filter(cells, known, looks)
    assert same is not None
    assert np.abs(same.weights - np.eye(9)[ITSELF]).max() < 0.01
    assert fit_filter(cells, np.full(CELLS, -1), looks) is None


def test_what_a_fit_leaves_over_is_counted_in_contrast() -> None:
    cells, known, looks = cells_and_looks("dungeon")
    rng = np.random.default_rng(3)
    around = np.where(
        looks.shows[known] == 2, np.maximum(looks.contrast[known], looks.ground_contrast), looks.contrast[known]
    )
    rough = cells + (rng.uniform(-0.5, 0.5, around.shape) * around)[..., None]
    some, more = fit_filter(cells, known, looks), fit_filter(rough.astype(np.float32), known, looks)
    assert some is not None
    assert more is not None
    assert some.left == 0.0
    assert 0.05 < more.left <= 0.4


@pytest.mark.parametrize("look", LOOKS)
def test_what_to_expect_of_a_thing_is_the_thing_over_its_ground_filtered(look: str) -> None:
    cells, known, looks = cells_and_looks(look)
    weights = np.array([[0.02, 0.1, 0.0, 0.06, 0.7, 0.05, 0.0, 0.07, 0.0]] * 3, np.float32)
    weights[1] = weights[1, ::-1]
    through = make_filter(weights, looks)._replace(left=0.2)
    filtered = np.zeros((CELLS, SIDE, SIDE, 3), np.float32)
    for j in range(9):
        moved = np.roll(cells.reshape(CELLS, SIDE, SIDE, 3), (1 - j // 3, 1 - j % 3), axis=(1, 2))
        filtered += weights[:, j] * moved
    on_ground = looks.shows[known] == GROUND
    around = np.where(on_ground, np.maximum(looks.contrast[known], looks.ground_contrast), looks.contrast[known])
    half = np.where(on_ground[..., None], looks.ground_half, looks.half[known]) + 0.2 * around[..., None]
    inner: NDArray[np.bool_] = np.zeros((SIDE, SIDE), np.bool_)
    inner[1:-1, 1:-1] = True
    inner = inner.ravel()
    value, room = np.zeros((SAMPLES, 3), np.float32), np.zeros((SAMPLES, 3), np.float32)
    for cell in range(CELLS):
        expect(looks, through, cell, int(known[cell]), value, room)
        assert np.allclose(value[inner], filtered[cell].reshape(SAMPLES, 3)[inner], atol=1e-3)
        assert np.allclose(room[inner], half[cell][inner], atol=1e-4)
    assert {SPRITE, GROUND, MIXED} == set(np.unique(looks.around[:, inner]).tolist())


def test_contrast_is_that_of_the_strongest_channel() -> None:
    picture = np.full((1, SAMPLES, 3), 50, np.float32)
    picture[0, 5 * SIDE + 5] = 60, 90, 40
    around = contrast(picture).reshape(SIDE, SIDE)
    assert set(np.argwhere(around > 0)[:, 0].tolist()) == {4, 5, 6}
    assert around.max() == 40
    assert (around[4:7, 4:7] == 40).all()


def test_everything_is_compiled_beforehand() -> None:
    through_filter.warm_up()
    kernels: list[Any] = [measure_filtered, judge_filtered]
    before = [len(kernel.signatures) for kernel in kernels]
    rng = np.random.default_rng(2)
    drawn = boards("toys", 8)[-1]
    reader("toys").read(Frame(jpeg(40, drawn.frame.pixels, boxes_of("toys"), rng), 0))
    reader("toys").read(Frame(np.minimum(drawn.frame.pixels * 1.15, 255).astype(np.uint8), 0))
    assert [len(kernel.signatures) for kernel in kernels] == before == [1, 1]
