"""Windows of rings with a colour that calibration has not seen, and windows that only look as if they had one."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.drawn_rings import EMPTY, RingLook, centres_of, draw_canvas, draw_ring, random_codes

FEW = 3
"""Colours that calibration sees."""
NEW = (10, 1)
"""Place and slot of the ring in a new colour, where a test has one."""
Canvas = NDArray[np.float64]


def codes_with(colour: int = 4, seed: int = 5) -> np.ndarray:
    """Return a window of the known colours whose second piece is one ring of another."""
    codes = random_codes(np.random.default_rng(seed), 0.4, FEW)
    codes[NEW[0]] = EMPTY
    codes[NEW] = colour
    return codes


def _nothing_new(look: RingLook) -> Canvas:
    return draw_canvas(look, codes_with(1))


def _half_covered(look: RingLook) -> Canvas:
    canvas = draw_canvas(look, codes_with())
    x, y = (int(v) for v in centres_of(look)[NEW[0]])
    canvas[y - int(look.pitch / 3) : y, x - int(look.pitch / 3) : x + int(look.pitch / 3)] = (200, 160, 90)
    return canvas


def cursor_on_it(look: RingLook) -> Canvas:
    """Return a window with a pointer over a part of the ring in the new colour."""
    canvas = draw_canvas(look, codes_with())
    x, y = (int(v) for v in centres_of(look)[NEW[0]] + 0.2 * look.pitch)
    cv2.fillPoly(canvas, [np.array([(x, y), (x, y + 26), (x + 8, y + 20), (x + 19, y + 18)])], (255.0, 255.0, 255.0))
    return canvas


def _cursor_on_nothing(look: RingLook) -> Canvas:
    codes = codes_with(EMPTY)
    codes[4] = EMPTY
    canvas = draw_canvas(look, codes)
    x, y = (int(v) for v in centres_of(look)[4])
    size = int(0.2 * look.pitch)
    cv2.fillPoly(canvas, [np.array([(x - size, y - size), (x - size, y + size), (x + size, y + size)])], (255.0,) * 3)
    return canvas


def _in_flight(look: RingLook) -> Canvas:
    canvas = draw_canvas(look, codes_with(EMPTY))
    x, y = centres_of(look)[NEW[0]] + (0.07 * look.pitch, 0.05 * look.pitch)
    draw_ring(canvas, look, float(x), float(y), NEW[1], 4)
    return canvas


def _of_another_size(look: RingLook) -> Canvas:
    canvas = draw_canvas(look, codes_with(EMPTY))
    larger = RingLook(**{**look.__dict__, "half": (0.15, 0.335, 0.4), "hole": (0.06, 0.125, 0.3)})
    x, y = centres_of(look)[NEW[0]]
    draw_ring(canvas, larger, float(x), float(y), NEW[1], 4)
    return canvas


def _two_coloured(look: RingLook) -> Canvas:
    canvas = draw_canvas(look, codes_with(4))
    other = draw_canvas(look, codes_with(5))
    y = int(centres_of(look)[NEW[0], 1])
    canvas[y:] = other[y:]
    return canvas


def _panel_over_the_hand(look: RingLook) -> Canvas:
    canvas = draw_canvas(look, codes_with(1))
    x, y = (int(v) for v in centres_of(look)[NEW[0]])
    reach = int(look.pitch / 2)
    part = canvas[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach]
    part += 0.5 * (np.array([150.0, 60.0, 20.0]) - part)
    return canvas


def _opaque_panel(look: RingLook) -> Canvas:
    canvas = draw_canvas(look, codes_with(1))
    x, y = (int(v) for v in centres_of(look)[NEW[0]])
    reach = int(0.45 * look.pitch)
    canvas[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach] = look.palette[4]
    return canvas


def _dimmed(look: RingLook) -> Canvas:
    return 0.5 * draw_canvas(look, codes_with())


def _dim_panel_with_black_ground(look: RingLook) -> Canvas:
    return draw_canvas(look, codes_with()) - 45.0


def _tinted(look: RingLook) -> Canvas:
    canvas: Canvas = draw_canvas(look, codes_with()) * np.array([0.6, 0.85, 1.0])
    return canvas


def _faint(towards: str, weight: float) -> Callable[[RingLook], Canvas]:
    def draw(look: RingLook) -> Canvas:
        """One piece of a known colour is faded, lit or darkened; the rest of the window is as ever."""
        goal = {"ground": look.ground, "white": (255, 255, 255), "black": (0, 0, 0)}[towards]
        known = np.asarray(look.palette[1], float)
        palette = (*look.palette[:4], tuple(known + weight * (np.asarray(goal) - known)), look.palette[5])
        return draw_canvas(RingLook(**{**look.__dict__, "palette": palette}), codes_with(4))

    return draw


NOT_NEW: dict[str, Callable[[RingLook], Canvas]] = {
    "nothing new": _nothing_new,
    "half covered": _half_covered,
    "a cursor on nothing": _cursor_on_nothing,
    "in flight": _in_flight,
    "of another size": _of_another_size,
    "two-coloured": _two_coloured,
    "a panel over the hand": _panel_over_the_hand,
    "an opaque panel": _opaque_panel,
    "a dimmed window": _dimmed,
    "a darkened window": _dim_panel_with_black_ground,
    "a tinted window": _tinted,
    **{f"{share:.0%} {goal}": _faint(goal, share) for goal in ("ground", "white", "black") for share in (0.3, 0.5)},
    "70% ground": _faint("ground", 0.7),
}
