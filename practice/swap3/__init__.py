"""The practice window of swap3. Qt is imported only when something is opened or drawn."""

from typing import TYPE_CHECKING

from practice.held_signals import held_signals
from practice.options import PracticeOptions

if TYPE_CHECKING:
    from engine.swap3 import Rules, State, Step
    from practice.pixels import Bgr


@held_signals()
def run(options: PracticeOptions) -> int:
    """Open the window and play until it is closed; returns the exit status, 0.

    Raises:
        PracticeError: options that cannot be met, no display.
        OSError: the truth log or scores file could not be written any more, which closed the window.
    """
    from practice.swap3.window import run_window

    return run_window(options)


def render_still(
    look: str,
    scale: float,
    rules: "Rules",
    state: "State",
    *,
    chosen: tuple[int, int] | None = None,
    seconds: float = 0.0,
    move: int | None = None,
    step: "Step | None" = None,
) -> "Bgr":
    """Paint a board off screen; see `practice.swap3.still.render_still`."""
    from practice.swap3 import still

    return still.render_still(look, scale, rules, state, chosen=chosen, seconds=seconds, move=move, step=step)


def board_rectangle(look: str, scale: float, rules: "Rules") -> tuple[float, float, float, float]:
    """Return (x, y, width, height) of a look's board in client pixels."""
    from practice.swap3 import still

    return still.board_rectangle(look, scale, rules)


def look_names() -> tuple[str, ...]:
    """Return the names of the looks drawn by our own code, the usual one first."""
    from practice.swap3.looks import LOOKS

    return tuple(LOOKS)


__all__ = ["board_rectangle", "look_names", "render_still", "run"]
