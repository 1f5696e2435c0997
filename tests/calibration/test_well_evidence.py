"""A well's size must show: early moments of a game, in which a falling piece may be taken for a stack on a floor."""

import numpy as np
import pytest

from calibration.well.calibrate import calibrate_well
from calibration.well.evidence import missing_sides, one_piece_only
from calibration.well.jewels import SIDE, Kind, Seen
from calibration.well.walls import Walls
from capture.frame import Frame
from engine.columns import PRESETS, Rules, State, apply, legal_moves, start
from engine.dice import dice
from practice.columns.still import well_rectangle
from tests.vision.drawn_wells import draw
from vision.columns import SCREEN
from vision.lattice import Lattice

RULES = PRESETS["jewel"]
SIZE = RULES.rows, RULES.cols
LOOK = np.zeros((SIDE, SIDE, 3), np.float32)


def after(rules: Rules, landed: int, seed: int) -> State:
    """A new game, with so many pieces laid anywhere."""
    rng, rolls = np.random.default_rng(seed), dice(seed)
    state = start(rules, rolls)
    for _ in range(landed):
        state = apply(rules, state, int(rng.choice(legal_moves(rules, state))), rolls).state
    return state


def early(look: str, rules: Rules, landed: int, seed: int, tops: tuple[float, ...]) -> list[Frame]:
    """Pictures of that game with a piece on its way down."""
    state = after(rules, landed, seed)
    return [draw(look, 1.0, rules, state, top=top).frame for top in tops]


ALONE = [
    ("cave", RULES, 0, (3.0,)),
    ("cave", RULES, 1, (4.0, 4.0, 5.0)),
    ("cave", RULES, 2, (2.0, 3.0, 4.0)),
    ("cave", PRESETS["web"], 3, (6.0, 6.0, 7.0)),
    ("vista", RULES, 4, (3.0, 3.4, 3.9)),
]
"""Nothing but one falling piece: look, rules, seed, rows from the well's top in each picture."""


@pytest.mark.sweep(2)
@pytest.mark.parametrize(("look", "rules", "seed", "tops"), ALONE)
def test_one_piece_is_no_evidence_of_a_well_s_size(look: str, rules: Rules, seed: int, tops: tuple[float, ...]) -> None:
    result = calibrate_well(early(look, rules, 0, seed, tops), SCREEN).result
    assert not result.passed
    (reason,) = result.reasons
    assert reason.endswith("; let a few pieces lie, then calibrate again, or give both --rows and --cols")


def test_one_piece_will_do_between_walls_that_show_where_rows_and_columns_are_told() -> None:
    frames = early("cave", RULES, 0, 0, (3.0,))
    result = calibrate_well(frames, SCREEN, rows=RULES.rows, cols=RULES.cols).result
    assert result.passed, result.reasons
    assert result.board == pytest.approx(well_rectangle("cave", 1.0, *SIZE), abs=2.0)
    # a size that no four walls have is refused, told or not
    assert not calibrate_well(frames, SCREEN, rows=8, cols=3).result.passed


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("look", "landed", "seed"), [("cave", 2, 1), ("cave", 3, 2), ("temple", 3, 3), ("vista", 3, 4), ("cave", 6, 5)]
)
def test_a_few_pieces_that_lie_are_enough(look: str, landed: int, seed: int) -> None:
    result = calibrate_well(early(look, RULES, landed, seed, (2.0,)), SCREEN).result
    assert result.passed, result.reasons
    assert (result.rows, result.cols) == SIZE
    assert result.board == pytest.approx(well_rectangle(look, 1.0, *SIZE), abs=3.0)


def seen(*cells: tuple[float, int], frame: int = 0) -> Kind:
    return Kind(LOOK, tuple(Seen(frame, row, float(col)) for row, col in cells))


WELL = Lattice(0.0, 0.0, 10.0, 10.0, 6, 3)
STACK = seen((3, 0), (4, 0), (5, 0))


def walled(left: float = 1.0, floor: float = 1.0) -> Walls:
    """Walls on all four sides of `WELL`, of these shares on two of them."""
    uprights, levels = np.zeros((1, 4, 6)), np.zeros((1, 7, 3))
    uprights[:, 0], uprights[:, 3], levels[:, 0], levels[:, 6] = left, 1.0, 1.0, floor
    return Walls((60, 30), 0.0, 0.0, 10.0, (0,), uprights, levels, uprights, levels)


def test_a_side_that_only_a_piece_s_own_edges_draw_is_missing() -> None:
    assert missing_sides(walled(), WELL, [STACK]) == ()
    walls = walled(left=0.0, floor=0.0)
    walls.uprights[:, 0, 3:] = 1.0
    walls.levels[:, 6, 0] = 1.0
    assert missing_sides(walls, WELL, [STACK]) == ("floor", "left wall")


def test_the_window_s_edge_is_no_side_where_a_wall_is_seen_within() -> None:
    walls = walled(left=0.8)
    walls.uprights[:, 1] = 1.0
    assert missing_sides(walls, WELL, [seen((5, 1), (5, 2))]) == ("left wall",)
    assert missing_sides(walls, WELL, [seen((5, 0), (5, 2))]) == ()


def test_a_wall_one_row_below_the_window_s_edge_is_the_top() -> None:
    walls = walled()
    walls.levels[:, 0], walls.levels[:, 1] = 0.8, 1.0
    assert missing_sides(walls, WELL, [STACK]) == ("top",)
    # a piece was seen above that line
    assert missing_sides(walls, WELL, [STACK, seen((-0.5, 1))]) == ()


def test_a_side_that_the_walls_across_do_not_come_to_is_none() -> None:
    walls = walled()
    walls.uprights[:, [0, 3], 0] = 0.2
    assert missing_sides(walls, WELL, [STACK]) == ("top",)


def test_stacks_in_two_columns_at_once_show_a_floor_that_is_not_drawn() -> None:
    assert missing_sides(walled(floor=0.0), WELL, [STACK]) == ("floor",)
    assert missing_sides(walled(floor=0.0), WELL, [STACK, seen((5, 2))]) == ()
    # one piece that was seen here and there is no two stacks
    uprights, levels = (np.repeat(of, 2, axis=0) for of in (walled().uprights, 0 * walled().levels))
    moved = Walls((60, 30), 0.0, 0.0, 10.0, (0, 1), uprights, levels, uprights, levels)
    assert "floor" in missing_sides(moved, WELL, [STACK, seen((3, 2), (4, 2), (5, 2), frame=1)])


def test_what_is_one_piece_is_told_picture_by_picture() -> None:
    assert one_piece_only([STACK, seen((0.4, 1), (1.4, 1), (2.4, 1), frame=1)], WELL)
    assert not one_piece_only([STACK, seen((0.0, 1))], WELL)
    assert not one_piece_only([seen((2, 0), (3, 0), (4, 0), (5, 0))], WELL)
    # what lies beside the well is the next piece
    assert one_piece_only([STACK, seen((1.0, 5), (2.0, 5), (3.0, 5))], WELL)
