"""Windows drawn from nothing but a seed: every look, size and nuisance that calibration must get along with."""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Lattice

Picture = NDArray[np.uint8]
SHAPES = ("circle", "square", "rounded", "pentagon", "hexagon", "diamond", "triangle", "octagon")
GROUNDS = ("flat", "gradient", "texture", "photo", "chequer")


@dataclass(frozen=True)
class Look:
    """How a window is drawn; all lengths in pixels of the picture."""

    pitch: float
    rows: int = 12
    cols: int = 6
    kinds: int = 7
    gap: float = 0.0
    ground: str = "texture"
    smooth: bool = True
    frame: str = "bevel"
    panels: bool = True
    patterned: bool = True
    one_shape: bool = False
    water_weight: float = 0.55
    water_colour: tuple[float, float, float] = (150.0, 80.0, 20.0)
    art_seed: int = 0


@dataclass(frozen=True)
class Drawn:
    """A picture and the truth about it."""

    picture: Picture
    lattice: Lattice
    codes: NDArray[np.int8]
    covered: NDArray[np.bool_]
    """Cells that the cursor lies over."""
    waterline: float
    """Rows above the water."""
    look: Look = field(repr=False)


def random_look(rng: np.random.Generator, low: float = 16.0, high: float = 90.0) -> Look:
    """Draw a look by lot."""
    pitch = float(np.exp(rng.uniform(np.log(low), np.log(high))))
    if rng.random() < 0.5:
        pitch = float(round(pitch))
    elif rng.random() < 0.5:
        pitch = round(pitch * 4) / 4
    patterned = bool(rng.random() < 0.7)
    return Look(
        pitch=pitch,
        gap=float(rng.choice([0.0, 0.0, 0.04, 0.1])) * pitch,
        ground=str(rng.choice(GROUNDS)),
        smooth=bool(rng.random() < 0.7),
        frame=str(rng.choice(["none", "line", "bevel"])),
        patterned=patterned,
        one_shape=bool(rng.random() < 0.25),
        water_weight=float(rng.uniform(0.25, 0.7)),
        water_colour=(float(rng.uniform(60, 255)), float(rng.uniform(0, 160)), float(rng.uniform(0, 90))),
        art_seed=int(rng.integers(1 << 30)),
    )


def _noise(rng: np.random.Generator, height: int, width: int, grain: int) -> NDArray[np.float32]:
    small = rng.uniform(0, 1, (max(2, height // grain + 2), max(2, width // grain + 2), 3)).astype(np.float32)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def ground_picture(rng: np.random.Generator, kind: str, height: int, width: int) -> NDArray[np.float32]:
    """Return a background, (height, width, 3) float32."""
    base = rng.uniform(20, 180, 3).astype(np.float32)
    out = np.empty((height, width, 3), np.float32)
    out[:] = base
    if kind == "gradient":
        other = rng.uniform(20, 220, 3).astype(np.float32)
        t = np.linspace(0, 1, height, dtype=np.float32)[:, None, None]
        out = out * (1 - t) + other * t
    elif kind in ("texture", "photo"):
        amount = 90.0 if kind == "photo" else 35.0
        for grain in (max(3, width // 4), max(3, width // 12), 6, 3):
            out = out + amount * (_noise(rng, height, width, grain) - 0.5)
    return np.clip(out, 0, 255)


def _shape_mask(shape: str, size: int) -> NDArray[np.float32]:
    mask = np.zeros((size, size), np.uint8)
    c = (size - 1) / 2
    r = size / 2
    if shape == "circle":
        cv2.circle(mask, (round(c), round(c)), int(r), 255, -1)
    elif shape == "square":
        mask[:] = 255
    elif shape == "rounded":
        k = size // 5
        mask[k : size - k, :] = 255
        mask[:, k : size - k] = 255
        for y in (k, size - 1 - k):
            for x in (k, size - 1 - k):
                cv2.circle(mask, (x, y), k, 255, -1)
    else:
        n, turn = {
            "pentagon": (5, -90.0),
            "hexagon": (6, 0.0),
            "diamond": (4, -90.0),
            "triangle": (3, -90.0),
            "octagon": (8, 22.5),
        }[shape]
        a = np.radians(turn + 360.0 * np.arange(n) / n)
        points = np.stack([c + r * np.cos(a), c + r * np.sin(a)], 1)
        # the polygon fills the tile's box, as a skin's art does
        points = (points - points.min(0)) / (np.ptp(points, axis=0)) * (size - 1)
        cv2.fillPoly(mask, [np.round(points).astype(np.int32)], 255)
    return mask.astype(np.float32) / np.float32(255)


def tile_art(look: Look, size: int) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
    """Return (colour (size, size, 3), alpha (size, size)) a kind, then those of three specials."""
    rng = np.random.default_rng(look.art_seed)
    hues = (rng.permutation(look.kinds) + rng.uniform(0, 1)) * 180.0 / look.kinds
    shapes = [str(rng.choice(SHAPES))] * 16 if look.one_shape else [str(s) for s in rng.permutation(SHAPES)] * 2
    art = []
    v, u = np.mgrid[0:size, 0:size].astype(np.float32) / size
    for kind in range(look.kinds + 3):
        special = kind >= look.kinds
        if special:
            hsv = np.array([[[int(rng.uniform(0, 180)), 40, 120 + 40 * (kind - look.kinds)]]], np.uint8)
        else:
            hsv = np.array(
                [[[int(hues[kind] % 180), int(rng.uniform(150, 255)), int(rng.uniform(120, 255))]]], np.uint8
            )
        colour = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)
        picture = np.empty((size, size, 3), np.float32)
        picture[:] = colour
        if look.patterned:
            angle = rng.uniform(0, np.pi)
            waves = np.sin(
                2 * np.pi * rng.uniform(2, 4) * (np.cos(angle) * u + np.sin(angle) * v + 0.1 * np.sin(7 * u))
            )
            picture += 40 * waves[..., None]
            picture += 60 * np.clip(1 - 3 * np.hypot(u - 0.35, v - 0.3), 0, 1)[..., None]
        alpha = _shape_mask(shapes[kind % len(shapes)], size)
        if special:
            alpha = np.zeros((size, size), np.float32)
            for _ in range(5):
                a = rng.uniform(0.15, 0.85, 4) * size
                cv2.line(alpha, (int(a[0]), int(a[1])), (int(a[2]), int(a[3])), 1.0, max(1, size // 8))
            alpha = np.maximum(alpha, _shape_mask("circle", size) * (np.hypot(u - 0.5, v - 0.5) < 0.3))
        if look.patterned:
            inner = cv2.erode(alpha, np.ones((3, 3)), iterations=max(1, size // 24))
            picture[(alpha > 0) & (inner < 0.5)] *= 0.35
        art.append((np.clip(picture, 0, 255), alpha))
    return art


def _decorate(rng: np.random.Generator, canvas: NDArray[np.float32], ss: int) -> None:
    height, width = canvas.shape[:2]
    for _ in range(rng.integers(4, 10)):
        x, y = int(rng.integers(0, width)), int(rng.integers(0, height))
        w, h = int(rng.integers(10, width // 2 + 11)), int(rng.integers(10, height // 2 + 11))
        colour = tuple(float(c) for c in rng.uniform(0, 255, 3))
        choice = rng.integers(4)
        if choice == 0:
            cv2.rectangle(canvas, (x, y), (x + w, y + h), colour, -1)
            cv2.rectangle(canvas, (x, y), (x + w, y + h), (20, 20, 20), ss)
        elif choice == 1:
            cv2.circle(canvas, (x, y), min(w, h) // 4 + 3, colour, -1)
        elif choice == 2:
            for line in range(int(rng.integers(2, 9))):
                text = "".join(rng.choice(list("abcdefgh ijklm nop"), 18))
                ink = np.zeros((height, width), np.uint8)
                cv2.putText(ink, text, (x, y + line * 18 * ss), 0, 0.5 * ss, 255, ss)
                canvas[ink > 127] = colour
        else:
            cv2.rectangle(canvas, (x, y), (x + w, y + h), colour, 2 * ss)


def draw_window(
    look: Look,
    codes: NDArray[np.int8],
    seed: int,
    *,
    waterline: float | None = None,
    cursor: tuple[int, int] | None = None,
    cursor_style: str = "brackets",
    margins: tuple[float, float, float, float] | None = None,
    scene_seed: int | None = None,
) -> Drawn:
    """Draw a window with this board.

    Args:
        look: how.
        codes: (rows, cols); -1 leaves the cell empty; kinds.. kinds+2 are specials.
        seed: decides nothing but the noise of the moment.
        waterline: rows above the water; None for no water.
        cursor: (row, col) of the left cell of the two-cell cursor.
        cursor_style: "brackets" or "box".
        margins: left, top, right, bottom around the board in pitches; drawn by lot where None.
        scene_seed: decides surroundings and the board's place; `seed` where None.
    """
    rng = np.random.default_rng(seed if scene_seed is None else scene_seed)
    ss = 3 if look.smooth else 1
    p = look.pitch
    m = rng.uniform(0.3, 4.0, 4) if margins is None else np.asarray(margins)
    x0, y0 = float(round(m[0] * p)), float(round(m[1] * p))
    width = int(np.ceil(x0 + look.cols * p + m[2] * p))
    height = int(np.ceil(y0 + look.rows * p + m[3] * p))
    canvas = np.ascontiguousarray(ground_picture(rng, str(rng.choice(GROUNDS[:4])), height * ss, width * ss))
    if look.panels:
        _decorate(rng, canvas, ss)
    bx, by = round(x0 * ss), round(y0 * ss)
    bw, bh = round(look.cols * p * ss), round(look.rows * p * ss)
    if look.frame == "bevel":
        for t, shade in ((6, 0.0), (5, 180.0), (4, 240.0), (3, 0.0), (2, 120.0), (1, 0.0)):
            cv2.rectangle(
                canvas,
                (bx - t * ss, by - t * ss),
                (bx + bw - 1 + t * ss, by + bh - 1 + t * ss),
                (shade * 0.4, shade * 0.9, shade),
                -1,
            )
    elif look.frame == "line":
        cv2.rectangle(
            canvas, (bx - 2 * ss, by - 2 * ss), (bx + bw - 1 + 2 * ss, by + bh - 1 + 2 * ss), (200, 200, 200), -1
        )
    board = ground_picture(rng, look.ground, bh, bw)
    edges_x = np.round(np.arange(look.cols + 1) * p * ss).astype(int)
    edges_y = np.round(np.arange(look.rows + 1) * p * ss).astype(int)
    if look.ground == "chequer":
        for r in range(look.rows):
            for c in range(look.cols):
                if (r + c) % 2:
                    board[edges_y[r] : edges_y[r + 1], edges_x[c] : edges_x[c + 1]] += 32
    size = round((p - look.gap) * ss)
    art = tile_art(look, size)
    for r in range(look.rows):
        for c in range(look.cols):
            code = int(codes[r, c])
            if code < 0:
                continue
            colour, alpha = art[code]
            y = round((r * p + look.gap / 2) * ss)
            x = round((c * p + look.gap / 2) * ss)
            y, x = min(y, bh - size), min(x, bw - size)
            part = board[y : y + size, x : x + size]
            part += alpha[..., None] * (colour - part)
    if waterline is not None:
        top = round(waterline * p * ss)
        board[top:] += look.water_weight * (np.asarray(look.water_colour, np.float32) - board[top:])
    canvas[by : by + bh, bx : bx + bw] = np.clip(board, 0, 255)
    covered = np.zeros(codes.shape, bool)
    if cursor is not None:
        r, c = cursor
        covered[r, c] = covered[r, c + 1] = True
        x1, y1 = bx + edges_x[c], by + edges_y[r]
        x2, y2 = bx + edges_x[c + 2], by + edges_y[r + 1]
        t = max(1, round(0.06 * p * ss))
        if cursor_style == "box":
            cv2.rectangle(canvas, (x1, y1), (x2 - 1, y2 - 1), (40, 240, 250), t)
        else:
            q = round(0.3 * p * ss)
            for x, dx in ((x1, 1), (x2 - 1, -1)):
                for yy, dy in ((y1, 1), (y2 - 1, -1)):
                    cv2.line(canvas, (x, yy), (x + dx * q, yy), (60, 200, 250), t)
                    cv2.line(canvas, (x, yy), (x, yy + dy * q), (60, 200, 250), t)
    if ss > 1:
        canvas = np.asarray(cv2.resize(canvas, (width, height), interpolation=cv2.INTER_AREA), np.float32)
    picture = np.ascontiguousarray(np.clip(np.round(canvas), 0, 255).astype(np.uint8))
    lattice = Lattice(x0, y0, p, p, look.rows, look.cols)
    line = float(look.rows) if waterline is None else waterline
    return Drawn(picture, lattice, codes.astype(np.int8), covered, line, look)


def random_codes(rng: np.random.Generator, look: Look) -> NDArray[np.int8]:
    """Return a board of ordinary kinds drawn by lot."""
    return rng.integers(0, look.kinds, (look.rows, look.cols)).astype(np.int8)


def perturb(picture: Picture, rng: np.random.Generator, how: str) -> Picture:
    """Spoil a picture mildly: "noise", "gamma", "jpeg" or "" (not at all)."""
    if how == "noise":
        return np.clip(picture + rng.normal(0, 3.0, picture.shape), 0, 255).astype(np.uint8)
    if how == "gamma":
        table = (255 * (np.arange(256) / 255) ** rng.uniform(0.9, 1.12)).astype(np.uint8)
        return table[picture]
    if how == "jpeg":
        ok, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])
        assert ok
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return picture
