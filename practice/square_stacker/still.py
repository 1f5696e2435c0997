"""Drawn screenshots: the window's pixels with no window and no display, for tests of the eyes."""

from engine.square_stacker import SIDE, State, Step, places
from practice.application import offscreen_application
from practice.options import choose
from practice.pixels import Bgr, render_scene
from practice.square_stacker.animation import Animation, Durations, Placing, Returning, resting, rings_at
from practice.square_stacker.artwork import look_artwork
from practice.square_stacker.looks import LOOKS, Look, Point
from practice.square_stacker.numbers import GAIN_STEPS, Numbers
from practice.square_stacker.scene import Scene, paint


def find_look(name: str) -> Look:
    """Return the look of that name; "" is the first.

    Raises:
        PracticeError: no such look.
    """
    return choose("look", name, LOOKS)


def board_rectangle(look: str, scale: float) -> tuple[float, float, float, float]:
    """Return (x, y, width, height) of a look's nine cells in client pixels; it may reach beyond the client area."""
    layout = find_look(look).layout
    edge = SIDE * layout.pitch
    x, y, width, height = (
        scale * number for number in (layout.x - layout.pitch / 2, layout.y - layout.pitch / 2, edge, edge)
    )
    return x, y, width, height


def hand_centres(look: str, scale: float) -> tuple[Point, Point, Point]:
    """Return the centres (x, y) of the three pieces of the hand in client pixels."""
    first, second, third = ((scale * x, scale * y) for x, y in find_look(look).layout.hand)
    return first, second, third


def lift(look: str) -> Point:
    """Return where a dragged piece floats and lands from the pointer, (right, down) in pitches."""
    return find_look(look).layout.lift


def render_still(
    look: str,
    scale: float,
    state: State,
    *,
    best: int = 0,
    gain: int = 0,
    over: bool = False,
    dragged: tuple[int, float, float] | None = None,
    seconds: float | None = None,
    move: int | None = None,
    step: Step | None = None,
) -> Bgr:
    """Paint a state as the practice window would, with no display.

    Args:
        look: name of a look.
        scale: size of the client area, 1 as designed.
        state: what to show; UNKNOWN slots show nothing.
        best: best score of earlier games.
        gain: points written below the score at their brightest, 0 for none.
        over: lay the panel at the end of a game over the board.
        dragged: (piece, x, y): a piece of the hand whose middle is dragged to a client pixel, or None.
        seconds: with `dragged` the time since it snaps back from there, with `move` and `step` since it was let go.
        move, step: a move made on `state` and what `engine.square_stacker.apply` returned for it.

    Returns:
        (height, width, 3) uint8 BGR, the client area; the same arguments give the same pixels.

    Raises:
        PracticeError: no such look.
    """
    offscreen_application()
    art = look_artwork(find_look(look), scale)
    layout = art.layout
    shown = state
    at = (dragged[1] / scale, dragged[2] / scale) if dragged is not None else None
    running: Animation | None = None
    if move is not None and step is not None:
        home = layout.place(move % 9)
        running = Placing(layout, state, move, step, at or home, Durations())
    elif dragged is not None and at is not None and seconds is not None:
        running = Returning(layout, state, dragged[0], at, Durations())
    if running is not None and step is not None and running.scored(seconds or 0.0):
        shown = step.state
    numbers = Numbers(shown.score, max(best, shown.score), shown.combo, gain, GAIN_STEPS)
    if running is not None:
        return render_scene(paint, art, Scene(running.sprites(seconds or 0.0), numbers, over=over))
    if dragged is not None and at is not None:
        held = rings_at(state.hand[dragged[0]], *at)
        return render_scene(paint, art, Scene(resting(layout, places(state), dragged[0]), numbers, held, over=over))
    return render_scene(paint, art, Scene(resting(layout, places(state)), numbers, over=over))
