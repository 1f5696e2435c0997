"""Drawn screenshots: the window's pixels with no window and no display, for tests of the eyes."""

from engine.hypersonic import PRESETS, State, advance
from practice.application import offscreen_application
from practice.hypersonic.artwork import look_artwork
from practice.hypersonic.ending import ending_words, ranks
from practice.hypersonic.keys import Choice
from practice.hypersonic.looks import LOOKS, Look
from practice.hypersonic.motion import moving, resting
from practice.hypersonic.scene import PAUSED, Scene, cards_of, paint
from practice.options import choose
from practice.pixels import Bgr, render_scene
from practice.words import Words, words_path

NOTHING = Choice()
Box = tuple[float, float, float, float]


def find_look(name: str) -> Look:
    """Return the look of that name; "" is the first.

    Raises:
        PracticeError: no such look.
    """
    return choose("look", name, LOOKS)


def board_rectangle(look: str, scale: float) -> Box:
    """Return (x, y, width, height) of the arena in client pixels."""
    x, y, width, height = (scale * number for number in find_look(look).layout.board)
    return x, y, width, height


def text_rectangles(look: str, scale: float) -> dict[str, Box]:
    """Return (x, y, width, height) in client pixels of each number beside the arena, as wide as two digits.

    "turn" (three digits), and "boxes 0", "bombs 0", "range 0" to "range 3" of the players.
    """
    offscreen_application()
    layout = find_look(look).layout
    places: dict[str, tuple[Words | None, str]] = {"turn": (layout.turn, "200")}
    for number, card in enumerate(layout.cards):
        for name in ("boxes", "bombs", "range"):
            places[f"{name} {number}"] = (getattr(card, name), "88")
    found = {}
    for name, (words, text) in places.items():
        if words is not None:
            box = words_path(words, words.form.format(text), scale).boundingRect()
            found[name] = (box.x(), box.y(), box.width(), box.height())
    return found


def render_still(
    look: str,
    scale: float,
    state: State,
    *,
    names: tuple[str, ...] = (),
    notes: tuple[str, ...] = (),
    message: str = "",
    choice: Choice = NOTHING,
    paused: bool = False,
    over: bool = False,
) -> Bgr:
    """Paint a state as the practice window would, with no display.

    Args:
        look: name of a look.
        scale: size of the client area, 1 as designed.
        state: what to show, at rest; UNKNOWN cells show floor, players that are dead or at -1 are not shown.
        names: who sits in each seat; without them YOU in the state's seat and RANDOM in the others.
        notes: what is written below each name, as of a program that answers late.
        message: what the game waits for.
        choice: the action that is shown as chosen.
        paused: cover the arena as a paused game does.
        over: cover the arena as at the end of a game.

    Returns:
        (height, width, 3) uint8 BGR, the client area; the same arguments give the same pixels.

    Raises:
        PracticeError: no such look.
    """
    offscreen_application()
    count = len(state.players)
    art = look_artwork(find_look(look), count, scale)
    who = names or tuple("YOU" if seat == state.seat else "RANDOM" for seat in range(count))
    cards = cards_of(state, who, notes or ("",) * count)
    cover = (PAUSED, "P goes on") if paused else ending_words(state, who) if over else ()
    shown = Scene(
        resting(state), state.round, cards, message, choice, cover, ranks(state) if over and not paused else ()
    )
    return render_scene(paint, art, shown)


def render_turn(look: str, scale: float, state: State, actions: tuple[int, ...], share: float) -> Bgr:
    """Paint a moment of the motion that shows a turn, with no display.

    Args:
        look: name of a look.
        scale: size of the client area, 1 as designed.
        state: before the turn.
        actions: what each player does in it.
        share: how much of the motion is over, 0 to 1.

    Returns:
        (height, width, 3) uint8 BGR, as `render_still`.

    Raises:
        PracticeError: no such look.
    """
    offscreen_application()
    count = len(state.players)
    step = advance(PRESETS["two"], state, actions)
    names = tuple("YOU" if seat == state.seat else "RANDOM" for seat in range(count))
    scene = Scene(moving(state, step, share), step.state.round, cards_of(step.state, names, ("",) * count))
    return render_scene(paint, look_artwork(find_look(look), count, scale), scene)
