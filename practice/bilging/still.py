"""Drawn screenshots: the window's pixels with no window and no display, for tests of the eyes."""

from engine.bilging import State, Step
from practice.application import offscreen_application
from practice.bilging.animation import Durations, Timeline, resting
from practice.bilging.artwork import look_artwork
from practice.bilging.looks import LOOKS, Look
from practice.bilging.scene import Scene, paint
from practice.bilging.score_panel import Hud
from practice.options import choose
from practice.pixels import Bgr, render_scene

BEATS_PER_SECOND = 8
"""Frames of the idle animations per second."""


def find_look(name: str) -> Look:
    """Return the look of that name; "" is the first.

    Raises:
        PracticeError: no such look.
    """
    return choose("look", name, LOOKS)


def board_rectangle(look: str, scale: float) -> tuple[float, float, float, float]:
    """Return (x, y, width, height) of a look's board in client pixels; fractions where the scale makes them."""
    layout = find_look(look).layout
    numbers = (layout.board_x, layout.board_y, layout.board_width, layout.board_height)
    x, y, width, height = (scale * number for number in numbers)
    return x, y, width, height


def render_still(
    look: str,
    scale: float,
    state: State,
    cursor: tuple[int, int] | None = None,
    *,
    seconds: float = 0.0,
    move: int | None = None,
    step: Step | None = None,
) -> Bgr:
    """Paint a board as the practice window would, with no display.

    Args:
        look: name of a look.
        scale: size of the client area, 1 as designed.
        state: what to show; codes below 0 and EMPTY show as bare background.
        cursor: (row, column) of the left cell of the pair under the cursor, or None.
        seconds: time; moves the jellyfish and, with `move` and `step`, the animation.
        move, step: a move made on `state` and what `engine.bilging.apply` returned for it; the picture is
            then taken `seconds` after the swap began.

    Returns:
        (height, width, 3) uint8 BGR, the client area; the same arguments give the same pixels.

    Raises:
        PracticeError: no such look.
    """
    offscreen_application()
    art = look_artwork(find_look(look), scale)
    beat = int(seconds * BEATS_PER_SECOND)
    if move is None or step is None:
        hud = Hud(state.score, state.moves)
        return render_scene(paint, art, Scene(resting(state.board), state.water_px, cursor, beat, hud))
    timeline = Timeline(state, move, step, Durations())
    message = step.message if timeline.broken(seconds) else ""
    hud = Hud(timeline.score(seconds), step.state.moves, message)
    scene = Scene(
        sprites=timeline.sprites(seconds),
        water_px=timeline.water_px(seconds),
        cursor=cursor,
        beat=beat,
        hud=hud,
        drops=timeline.drops(seconds),
        labels=timeline.labels(seconds),
    )
    return render_scene(paint, art, scene)
