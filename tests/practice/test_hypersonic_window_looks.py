"""Hypersonic's looks drawn off screen: everything in a cell can be told from everything else, at every size."""

import itertools
import os
import subprocess
import sys
from dataclasses import replace

import cv2
import numpy as np
import pytesseract
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from engine.dice import dice
from engine.hypersonic import BOX, BOXES, COLS, FLOOR, ITEM_BOMB, PRESETS, ROWS, UNKNOWN, State, X, Y, start
from practice.application import offscreen_application
from practice.hypersonic import board_rectangle, look_names, render_still, render_turn, text_rectangles
from practice.hypersonic.artwork import look_artwork
from practice.hypersonic.ending import ending_words
from practice.hypersonic.looks import LOOKS, Card
from practice.hypersonic.motion import BADGE, bodies, resting
from practice.hypersonic.scene import Scene, paint
from practice.hypersonic.scenery.cards import EMBLEM
from practice.options import PracticeError
from practice.pixels import render_scene
from practice.words import words_path

SCALES = (0.5, 0.75, 1.25, 3.0)
HERE = (4, 6)
"""(x, y) of the cell that is looked at."""


def arena(code: int = FLOOR, bombs: tuple[int, ...] = (), players: int = 0, four: bool = True, **fields: int) -> State:
    """An empty arena with something in one cell: a code, bombs with rounds left, players by mask."""
    state = start(PRESETS["four" if four else "two"], dice(0))
    cells = np.where(state.cells == 1, 1, 0).astype(np.int8)
    cells[HERE[1], HERE[0]] = code
    people = state.players.copy()
    for number in range(len(people)):
        people[number, [X, Y]] = HERE if players >> number & 1 else (-1, -1)
    rows = np.array([(0, *HERE, left, 3) for left in bombs], np.int16).reshape(-1, 5)
    return state._replace(cells=cells, players=people, bombs=rows, **fields)


def cell(picture: np.ndarray, look: str, scale: float, at: tuple[int, int] = HERE) -> np.ndarray:
    x, y, width, _ = board_rectangle(look, scale)
    pitch = width / COLS
    left, top, edge = round(x + at[0] * pitch), round(y + at[1] * pitch), int(pitch)
    return picture[top : top + edge, left : left + edge].astype(int)


def drawn(look: str, scale: float, state: State) -> np.ndarray:
    return cell(render_still(look, scale, state), look, scale)


def share_apart(one: np.ndarray, other: np.ndarray) -> float:
    """Share of pixels that differ clearly."""
    return float((np.abs(one - other).max(axis=2) > 40).mean())


def test_there_are_three_looks_that_differ_in_everything_the_eyes_depend_on() -> None:
    assert look_names() == ("dungeon", "blueprint", "toys")
    offscreen_application()
    sides = []
    for look in LOOKS.values():
        x, y, width, height = look.layout.board
        assert look.layout.turn is not None
        sides.append(
            "above" if look.layout.turn.y < y else "left" if look.layout.turn.x < x else "right"
            if look.layout.turn.x > x + width else "?"
        )  # fmt: skip
        assert height == ROWS * look.layout.pitch
    assert sides == ["above", "left", "right"]
    for one, other in itertools.combinations(LOOKS.values(), 2):
        assert one.layout.pitch != other.layout.pitch
        assert not set(one.palette) & set(other.palette)
        for code in range(7):
            pair = [
                cv2.resize(drawn(name, 1.0, arena(code)).astype(np.uint8), (40, 40)).astype(int)
                for name in (one.name, other.name)
            ]
            assert share_apart(*pair) > 0.25, f"{one.name} and {other.name}, code {code}"


@pytest.mark.parametrize("look", look_names())
def test_everything_lies_inside_the_window_and_nothing_on_anything(look: str) -> None:
    offscreen_application()
    layout = LOOKS[look].layout
    window = QRectF(0, 0, layout.width, layout.height)
    boxes = [QRectF(*layout.board)]
    for number, icon in enumerate(LOOKS[look].icons):
        card = layout.cards[number]
        boxes.append(QRectF(icon.x, icon.y, icon.size, icon.size))
        widest = (
            (card.name, "STRONGEST"),
            (card.boxes, "88"),
            (card.bombs, "8"),
            (card.range, "8"),
            (card.note, "late 188"),
        )
        for words, text in widest:
            assert words is not None
            boxes.append(words_path(words, text, 1.0).boundingRect())
    assert layout.choice is not None
    boxes.append(QRectF(layout.choice.x, layout.choice.y, layout.choice.size, layout.choice.size))
    for words, text in ((layout.turn, "200"), (layout.message, "GETTING READY")):
        assert words is not None
        boxes.append(words_path(words, text, 1.0).boundingRect())
    for box in boxes:
        assert window.contains(box)
    for one, other in itertools.combinations(boxes, 2):
        assert not one.intersects(other), (one, other)


@pytest.mark.parametrize("look", look_names())
@pytest.mark.parametrize("scale", SCALES)
def test_a_still_has_the_size_of_its_look_and_shows_things_in_their_cells_only(look: str, scale: float) -> None:
    layout = LOOKS[look].layout
    empty = render_still(look, scale, arena())
    assert empty.shape == (round(layout.height * scale), round(layout.width * scale), 3)
    assert empty.dtype == np.uint8
    for state in (arena(BOX), arena(ITEM_BOMB), arena(bombs=(8,)), arena(players=15, bombs=(3,)), arena(players=2)):
        full = render_still(look, scale, state)
        assert share_apart(cell(full, look, scale), cell(empty, look, scale)) > 0.25
        rows, cols = np.nonzero((full != empty).any(axis=2))
        x, y, width, _ = board_rectangle(look, scale)
        pitch = width / COLS
        assert x + HERE[0] * pitch - 1 <= cols.min() <= cols.max() <= x + (HERE[0] + 1) * pitch + 1
        assert y + HERE[1] * pitch - 1 <= rows.min() <= rows.max() <= y + (HERE[1] + 1) * pitch + 1


@pytest.mark.parametrize("look", look_names())
@pytest.mark.parametrize("scale", [0.5, 1.0])
def test_any_two_things_in_a_cell_differ_clearly(look: str, scale: float) -> None:
    kinds = {f"code {code}": arena(code) for code in (0, 2, 3, 4, 5, 6)}
    kinds |= {f"bomb {left}": arena(bombs=(left,)) for left in range(1, 9)}
    kinds |= {f"players {mask}": arena(players=mask) for mask in range(1, 16)}
    kinds |= {f"players {mask} on a bomb": arena(players=mask, bombs=(5,)) for mask in range(1, 16)}
    cells = {name: drawn(look, scale, state) for name, state in kinds.items()}
    for (one, first), (other, second) in itertools.combinations(cells.items(), 2):
        least = 0.04 if "bomb" in one and "bomb" in other else 0.08
        assert share_apart(first, second) > least, f"{one} and {other}"


@pytest.mark.parametrize("look", look_names())
@pytest.mark.parametrize("scale", [0.5, 1.0])
@pytest.mark.parametrize("players", [1, 8, 6, 15])
def test_a_bombs_digit_stays_to_be_seen_under_players(look: str, scale: float, players: int) -> None:
    """It stands in the upper right corner; nothing else differs from count to count."""
    cells = [drawn(look, scale, arena(players=players, bombs=(left,))) for left in range(1, 9)]
    edge = round(BADGE * cells[0].shape[0])
    for one, other in itertools.combinations(cells, 2):
        corner = (slice(0, edge), slice(-edge, None))
        assert share_apart(one[corner], other[corner]) > 0.05
        rest = np.abs(one - other)
        rest[: edge + 1, -edge - 1 :] = 0
        assert not rest.any()


@pytest.mark.parametrize("look", look_names())
def test_of_several_bombs_the_least_is_shown(look: str) -> None:
    for players in (0, 1):
        both, least = (drawn(look, 1.0, arena(bombs=bombs, players=players)) for bombs in ((7, 3), (3,)))
        assert np.array_equal(both, least)


def read_digit(look: str, scale: float, crop: np.ndarray) -> str:
    """Read a digit by text recognition: nothing that knows our pictures."""
    grey = cv2.cvtColor(crop.astype(np.uint8), cv2.COLOR_BGR2GRAY)
    times = 96 / grey.shape[0]
    large = cv2.resize(grey, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)
    _, ink = cv2.threshold(large, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    if ink.mean() < 127:
        ink = 255 - ink
    ink = np.pad(ink, 30, constant_values=255)
    return str(pytesseract.image_to_string(ink, config="--psm 10 -c tessedit_char_whitelist=12345678")).strip()


@pytest.mark.parametrize("look", look_names())
def test_the_digit_on_a_bomb_can_be_read_at_half_size(look: str) -> None:
    read = []
    for left in range(1, 9):
        crop = drawn(look, 0.5, arena(bombs=(left,)))
        edge = crop.shape[0]
        inner = crop[int(0.22 * edge) : edge - int(0.16 * edge), int(0.25 * edge) : edge - int(0.22 * edge)]
        read.append(read_digit(look, 0.5, inner))
    assert sum(text == str(left) for left, text in enumerate(read, 1)) >= 7, read


@pytest.mark.parametrize("look", look_names())
def test_players_on_a_cell_keep_out_of_each_others_way(look: str) -> None:
    for players, bombs in itertools.product(range(1, 16), ((), (4,))):
        found = [QRectF(x, y, size, size) for x, y, size in bodies(arena(players=players, bombs=bombs)).values()]
        assert len(found) == players.bit_count()
        assert all(QRectF(*HERE, 1, 1).adjusted(-1e-9, -1e-9, 1e-9, 1e-9).contains(box) for box in found)
        for one, other in itertools.combinations(found, 2):
            assert not one.adjusted(1e-6, 1e-6, -1e-6, -1e-6).intersects(other)


def test_what_was_not_read_is_not_shown() -> None:
    state = arena(UNKNOWN)
    assert resting(state) == ()
    assert np.array_equal(render_still("toys", 1.0, state), render_still("toys", 1.0, arena()))


@pytest.mark.parametrize("look", look_names())
@pytest.mark.parametrize("scale", [0.5, 1.0])
def test_the_numbers_beside_the_arena_can_be_read(look: str, scale: float) -> None:
    state = arena(four=False, round=137)
    players = state.players.copy()
    players[0, 2:5] = (3, 8, 12)
    players[1, 2:5] = (2, 5, 46)
    picture = render_still(look, scale, state._replace(players=players))
    wanted = {"turn": "137", "boxes 0": "12", "boxes 1": "46"}
    for name, text in wanted.items():
        x, y, width, height = text_rectangles(look, scale)[name]
        pad = 3 * scale
        crop = picture[round(y - pad) : round(y + height + pad), round(x - pad) : round(x + width + pad)]
        assert _read_number(crop) == text, name


def _read_number(crop: np.ndarray) -> str:
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
    times = 48 / grey.shape[0]
    ink = cv2.resize(grey, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)
    if np.median(ink) < 127:
        ink = 255 - ink
    ink = np.pad(ink, 20, mode="edge")
    return str(pytesseract.image_to_string(ink, config="--psm 7 -c tessedit_char_whitelist=0123456789")).strip()


@pytest.mark.parametrize("look", look_names())
def test_each_number_changes_its_own_place(look: str) -> None:
    bare = render_still(look, 1.0, arena(four=False))
    places = text_rectangles(look, 1.0)
    for player, (name, column) in itertools.product((0, 1), (("bombs", 2), ("range", 3), ("boxes", 4))):
        state = arena(four=False)
        players = state.players.copy()
        players[player, column] = 7
        rows, cols = np.nonzero((render_still(look, 1.0, state._replace(players=players)) != bare).any(axis=2))
        x, y, width, height = places[f"{name} {player}"]
        assert x - 2 <= cols.min() <= cols.max() <= x + width + 2
        assert y - 2 <= rows.min() <= rows.max() <= y + height + 2


@pytest.mark.parametrize("look", look_names())
def test_numbers_of_two_digits_stand_clear_of_the_next_emblem_and_of_the_next_card(look: str) -> None:
    offscreen_application()
    cards = LOOKS[look].layout.cards
    for card, following in zip(cards, (*cards[1:], Card()), strict=True):
        assert card.boxes is not None
        beside = following.boxes if following.boxes and following.boxes.y == card.boxes.y else None
        for words, then in ((card.boxes, card.bombs), (card.bombs, card.range), (card.range, beside)):
            if then:
                assert words is not None
                emblem = then.x - (0.85 + EMBLEM / 2) * then.height
                assert words_path(words, "88", 1.0).boundingRect().right() < emblem - 1.5


@pytest.mark.parametrize("look", look_names())
def test_pause_and_end_cover_the_arena_and_nothing_else(look: str) -> None:
    state = start(PRESETS["four"], dice(3))
    bare, paused = (render_still(look, 1.0, state, paused=paused) for paused in (False, True))
    over = render_still(look, 1.0, state, over=True)
    x, y, width, height = (round(number) for number in board_rectangle(look, 1.0))
    for covered in (paused, over):
        outside = (bare != covered).any(axis=2)
        assert outside[y : y + height, x : x + width].mean() > 0.9
        outside[y : y + height, x : x + width] = False
        assert not outside.any()
    assert (paused != over).any()


@pytest.mark.parametrize(("boxes", "words"), [(0, "0 boxes"), (1, "1 box"), (2, "2 boxes")])
def test_one_box_is_no_boxes(boxes: int, words: str) -> None:
    state = start(PRESETS["two"], dice(0))
    players = state.players.copy()
    players[:, BOXES] = boxes
    _, *lines, _ = ending_words(state._replace(players=players), ("YOU", "RANDOM"))
    assert [line.endswith(f"   {words}") for line in lines] == [True, True]


@pytest.mark.parametrize("look", look_names())
@pytest.mark.parametrize("scale", [0.5, 1.0])
def test_at_the_end_no_picture_of_a_player_lies_over_its_line(look: str, scale: float) -> None:
    """Whoever had been out was written of at length: the picture hid the place."""
    offscreen_application()
    drawn = LOOKS[look]
    art = look_artwork(drawn, 4, scale)
    lines = (
        "1.  STRONGEST   12 boxes",
        "2.  YOU   0 boxes",
        *(f"{n}.  PROGRAM   28 boxes, out in turn 137" for n in "34"),
    )
    cover = ("GAME OVER", *lines, "R plays again")
    scene = Scene((), 0, (), cover=cover, ranks=(1, 0, 2, 3))

    nothing = QImage(1, 1, QImage.Format.Format_ARGB32_Premultiplied)
    nothing.fill(0)
    faceless = replace(art, draw=lambda name, edge: nothing, _made={})
    ground = render_scene(paint, art, scene._replace(cover=("",), ranks=()))
    words, everything = render_scene(paint, faceless, scene), render_scene(paint, art, scene)
    letters, faces = (words != ground).any(axis=2), (everything != words).any(axis=2)
    assert letters.any()
    assert faces.any()
    assert not (letters & faces).any()
    x, y, width, height = (round(number) for number in board_rectangle(look, scale))
    edges = np.ones_like(letters)
    edges[y + 4 : y + height - 4, x + 4 : x + width - 4] = False
    assert not ((letters | faces) & edges).any()


@pytest.mark.parametrize("look", look_names())
def test_a_turn_goes_from_one_rest_to_the_next(look: str) -> None:
    state = arena(bombs=(1,), players=0)
    players = state.players.copy()
    players[:, [X, Y]] = ((4, 7), (4, 8), (0, 0), (12, 0))
    cells = state.cells.copy()
    cells[6, 6] = BOX + 1
    state = state._replace(players=players, cells=cells)
    moments = [render_turn(look, 1.0, state, (0, 1, 7, 0), share) for share in (0.0, 0.5, 1.0)]
    for one, other in itertools.combinations(moments, 2):
        assert (one != other).any()
    flash = [share_apart(cell(moment, look, 1.0), cell(moments[2], look, 1.0)) for moment in moments]
    assert flash[0] > 0.5
    assert flash[2] == 0
    old = render_still(look, 1.0, state)
    assert share_apart(cell(moments[0], look, 1.0, (12, 0)), cell(old, look, 1.0, (12, 0))) == 0
    half = [cell(moments[1], look, 1.0, at) for at in ((0, 0), (1, 0))]  # the bomber is between two cells
    for image, at in zip(half, ((0, 0), (1, 0)), strict=True):
        assert share_apart(image, cell(render_still(look, 1.0, arena()), look, 1.0, at)) > 0.05


def test_the_same_arguments_give_the_same_pixels_in_every_process() -> None:
    program = (
        "import hashlib; from engine.dice import dice; from engine.hypersonic import PRESETS, start;"
        "from practice.hypersonic import look_names, render_still;"
        "s = start(PRESETS['three'], dice(5));"
        "print([hashlib.sha256(render_still(n, 0.75, s).tobytes()).hexdigest() for n in look_names()])"
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
    with pytest.raises(PracticeError, match=r"^no look named 'velvet'; choose from dungeon, blueprint, toys$"):
        render_still("velvet", 1.0, arena())
