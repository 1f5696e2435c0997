"""Wells as web pages draw them: flat at fractions of pixels, lit from above, or with the next piece in a panel."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from calibration.well.calibrate import calibrate_well
from capture.frame import Frame, Pixels
from vision.columns import SCREEN

CELL = 64
"""Pixels of a cell as drawn; pictures are then made smaller, to any pitch."""
ROWS, COLS, KINDS = 13, 6, 6
EDGE, BESIDE = 16, 4 * CELL
INK = np.array(
    [(74, 57, 230), (44, 161, 244), (75, 226, 247), (80, 185, 63), (246, 130, 59), (247, 85, 168)], np.float32
)
Drawing = Callable[[np.ndarray, int], None]
"""Draws a jewel of a kind into a cell, (CELL, CELL, 3) float32."""


def flat(cell: np.ndarray, kind: int) -> None:
    """Rounded, as large as its cell."""
    cell[7:-7], cell[:, 7:-7] = INK[kind], INK[kind]


def lit(cell: np.ndarray, kind: int) -> None:
    """Light in its upper part, dark below, with a bright spot."""
    shade = np.interp(np.arange(CELL - 6), (0, CELL / 2, CELL - 6), (1.4, 1.0, 0.25)).astype(np.float32)
    cell[3:-3, 3:-3] = np.minimum(255, INK[kind] * shade[:, None, None])
    spot = np.zeros(cell.shape[:2], np.uint8)
    cv2.ellipse(spot, (CELL // 2, CELL // 4), (CELL // 3, CELL // 7), 0, 0, 360, 255, -1)
    cell[spot > 0] += 0.5 * (255 - cell[spot > 0])


def page(draw: Drawing, pitch: float, moment: int, panel: int = 0) -> Pixels:
    """A framed well with stacks, a piece on its way down, and the next one beside it: in a panel within the same
    frame, so many cells wide, or outside."""
    rng = np.random.default_rng([moment, 3])
    height, width, top, left = ROWS * CELL, COLS * CELL, 2 * CELL, BESIDE
    whole = np.full((height + 2 * top, width + 2 * left, 3), (58, 38, 32), np.float32)
    framed = width + panel * CELL
    whole[top - EDGE : top + height + EDGE, left - EDGE : left + framed + EDGE] = (102, 85, 85)
    shade = np.linspace(1.0, 0.5, height, dtype=np.float32)[:, None, None]
    ground = shade * np.array((74, 47, 43), np.float32)
    for begin, end in ((left, left + width), (left + width + EDGE, left + framed)):
        whole[top : top + height, begin:end] = ground

    def put(row: int, col: int) -> None:
        y, x = top + row * CELL, left + col * CELL
        draw(whole[y : y + CELL, x : x + CELL], int(rng.integers(KINDS)))

    columns = rng.permutation(COLS).tolist()
    for col in columns[:3]:
        for row in range(ROWS - 3 * int(rng.integers(1, 3)), ROWS):
            put(row, col)
    for number in range(3):
        put(1 + moment % 4 + number, columns[-1])
        put(1 + number, COLS + 1)
    size = round(whole.shape[1] * pitch / CELL), round(whole.shape[0] * pitch / CELL)
    return np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_AREA).round(), np.uint8)


@pytest.mark.parametrize(("draw", "pitch"), [(flat, 25.6), (lit, 40.0)])
def test_wells_of_web_pages_are_learned(draw: Drawing, pitch: float) -> None:
    """Of flat jewels the blurred rims were taken for their shading; light from above, for cells that cut them apart."""
    result = calibrate_well([Frame(page(draw, pitch, moment), moment) for moment in range(12)], SCREEN).result
    assert result.passed, result.reasons
    assert result.kinds == KINDS
    assert result.board == pytest.approx((BESIDE * pitch / CELL, 2 * pitch, COLS * pitch, ROWS * pitch), abs=1.0)


@pytest.mark.parametrize(("panel", "moment"), [(2, 2), (3, 6)])
def test_a_panel_with_the_next_piece_in_line_with_the_cells_is_no_part_of_the_well(panel: int, moment: int) -> None:
    """Its columns had held jewels, so the wall before them was not asked, and they passed for the well's."""
    pitch = 20.0
    result = calibrate_well([Frame(page(flat, pitch, moment, panel), 0)], SCREEN).result
    assert result.passed, result.reasons
    assert (result.rows, result.cols) == (ROWS, COLS)
    assert result.board == pytest.approx((BESIDE * pitch / CELL, 2 * pitch, COLS * pitch, ROWS * pitch), abs=1.0)
