"""Wells over a photograph, with a grid drawn over it, in pictures that JPEG has packed: ground is no jewel."""

import cv2
import numpy as np
import pytest

from calibration.well.calibrate import calibrate_well
from capture.frame import Frame, Pixels
from engine.columns import EMPTY
from vision.columns import SCREEN
from vision.well.pictures import WellPictures
from vision.well.reader import WellReader

ROWS, COLS, PITCH = 13, 7, 60
LEFT, SIDE = 180, 780
COLOURS = ((0, 0, 214), (0, 213, 0), (214, 0, 0), (0, 214, 214), (132, 0, 132))
MOUNTAIN = (12, 16, 44)


def window(board: np.ndarray, seed: int) -> Pixels:
    """A window with a dark photograph behind a well whose cells are drawn as a grid; `board` holds EMPTY or colours."""
    lot = np.random.default_rng(seed)
    sky = cv2.resize(lot.integers(20, 60, (4, 4, 3)).astype(np.float32), (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
    rock = cv2.resize(lot.normal(0, 9, (140, 140)).astype(np.float32), (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
    below = np.arange(SIDE)[:, None] > 3.3 * PITCH + 40 * np.sin(np.arange(SIDE) / 50 + seed)
    scene = np.where(below[:, :, None], np.array(MOUNTAIN, np.float32) + rock[:, :, None], sky)
    scene[:, : LEFT - 1] += 70
    scene[:, LEFT + COLS * PITCH + 1 :] += 70
    picture = np.ascontiguousarray(np.clip(scene, 0, 255).astype(np.uint8))
    for line in range(COLS + 1):
        cv2.line(picture, (LEFT + line * PITCH, 0), (LEFT + line * PITCH, SIDE), (60, 60, 60), 1)
    for line in range(ROWS + 1):
        cv2.line(picture, (LEFT, line * PITCH), (LEFT + COLS * PITCH, line * PITCH), (60, 60, 60), 1)
    for row, col in np.argwhere(board != EMPTY).tolist():
        x, y, colour = LEFT + col * PITCH, row * PITCH, COLOURS[board[row, col]]
        cv2.rectangle(picture, (x, y), (x + PITCH - 1, y + PITCH - 1), tuple(min(255, c + 40) for c in colour), -1)
        cv2.rectangle(picture, (x + 3, y + 3), (x + PITCH - 4, y + PITCH - 4), colour, -1)
    return picture


def stacks(seed: int) -> np.ndarray:
    lot = np.random.default_rng(seed)
    board = np.full((ROWS, COLS), EMPTY, np.int8)
    for col, height in enumerate(lot.integers(2, 8, COLS).tolist()):
        board[ROWS - height :, col] = lot.integers(0, len(COLOURS), height)
    return board


def packed(picture: Pixels, quality: int) -> Pixels:
    good, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert good
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


@pytest.mark.sweep(4)
@pytest.mark.parametrize("quality", [95, 85, 75])
@pytest.mark.parametrize("seed", range(4))
def test_ground_is_no_jewel(seed: int, quality: int) -> None:
    """Seen with a real window saved as JPEG: the mountain behind the well became jewels up to its top."""
    board = stacks(seed)
    frame = Frame(packed(window(board, seed), quality), 0)
    calibration = calibrate_well([frame], SCREEN)
    assert calibration.result.passed, calibration.result.reasons
    assert calibration.result.kinds == len(COLOURS)
    background = calibration.pictures["background.png"]
    pictures = WellPictures(
        tuple(jewel for jewel, _ in calibration.prototypes),
        tuple(mask for _, mask in calibration.prototypes),
        np.ascontiguousarray(background[:, :, :3]),
        np.ascontiguousarray(background[:, :, 3]),
    )
    codes = WellReader(calibration.profile, pictures).read(frame).codes
    assert np.array_equal(codes == EMPTY, board == EMPTY)
