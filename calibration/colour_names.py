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
    "purple": (150, 30, 150),
    "magenta": (230, 40, 230),
    "pink": (150, 50, 255),
    "brown": (40, 75, 125),
    "white": (245, 245, 245),
    "grey": (135, 135, 135),
    "black": (15, 15, 15),
}
"""Colours by their plain names, BGR."""
SHADES = (*PLAIN.items(), ("blue", (255, 0, 0)), ("blue", (105, 20, 15)), ("blue", (237, 149, 100)))
"""What is nearest decides: other blues are nearer to violet, purple or grey than to the plain one."""


def colour_names(colours: NDArray[np.float32]) -> list[str]:
    """Return a name for each of (colours, 3) BGR: the nearest plain one, numbered where it is taken."""
    names: list[str] = []
    for colour in colours:
        names.append(new_colour_name(colour, names))
    return names


def new_colour_name(colour: NDArray[np.float32], taken: Sequence[str]) -> str:
    """Return a name for one more colour, (3,) BGR: the nearest plain one, numbered where it is taken."""
    apart = np.linalg.norm(_lab([shade for _, shade in SHADES]) - _lab([colour.tolist()]), axis=1)
    plain, _ = SHADES[int(apart.argmin())]
    numbered = (f"{plain} {number}" for number in range(2, len(taken) + 3))
    return next(name for name in (plain, *numbered) if name not in taken)


def _lab(colours: Sequence[Sequence[float]]) -> NDArray[np.float32]:
    picture = np.asarray(colours, np.float32)[None] / 255.0
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)[0], np.float32)
