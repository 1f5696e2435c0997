import pytest

import engine.swap3 as swap3
from control.gesture import Drag, Swap
from control.swap3 import cells, gesture, sketch
from vision.lattice import Lattice

RULES = swap3.PRESETS["gweled"]
LATTICE = Lattice(10.5, 27.0, 48.0, 47.5, RULES.rows, RULES.cols)
MOVES = [
    swap3.move_of(RULES, row, col, down)
    for row in range(RULES.rows)
    for col in range(RULES.cols)
    for down in (False, True)
    if row + down < RULES.rows and col + 1 - down < RULES.cols
]


@pytest.mark.parametrize("move", MOVES)
def test_a_move_is_a_click_on_each_of_the_cells_that_the_rules_swap(move: int) -> None:
    made = gesture(move, LATTICE)
    one, other = swap3.cells_of(RULES, move)
    assert isinstance(made, Swap)
    assert made == Swap(LATTICE.centre(*one), LATTICE.centre(*other))
    assert gesture(move, LATTICE, "drag") == Drag(made.first, made.second, repeatable=False)
    assert cells(move, LATTICE) == (one, other)


@pytest.mark.parametrize("move", [-1, 14, 113, 128])
def test_a_move_that_leaves_the_board_is_refused(move: int) -> None:
    assert move not in MOVES
    with pytest.raises(ValueError, match=str(move)):
        gesture(move, LATTICE)


@pytest.mark.parametrize(("down", "width", "height"), [(False, 96.0, 47.5), (True, 48.0, 95.0)])
def test_a_sketch_frames_both_cells_and_dims_what_follows(down: bool, width: float, height: float) -> None:
    first, later = swap3.move_of(RULES, 2, 3, down), swap3.move_of(RULES, 5, 5, down)
    drawn = sketch((first, later, first), "12", LATTICE)
    assert [(box.x, box.y, box.width, box.height) for box in drawn.boxes] == [(154.5, 122.0, width, height)]
    assert len(drawn.dim_boxes) == 1
    assert drawn.text_at[0] > LATTICE.x + LATTICE.width
