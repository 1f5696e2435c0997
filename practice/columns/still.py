"""Drawn screenshots: the window's pixels with no window and no display, for tests of the eyes."""

from engine.columns import EMPTY, LENGTH, Rules, State
from practice.application import offscreen_application
from practice.columns.artwork import look_artwork
from practice.columns.falling import Codes
from practice.columns.looks import LOOKS, Look
from practice.columns.motion import picture_of, piece_sprites, resting
from practice.columns.scene import GAME_OVER, PAUSED, Numbers, Scene, paint
from practice.options import choose
from practice.pixels import Bgr, render_scene

Box = tuple[float, float, float, float]


def find_look(name: str) -> Look:
    """Return the look of that name; "" is the first.

    Raises:
        PracticeError: no such look.
    """
    return choose("look", name, LOOKS)


def well_rectangle(look: str, scale: float, rows: int, cols: int) -> Box:
    """Return (x, y, width, height) of the well in client pixels."""
    x, y, width, height = (scale * number for number in find_look(look).arrange(rows, cols).well)
    return x, y, width, height


def next_rectangle(look: str, scale: float, rows: int, cols: int) -> Box:
    """Return (x, y, width, height) of the next piece's three jewels in client pixels.

    Raises:
        PracticeError: no such look.
        ValueError: the look shows no next piece.
    """
    place = find_look(look).arrange(rows, cols).next
    if place is None:
        raise ValueError(f"look {look} shows no next piece")
    x, y, width, height = (scale * number for number in (place.x, place.y, place.pitch, LENGTH * place.pitch))
    return x, y, width, height


def landing_top(board: Codes, hidden: int, col: int) -> int:
    """Return where the upper edge of a piece comes to rest in a column, in rows from the well's top."""
    return int((board[:, col] == EMPTY).sum()) - LENGTH - hidden


def render_still(
    look: str,
    scale: float,
    rules: Rules,
    state: State,
    *,
    top: float | None = None,
    ghost: bool | None = None,
    following: bool = True,
    paused: bool = False,
    over: bool = False,
    flash: int = 0,
) -> Bgr:
    """Paint a state as the practice window would, with no display.

    Args:
        look: name of a look.
        scale: size of the client area, 1 as designed.
        rules: what the state is played by; they decide the size of the well and the level.
        state: what to show; its piece hangs in column `state.col`, UNKNOWN cells show nothing.
        top: rows from the well's top to the piece's upper edge, negative while it enters; None for no piece.
        ghost: whether the place where the piece would land is marked; None is the look's own manner.
        following: whether the next piece is shown.
        paused: cover the well as a paused game does.
        over: cover the well as at the end of a game.
        flash: how many flashes magic jewels have made.

    Returns:
        (height, width, 3) uint8 BGR, the client area; the same arguments give the same pixels.

    Raises:
        PracticeError: no such look.
    """
    offscreen_application()
    drawn = find_look(look)
    art = look_artwork(drawn, rules.rows, rules.cols, scale)
    sprites = resting(state.board, rules.hidden, flash)
    marks = []
    if top is not None:
        landing = landing_top(state.board, rules.hidden, state.col)
        if (drawn.habits.ghost if ghost is None else ghost) and top < landing:
            marks = piece_sprites(state.piece, state.col, landing, flash)
        sprites += piece_sprites(state.piece, state.col, top, flash)
    shown = [picture_of(code, flash, place) for place, code in enumerate(state.next.tolist()) if code >= 0]
    numbers = Numbers(int(state.score), rules.level(int(state.jewels)), int(state.jewels))
    cover = PAUSED if paused else GAME_OVER if over else ""
    return render_scene(
        paint, art, Scene(tuple(sprites), tuple(marks), tuple(shown) if following else (), numbers, cover)
    )
