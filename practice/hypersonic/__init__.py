"""The Hypersonic practice window. Qt is imported only when something is opened or drawn."""

from typing import TYPE_CHECKING

from practice.held_signals import held_signals
from practice.options import PracticeOptions

if TYPE_CHECKING:
    from engine.hypersonic import State
    from practice.pixels import Bgr


@held_signals()
def run(options: PracticeOptions) -> int:
    """Open the window and play until it is closed; returns the exit status, 0.

    Raises:
        PracticeError: options that cannot be met, no display, a skin that cannot be used (`SkinError`).
        OSError: the truth log or scores file could not be written any more, which closed the window.
    """
    from practice.hypersonic.window import run_window

    return run_window(options)


def render_still(
    look: str,
    scale: float,
    state: "State",
    *,
    names: tuple[str, ...] = (),
    notes: tuple[str, ...] = (),
    message: str = "",
    choice: tuple[int, bool] = (0, False),
    paused: bool = False,
    over: bool = False,
) -> "Bgr":
    """Paint a state off screen; see `practice.hypersonic.still.render_still`."""
    from practice.hypersonic import still
    from practice.hypersonic.keys import Choice

    return still.render_still(
        look, scale, state, names=names, notes=notes, message=message, choice=Choice(*choice), paused=paused, over=over
    )


def render_turn(look: str, scale: float, state: "State", actions: tuple[int, ...], share: float) -> "Bgr":
    """Paint a moment of the motion that shows a turn; see `practice.hypersonic.still.render_turn`."""
    from practice.hypersonic import still

    return still.render_turn(look, scale, state, actions, share)


def board_rectangle(look: str, scale: float) -> tuple[float, float, float, float]:
    """Return (x, y, width, height) of the arena in client pixels; it has 11 rows of 13 cells."""
    from practice.hypersonic import still

    return still.board_rectangle(look, scale)


def text_rectangles(look: str, scale: float) -> dict[str, tuple[float, float, float, float]]:
    """Return (x, y, width, height) of each number beside the arena; see `practice.hypersonic.still`."""
    from practice.hypersonic import still

    return still.text_rectangles(look, scale)


def look_names() -> tuple[str, ...]:
    """Return the names of the looks drawn by our own code, the usual one first."""
    from practice.hypersonic.looks import LOOKS

    return tuple(LOOKS)


__all__ = ["board_rectangle", "look_names", "render_still", "render_turn", "run", "text_rectangles"]
