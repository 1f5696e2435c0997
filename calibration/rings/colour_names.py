"""Plain names for learned colours."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

PLAIN = {
    "red": (40, 40, 220),
    "orange": (0, 130, 255),
    "yellow": (20, 225, 250),
    "lime": (40, 230, 160),
    "green": (60, 190, 50),
    "teal": (140, 140, 20),
    "cyan": (240, 225, 50),
    "blue": (220, 90, 30),
    "violet": (230, 50, 150),
    "magenta": (230, 40, 230),
    "pink": (150, 50, 255),
    "brown": (40, 75, 125),
    "white": (245, 245, 245),
    "grey": (135, 135, 135),
    "black": (15, 15, 15),
}
"""Colours by their plain names, BGR."""


def colour_names(colours: NDArray[np.float32]) -> list[str]:
    """Return a name for each of (colours, 3) BGR: the nearest plain one, numbered where it is taken."""
    known = _lab(list(PLAIN.values()))
    names: list[str] = []
    for colour in _lab(colours.tolist()):
        name = list(PLAIN)[int(np.linalg.norm(known - colour, axis=1).argmin())]
        taken = sum(given.split(" ")[0] == name for given in names)
        names.append(name if not taken else f"{name} {taken + 1}")
    return names


def _lab(colours: Sequence[Sequence[float]]) -> NDArray[np.float32]:
    picture = np.asarray(colours, np.float32)[None] / 255.0
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)[0], np.float32)
