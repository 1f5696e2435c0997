"""Which labels of cells cannot be those of a board, and which faults of a calibration are told: limit by limit."""

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.board_proof import no_board_reason
from calibration.find_board import Found
from calibration.kinds import Kind
from calibration.learn_kinds import Learned
from calibration.proof import Proof, extent_faults, kind_faults, lattice_faults
from vision.lattice import Lattice
from vision.screen import Screen

SCREEN = Screen(game="any", rows=8, cols=8, colours=7, special_codes={"bomb": 8, "mine": 8}, cursor_cells=2)
BOARD = np.random.default_rng(4).integers(0, 6, (1, 8, 8))


def learned(label: NDArray[np.int_]) -> Learned:
    kind = Kind(np.zeros((2, 2, 3), np.float32), np.ones((2, 2), np.float32), np.zeros(1, np.intp))
    shape = label.shape
    return Learned(
        [kind] * (int(label.max()) + 1), None, np.full(shape[0], 8.0), label.astype(np.intp), np.zeros(shape, np.bool_)
    )


def against(label: NDArray[np.int_]) -> str:
    return no_board_reason(learned(label), SCREEN) or ""


def with_kinds(board: NDArray[np.int_], *kinds: int) -> NDArray[np.int_]:
    """Return a board with some cells of its first frame, those of one slanting line after another, of other kinds."""
    changed, (_, rows, cols) = board.copy(), board.shape
    for number, kind in enumerate(kinds):
        changed[0, 3 * number % rows, (number + number // rows) % cols] = kind
    return changed


def test_fewer_than_three_kinds_are_no_board() -> None:
    assert against(BOARD % 2) == "the best place shows fewer than 3 kinds of tile"
    assert against(np.random.default_rng(4).integers(0, 3, (1, 8, 8))) == ""


def test_most_cells_show_a_tile_that_comes_twice() -> None:
    assert against(with_kinds(BOARD, *[-1] * 12)) == ""
    assert against(with_kinds(BOARD, *[-1] * 13)).startswith("at the best place only 80% of the cells show a tile")
    assert "comes twice" in against(with_kinds(BOARD, *[-1] * 12, 6)), "nor do tiles that come once"


def test_few_tiles_come_once() -> None:
    assert against(with_kinds(BOARD, *range(6, 11))) == ""
    assert against(with_kinds(BOARD, *range(6, 12))) == "at the best place 6 cells show something seen nowhere else"
    assert against(np.concatenate([with_kinds(BOARD, *range(6, 12)), BOARD[:, ::-1]])) == "", "one more a frame"
    assert against(np.concatenate([with_kinds(BOARD, *range(6, 13)), BOARD[:, ::-1]])) != ""


def test_a_special_kind_has_three_pictures_and_two_kinds_are_to_spare() -> None:
    """Under whichever of its names: twelve are seven colours, three pictures and two more."""
    assert against(with_kinds(BOARD, *np.repeat(np.arange(6, 12), 2))) == ""
    told = "the best place shows 13 kinds of tile; the game has 7 and some specials"
    assert against(with_kinds(BOARD, *np.repeat(np.arange(6, 13), 2))) == told


@pytest.mark.parametrize(("down", "across"), [(0, 1), (0, 3), (1, 0), (1, -1), (2, 3), (3, -2), (4, 0)])
def test_what_repeats_at_one_offset_is_a_pattern(down: int, across: int) -> None:
    rng = np.random.default_rng(8)
    label = rng.integers(0, 6, (1, 10, 10))
    assert against(label) == ""
    for row in range(down, 10):
        for col in range(10) if across >= 0 else reversed(range(10)):
            if 0 <= col - across < 10 and rng.random() < 0.75:
                label[0, row, col] = label[0, row - down, col - across]
    assert against(label) == "the best place shows a regular pattern, not tiles"


def test_few_cells_and_a_board_that_stands_still_are_no_pattern() -> None:
    assert against(np.repeat(BOARD, 3, axis=0)) == ""
    small = np.array([[[0, 1, 2, 3], [1, 2, 3, 0], [3, 0, 1, 2], [2, 3, 0, 1]]])
    assert against(small) == ""


def test_few_different_pairs_of_neighbours_are_a_pattern() -> None:
    """Each row runs through the kinds, from anywhere: of thirty pairs side by side six are seen."""
    begins = np.random.default_rng(0).integers(2, 5, 12).cumsum()
    assert "regular pattern" in against((np.arange(12) + begins[:, None])[None] % 6)


def found(pitch: float, residual: float, *doubtful: str) -> Found:
    return Found(Lattice(0, 0, pitch, 1.5 * pitch, 8, 8), 0.9, residual, doubtful)


def test_tiles_lie_off_the_lattice_by_little() -> None:
    """By 0.03 of the smaller pitch, or by 0.6 of a pixel."""
    assert lattice_faults(found(50, 1.5)) == lattice_faults(found(15, 0.6)) == []
    assert lattice_faults(found(50, 1.51)) == [
        "tiles lie 1.51 px off the lattice (at most 1.50); the board was in motion"
    ]
    assert len(lattice_faults(found(15, 0.61))) == 1
    assert len(lattice_faults(found(50, 1.51, "top"))) == 2
    (told,) = lattice_faults(found(50, 0, "top", "left"))
    assert "whether the board of 8 x 8 cells goes on at the top and left; show it" in told


@pytest.mark.parametrize(
    ("sides", "words"),
    [
        (["top"], "at the top;"),
        (["top", "left"], "at the top and left;"),
        (["top", "left", "right"], "at the top, left and right;"),
    ],
)
def test_sides_are_told_as_people_tell_them(sides: list[str], words: str) -> None:
    (told,) = extent_faults(sides)
    assert words in told
    assert extent_faults([]) == []


def faults(wrong: int = 0, unread: tuple[int, ...] = (0,), hidden: int | None = None, margin: float = 0.9) -> list[str]:
    nothing = np.zeros((len(unread), 8, 8))
    proof = Proof(nothing.astype(np.int8), nothing.astype(np.float32), margin, ("one", "two"), wrong, unread, hidden)
    return kind_faults(proof, SCREEN)


def test_what_speaks_against_kinds_is_told() -> None:
    assert faults(margin=0.3, unread=(2, 0)) == faults(unread=(9, 9), hidden=2) == []
    assert faults(wrong=1) == ["1 cells are read otherwise than they were learned"]
    (told,) = faults(unread=(0, 3))
    assert told.startswith("3 cells are covered or fit no kind (the cursor explains 2)")
    (told,) = faults(unread=(9, 9), hidden=3)
    assert told.startswith("3 cells are covered")
    assert faults(margin=0.29) == ["kinds 'one' and 'two' are too alike (margin 0.29)"]
    assert len(faults(2, (3,), None, 0.1)) == 3
