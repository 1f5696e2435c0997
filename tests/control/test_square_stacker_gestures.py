"""Square Stacker's drags: every move from its piece to its cell, wherever the hand lies and the piece hangs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.gesture import Swap
from control.square_stacker import drag, gesture, sketch
from vision.profile import Profile
from vision.profile_sections import BoardSection, KindSection, ReaderSection, RingsSection, SlotSection, WindowSection

SLOTS = tuple(SlotSection(name=name, file=f"{name}.png") for name in ("inner", "middle", "outer"))
HANDS = {
    "right": ((675.0, 233.0), (675.0, 426.0), (675.0, 618.0)),
    "below": ((96.0, 820.0), (288.0, 820.0), (480.0, 820.0)),
}


def profile(hand: str = "right", drop: tuple[float, float] = (0.0, 0.0)) -> Profile:
    return Profile(
        game="square_stacker",
        window=WindowSection(width=767, height=709 if hand == "right" else 930),
        board=BoardSection(x=0, y=137, width=576, height=576, rows=3, cols=3),
        kinds=(KindSection(code=0, name="pink", file="pink.png"), KindSection(code=6, name="empty", file="empty.png")),
        reader=ReaderSection(min_margin=0.3, max_distance=26, max_core=20),
        rings=RingsSection(
            slots=SLOTS, hand=HANDS[hand], background="b.png", max_ground=16, drop_dx=drop[0], drop_dy=drop[1]
        ),
    )


@pytest.mark.parametrize("hand", HANDS)
def test_every_move_drags_its_piece_to_its_cell(hand: str) -> None:
    at = profile(hand)
    for piece in range(3):
        for row in range(3):
            for col in range(3):
                one = drag(9 * piece + 3 * row + col, at)
                assert one == gesture(9 * piece + 3 * row + col, at)
                assert one.start == HANDS[hand][piece]
                assert one.end == (192 * col + 96, 137 + 192 * row + 96)


@given(st.integers(0, 26), st.floats(-2, 2), st.floats(-2, 2))
def test_a_piece_that_hangs_off_the_pointer_lands_on_its_cell(move: int, dx: float, dy: float) -> None:
    one = drag(move, profile(drop=(dx, dy)))
    aimed = drag(move, profile()).end
    assert one.end[0] + dx * 192 == pytest.approx(aimed[0])
    assert one.end[1] + dy * 192 == pytest.approx(aimed[1])
    assert one.start == drag(move, profile()).start


def test_where_pieces_are_clicked_on_a_move_is_two_clicks() -> None:
    at = profile(drop=(0.0, -0.9))
    clicked = at.model_copy(update={"input": at.input.model_copy(update={"move_by": "clicks"})})
    assert gesture(9 + 3 * 2 + 1, clicked) == Swap(HANDS["right"][1], (192 + 96, 137 + 2 * 192 + 96), either_way=False)


@pytest.mark.parametrize("move", [-1, 27])
def test_no_such_move(move: int) -> None:
    with pytest.raises(ValueError, match="expected a move from 0 to 26"):
        gesture(move, profile())


def test_a_profile_without_a_hand_is_no_square_stacker() -> None:
    with pytest.raises(ValueError, match="a hand of 3 pieces, got 0"):
        gesture(3, profile().model_copy(update={"rings": None}))


def test_sketch_leaves_piece_and_cell_free_to_see() -> None:
    drawing = sketch([13, 0, 13], "12 points", profile())
    assert [(box.x + box.width / 2, box.y + box.height / 2) for box in drawing.boxes] == [
        (675.0, 426.0),
        (288.0, 425.0),
    ]
    assert len(drawing.dim_boxes) == 2
    assert drawing.stroke < 0.1 * 192
    assert drawing.boxes[0].width == drawing.boxes[1].width
    assert drawing.arrow is not None
    (x0, _), (x1, _) = drawing.arrow
    assert 288 + 50 < x1 < x0 < 675 - 50


def test_the_box_around_a_piece_is_as_large_as_the_hand_is_drawn() -> None:
    at = profile()
    assert at.rings is not None
    piece, cell = sketch(
        [13], "12 points", at.model_copy(update={"rings": at.rings.model_copy(update={"hand_size": 0.5})})
    ).boxes
    assert piece.width == pytest.approx(cell.width / 2)
    assert (piece.x + piece.width / 2, piece.y + piece.height / 2) == (675.0, 426.0)


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("move", range(27))
def test_the_words_stand_above_the_board_over_the_column_of_the_cell(move: int, hand: str) -> None:
    x, y = sketch([move], "12.5", profile(hand)).text_at
    assert x == pytest.approx(192 * (move % 3))
    assert 0 < y < 137
