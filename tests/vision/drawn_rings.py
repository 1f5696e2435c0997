"""Draws windows of nested rings of many looks, with the truth beside each; nothing of the eyes is used for it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from capture.frame import Frame, Pixels

EMPTY = 6

VIVID = ((128, 0, 255), (103, 251, 37), (242, 226, 53), (14, 223, 246), (2, 121, 255), (255, 46, 184))
"""The real game's colours (pink, green, cyan, yellow, orange, violet), BGR."""
SOFT = ((90, 94, 214), (120, 170, 90), (200, 150, 60), (80, 190, 235), (60, 120, 225), (170, 80, 130))
DEEP = ((40, 40, 200), (50, 140, 30), (200, 80, 30), (0, 170, 220), (140, 30, 140), (160, 150, 0))


@dataclass(frozen=True)
class RingLook:
    """How one window is drawn; lengths in shares of the pitch unless said otherwise."""

    shape: str = "square"
    pitch: float = 190.0
    """Pixels."""
    half: tuple[float, float, float] = (0.15, 0.27, 0.4)
    hole: tuple[float, float, float] = (0.06, 0.185, 0.305)
    palette: tuple[tuple[int, int, int], ...] = VIVID
    ground: tuple[int, int, int] = (70, 66, 60)
    backdrop: str = "vignette"
    mark: str = "dot"
    hand: str = "right"
    hand_distance: float = 1.0
    hand_pitch: float = 1.0
    at: tuple[float, float] = (96.3, 233.4)
    """Middle of the first cell where the hand is right or below, in pixels."""
    seed: int = 0


@dataclass(frozen=True)
class DrawnRings:
    """A window with its truth."""

    pixels: Pixels
    codes: NDArray[np.int8]
    centres: NDArray[np.float64]
    look: RingLook

    @property
    def frame(self) -> Frame:
        """The window as a frame."""
        return Frame(self.pixels, 0)


def grey_apart(ink: tuple[int, int, int], ground: tuple[int, int, int]) -> int:
    """Return by how much two colours differ at most in a channel."""
    return max(abs(a - b) for a, b in zip(ink, ground, strict=True))


def centres_of(look: RingLook) -> NDArray[np.float64]:
    """Return (12, 2) the middles of the nine cells and the three hand places."""
    p = look.pitch
    x0, y0 = look.at
    if look.hand == "left":
        x0 += p * look.hand_distance
    cells = [(x0 + c * p, y0 + r * p) for r in range(3) for c in range(3)]
    middle = 1.0
    offsets = [(middle + (k - 1) * look.hand_pitch) * p for k in range(3)]
    if look.hand == "right":
        hand = [(x0 + (2 + look.hand_distance) * p, y0 + o) for o in offsets]
    elif look.hand == "left":
        hand = [(x0 - look.hand_distance * p, y0 + o) for o in offsets]
    else:
        hand = [(x0 + o, y0 + (2 + look.hand_distance) * p) for o in offsets]
    return np.array(cells + hand)


def _coverage(shape: str, dx: NDArray[np.float64], dy: NDArray[np.float64], half: float) -> NDArray[np.float64]:
    if shape == "circle":
        apart = np.hypot(dx, dy) - half
    else:
        corner = half * (0.12 if shape == "square" and half < 40 else 0.35)
        qx, qy = np.abs(dx) - half + corner, np.abs(dy) - half + corner
        apart = np.hypot(np.maximum(qx, 0), np.maximum(qy, 0)) + np.minimum(np.maximum(qx, qy), 0) - corner
    return np.clip(0.5 - apart, 0, 1)


def _blend(
    canvas: NDArray[np.float64],
    x: float,
    y: float,
    reach: float,
    shape: str,
    half: float,
    hole: float,
    colour: ArrayLike,
) -> None:
    x0, x1 = max(0, int(x - reach) - 1), min(canvas.shape[1], int(x + reach) + 3)
    y0, y1 = max(0, int(y - reach) - 1), min(canvas.shape[0], int(y + reach) + 3)
    if x0 >= x1 or y0 >= y1:
        return
    dy, dx = np.mgrid[y0:y1, x0:x1].astype(float)
    dx, dy = dx + 0.5 - x, dy + 0.5 - y
    alpha = _coverage(shape, dx, dy, half)
    if hole > 0:
        alpha = alpha * (1 - _coverage(shape, dx, dy, hole))
    part = canvas[y0:y1, x0:x1]
    part += alpha[..., None] * (np.asarray(colour, float) - part)


def draw_ring(canvas: NDArray[np.float64], look: RingLook, x: float, y: float, slot: int, code: int) -> None:
    """Draw one ring onto a float canvas (height, width, 3)."""
    half, hole = look.half[slot] * look.pitch, look.hole[slot] * look.pitch
    _blend(canvas, x, y, half, look.shape, half, hole, look.palette[code])


def _backdrop(look: RingLook, height: int, width: int) -> NDArray[np.float64]:
    canvas = np.empty((height, width, 3))
    canvas[:] = look.ground
    dy, dx = np.mgrid[0:height, 0:width]
    if look.backdrop == "vignette":
        away = np.hypot((dx - width / 2) / width, (dy - height / 2) / height)
        canvas += (10 - 40 * away)[..., None]
    elif look.backdrop == "gradient":
        canvas += (30.0 * dy / height - 15)[..., None] * np.array([1.0, 0.6, 0.2])
    elif look.backdrop == "texture":
        rng = np.random.default_rng(look.seed)
        coarse = rng.normal(0, 9, (height // 6 + 2, width // 6 + 2)).astype(np.float32)
        canvas += cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)[..., None]
        canvas += rng.normal(0, 3, (height, width, 1))
    return canvas


def text(canvas: NDArray[np.float64], words: str, x: float, y: float, size: float, colour: ArrayLike) -> None:
    """Write a line whose letters are about `size` px high, left edge and baseline given."""
    layer = np.zeros(canvas.shape[:2], np.uint8)
    cv2.putText(
        layer, words, (int(x), int(y)), cv2.FONT_HERSHEY_DUPLEX, size / 22, 255, max(1, round(size / 11)), cv2.LINE_AA
    )
    canvas += (layer / 255.0)[..., None] * (np.asarray(colour, float) - canvas)


def size_of(look: RingLook) -> tuple[int, int]:
    """Return (height, width) of a look's window."""
    centres = centres_of(look)
    edge = 0.5 * look.pitch
    return int(centres[:, 1].max() + edge + 3), int(centres[:, 0].max() + edge + 1)


def draw_canvas(look: RingLook, codes: NDArray[np.int8], score: int = 60, best: int = 182) -> NDArray[np.float64]:
    """Return the window as a float canvas, for more to be drawn onto it."""
    height, width = size_of(look)
    canvas = _backdrop(look, height, width)
    ink = (250, 250, 250) if sum(look.ground) < 380 else (40, 40, 40)
    p = look.pitch
    top = 0.32 * p
    text(canvas, str(score), 1.8 * p, top, 0.24 * p, ink)
    text(canvas, str(best), min(2.9 * p, width - 0.75 * p), top, 0.16 * p, ink)
    _blend(canvas, 0.85 * p, 0.26 * p, 0.2 * p, "circle", 0.14 * p, 0.06 * p, ink)
    for (x, y), place in zip(centres_of(look)[:9], codes[:9], strict=True):
        shade = np.asarray(look.ground) + (14 if sum(look.ground) < 380 else -14)
        if look.mark == "well":
            _blend(canvas, x, y, 0.47 * p, look.shape, 0.47 * p, 0, shade)
        elif look.mark == "dot":
            away = 45 if sum(look.ground) < 380 else -45
            _blend(canvas, x, y, 0.032 * p, look.shape, 0.032 * p, 0, np.asarray(look.ground) + away)
        del place
    for (x, y), place in zip(centres_of(look), codes, strict=True):
        for slot in (2, 1, 0):
            if place[slot] != EMPTY:
                draw_ring(canvas, look, x, y, slot, int(place[slot]))
    return canvas


def finish(canvas: NDArray[np.float64]) -> Pixels:
    """Return a canvas as pixels."""
    return np.clip(np.round(canvas), 0, 255).astype(np.uint8)


def draw_rings(look: RingLook, codes: NDArray[np.int8], score: int = 60, best: int = 182) -> DrawnRings:
    """Draw one window."""
    return DrawnRings(finish(draw_canvas(look, codes, score, best)), codes, centres_of(look), look)


def random_codes(rng: np.random.Generator, fill: float = 0.42, colours: int = 6, hand: int = 3) -> NDArray[np.int8]:
    """Return (12, 3) codes: cells filled at random (no line of one colour), `hand` pieces of one or two rings."""
    while True:
        codes = np.full((12, 3), EMPTY, np.int8)
        full = rng.random((9, 3)) < fill
        codes[:9][full] = rng.integers(0, colours, int(full.sum()))
        if not _has_line(codes[:9]):
            break
    for piece in rng.permutation(3)[:hand]:
        sizes = rng.permutation(3)[: rng.integers(1, 3)]
        codes[9 + piece, sizes] = rng.integers(0, colours, len(sizes))
    return codes


def _has_line(cells: NDArray[np.int8]) -> bool:
    lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
    return any(all((cells[i] == colour).any() for i in line) for line in lines for colour in range(6))


def spoil(pixels: Pixels, how: str, seed: int = 0) -> Pixels:
    """Return pixels as another screen or codec would give them: jpeg, noise, gamma, bright, night."""
    if how == "jpeg":
        _, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 75])
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    shown = pixels.astype(float)
    if how == "noise":
        shown += np.random.default_rng(seed).normal(0, 6, pixels.shape)
    elif how == "gamma":
        shown = 255 * (shown / 255) ** 1.15
    elif how == "bright":
        shown = shown * 0.92
    elif how == "night":
        shown = shown * np.array([0.7, 0.9, 1.0])
    elif how == "dim":
        shown = shown * 0.4
    return finish(shown)
