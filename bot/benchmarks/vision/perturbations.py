"""What screens, drivers, codecs and people do to a picture of a game: each as a function of picture and lot."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.benchmarks.vision.drawn import Boxes
from capture.frame import Pixels

Spoil = Callable[[Pixels, Boxes, np.random.Generator], Pixels]
"""(picture, boxes of the board's places, lot) to the spoilt picture."""

COVERED: Final = 0.1
"""Share of a place that something foreign may lie over before a person is not asked to tell it."""
POINTER: Final = np.array([[0, 0], [0, 17], [4, 13], [7, 19], [9, 18], [6, 12], [12, 12]], np.float64)
"""Outline of an arrow that points to (0, 0), in pixels."""
SIXTEENTHS: Final = 4
"""Bits of a pixel that outlines are placed by."""
GREEN_OF_BLUE: Final = 0.5
"""A night light takes so much from green of what it takes from blue, about as a black body's colour does."""
SMALLEST_PANEL, LARGEST_PANEL = 0.3, 0.6
"""Shares of the board's width and height that a panel over it has."""


@dataclass(frozen=True, slots=True)
class Perturbation:
    """One row of the table.

    Attributes:
        name: as the table shows it.
        spoil: what is done to each picture.
        scale: of the window; calibrated at that scale.
        moving: whether pictures are taken in the middle of animations.
        covers: whether what is changed is hidden, not only shown otherwise.
    """

    name: str
    spoil: Spoil
    scale: float = 1.0
    moving: bool = False
    covers: bool = False


def unspoilt(picture: Pixels, _boxes: Boxes, _rng: np.random.Generator) -> Pixels:
    """Return the picture."""
    return picture


def _through(table: NDArray[np.floating[Any]], picture: Pixels) -> Pixels:
    """Return the picture with each channel's levels looked up; table (256,) or (256, 3)."""
    levels = np.clip(np.round(table), 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, levels.reshape(256, 1, -1)), np.uint8)


def gamma(power: float, picture: Pixels, _boxes: Boxes, _rng: np.random.Generator) -> Pixels:
    """Raise shares of full brightness to a power; below 1 is brighter."""
    return _through(255 * (np.arange(256) / 255) ** power, picture)


def brightness(gain: float, picture: Pixels, _boxes: Boxes, _rng: np.random.Generator) -> Pixels:
    """Multiply all levels."""
    return _through(gain * np.arange(256), picture)


def lift(levels: float, picture: Pixels, _boxes: Boxes, _rng: np.random.Generator) -> Pixels:
    """Add to all levels."""
    return _through(np.arange(256) + levels, picture)


def night_light(strength: float, picture: Pixels, _boxes: Boxes, _rng: np.random.Generator) -> Pixels:
    """Take a share of blue, and half of it of green."""
    gains = np.array([1 - strength, 1 - GREEN_OF_BLUE * strength, 1.0])
    return _through(np.arange(256)[:, None] * gains, picture)


def jpeg(quality: int, picture: Pixels, _boxes: Boxes, _rng: np.random.Generator) -> Pixels:
    """Pack and unpack as JPEG."""
    good, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not good:
        raise RuntimeError("a picture could not be packed as JPEG")
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def noise(deviation: float, picture: Pixels, _boxes: Boxes, rng: np.random.Generator) -> Pixels:
    """Add normal noise to every channel of every pixel."""
    rough = picture + deviation * rng.standard_normal(picture.shape, np.float32)
    return np.clip(np.round(rough), 0, 255).astype(np.uint8)


def blur(deviation: float, picture: Pixels, _boxes: Boxes, _rng: np.random.Generator) -> Pixels:
    """Blur by a normal kernel, in pixels."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), deviation), np.uint8)


def offset(pixels: float, picture: Pixels, _boxes: Boxes, rng: np.random.Generator) -> Pixels:
    """Move by so many pixels in a direction chosen by lot, between pixels by interpolation."""
    turn = rng.uniform(0, 2 * np.pi)
    moved = np.array([[1, 0, pixels * np.cos(turn)], [0, 1, pixels * np.sin(turn)]])
    size = picture.shape[1], picture.shape[0]
    return np.asarray(cv2.warpAffine(picture, moved, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def pointer(size: float, picture: Pixels, boxes: Boxes, rng: np.random.Generator) -> Pixels:
    """Lay a mouse pointer over a place, white with a black rim or the other way round."""
    left, top, right, bottom = boxes[rng.integers(len(boxes)), 0]
    tip = np.array([rng.uniform(left, right), rng.uniform(top, bottom)])
    outline = np.round((tip + size * POINTER) * 2**SIXTEENTHS).astype(np.int32)
    ink, rim = ((255,) * 3, (0,) * 3) if rng.random() < 0.5 else ((0,) * 3, (255,) * 3)
    out = picture.copy()
    cv2.fillPoly(out, [outline], ink, cv2.LINE_AA, SIXTEENTHS)
    cv2.polylines(out, [outline], True, rim, 1, cv2.LINE_AA, SIXTEENTHS)
    return out


def panel(picture: Pixels, boxes: Boxes, rng: np.random.Generator) -> Pixels:
    """Lay a panel of an even colour with a rim over a part of the board."""
    left, top = boxes[..., :2].min(axis=(0, 1))
    right, bottom = boxes[..., 2:].max(axis=(0, 1))
    width, height = rng.uniform(SMALLEST_PANEL, LARGEST_PANEL, 2) * (right - left, bottom - top)
    x, y = rng.uniform(left, right - width), rng.uniform(top, bottom - height)
    corners = (round(x), round(y)), (round(x + width), round(y + height))
    fill, rim = (tuple(int(level) for level in rng.integers(0, 256, 3)) for _ in range(2))
    out = picture.copy()
    cv2.rectangle(out, *corners, fill, -1)
    cv2.rectangle(out, *corners, rim, 2)
    return out


def covered(before: Pixels, after: Pixels, boxes: Boxes) -> NDArray[np.bool_]:
    """Return the places, (places,) bool, of a box of which more than COVERED has changed."""
    changed = cv2.integral((before != after).any(axis=2).astype(np.uint8))
    height, width = before.shape[:2]
    edges = np.round(boxes).astype(int)
    x0, x1 = np.clip(edges[..., 0], 0, width), np.clip(edges[..., 2], 0, width)
    y0, y1 = np.clip(edges[..., 1], 0, height), np.clip(edges[..., 3], 0, height)
    count = changed[y1, x1] - changed[y0, x1] - changed[y1, x0] + changed[y0, x0]
    return np.asarray((count > COVERED * np.maximum((x1 - x0) * (y1 - y0), 1)).any(axis=1), np.bool_)


def _scaled() -> list[Perturbation]:
    return [Perturbation(f"scale {s:g}", unspoilt, scale=s) for s in (0.5, 0.75, 1.25, 1.37, 1.5, 2.0, 3.0)]


PERTURBATIONS: Final = (
    Perturbation("none", unspoilt),
    *_scaled(),
    *(Perturbation(f"offset {p:g} px", partial(offset, p)) for p in (0.25, 0.5)),
    *(Perturbation(f"gamma {p:g}", partial(gamma, p)) for p in (0.8, 0.9, 1.1, 1.25)),
    *(Perturbation(f"brightness x {g:g}", partial(brightness, g)) for g in (0.7, 0.85, 1.15)),
    *(Perturbation(f"brightness {v:+g}", partial(lift, v)) for v in (-16, 16)),
    *(Perturbation(f"night light {s:.0%}", partial(night_light, s)) for s in (0.15, 0.3, 0.45)),
    *(Perturbation(f"JPEG {q}", partial(jpeg, q)) for q in (95, 85, 70, 55, 40)),
    *(Perturbation(f"noise sd {d:g}", partial(noise, d)) for d in (2, 4, 8)),
    *(Perturbation(f"blur sd {d:g} px", partial(blur, d)) for d in (0.5, 0.8, 1.2)),
    Perturbation("pointer", partial(pointer, 1.0), covers=True),
    Perturbation("large pointer", partial(pointer, 2.0), covers=True),
    Perturbation("panel over a part", panel, covers=True),
    Perturbation("in the middle of an animation", unspoilt, moving=True),
)
"""The rows, in the order of the table."""
