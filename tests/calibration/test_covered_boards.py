"""Boards under dialogs and cursors: what is hidden is UNKNOWN, and the rest is read."""

from pathlib import Path

import numpy as np
import pytest

from calibration.calibrate import Calibration
from tests.calibration.learned_boards import LOOK, drawn, frame, reader_of, true_codes
from vision.sighting import UNKNOWN, Status


def test_a_picture_of_another_size_is_no_board(calibration: Calibration, tmp_path: Path) -> None:
    sighting = reader_of(calibration, tmp_path / "p").read(frame(np.zeros((50, 60, 3), np.uint8)))
    assert sighting.status & Status.NO_BOARD
    assert (sighting.codes == UNKNOWN).all()


def test_of_a_board_that_is_mostly_covered_nothing_is_read(calibration: Calibration, tmp_path: Path) -> None:
    reader = reader_of(calibration, tmp_path / "p")
    first = drawn(LOOK, 1)
    picture = first.picture.copy()
    _, y = first.lattice.corner(LOOK.rows // 2 + 1, 0)
    picture[: int(y)] = (224, 229, 235)
    sighting = reader.read(frame(picture))
    assert sighting.status & Status.NO_BOARD
    assert (sighting.codes == UNKNOWN).all()
    assert (sighting.margin == 0).all()


@pytest.mark.parametrize("share", [0.25, 0.3, 0.4])
def test_cells_under_the_edge_of_a_dialog_are_unknown_though_the_rest_of_each_tells_its_kind(
    calibration: Calibration, tmp_path: Path, share: float
) -> None:
    reader = reader_of(calibration, tmp_path / "p")
    first = drawn(LOOK, 1)
    picture = first.picture.copy()
    x, y = first.lattice.corner(2, LOOK.cols)
    picture[int(y) : int(y + 4 * LOOK.pitch), int(x - share * LOOK.pitch) :] = (224, 229, 235)
    sighting = reader.read(frame(picture))
    assert (sighting.codes[2:6, -1] == UNKNOWN).all()
    assert int((sighting.codes == UNKNOWN).sum()) == 4


@pytest.mark.parametrize("beside", [0, 1])
def test_a_cursor_right_beside_a_dialog_hides_nothing(calibration: Calibration, tmp_path: Path, beside: int) -> None:
    """They were taken for one thing, and the cells under the brackets were lost."""
    reader = reader_of(calibration, tmp_path / "p")
    first = drawn(LOOK, 1)
    table = true_codes(reader, first)
    picture = first.picture.copy()
    x, y = first.lattice.corner(2, LOOK.cols - 2)
    picture[int(y) : int(y + 4 * LOOK.pitch), int(x) :] = (90, 40, 60)
    reach, thick = round(0.4 * LOOK.pitch), round(0.12 * LOOK.pitch)
    for row in (3, 3 + beside):
        left, top = (round(v) for v in first.lattice.corner(row, LOOK.cols - 3))
        right, below = (round(v) for v in first.lattice.corner(row + 1, LOOK.cols - 2))
        for across in (slice(left, left + reach), slice(right - reach, right)):
            picture[top : top + thick, across] = picture[below - thick : below, across] = 255
        for down in (slice(top, top + reach), slice(below - reach, below)):
            picture[down, left : left + thick] = picture[down, right - thick : right] = 255
    codes = reader.read(frame(picture)).codes
    assert (codes[2:6, -2:] == UNKNOWN).all()
    assert [table[int(code)] for code in codes[2:6, -3]] == first.codes[2:6, -3].tolist()


@pytest.mark.parametrize("rows", [1, 2])
def test_what_covers_a_cell_or_two_in_part_is_a_cursor(calibration: Calibration, tmp_path: Path, rows: int) -> None:
    reader = reader_of(calibration, tmp_path / "p")
    first = drawn(LOOK, 1)
    table = true_codes(reader, first)
    picture = first.picture.copy()
    x, y = first.lattice.corner(3, LOOK.cols)
    picture[int(y) : int(y + rows * LOOK.pitch), int(x - 0.3 * LOOK.pitch) : int(x)] = (224, 229, 235)
    sighting = reader.read(frame(picture))
    assert all(table[int(c)] == t for c, t in zip(sighting.codes.ravel(), first.codes.ravel(), strict=True))


def test_a_dialog_over_the_board_is_unknown_and_the_rest_is_read(calibration: Calibration, tmp_path: Path) -> None:
    reader = reader_of(calibration, tmp_path / "p")
    first = drawn(LOOK, 1)
    table = true_codes(reader, first)
    picture = first.picture.copy()
    x, y = first.lattice.corner(3, 1)
    picture[int(y) : int(y) + 96, int(x) : int(x) + 96] = (200, 210, 215)
    sighting = reader.read(frame(picture))
    assert (sighting.codes[3:6, 1:4] == UNKNOWN).all()
    rest = sighting.codes != UNKNOWN
    assert rest.sum() >= 60
    assert all(table[int(c)] == t for c, t in zip(sighting.codes[rest], first.codes[rest], strict=True))
