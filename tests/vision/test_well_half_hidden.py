"""Wells of which too little is in view: half hidden, other pictures, ground that was never seen."""

import cv2
import numpy as np
import pytest

from capture.frame import Frame
from engine.columns import EMPTY, UNKNOWN
from tests.vision.drawn_wells import draw, random_state
from tests.vision.well_readers import LOOKS, RULES, cell_of, reader_of, reader_of_guessed_ground, veiled
from vision.sighting import Sighting, Status


def assert_nothing_told(sighting: Sighting) -> None:
    assert sighting.status == Status.NO_BOARD | Status.UNKNOWN_CELLS
    assert (sighting.codes == UNKNOWN).all()
    assert not sighting.margin.any()
    assert sighting.extras["runs"] == ()
    assert sighting.extras["piece"] is None
    assert (sighting.extras["next"] == UNKNOWN).all()


@pytest.mark.parametrize("ink", [(200, 160, 90), (30, 20, 25), (240, 240, 240)])
@pytest.mark.parametrize("look", LOOKS)
def test_of_a_well_that_is_half_hidden_what_is_in_view_is_told_beside_no_board(
    look: str, ink: tuple[int, int, int]
) -> None:
    reader = reader_of(look, 1.0)
    for seed in range(4):
        drawn = draw(look, 1.0, RULES, random_state(RULES, np.random.default_rng(seed), 4, 6), top=0.0)
        pixels, hidden = drawn.frame.pixels.copy(), RULES.rows - 4
        (rows, left), (below, right) = cell_of(reader, 0, 0), cell_of(reader, hidden - 1, RULES.cols - 1)
        pixels[rows.start : below.stop, left.start : right.stop] = ink
        sighting = reader.read(Frame(pixels, 0))
        assert sighting.status == Status.NO_BOARD | Status.UNKNOWN_CELLS
        assert (sighting.codes[:hidden] == UNKNOWN).all()
        assert not sighting.margin[:hidden].any()
        # whatever is right below the panel may be the piece, as far as a piece reaches
        assert np.array_equal(sighting.codes[hidden + 3 :], drawn.codes[hidden + 3 :])
        assert sighting.extras["runs"] == ()
        assert sighting.extras["piece"] is None
        assert np.array_equal(sighting.extras["next"], drawn.state.next)


@pytest.mark.parametrize("strength", [0.22, 0.3])
@pytest.mark.parametrize("look", LOOKS)
def test_of_a_half_hidden_well_under_a_veil_no_jewel_is_told(look: str, strength: float) -> None:
    """What it leaves of a colour may be another's, and in the profile's own tone nothing says that there is a veil."""
    reader = reader_of(look, 1.0)
    for seed in range(4):
        drawn = draw(look, 1.0, RULES, random_state(RULES, np.random.default_rng(seed), 4, 6), top=0.0)
        pixels = veiled(reader, drawn.frame.pixels, (40, 20, 190), strength)
        (rows, left), (below, right) = cell_of(reader, 0, 0), cell_of(reader, RULES.rows - 5, RULES.cols - 1)
        pixels[rows.start : below.stop, left.start : right.stop] = (200, 160, 90)
        sighting = reader.read(Frame(pixels, 0))
        assert (sighting.codes == UNKNOWN).all()
        assert not sighting.margin.any()


@pytest.mark.parametrize("look", LOOKS)
def test_of_a_half_hidden_well_no_jewel_that_floats_is_told(look: str) -> None:
    reader = reader_of(look, 1.0)
    drawn = draw(look, 1.0, RULES, random_state(RULES, np.random.default_rng(3), 0, 2), top=RULES.rows - 5.4)
    pixels, hidden = drawn.frame.pixels.copy(), RULES.rows - 6
    (rows, left), (below, right) = cell_of(reader, 0, 0), cell_of(reader, hidden, RULES.cols - 1)
    pixels[rows.start : below.stop, left.start : right.stop] = (200, 160, 90)
    sighting = reader.read(Frame(pixels, 0))
    codes, piece = sighting.codes, drawn.state.col
    assert (codes != UNKNOWN).any()
    assert not sighting.margin[codes == UNKNOWN].any()
    assert ((codes == drawn.codes) | (codes == UNKNOWN)).all()
    assert (codes[hidden + 1 : hidden + 3, piece] == UNKNOWN).all()


@pytest.mark.parametrize("look", LOOKS)
def test_beside_what_hides_half_of_a_well_a_piece_of_which_all_is_in_view_is_told_from_the_stack(look: str) -> None:
    reader = reader_of(look, 1.0)
    for top in (0.0, 0.4):
        state = random_state(RULES, np.random.default_rng(3), 0, 4)._replace(col=2)
        drawn = draw(look, 1.0, RULES, state, top=top, ghost=False)
        pixels = drawn.frame.pixels.copy()
        (rows, left), (below, right) = cell_of(reader, 5, 0), cell_of(reader, RULES.rows - 2, RULES.cols - 1)
        pixels[rows.start : below.stop, left.start : right.stop] = (200, 160, 90)
        sighting = reader.read(Frame(pixels, 0))
        assert sighting.status == Status.NO_BOARD | Status.UNKNOWN_CELLS
        assert (sighting.codes[:5] == EMPTY).all()
        assert sighting.extras["piece"] is None


def test_other_pictures_are_no_board() -> None:
    vista = reader_of("vista", 1.0)
    height, width = vista.pictures.background.shape[:2]
    random = np.random.default_rng(10).integers(0, 256, (height, width, 3)).astype(np.uint8)
    for picture in (random, *(np.full_like(random, level) for level in (0, 128, 255)), random[:-1]):
        assert_nothing_told(vista.read(Frame(np.ascontiguousarray(picture), 0)))


@pytest.mark.parametrize("look", LOOKS)
def test_a_picture_without_colours_is_no_board(look: str) -> None:
    reader = reader_of(look, 1.0)
    for seed in range(6):
        drawn = draw(look, 1.0, RULES, random_state(RULES, np.random.default_rng(seed), 1, seed + 2), top=1.2)
        grey = cv2.cvtColor(drawn.frame.pixels, cv2.COLOR_BGR2GRAY)
        assert_nothing_told(reader.read(Frame(np.dstack([grey] * 3), 0)))


@pytest.mark.parametrize("level", [0, 20, 40])
@pytest.mark.parametrize("look", LOOKS)
def test_a_dark_screen_is_no_board_where_most_ground_was_never_seen(look: str, level: int) -> None:
    reader = reader_of_guessed_ground(look, 0.4)
    assert_nothing_told(reader.read(Frame(np.full_like(reader.pictures.background, level), 0)))


@pytest.mark.parametrize("look", LOOKS)
def test_where_the_ground_was_never_seen_its_colours_tell_it_and_jewels_stay_jewels(look: str) -> None:
    state = random_state(RULES, np.random.default_rng(14), 1, 6)
    drawn = draw(look, 1.0, RULES, state, top=1.0, ghost=False)
    assert (reader_of_guessed_ground(look, 0.5).read(drawn.frame).codes == drawn.codes).mean() > 0.95
    codes = reader_of_guessed_ground(look, 0.5, 4).read(drawn.frame).codes
    expected = np.where((drawn.codes >= 4) & (drawn.codes != EMPTY), UNKNOWN, drawn.codes)
    assert ((codes == expected) | (codes == UNKNOWN)).all()
    # the upper half was seen
    assert np.array_equal(codes[: len(codes) // 2], expected[: len(codes) // 2])


@pytest.mark.parametrize("strength", [0.85, 0.95, 1.0])
@pytest.mark.parametrize("look", LOOKS)
def test_a_cover_in_the_colour_of_ground_that_was_never_seen_is_not_taken_for_it(look: str, strength: float) -> None:
    reader = reader_of_guessed_ground(look, 0.5)
    rng = np.random.default_rng(23)
    for turn in range(12):
        drawn = draw(look, 1.0, RULES, random_state(RULES, rng, 4, 8), top=1.0, ghost=False)
        # it begins above the stacks, where the ground was seen
        (above, left), (below, right) = cell_of(reader, 5, 1), cell_of(reader, int(rng.integers(8, 12)), 4)
        pixels = drawn.frame.pixels.copy()
        part = pixels[above.start + 9 : below.stop, left.start + 7 : right.stop - 5]
        colour = reader.pictures.background[below, left].mean(axis=(0, 1)) + 20
        part[:] = np.clip(np.round(part * (1 - strength) + colour * strength), 0, 255)
        codes = reader.read(Frame(pixels, 0)).codes
        assert ((codes == drawn.codes) | (codes == UNKNOWN)).all(), turn
