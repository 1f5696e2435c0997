"""The advice over a well: its words stand beside it and hide neither the falling piece, the preview nor the score."""

import numpy as np
import pytest

from control.columns import TEXT_HALF_PX, TEXT_HALF_STROKES, sketch
from control.sketch import Sketch
from engine.columns import EMPTY, LENGTH, PRESETS, State
from vision.profile import Profile
from vision.profile_sections import BoardSection, ReaderSection, TextSection, WellSection, WindowSection

RULES = PRESETS["jewel"]
PITCH = 40.0
WELL = BoardSection(x=200, y=50, width=6 * PITCH, height=14 * PITCH, rows=14, cols=6)
MOVES = [LENGTH * col + rotations for col in range(6) for rotations in range(LENGTH)]


def profile(width: int, **places: tuple[float, float, float, float]) -> Profile:
    """Return a profile of a window so wide, with a `next` and a `score` at x, y, width, height."""
    named = {name: TextSection(x=x, y=y, width=wide, height=tall) for name, (x, y, wide, tall) in places.items()}
    return Profile(
        game="columns",
        window=WindowSection(width=width, height=650),
        board=WELL,
        kinds=(),
        reader=ReaderSection(min_margin=0.1, max_distance=10, max_core=10),
        score=named.get("score"),
        well=WellSection(background="well.png", next=named.get("next")),
    )


def drawn(at: Profile, move: int, height: int = 0) -> Sketch:
    """Return the advice over a well whose columns are filled so high."""
    board = np.full((RULES.hidden + RULES.rows, RULES.cols), EMPTY, np.int8)
    board[RULES.hidden + RULES.rows - height :] = np.arange(RULES.cols) % 2
    piece = np.array([0, 1, 2], np.int8)
    return sketch(RULES, State(board, piece, piece, 2, RULES.hidden), (move,), "235", at)


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize(("width", "left"), [(640, False), (641, False), (639, True), (460, True)])
def test_the_words_stand_beside_the_well_where_the_window_has_more_room(width: int, left: bool, move: int) -> None:
    advice = drawn(profile(width), move)
    x, y = advice.text_at
    assert advice.text_ends == left
    assert x < WELL.x if left else x > WELL.x + WELL.width
    box = advice.boxes[0]
    assert box.y < y < box.y + box.height


@pytest.mark.parametrize("tall", [105.0, 3 * PITCH])
@pytest.mark.parametrize("height", [0, 4, 7, 9, 10])
@pytest.mark.parametrize("width", [800, 500])
def test_the_words_hide_neither_preview_nor_score(width: int, height: int, tall: float) -> None:
    x = 0.0 if width == 500 else 480.0
    places = {"score": (x, 40.0, 100.0, 40.0), "next": (x, 90.0, 40.0, tall)}
    y = drawn(profile(width, **places), 7, height).text_at[1]
    for _, top, _, high in places.values():
        assert y + TEXT_HALF_PX <= top or y - TEXT_HALF_PX >= top + high


@pytest.mark.parametrize("height", [0, 4, 7, 9, 10])
def test_larger_words_beside_a_larger_well_hide_neither(height: int) -> None:
    board = WELL.model_copy(update={name: 3 * getattr(WELL, name) for name in ("x", "y", "width", "height")})
    places = {"score": (1440.0, 120.0, 300.0, 120.0), "next": (1440.0, 270.0, 120.0, 9 * PITCH)}
    advice = drawn(profile(2400, **places).model_copy(update={"board": board}), 7, height)
    y, room = advice.text_at[1], TEXT_HALF_STROKES * advice.stroke
    assert room > TEXT_HALF_PX
    for _, top, _, high in places.values():
        assert y + room <= top or y - room >= top + high


def test_what_is_on_the_other_side_moves_no_words() -> None:
    beside = profile(800, next=(20.0, 90.0, 40.0, 3 * PITCH))
    assert drawn(beside, 7, 10).text_at == drawn(profile(800), 7, 10).text_at


@pytest.mark.parametrize(("following", "col", "lower"), [(0, 0, -LENGTH), (3 * LENGTH + 1, 3, 0)])
def test_the_next_piece_is_drawn_where_it_lands_after_the_advised_one(following: int, col: int, lower: int) -> None:
    """On it, or beside it."""
    board = np.full((RULES.hidden + RULES.rows, RULES.cols), EMPTY, np.int8)
    piece = np.array([0, 1, 2], np.int8)
    advice = sketch(RULES, State(board, piece, piece, 2, RULES.hidden), (0, following, 1), "235", profile(640))
    box = advice.boxes[0]
    assert advice.dim_boxes == (box._replace(x=WELL.x + col * PITCH, y=box.y + lower * PITCH),)
