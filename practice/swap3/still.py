"""Drawn screenshots: the window's pixels with no window and no display, for tests of the eyes."""

from engine.swap3 import Rules, State, Step
from practice.application import offscreen_application
from practice.options import choose
from practice.pixels import Bgr, render_scene
from practice.swap3.animation import Durations, Timeline, resting
from practice.swap3.artwork import look_artwork
from practice.swap3.looks import LOOKS, Look
from practice.swap3.scene import Scene, paint


def find_look(name: str) -> Look:
    """Return the look of that name; "" is the first.

    Raises:
        PracticeError: no such look.
    """
    return choose("look", name, LOOKS)


def board_rectangle(look: str, scale: float, rules: Rules) -> tuple[float, float, float, float]:
    """Return (x, y, width, height) of a look's board in client pixels; fractions where the scale makes them."""
    layout = find_look(look).layout(rules)
    numbers = (layout.x, layout.y, layout.cols * layout.tile, layout.rows * layout.tile)
    x, y, width, height = (scale * number for number in numbers)
    return x, y, width, height


def render_still(
    look: str,
    scale: float,
    rules: Rules,
    state: State,
    *,
    chosen: tuple[int, int] | None = None,
    seconds: float = 0.0,
    move: int | None = None,
    step: Step | None = None,
) -> Bgr:
    """Paint a board as the practice window would, with no display.

    Args:
        look: name of a look.
        scale: size of the client area, 1 as designed.
        rules: of the game; decide the window's size.
        state: what to show; codes below 0 and EMPTY show as bare ground.
        chosen: (row, column) of the piece that is to be swapped, or None.
        seconds: with `move`, since the swap began.
        move: a move made on `state`, or None.
        step: what `engine.swap3.apply` returned for it; None for a swap that the game undoes.

    Returns:
        (height, width, 3) uint8 BGR, the client area; the same arguments give the same pixels.

    Raises:
        PracticeError: no such look.
    """
    offscreen_application()
    art = look_artwork(find_look(look), rules, scale)
    if move is None:
        return render_scene(paint, art, Scene(resting(state.board), round(state.score), chosen))
    timeline = Timeline(rules, state, move, step, Durations())
    return render_scene(paint, art, Scene(timeline.sprites(seconds), round(timeline.score(seconds))))
