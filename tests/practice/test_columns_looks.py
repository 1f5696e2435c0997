"""Columns looks drawn off screen: every jewel can be told from every other, numbers can be read, at every size."""

import itertools
import os
import subprocess
import sys

import cv2
import numpy as np
import pytesseract
import pytest
from PySide6.QtCore import QRectF

from engine.columns import EMPTY, PRESETS, Rules, State, empty_board
from practice.application import offscreen_application
from practice.columns import look_names, next_rectangle, render_still, well_rectangle
from practice.columns.looks import LOOKS
from practice.options import PracticeError
from practice.words import Words, words_path

JEWEL = PRESETS["jewel:colours=8"]
SIZES = ("jewel", "sega", "running", "web", "wide", "jewel:cols=4,rows=8", "jewel:cols=8,rows=20")
SCALES = (0.5, 0.75, 1.25, 3.0)


def state(rules: Rules = JEWEL, score: int = 0, jewels: int = 0, fill: bool = False) -> State:
    """An empty well, or one whose lower half holds every colour, and a piece of colours 0, 1, 2."""
    board = empty_board(rules)
    if fill:
        half = rules.rows // 2
        board[-half:] = (np.arange(half * rules.cols) % rules.colours).reshape(half, rules.cols)
    three = np.array([0, 1, 2], np.int8)
    return State(board, three, three[::-1].copy(), 1, 2, score, jewels)


def cut(picture: np.ndarray, box: tuple[float, float, float, float]) -> np.ndarray:
    x, y, width, height = box
    return picture[round(y) : round(y + height), round(x) : round(x + width)].astype(int)


def cell(picture: np.ndarray, look: str, scale: float, rules: Rules, row: float, col: int) -> np.ndarray:
    x, y, width, _ = well_rectangle(look, scale, rules.rows, rules.cols)
    pitch = width / rules.cols
    left, top, size = round(x + col * pitch), round(y + row * pitch), int(pitch)
    return picture[top : top + size, left : left + size].astype(int)


def test_there_are_three_looks_that_differ_in_everything_the_eyes_depend_on() -> None:
    assert list(LOOKS) == ["cave", "temple", "vista"]
    for one, other in itertools.combinations(LOOKS.values(), 2):
        a, b = one.arrange(14, 6), other.arrange(14, 6)
        assert a.pitch != b.pitch
        assert (a.x, a.y) != (b.x, b.y)
        assert one.manner != other.manner
        assert one.gap != other.gap
        assert not set(one.palette) & set(other.palette)
        assert one.habits != other.habits
        assert one.habits.vanish != other.habits.vanish
    layouts = [look.arrange(14, 6) for look in LOOKS.values()]
    assert [layout.next and layout.next.x < layout.x for layout in layouts] == [False, True, False]


@pytest.mark.parametrize("look", look_names())
@pytest.mark.parametrize("preset", SIZES)
def test_every_size_of_well_lies_inside_its_window_and_clear_of_the_rest(look: str, preset: str) -> None:
    offscreen_application()  # letters have no outlines without one
    rules = PRESETS[preset]
    layout = LOOKS[look].arrange(rules.rows, rules.cols)
    window, well = QRectF(0, 0, layout.width, layout.height), QRectF(*layout.well)
    beside = [QRectF(*next_rectangle(look, 1.0, rules.rows, rules.cols))]
    for words, number in ((layout.score, 88888888), (layout.level, 88), (layout.jewels, 88888)):
        assert words is not None
        beside.append(words_path(words, str(number), 1.0).boundingRect())
    for box in (well, *beside):
        assert window.contains(box)
    for one, other in itertools.combinations((well, *beside), 2):
        assert not one.intersects(other)
    assert (well.width(), well.height()) == (rules.cols * layout.pitch, rules.rows * layout.pitch)


@pytest.mark.parametrize("look", look_names())
@pytest.mark.parametrize("scale", SCALES)
def test_a_still_has_the_size_of_its_look_and_shows_jewels_in_their_cells(look: str, scale: float) -> None:
    layout = LOOKS[look].arrange(14, 6)
    empty, full = (render_still(look, scale, JEWEL, state(fill=fill)) for fill in (False, True))
    assert full.shape == (round(layout.height * scale), round(layout.width * scale), 3)
    assert full.dtype == np.uint8
    for row, col in itertools.product(range(14), range(6)):
        differs = (
            cell(full, look, scale, JEWEL, row, col) != cell(empty, look, scale, JEWEL, row, col)
        ).any(axis=2).mean()  # fmt: skip
        assert differs > 0.6 if row >= 7 else differs == 0


@pytest.mark.parametrize("look", look_names())
@pytest.mark.parametrize("scale", [0.5, 1.0])
def test_any_two_jewels_differ_clearly_and_none_is_nothing(look: str, scale: float) -> None:
    cells = []
    for code in (*range(8), EMPTY):
        board = empty_board(JEWEL)
        board[-1, 2] = code
        picture = render_still(look, scale, JEWEL, state()._replace(board=board))
        cells.append(cell(picture, look, scale, JEWEL, 13, 2))
    for one, other in itertools.combinations(range(9), 2):
        apart = np.abs(cells[one] - cells[other]).max(axis=2)
        assert (apart > 40).mean() > 0.35, f"jewels {one} and {other}"
        middle = np.abs(cells[one].mean(axis=(0, 1)) - cells[other].mean(axis=(0, 1))).max()
        assert middle > 15, f"jewels {one} and {other}"


@pytest.mark.parametrize("look", look_names())
@pytest.mark.parametrize("top", [0.0, 2.0, 3.5, 5.25])
def test_the_piece_hangs_where_it_is_said_to_be(look: str, top: float) -> None:
    empty, shown = (render_still(look, 2.0, JEWEL, state(), top=t, ghost=False) for t in (None, top))
    x, y, width, _ = well_rectangle(look, 2.0, 14, 6)
    pitch = width / 6
    rows, cols = np.nonzero((empty != shown).any(axis=2))
    assert (rows.min(), rows.max() + 1) == pytest.approx((y + top * pitch, y + (top + 3) * pitch), abs=6)
    assert (cols.min(), cols.max() + 1) == pytest.approx((x + pitch, x + 2 * pitch), abs=6)


@pytest.mark.parametrize("look", look_names())
def test_an_entering_piece_is_cut_off_at_the_wells_edge(look: str) -> None:
    empty, shown = (render_still(look, 1.0, JEWEL, state(), top=t, ghost=False) for t in (None, -1.5))
    _, y, width, _ = well_rectangle(look, 1.0, 14, 6)
    rows, _cols = np.nonzero((empty != shown).any(axis=2))
    assert rows.min() >= y
    assert rows.max() + 1 == pytest.approx(y + 1.5 * width / 6, abs=4)


@pytest.mark.parametrize("look", look_names())
def test_the_ghost_is_fainter_than_a_jewel_and_only_where_the_piece_lands(look: str) -> None:
    bare, marked = (render_still(look, 1.0, JEWEL, state(), top=2.0, ghost=ghost) for ghost in (False, True))
    x, y, width, height = well_rectangle(look, 1.0, 14, 6)
    rows, cols = np.nonzero((bare != marked).any(axis=2))
    pitch = width / 6
    assert rows.min() >= y + height - 3 * pitch
    assert cols.min() >= x + pitch - 1
    assert cols.max() <= x + 2 * pitch
    landed = render_still(look, 1.0, JEWEL, state(), top=11.0, ghost=True)
    box = (x + pitch, y + height - 3 * pitch, pitch, 3 * pitch)
    change = np.abs(cut(marked, box) - cut(bare, box)).mean()
    assert 2 < change < 0.5 * np.abs(cut(landed, box) - cut(bare, box)).mean()
    assert np.array_equal(landed, render_still(look, 1.0, JEWEL, state(), top=11.0, ghost=False))


@pytest.mark.parametrize("look", look_names())
def test_the_next_piece_stands_beside_or_not_at_all(look: str) -> None:
    shown, hidden = (render_still(look, 1.0, JEWEL, state(), following=following) for following in (True, False))
    x, y, width, height = next_rectangle(look, 1.0, 14, 6)
    rows, cols = np.nonzero((shown != hidden).any(axis=2))
    assert (cols.min(), cols.max() + 1) == pytest.approx((x, x + width), abs=4)
    assert (rows.min(), rows.max() + 1) == pytest.approx((y, y + height), abs=4)


@pytest.mark.parametrize("look", look_names())
def test_pause_and_end_cover_the_well_and_nothing_else(look: str) -> None:
    bare, paused, over = (
        render_still(look, 1.0, JEWEL, state(fill=True), top=1.0, **cover)
        for cover in ({}, {"paused": True}, {"over": True})
    )
    well = well_rectangle(look, 1.0, 14, 6)
    for covered in (paused, over):
        outside = (bare != covered).any(axis=2)
        x, y, width, height = (round(number) for number in well)
        outside[y : y + height, x : x + width] = False
        assert not outside.any()
        assert (cut(bare, well) != cut(covered, well)).any(axis=2).mean() > 0.9
        spread = [cut(picture, well).std(axis=(0, 1)).mean() for picture in (bare, covered)]
        assert spread[1] < 0.6 * spread[0]
    assert (paused != over).any()


@pytest.mark.parametrize("look", look_names())
def test_magic_jewels_flash_in_every_colour_and_white(look: str) -> None:
    magic = state()._replace(piece=np.full(3, 8, np.int8))
    middles = []
    for flash in range(10):
        picture = render_still(look, 1.0, JEWEL, magic, top=4.0, ghost=False, flash=flash)
        middles.append(tuple(cell(picture, look, 1.0, JEWEL, 4, 1).mean(axis=(0, 1)).round().astype(int)))
    assert len(set(middles)) == 9
    assert middles[9] == middles[0]
    assert min(max(middles, key=sum)) > 120


def read_number(picture: np.ndarray, words: Words, text: str, scale: float) -> str:
    box: QRectF = words_path(words, text, scale).boundingRect()
    pad = 5 * scale
    left, top = round(box.left() - pad), max(0, round(box.top() - pad))
    crop = picture[top : round(box.bottom() + pad), left : round(box.right() + pad)].astype(float)
    apart = np.abs(crop - np.array(words.colour[::-1])).max(axis=2)
    ink = np.clip(apart * (255 / apart.max()), 0, 255).astype(np.uint8)
    times = 40 / (words.height * scale)  # tesseract wants letters about so high
    ink = np.pad(cv2.resize(ink, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC), 20, constant_values=255)
    options = "--psm 7 -c tessedit_char_whitelist=0123456789"
    return str(pytesseract.image_to_string(ink, config=options)).strip()


@pytest.mark.sweep(2)
@pytest.mark.parametrize("look", look_names())
@pytest.mark.parametrize("scale", [0.5, 1.0])
def test_score_and_jewels_can_be_read(look: str, scale: float) -> None:
    layout = LOOKS[look].arrange(14, 6)
    for score, jewels in ((930, 45), (18240, 1947), (76360814, 10752)):
        picture = render_still(look, scale, JEWEL, state(score=score, jewels=jewels))
        for words, number in ((layout.score, score), (layout.jewels, jewels)):
            assert words is not None
            assert read_number(picture, words, str(number), scale) == str(number)


@pytest.mark.parametrize("look", look_names())
def test_each_number_stands_in_its_own_place(look: str) -> None:
    layout = LOOKS[look].arrange(13, 7)
    rules = PRESETS["web"]
    bare = render_still(look, 1.0, rules, state(rules))
    for changed, words in (
        (state(rules, score=77), layout.score),
        (state(rules, jewels=49), layout.jewels),
    ):
        assert words is not None
        rows, cols = np.nonzero((render_still(look, 1.0, rules, changed) != bare).any(axis=2))
        assert abs((rows.min() + rows.max() + 1) / 2 - words.y) <= 2
        assert cols.max() - cols.min() < 120
    both = render_still(look, 1.0, rules, state(rules, jewels=50))
    assert layout.level is not None
    at = round(layout.level.y)
    assert (both[at - 6 : at + 6] != bare[at - 6 : at + 6]).any()


def test_the_same_arguments_give_the_same_pixels_in_every_process() -> None:
    program = (
        "import hashlib; from engine.columns import PRESETS, dice, start;"
        "from practice.columns import look_names, render_still;"
        "r = PRESETS['web']; s = start(r, dice(5));"
        "print([hashlib.sha256(render_still(n, 0.75, r, s, top=1.3).tobytes()).hexdigest() for n in look_names()])"
    )
    environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    first, second = (
        subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    )
    assert len(first) > 100
    assert first == second


def test_an_unknown_look_is_refused_by_name() -> None:
    with pytest.raises(PracticeError, match=r"^no look named 'velvet'; choose from cave, temple, vista$"):
        render_still("velvet", 1.0, JEWEL, state())
