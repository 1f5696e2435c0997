"""A board whose place was given: taken as it is, or moved by a pixel or two to where it fits."""

from calibration.borders import EdgeMap, settle_borders
from calibration.find_board import Found, lattice_score
from calibration.outcome import CalibrationError, Rectangle, outside_picture
from calibration.registration import register
from capture.frame import Pixels
from vision.lattice import Lattice

HAND_TOLERANCE = 2.0
"""How far a board that was given by hand may be moved, in pixels."""
HAND_GAIN = 0.02
"""How much better (score) it must fit there."""
SMALLEST_CELL = 8.0
"""Pixels of a cell below which nothing can be read."""


def board_by_hand(pictures: list[Pixels], board: Rectangle, rows: int, cols: int) -> Found:
    """Return the lattice of a board whose place a person gave; it is moved where that fits clearly better.

    Raises:
        CalibrationError: the rectangle leaves the picture or is too small.
    """
    x, y, width, height = board
    tall, wide = pictures[0].shape[:2]
    if min(width / cols, height / rows) < SMALLEST_CELL:
        raise CalibrationError(
            f"a board of {width:g}x{height:g} is too small for {rows} rows of {cols}; give a larger one"
        )
    if x < -1 or y < -1 or x + width > wide + 1 or y + height > tall + 1:
        raise outside_picture(board, wide, tall)
    given = Lattice(x, y, width / cols, height / rows, rows, cols)
    registered = register(pictures, given)
    better = settle_borders(pictures, EdgeMap(pictures), registered.lattice)
    moved = max(
        abs(better.x - given.x),
        abs(better.y - given.y),
        abs(better.x + better.width - given.x - given.width),
        abs(better.y + better.height - given.y - given.height),
    )
    score, as_given = lattice_score(pictures, better), lattice_score(pictures, given)
    if moved <= HAND_TOLERANCE and score >= as_given + HAND_GAIN:
        return Found(better, score, registered.residual_px)
    return Found(given, as_given, register(pictures, given, rounds=1).residual_px)
