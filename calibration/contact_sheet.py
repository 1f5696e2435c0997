"""The one picture from which a person can check a calibration."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.sheet_paper import paper_beside, write
from capture.frame import Pixels
from vision.lattice import Lattice
from vision.tint import Tint

TILE = 64
"""Pixels a side of a tile on the sheet."""
LINE = 76
"""Pixels from one kind to the next."""
TEXT_WIDTH = 300
TEXT_SIZE = 0.5
TALLEST = 1000
"""The frame is shrunk to this many lines at most."""
LOW_MARGIN = 0.4
"""Cells below it are marked."""
LATTICE_INK = (0, 255, 255)
DOUBT_INK = (0, 0, 255)


@dataclass(frozen=True, slots=True, eq=False)
class SheetKind:
    """One kind, as shown on the sheet."""

    code: int
    name: str
    count: int
    dry: NDArray[np.float32]
    trust: NDArray[np.float32]


def _tile(picture: NDArray[np.float32]) -> NDArray[np.uint8]:
    sized = cv2.resize(np.clip(picture, 0, 255), (TILE, TILE), interpolation=cv2.INTER_NEAREST)
    return np.asarray(np.round(sized), np.uint8)


def _board(
    pixels: Pixels, lattice: Lattice, margin: NDArray[np.float32], unknown: NDArray[np.bool_], waterline: float
) -> Pixels:
    """Return the frame with lattice, waterline and doubtful cells drawn over it."""
    scale = min(1.0, TALLEST / pixels.shape[0])
    zoom = 2.0 if scale == 1.0 and lattice.pitch_x < 30 else scale
    size = (round(pixels.shape[1] * zoom), round(pixels.shape[0] * zoom))
    shown = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA if zoom < 1 else cv2.INTER_NEAREST)
    shown = np.ascontiguousarray(shown, np.uint8)

    def point(row: float, col: float) -> tuple[int, int]:
        x, y = lattice.corner(row, col)
        return round(x * zoom), round(y * zoom)

    for row in range(lattice.rows + 1):
        cv2.line(shown, point(row, 0), point(row, lattice.cols), LATTICE_INK, 1)
    for col in range(lattice.cols + 1):
        cv2.line(shown, point(0, col), point(lattice.rows, col), LATTICE_INK, 1)
    if waterline < lattice.rows:
        cv2.line(shown, point(waterline, 0), point(waterline, lattice.cols), (255, 120, 0), 2)
    for row, col in np.argwhere(unknown | (margin < LOW_MARGIN)):
        cv2.rectangle(shown, point(row + 0.06, col + 0.06), point(row + 0.94, col + 0.94), DOUBT_INK, 2)
        if unknown[row, col]:
            cv2.line(shown, point(row + 0.06, col + 0.06), point(row + 0.94, col + 0.94), DOUBT_INK, 2)
    return np.asarray(shown, np.uint8)


def contact_sheet(
    pixels: Pixels,
    lattice: Lattice,
    kinds: Sequence[SheetKind],
    tint: Tint | None,
    waterline: float,
    margin: NDArray[np.float32],
    unknown: NDArray[np.bool_],
) -> Pixels:
    """Draw the contact sheet.

    Args:
        pixels: the first frame.
        lattice: of the board.
        kinds: in the profile's order.
        tint: the layer over the lower part, or None.
        waterline: rows above it in the first frame.
        margin: (rows, cols) of the first frame as read again.
        unknown: (rows, cols) cells of it that could not be read.

    Returns:
        (height, width, 3) uint8 BGR.
    """
    board = _board(pixels, lattice, margin, unknown, waterline)
    columns = 2 if tint is None else 3
    width = columns * (TILE + 12) + TEXT_WIDTH
    sheet = paper_beside(board, width, 70 + LINE * len(kinds) + 50)
    write(sheet, "dry", 12, 40, TEXT_SIZE)
    if tint is not None:
        write(sheet, "wet", 12 + TILE + 12, 40, TEXT_SIZE)
    write(sheet, "trust", 12 + (columns - 1) * (TILE + 12), 40, TEXT_SIZE)
    words = 12 + columns * (TILE + 12)
    write(sheet, "code, name, cells", words, 40, TEXT_SIZE)
    for k, kind in enumerate(kinds):
        top = 56 + k * LINE
        pictures = [kind.dry]
        if tint is not None:
            pictures.append(tint.over(kind.dry))
        pictures.append(np.repeat(kind.trust[..., None] * 255, 3, axis=2))
        for c, picture in enumerate(pictures):
            left = 12 + c * (TILE + 12)
            sheet[top : top + TILE, left : left + TILE] = _tile(picture)
        write(sheet, f"{kind.code}  {kind.name}  ({kind.count})", words, top + TILE // 2, TEXT_SIZE)
    write(sheet, "red: doubtful, crossed: not read. Where it passed,", 12, 56 + LINE * len(kinds) + 16, 0.42)
    write(sheet, "edit name and code in profile.toml to name or merge.", 12, 56 + LINE * len(kinds) + 34, 0.42)
    return sheet
