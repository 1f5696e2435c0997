"""Nested rings where something lies over them, and windows that have moved or are others: never read wrong."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from capture.frame import Frame
from tests.vision.drawn_rings import EMPTY, RingLook, centres_of, draw_canvas, draw_rings, finish, random_codes, size_of
from tests.vision.ring_readers import LOOKS, Seen, reader_of
from vision.rings import RingReader
from vision.sighting import UNKNOWN, Status


@pytest.fixture(scope="module", params=LOOKS)
def seen(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Seen:
    look = LOOKS[request.param]
    return look, reader_of(look, tmp_path_factory.mktemp(request.param))


def test_a_half_covered_piece_is_unknown(seen: Seen) -> None:
    look, reader = seen
    codes = random_codes(np.random.default_rng(3))
    codes[10] = (0, EMPTY, 2)
    canvas = draw_canvas(look, codes)
    x = int(centres_of(look)[10, 0])
    canvas[:, x : x + int(0.5 * look.pitch)] = (200, 160, 90)
    sighting = reader.read(Frame(finish(canvas), 0))
    assert (sighting.codes[10, [0, 2]] == UNKNOWN).all()
    assert sighting.codes[9, 0] in (UNKNOWN, codes[9, 0])


@pytest.mark.parametrize("ink", [(200, 160, 90), (30, 20, 25), (240, 240, 240)])
def test_of_a_board_that_is_half_hidden_what_is_in_view_is_told_beside_no_board(
    seen: Seen, ink: tuple[int, int, int]
) -> None:
    look, reader = seen
    rng = np.random.default_rng(9)
    for _ in range(4):
        codes = random_codes(rng, 0.4)
        codes[9:] = ((0, EMPTY, 2), (1, 2, EMPTY), (EMPTY, 3, 4))
        codes[:6] = EMPTY
        canvas = draw_canvas(look, codes)
        centres = centres_of(look)
        (left, top), (right, _), end = centres[0], centres[2], (centres[3, 1] + centres[6, 1]) / 2
        reach = 0.5 * look.pitch
        canvas[round(top - reach) : round(end), round(left - reach) : round(right + reach)] = ink
        sighting = reader.read(Frame(finish(canvas), 0))
        assert sighting.status == Status.NO_BOARD | Status.UNKNOWN_CELLS
        assert (sighting.codes[:6] == UNKNOWN).all()
        if sum(ink) < sum(look.ground):
            # half the ground is darker by as much, so nothing tells which half shows the light there is
            assert ((sighting.codes == codes) | (sighting.codes == UNKNOWN)).all()
        else:
            assert np.array_equal(sighting.codes[6:], codes[6:])


def test_other_pictures_are_no_board(seen: Seen) -> None:
    look, reader = seen
    height, width = size_of(look)
    random = np.random.default_rng(5).integers(0, 256, (height, width, 3)).astype(np.uint8)
    for picture in (random, np.full_like(random, 128), np.full_like(random, 255), random[:-1]):
        sighting = reader.read(Frame(np.ascontiguousarray(picture), 0))
        assert (sighting.codes == UNKNOWN).all()
        assert sighting.status & Status.NO_BOARD


def test_an_even_picture_is_no_empty_board(seen: Seen) -> None:
    look, reader = seen
    height, width = size_of(look)
    nearby = [np.clip(np.array(look.ground) + step, 0, 255) for step in (-8, 0, 8)]
    for colour in (*nearby, *(np.full(3, grey) for grey in range(40, 250, 10))):
        picture = np.broadcast_to(colour.astype(np.uint8), (height, width, 3))
        sighting = reader.read(Frame(np.ascontiguousarray(picture), 0))
        assert (sighting.codes == UNKNOWN).all(), colour
        assert not sighting.margin.any()
        assert sighting.status & Status.NO_BOARD


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> RingReader:
    return reader_of(LOOKS["squares"], tmp_path_factory.mktemp("marked"))


def test_a_window_that_has_moved_is_no_board(marked: RingReader) -> None:
    look = LOOKS["squares"]
    rng = np.random.default_rng(7)
    for across, down in ((0.5, 0), (0, 0.5), (0.5, 0.5), (-0.33, 0.33), (0.25, 0), (0.12, 0.1)):
        window = draw_rings(look, random_codes(rng, 0.3))
        move = np.array([[1, 0, across * look.pitch], [0, 1, down * look.pitch]])
        moved = cv2.warpAffine(window.pixels, move, window.pixels.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
        sighting = marked.read(Frame(np.asarray(moved, np.uint8), 0))
        assert (sighting.codes == UNKNOWN).all(), (across, down)
        assert sighting.status & Status.NO_BOARD


DISCS = RingLook(
    shape="circle", pitch=184, half=(0.147, 0.266, 0.435), hole=(0, 0.196, 0.326), ground=(60, 32, 28), mark="dot"
)


@pytest.fixture(scope="module")
def discs(tmp_path_factory: pytest.TempPathFactory) -> RingReader:
    return reader_of(DISCS, tmp_path_factory.mktemp("discs"))


def test_no_ring_of_a_window_that_has_moved_a_little_is_read_as_empty(discs: RingReader) -> None:
    rng = np.random.default_rng(10)
    for away in (0.03, 0.06, 0.09, 0.1, 0.11, 0.13, 0.16, 0.2, 0.3):
        for turn in np.arange(8) * np.pi / 4:
            window = draw_rings(DISCS, random_codes(rng, 0.25))
            across, down = away * DISCS.pitch * np.cos(turn), away * DISCS.pitch * np.sin(turn)
            move = np.array([[1, 0, across], [0, 1, down]])
            moved = cv2.warpAffine(window.pixels, move, window.pixels.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
            codes = discs.read(Frame(np.asarray(moved, np.uint8), 0)).codes
            assert ((codes == UNKNOWN) | (codes == window.codes)).all(), (away, turn)
            if away < 0.05:
                assert np.array_equal(codes, window.codes)


def test_what_lies_across_an_empty_cell_hides_nothing_beside_rings_in_their_places(discs: RingReader) -> None:
    codes = np.full((12, 3), EMPTY, np.int8)
    codes[9:, 1], codes[0, 2] = (0, 1, 2), 4
    canvas = draw_canvas(DISCS, codes)
    x, y = (int(v) for v in centres_of(DISCS)[4])
    canvas[y + 38 : y + 46, x - 30 : x + 30] = 240
    assert np.array_equal(discs.read(Frame(finish(canvas), 0)).codes, codes)


def test_a_cell_whose_mark_is_gone_is_not_empty(marked: RingReader) -> None:
    look = LOOKS["squares"]
    codes = np.full((12, 3), EMPTY, np.int8)
    codes[9:, 1], codes[3, 2] = (0, 1, 2), 4
    canvas = draw_canvas(look, codes)
    bare = draw_canvas(replace(look, mark="none"), codes)
    for cell in (0, 3):
        x, y = (int(v) for v in centres_of(look)[cell])
        canvas[y - 20 : y + 20, x - 20 : x + 20] = bare[y - 20 : y + 20, x - 20 : x + 20]
    read = marked.read(Frame(finish(canvas), 0)).codes
    assert (read[0] == UNKNOWN).all()
    assert read[3].tolist() == [UNKNOWN, UNKNOWN, 4]
    others = [place for place in range(12) if place not in (0, 3)]
    assert np.array_equal(read[others], codes[others])


def test_a_picture_without_colours_is_no_board(seen: Seen) -> None:
    look, reader = seen
    rng = np.random.default_rng(8)
    for _ in range(6):
        window = draw_rings(look, random_codes(rng, 0.5))
        grey = cv2.cvtColor(cv2.cvtColor(window.pixels, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        sighting = reader.read(Frame(np.asarray(grey, np.uint8), 0))
        assert (sighting.codes == UNKNOWN).all()
        assert not sighting.margin.any()
        assert sighting.status & Status.NO_BOARD


def covered_in_a_rings_colour(look: RingLook, codes: NDArray[np.int8], place: int, half: float, colour: int) -> Frame:
    """Draw a window with a square panel in a ring's colour over the middle of a place, `half` a side in pitches."""
    canvas = draw_canvas(look, codes)
    x, y = centres_of(look)[place]
    reach = half * look.pitch
    canvas[round(y - reach) : round(y + reach), round(x - reach) : round(x + reach)] = look.palette[colour]
    return Frame(finish(canvas), 0)


@pytest.mark.parametrize("slot", [0, 1])
def test_a_panel_in_a_rings_colour_is_no_ring(seen: Seen, slot: int) -> None:
    look, reader = seen
    for place in (0, 4, 10):
        for inside in (1, EMPTY):
            codes = np.full((12, 3), EMPTY, np.int8)
            codes[9:, 2], codes[3, 1] = (0, 2, 4), 5
            codes[place, slot] = inside
            # as large as the ring, and a little larger
            for beyond in (0.0, 0.02):
                frame = covered_in_a_rings_colour(look, codes, place, look.half[slot] + beyond, 3)
                read = reader.read(frame).codes
                assert read[place, slot] == UNKNOWN, (place, inside, beyond)
                assert ((read == codes) | (read == UNKNOWN)).all()
                others = [other for other in range(12) if other != place]
                assert np.array_equal(read[others], codes[others])


@pytest.mark.sweep(2)
def test_panels_in_a_rings_colour_anywhere_are_no_rings(seen: Seen) -> None:
    look, reader = seen
    rng = np.random.default_rng(41)
    for _ in range(150):
        codes = random_codes(rng, 0.4)
        canvas = draw_canvas(look, codes)
        middle = centres_of(look)[rng.integers(12)] + rng.uniform(-0.3, 0.3, 2) * look.pitch
        reach = rng.uniform(0.1, 0.5, 2) * look.pitch
        (left, top), (right, bottom) = (np.maximum(middle + side * reach, 0).astype(int) for side in (-1, 1))
        canvas[top:bottom, left:right] = look.palette[rng.integers(6)]
        read = reader.read(Frame(finish(canvas), 0)).codes
        assert ((read == codes) | (read == UNKNOWN)).all(), (middle, reach)
