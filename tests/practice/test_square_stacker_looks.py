"""Looks drawn off screen: every ring can be told from every other, numbers can be read, at every scale."""

import itertools
import os
import subprocess
import sys

import cv2
import numpy as np
import pytesseract
import pytest
from PySide6.QtCore import QRectF

from engine.square_stacker import CELLS, EMPTY, PRESETS, SIZES, State, from_places, from_text, place_piece
from practice.options import PracticeError
from practice.square_stacker import board_rectangle, hand_centres, look_names, render_still
from practice.square_stacker.looks import LOOKS, SQUARES
from practice.words import Words, words_path

SCALES = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0)


def blank() -> np.ndarray:
    return np.full((12, 3), EMPTY, np.int8)


def one_ring(colour: int, size: int, place: int = 4) -> State:
    codes = blank()
    codes[place, size] = colour
    return from_places(codes)


def filled() -> State:
    codes = (np.arange(36) % 6).astype(np.int8).reshape(12, 3)
    return from_places(codes, combo=3, score=1260)


def cell(picture: np.ndarray, look: str, scale: float, place: int) -> np.ndarray:
    """The middle 90 % of a place."""
    x, y, width, _ = board_rectangle(look, scale)
    pitch = width / 3
    centre = (x + (place % 3 + 0.5) * pitch, y + (place // 3 + 0.5) * pitch)
    if place >= CELLS:
        centre = hand_centres(look, scale)[place - CELLS]
    half = 0.45 * pitch
    top, left = max(0, round(centre[1] - half)), max(0, round(centre[0] - half))
    return picture[top : top + int(2 * half), left : left + int(2 * half)].astype(int)


def test_there_are_three_looks_that_differ_in_everything_the_eyes_depend_on() -> None:
    assert list(LOOKS) == ["squares", "rings", "discs"]
    for one, other in itertools.combinations(LOOKS.values(), 2):
        assert one.layout.pitch != other.layout.pitch
        assert one.layout.hand != other.layout.hand
        assert one.rings != other.rings
        assert one.manner != other.manner
        assert one.dot != other.dot
        assert not set(one.palette) & set(other.palette)
    beyond = {name: np.array(look.layout.hand) - look.layout.place(4) for name, look in LOOKS.items()}
    assert (beyond["squares"][:, 0] > LOOKS["squares"].layout.pitch * 1.5).all()
    assert (beyond["rings"][:, 1] > LOOKS["rings"].layout.pitch * 1.5).all()
    assert (beyond["discs"][:, 0] < -LOOKS["discs"].layout.pitch * 1.5).all()
    assert {look.layout.lift for look in LOOKS.values()} == {(0, 0), (0, -0.6)}


@pytest.mark.parametrize("look", look_names())
@pytest.mark.parametrize("scale", SCALES)
def test_a_still_has_the_size_of_its_look_and_shows_rings_in_their_places(look: str, scale: float) -> None:
    layout = LOOKS[look].layout
    empty, full = render_still(look, scale, from_places(blank())), render_still(look, scale, filled())
    assert full.shape == (round(layout.height * scale), round(layout.width * scale), 3)
    assert full.dtype == np.uint8
    for place in range(12):
        assert (cell(full, look, scale, place) != cell(empty, look, scale, place)).any(axis=2).mean() > 0.3


@pytest.mark.parametrize("look", look_names())
@pytest.mark.parametrize("scale", [0.5, 1.0])
def test_any_two_rings_differ_clearly_and_none_is_nothing(look: str, scale: float) -> None:
    kinds = [*itertools.product(range(EMPTY), range(SIZES)), None]
    cells = [
        cell(render_still(look, scale, from_places(blank()) if kind is None else one_ring(*kind)), look, scale, 4)
        for kind in kinds
    ]
    for one, other in itertools.combinations(range(len(kinds)), 2):
        differing = np.abs(cells[one] - cells[other]).max(axis=2) > 40
        assert differing.sum() > 0.02 * differing.size, f"{kinds[one]} and {kinds[other]}"


@pytest.mark.parametrize("look", look_names())
def test_the_rings_of_a_cell_do_not_touch(look: str) -> None:
    rings = LOOKS[look].rings
    for inside, outside in itertools.pairwise(rings):
        assert outside.edge - 2 * outside.stroke - inside.edge >= 6
    assert rings[2].edge < LOOKS[look].layout.pitch


@pytest.mark.parametrize("look", look_names())
def test_the_dot_is_seen_inside_rings_but_not_in_the_hand(look: str) -> None:
    drawn = LOOKS[look]
    for place, size in itertools.product((0, 4, 8, 9), range(SIZES)):
        seen = cell(render_still(look, 1.0, one_ring(0, size, place)), look, 1.0, place)
        middle = seen[seen.shape[0] // 2 - 1, seen.shape[1] // 2 - 1]
        is_dot = np.abs(middle - np.array(drawn.dot.colour[::-1])).max() <= 1
        filled_in = drawn.rings[size].stroke * 2 >= drawn.rings[size].edge
        assert is_dot == (place < CELLS and not filled_in)


@pytest.mark.parametrize("scale", [0.5, 1.0, 2.0])
def test_squares_have_the_real_screens_measures(scale: float) -> None:
    assert render_still("squares", scale, filled()).shape[:2] == (round(709 * scale), round(767 * scale))
    for size, edge in enumerate((58, 104, 154)):
        empty, one = (render_still("squares", scale, s) for s in (from_places(blank()), one_ring(1, size)))
        rows, cols = np.nonzero((np.abs(empty.astype(int) - one) > 30).any(axis=2))
        assert cols.max() - cols.min() + 1 == pytest.approx(edge * scale, abs=1.01)
        assert (cols.max() + cols.min() + 1) / 2 == pytest.approx(288.5 * scale, abs=1)
        assert (rows.max() + rows.min() + 1) / 2 == pytest.approx(426 * scale, abs=1)
    assert hand_centres("squares", 1.0)[1] == pytest.approx((675, 426), abs=0.5)


def read_number(picture: np.ndarray, words: Words, text: str, scale: float) -> str:
    box: QRectF = words_path(words, text, scale).boundingRect()
    pad = 8 * scale
    left, top = round(box.left() - pad), max(0, round(box.top() - pad))
    crop = picture[top : round(box.bottom() + pad), left : round(box.right() + pad)].astype(float)
    apart = np.abs(crop - np.array(words.colour[::-1])).max(axis=2)
    ink = np.clip(apart * (255 / apart.max()), 0, 255).astype(np.uint8)
    times = 48 / (words.height * scale)  # tesseract wants letters about so high
    ink = np.pad(cv2.resize(ink, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC), 20, constant_values=255)
    options = "--psm 7 -c tessedit_char_whitelist=0123456789"
    return str(pytesseract.image_to_string(ink, config=options)).strip()


@pytest.mark.sweep(2)
@pytest.mark.parametrize("look", look_names())
@pytest.mark.parametrize("scale", [0.5, 1.0])
def test_score_and_best_can_be_read(look: str, scale: float) -> None:
    layout = LOOKS[look].layout
    for score, best in ((60, 182), (1947, 85203), (360814, 976521)):
        picture = render_still(look, scale, from_places(blank(), score=score), best=best)
        for words, number in ((layout.score, score), (layout.best, best)):
            assert words is not None
            assert read_number(picture, words, str(number), scale) == str(number)


@pytest.mark.parametrize("look", look_names())
def test_words_stand_apart_and_inside_the_window_with_six_digits_too(look: str) -> None:
    layout = LOOKS[look].layout
    wanted = ((layout.score, 888888), (layout.best, 888888), (layout.combo, 28), (layout.gain, 8888))
    boxes = [words_path(words, words.form.format(number), 1.0).boundingRect() for words, number in wanted if words]
    assert len(boxes) == 4
    for one, other in itertools.combinations(boxes, 2):
        assert not one.intersects(other)
    for box in boxes:
        assert QRectF(0, 0, layout.width, layout.height).contains(box)


@pytest.mark.parametrize("look", look_names())
def test_combo_and_gain_show_only_above_zero(look: str) -> None:
    bare = render_still(look, 1.0, from_places(blank()))
    combo, gain = (
        render_still(look, 1.0, from_places(blank(), combo=2)),
        render_still(look, 1.0, from_places(blank()), gain=12),
    )
    assert (combo != bare).any()
    assert (gain != bare).any()
    assert not ((combo != bare) & (gain != bare)).any()


@pytest.mark.parametrize("look", look_names())
def test_the_panel_at_the_end_covers_the_middle_of_the_board_only(look: str) -> None:
    bare, over = (render_still(look, 1.0, filled(), over=over) for over in (False, True))
    x, y, width, height = board_rectangle(look, 1.0)
    rows, cols = np.nonzero((bare != over).any(axis=2))
    assert x < cols.min() < cols.max() < x + width
    assert y + height / 5 < rows.min() < rows.max() < y + height * 4 / 5


def test_a_dragged_piece_is_where_it_is_dragged_and_not_in_the_hand() -> None:
    state = one_ring(2, 1, 9)
    picture = render_still("rings", 2.0, state, dragged=(0, 640.0, 500.0))
    empty = render_still("rings", 2.0, from_places(blank()))
    rows, cols = np.nonzero((picture != empty).any(axis=2))
    assert ((rows.min() + rows.max()) / 2, (cols.min() + cols.max()) / 2) == pytest.approx((500, 640), abs=1)


def test_an_animation_starts_with_the_old_board_and_ends_with_the_new() -> None:
    state = from_text("combo 1 score 10 moves 3\nA.. .A. ... | ..A\n... ... ... | B..\n... ... ... | C..\n")
    step = place_piece(PRESETS["wpi"], state, 2)
    home = SQUARES.layout.hand[0]
    pictures = [
        render_still("squares", 1.0, state, dragged=(0, *home), seconds=t, move=2, step=step) for t in (0, 0.1, 0.2, 9)
    ]
    assert np.array_equal(pictures[0], render_still("squares", 1.0, state))
    assert np.array_equal(pictures[3], render_still("squares", 1.0, step.state))
    for one, other in itertools.combinations(pictures, 2):
        assert (one != other).any()


def test_the_same_arguments_give_the_same_pixels_in_every_process() -> None:
    program = (
        "import hashlib; from engine.square_stacker import PRESETS, dice, start;"
        "from practice.square_stacker import look_names, render_still;"
        "s = start(PRESETS['wpi'], dice(5));"
        "print([hashlib.sha256(render_still(n, 0.75, s, gain=3).tobytes()).hexdigest() for n in look_names()])"
    )
    environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    command = [sys.executable, "-c", program]
    first, second = (
        subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout for _ in range(2)
    )
    assert len(first) > 100
    assert first == second


def test_an_unknown_look_is_refused_by_name() -> None:
    with pytest.raises(PracticeError, match=r"^no look named 'velvet'; choose from squares, rings, discs$"):
        render_still("velvet", 1.0, filled())
