"""The Columns practice window. Qt is imported only when something is opened or drawn."""

from typing import TYPE_CHECKING

from practice.held_signals import held_signals
from practice.options import PracticeOptions

if TYPE_CHECKING:
    from engine.columns import Rules, State
    from practice.pixels import Bgr


@held_signals()
def run(options: PracticeOptions) -> int:
    """Open the window and play until it is closed; returns the exit status, 0.

    Raises:
        PracticeError: options that cannot be met, no display, a skin that cannot be used (`SkinError`).
        OSError: the truth log or scores file could not be written any more, which closed the window.
    """
    from practice.columns.window import run_window

    return run_window(options)


def render_still(
    look: str,
    scale: float,
    rules: "Rules",
    state: "State",
    *,
    top: float | None = None,
    ghost: bool | None = None,
    following: bool = True,
    paused: bool = False,
    over: bool = False,
    flash: int = 0,
) -> "Bgr":
    """Paint a state off screen; see `practice.columns.still.render_still`."""
    from practice.columns import still

    return still.render_still(
        look, scale, rules, state, top=top, ghost=ghost, following=following, paused=paused, over=over, flash=flash
    )


def well_rectangle(look: str, scale: float, rows: int, cols: int) -> tuple[float, float, float, float]:
    """Return (x, y, width, height) of the well in client pixels."""
    from practice.columns import still

    return still.well_rectangle(look, scale, rows, cols)


def next_rectangle(look: str, scale: float, rows: int, cols: int) -> tuple[float, float, float, float]:
    """Return (x, y, width, height) of the next piece's three jewels in client pixels."""
    from practice.columns import still

    return still.next_rectangle(look, scale, rows, cols)


def look_names() -> tuple[str, ...]:
    """Return the names of the looks drawn by our own code, the usual one first."""
    from practice.columns.looks import LOOKS

    return tuple(LOOKS)


__all__ = ["look_names", "next_rectangle", "render_still", "run", "well_rectangle"]
