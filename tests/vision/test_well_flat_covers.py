"""A dialog of one even colour over ground that was only guessed: not ground, where no ground of that well is even."""

import os
from pathlib import Path

import numpy as np
import pytest

from calibration.well.calibrate import calibrate_well
from capture.folder import load_image
from capture.frame import Frame
from engine.columns import EMPTY
from vision.columns import SCREEN
from vision.profile import load_profile
from vision.sighting import UNKNOWN, Status
from vision.well.flat_covers import least_unevenness, see_flat_covers
from vision.well.kernels import GROUND_LINE
from vision.well.odd_cells import CALM, ODD
from vision.well.planes import ColumnPlanes
from vision.well.reader import WellReader
from vision.well.samples import ACROSS, GUESSED, LINES, SEEN_GROUND, Strips

REAL = os.environ.get("SPYGLASS_REAL")
ROWS = 3


def column(spread: int) -> tuple[ColumnPlanes, np.ndarray]:
    """One column of ground that varies by so many grey levels, its lowest cell only guessed, and how well it is known.

    The picture shows that ground, and one even colour in the lowest cell.
    """
    ground = np.random.default_rng(1).integers(40 - spread, 41 + spread, (1, ROWS * LINES, ACROSS, 3)).astype(np.int16)
    certainty = np.full(ground.shape[:3], SEEN_GROUND, np.uint8)
    certainty[:, -LINES:] = GUESSED
    nowhere = np.zeros((1, 1), np.int32)
    planes = ColumnPlanes.of(Strips(nowhere, nowhere, ground, certainty))
    planes.shown[:] = planes.ground
    planes.shown[:, -LINES:] = 40
    return planes, certainty


def sorted_cells(spread: int, guessed: int) -> list[int]:
    planes, certainty = column(spread)
    sorts = np.full((1, ROWS), CALM, np.int8)
    lines = np.array([[0, 0, guessed]], np.int8)
    labels = np.full((1, ROWS * LINES), GROUND_LINE, np.int8)
    see_flat_covers(planes, lines, labels, sorts, least_unevenness(planes, certainty, LINES))
    cells: list[int] = sorts[0].tolist()
    return cells


def test_an_even_cell_over_guessed_ground_is_odd_where_all_ground_is_uneven() -> None:
    assert sorted_cells(8, LINES) == [CALM, CALM, ODD]


def test_nothing_is_asked_where_ground_is_even_itself_or_was_seen() -> None:
    assert sorted_cells(0, LINES) == [CALM] * ROWS
    assert sorted_cells(8, 0) == [CALM] * ROWS


@pytest.mark.skipif(not REAL, reason="SPYGLASS_REAL is not set: no real pictures here")
@pytest.mark.parametrize("ink", [8, 24, 40])
def test_a_dark_dialog_over_a_real_well_s_guessed_ground_is_no_ground(ink: int, tmp_path: Path) -> None:
    """Ten jewels under it read EMPTY, and the picture as whole."""
    pixels = load_image(Path(REAL or "") / "columns_web" / "frame_014.png")
    calibrate_well([Frame(pixels, 0)], SCREEN).save(tmp_path / "p")
    reader = WellReader.open(load_profile(tmp_path / "p"), tmp_path / "p")
    before = reader.read(Frame(pixels, 0))
    assert before.status == Status.CLEAR
    x, y = reader.lattice.corner(7, 1)
    covered = pixels.copy()
    covered[int(y + 8) : int(y + 8 + 5 * 69.2), int(x) : int(x + 2 * 69.2)] = ink
    codes = reader.read(Frame(covered, 0)).codes
    assert (codes[8:12, 1:3] == UNKNOWN).all()
    assert ((codes == before.codes) | (codes == UNKNOWN)).all()
    assert (codes[:4] == EMPTY).all()
