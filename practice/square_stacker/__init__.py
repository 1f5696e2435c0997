"""The Square Stacker practice window. Qt is imported only when something is opened or drawn."""

from typing import TYPE_CHECKING

from practice.held_signals import held_signals
from practice.options import PracticeOptions

if TYPE_CHECKING:
    from engine.square_stacker import State, Step
    from practice.pixels import Bgr


@held_signals()
def run(options: PracticeOptions) -> int:
    """Open the window and play until it is closed; returns the exit status, 0.

    Raises:
        PracticeError: options that cannot be met, no display, a skin that cannot be used (`SkinError`).
        OSError: the truth log or scores file could not be written any more, which closed the window.
    """
    from practice.square_stacker.window import run_window

    return run_window(options)


def render_still(
    look: str,
    scale: float,
    state: "State",
    *,
    best: int = 0,
    gain: int = 0,
    over: bool = False,
    dragged: tuple[int, float, float] | None = None,
    seconds: float | None = None,
    move: int | None = None,
    step: "Step | None" = None,
) -> "Bgr":
    """Paint a state off screen; see `practice.square_stacker.still.render_still`."""
    from practice.square_stacker import still

    return still.render_still(
        look, scale, state, best=best, gain=gain, over=over, dragged=dragged, seconds=seconds, move=move, step=step
    )


def board_rectangle(look: str, scale: float) -> tuple[float, float, float, float]:
    """Return (x, y, width, height) of a look's nine cells in client pixels; it may reach beyond the client area."""
    from practice.square_stacker import still

    return still.board_rectangle(look, scale)


def hand_centres(look: str, scale: float) -> tuple[tuple[float, float], tuple[float, float], tuple[float, float]]:
    """Return the centres (x, y) of the three pieces of the hand in client pixels."""
    from practice.square_stacker import still

    return still.hand_centres(look, scale)


def lift(look: str) -> tuple[float, float]:
    """Return where a dragged piece floats and lands from the pointer, (right, down) in pitches."""
    from practice.square_stacker import still

    return still.lift(look)


def look_names() -> tuple[str, ...]:
    """Return the names of the looks drawn by our own code, the usual one first."""
    from practice.square_stacker.looks import LOOKS

    return tuple(LOOKS)


__all__ = ["board_rectangle", "hand_centres", "lift", "look_names", "render_still", "run"]
