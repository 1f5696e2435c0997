"""Square Stacker, joined."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import control.square_stacker
import engine.square_stacker
import policy.square_stacker
import vision.rings.reader
import vision.square_stacker
from bot.games.game import Game, Pace, Showing, Turns

if TYPE_CHECKING:
    from bot.calibrating.wishes import CalibrationWishes
    from calibration.learned_kinds import LearnedKinds
    from calibration.outcome import Calibration
    from capture.frame import Frame
    from capture.window import Window
    from vision.readers import BoardReader
    from vision.screen import Screen


def calibrate(
    frames: "Sequence[Frame]",
    screen: "Screen",
    *,
    rows: object,  # noqa: ARG001
    cols: object,  # noqa: ARG001
    name_kind: object,  # noqa: ARG001
    **wishes: Any,
) -> "Calibration":
    """Calibrate a window of nested rings; its board has one size, and no kind of it wants a name."""
    from calibration.rings.calibrate import calibrate_rings

    return calibrate_rings(frames, screen, **wishes)


def calibrate_live(game: Game, window: "str | Window", wishes: "CalibrationWishes", restart_key: str) -> "Calibration":
    """Calibrate by putting pieces into cells until all kinds have been seen."""
    from bot.calibrating.placing import calibrate_by_placing

    return calibrate_by_placing(game, window, wishes, restart_key)


def learn_kinds(reader: "BoardReader", frame: "Frame", later: "Frame", *_unnamed: object) -> "LearnedKinds | None":
    """Learn colours of rings in mid-game: the first hands hold a few."""
    from calibration.rings.new_colour import learn_colours
    from vision.rings.reader import RingReader

    return learn_colours(reader, frame, later) if isinstance(reader, RingReader) else None


def warm_up() -> None:
    """Compile every kernel that a live game calls."""
    engine.square_stacker.warm_up()
    policy.square_stacker.warm_up()
    vision.rings.reader.warm_up()


GAME: Final = Game(
    name="square_stacker",
    rules=engine.square_stacker,
    default_rules="wpi",
    live_rules=lambda rules: rules,
    screen=vision.square_stacker.SCREEN,
    calibrate=calibrate,
    document=vision.square_stacker.document,
    printed=vision.square_stacker.printed,
    state_from_sighting=vision.square_stacker.state_from_sighting,
    hidden=("combo", "score", "moves"),
    sketch=lambda _rules, _state, line, text, profile: control.square_stacker.sketch(line, text, profile),
    move_words=lambda _rules, move: control.square_stacker.words(move),
    policy=policy.square_stacker.make_policy,
    live_policy=policy.square_stacker.make_policy,
    default_policy="strongest",
    learn_kinds=learn_kinds,
    calibrate_live=calibrate_live,
    showing=Showing.SOME,
    one_size=True,
    section="rings",
    pace=Pace.TURNS,
    turns=Turns(
        gesture=lambda _state, move, profile: control.square_stacker.gesture(move, profile),
        expected=lambda rules, state, move: engine.square_stacker.place_piece(rules, state, move).state,
        misread_cells=1,
        other_way="clicks",
        under_way=lambda state: state._replace(combo=state.combo + 1),
    ),
    matters=lambda _rules, _state, _move: True,
    think_ms=50.0,
    moves_a_game=0,
    warm_up=warm_up,
)
