"""Readers of drawn wells, and where in them things lie."""

import cv2
import numpy as np

from engine.columns import EMPTY, PRESETS, Rules, State
from tests.vision.drawn_wells import profile_of
from vision.well.pictures import WellPictures
from vision.well.reader import WellReader

RULES = PRESETS["jewel"]
LOOKS = ("cave", "temple", "vista")
Seen = tuple[str, float, WellReader]
"""A look, its scale and its reader, as fixtures give them."""


def reader_of(look: str, scale: float, rules: Rules = RULES) -> WellReader:
    return WellReader(*profile_of(look, scale, rules))


def room_above(state: State, rules: Rules = RULES) -> int:
    """Rows from the well's top to where the piece's upper edge comes to rest."""
    return int((state.board[:, state.col] == EMPTY).sum()) - rules.hidden - 3


def random_top(rng: np.random.Generator, state: State) -> float:
    # nearer to the stack than that a piece counts as lying on it
    return float(rng.uniform(-2.7, max(-2.6, room_above(state) - 0.15)))


def cell_of(reader: WellReader, row: int, col: int) -> tuple[slice, slice]:
    """The pixels of a cell."""
    (left, top), (right, bottom) = reader.lattice.corner(row, col), reader.lattice.corner(row + 1, col + 1)
    return slice(round(top), round(bottom)), slice(round(left), round(right))


def strict_reader_of(look: str) -> WellReader:
    """Return a reader that asks as much of a jewel as what calibration learns of clean pictures."""
    profile, pictures = profile_of(look, 1.0, RULES)
    limits = profile.reader.model_copy(update={"max_distance": 14.0})
    return WellReader(profile.model_copy(update={"reader": limits}), pictures)


def reader_of_guessed_ground(look: str, seen: float, kinds: int = RULES.colours) -> WellReader:
    """A reader that has seen the ground of so much of a well, from above, and knows the first kinds only."""
    profile, pictures = profile_of(look, 1.0, RULES)
    x, y, width, height = (
        round(v) for v in (profile.board.x, profile.board.y, profile.board.width, profile.board.height)
    )
    known, guessed = pictures.known.copy(), pictures.background.copy()
    lower = (slice(y + round(seen * height), y + height), slice(x, x + width))
    known[lower] = 64
    guessed[lower] = cv2.blur(guessed, (61, 61))[lower]
    fewer = WellPictures(pictures.jewels[:kinds], pictures.masks[:kinds], guessed, known)
    return WellReader(profile.model_copy(update={"kinds": profile.kinds[:kinds]}), fewer)


def veiled(reader: WellReader, pixels: np.ndarray, ink: tuple[int, int, int], strength: float) -> np.ndarray:
    """Return the picture with so much of a colour over its well."""
    lattice = reader.lattice
    x, y, width, height = (round(v) for v in (lattice.x, lattice.y, lattice.width, lattice.height))
    shown = pixels.copy()
    part = shown[y : y + height, x : x + width]
    part[:] = np.round((1 - strength) * part + strength * np.array(ink)).astype(np.uint8)
    return shown
