"""Looks drawn off screen: every kind can be told from every other, dry or wet, at every scale."""

import itertools
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.bilging import JELLYFISH, State
from practice.application import offscreen_application
from practice.bilging import board_rectangle, look_names, render_still
from practice.bilging.artwork import look_artwork
from practice.bilging.looks import COLS, LOOKS, ROWS
from practice.options import PracticeError, PracticeOptions

SCALES = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0)
KINDS = 10


def filled(water_px: int = 135) -> State:
    """A board that shows every kind, dry and wet."""
    board = (np.arange(ROWS * COLS) % KINDS).astype(np.int8).reshape(ROWS, COLS)
    return State(board, water_px, 3, 12.0)


def one_kind(code: int, water_px: int) -> State:
    return State(np.full((ROWS, COLS), code, dtype=np.int8), water_px, 0, 0.0)


def cell(picture: np.ndarray, look: str, scale: float, row: int, col: int) -> np.ndarray:
    x, y, width, _ = board_rectangle(look, scale)
    tile = width / COLS
    left, top, edge = round(x + col * tile), round(y + row * tile), int(tile)
    return picture[top : top + edge, left : left + edge].astype(int)


def test_there_are_three_looks_that_differ_in_everything_the_eyes_depend_on() -> None:
    assert len(LOOKS) >= 3
    for one, other in itertools.combinations(LOOKS.values(), 2):
        assert one.layout.tile != other.layout.tile
        assert one.fill != other.fill
        assert one.manner != other.manner
        assert [paint.body for paint in one.paints] != [paint.body for paint in other.paints]
    assert {look.antialias for look in LOOKS.values()} == {True, False}
    assert {look.cursor_stays for look in LOOKS.values()} == {True, False}


@pytest.mark.sweep(4)
@pytest.mark.parametrize("look", look_names())
@pytest.mark.parametrize("scale", SCALES)
def test_a_still_has_the_size_of_its_look_and_holds_the_board(look: str, scale: float) -> None:
    picture = render_still(look, scale, filled())
    layout = LOOKS[look].layout
    assert picture.shape == (round(layout.height * scale), round(layout.width * scale), 3)
    assert picture.dtype == np.uint8
    x, y, width, height = board_rectangle(look, scale)
    assert 0 < x < x + width < picture.shape[1]
    assert 0 < y < y + height < picture.shape[0]
    assert width / COLS == pytest.approx(height / ROWS) == pytest.approx(layout.tile * scale)


@pytest.mark.parametrize("look", look_names())
@pytest.mark.parametrize("scale", [0.5, 1.0])
@pytest.mark.parametrize("water_px", [0, 540], ids=["dry", "wet"])
def test_any_two_kinds_differ_clearly(look: str, scale: float, water_px: int) -> None:
    cells = [cell(render_still(look, scale, one_kind(code, water_px)), look, scale, 5, 3) for code in range(KINDS)]
    for one, other in itertools.combinations(range(KINDS), 2):
        apart = np.abs(cells[one] - cells[other]).mean()
        assert apart > 10, f"kinds {one} and {other} differ by {apart:.1f} levels only"


@pytest.mark.parametrize("look", look_names())
def test_the_colours_are_told_apart_by_outline_alone_and_by_colour_alone(look: str) -> None:
    offscreen_application()
    art = look_artwork(LOOKS[look], 1.0)
    outlines = []
    for code in range(7):
        image = art.pieces[code][0].image
        size = image.width()
        outlines.append(np.array([[image.pixelColor(x, y).alpha() > 127 for x in range(size)] for y in range(size)]))
    for one, other in itertools.combinations(range(7), 2):
        differing = (outlines[one] ^ outlines[other]).sum() / (outlines[one] | outlines[other]).sum()
        assert differing > 0.04, f"outlines of {one} and {other} differ by {differing:.3f}"
        bodies = np.array(art.body[one]) - np.array(art.body[other])
        assert np.abs(bodies).max() >= 40, f"colours of {one} and {other}"


@pytest.mark.parametrize("look", look_names())
@pytest.mark.parametrize("water_px", [135, 152, 405])
def test_below_the_waterline_every_pixel_is_mixed_as_the_look_says(look: str, water_px: int) -> None:
    drawn = LOOKS[look]
    dry, wet = render_still(look, 1.0, filled(0)).astype(float), render_still(look, 1.0, filled(water_px)).astype(float)
    x, y, width, height = (round(number) for number in board_rectangle(look, 1.0))
    line = round(y + height - water_px / 45 * drawn.layout.tile)
    assert np.array_equal(dry[:line], wet[:line])
    expected = (1 - drawn.wet_weight) * dry + drawn.wet_weight * np.array(drawn.wet_colour[::-1])
    inside = (slice(line, y + height), slice(x, x + width))
    assert np.abs(wet[inside] - expected[inside]).max() <= 2
    outside = wet.copy()
    outside[inside] = dry[inside]
    assert np.array_equal(outside, dry)


@pytest.mark.parametrize("look", look_names())
def test_the_background_shows_between_pieces_and_is_not_plain(look: str) -> None:
    empty = render_still(look, 1.0, State(np.full((ROWS, COLS), -1, dtype=np.int8), 0, 0, 0.0))
    pieces = render_still(look, 1.0, one_kind(0, 0))
    corner_pieces, corner_empty = (cell(picture, look, 1.0, 6, 2)[:3, :3] for picture in (pieces, empty))
    assert np.array_equal(corner_pieces, corner_empty)
    x, y, width, height = (round(number) for number in board_rectangle(look, 1.0))
    assert empty[y : y + height, x : x + width].std(axis=(0, 1)).max() > 4


def test_only_the_look_without_anti_aliasing_has_hard_edges() -> None:
    offscreen_application()
    for look in LOOKS.values():
        image = look_artwork(look, 1.0).pieces[0][0].image
        size = image.width()
        alphas = {image.pixelColor(x, y).alpha() for x in range(size) for y in range(size)}
        assert (alphas == {0, 255}) == (not look.antialias)


def test_only_the_jellyfish_moves_while_nothing_happens() -> None:
    for code in range(KINDS):
        first, later = (render_still("deck", 1.0, one_kind(code, 135), seconds=t) for t in (0.0, 0.375))
        assert np.array_equal(first, later) == (code != JELLYFISH)


@pytest.mark.parametrize("look", look_names())
@pytest.mark.parametrize("scale", [0.5, 1.0, 2.0])
def test_the_cursor_lies_over_its_pair_and_a_little_of_the_neighbours(look: str, scale: float) -> None:
    drawn = LOOKS[look]
    without, shown = (render_still(look, scale, filled(0), cursor) for cursor in (None, (4, 2)))
    rows, cols = np.nonzero((without != shown).any(axis=2))
    x, y, width, _ = board_rectangle(look, scale)
    tile = width / COLS
    reach = max(1.0, drawn.cursor_reach * scale)
    assert x + 2 * tile - reach - 1 <= cols.min() <= x + 2 * tile + 1
    assert x + 4 * tile - 2 <= cols.max() <= x + 4 * tile + reach + 1
    assert y + 4 * tile - reach - 1 <= rows.min() <= y + 4 * tile + 1
    assert y + 5 * tile - 2 <= rows.max() <= y + 5 * tile + reach + 1


def test_the_same_arguments_give_the_same_pixels_in_every_process() -> None:
    program = (
        "import hashlib, numpy as np; from engine.bilging import PRESETS, dice, start;"
        "from practice.bilging import look_names, render_still;"
        "s = start(PRESETS['ypp'].with_specials(), dice(5));"
        "print([hashlib.sha256(render_still(n, 0.75, s, (3, 1)).tobytes()).hexdigest() for n in look_names()])"
    )
    environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    command = [sys.executable, "-c", program]
    first, second = (
        subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout for _ in range(2)
    )
    assert len(first) > 100
    assert first == second


def test_an_unknown_look_is_refused_by_name() -> None:
    with pytest.raises(PracticeError, match=r"^no look named 'velvet'; choose from deck, chart, lagoon$"):
        render_still("velvet", 1.0, filled())


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"scale": 0.4}, "scale 0.4 is outside 0.5 to 3"),
        ({"scale": 3.01}, "scale 3.01 is outside 0.5 to 3"),
        ({"scale": float("nan")}, "scale nan is outside"),
        ({"speed": 0.0}, "speed 0 must be above 0"),
        ({"speed": float("inf")}, "speed inf must be"),
        ({"specials": 1.5}, "specials 1.5 is a chance"),
        ({"look": "chart", "skin": Path("mine")}, "a skin is a look; leave out one of the two"),
        ({"position": (99_999_999_999, 0)}, "position 99999999999,0 is outside -32767 to 32767"),
        ({"position": (0, -32768)}, "position 0,-32768 is outside -32767 to 32767"),
    ],
)
def test_impossible_options_are_refused_in_one_line(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(PracticeError, match=words) as caught:
        PracticeOptions(**wrong)
    assert "\n" not in str(caught.value)
