"""Columns, joined."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import control.columns
import engine.columns
import policy.columns
import vision.columns
import vision.well.reader
from bot.games.game import Game, Pace, Showing

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
    name_kind: object,  # noqa: ARG001
    **wishes: Any,
) -> "Calibration":
    """Calibrate a window with a well; no kind of it wants a name."""
    from calibration.well.calibrate import calibrate_well

    return calibrate_well(frames, screen, **wishes)


def calibrate_live(game: Game, window: "str | Window", wishes: "CalibrationWishes", restart_key: str) -> "Calibration":
    """Calibrate by letting pieces fall until all colours have been seen."""
    from bot.calibrating.dropping import calibrate_by_dropping

    return calibrate_by_dropping(game, window, wishes, restart_key)


def learn_kinds(reader: "BoardReader", frame: "Frame", later: "Frame", *_unnamed: object) -> "LearnedKinds | None":
    """Learn a colour of jewel that came in mid-game."""
    from calibration.well.new_jewel import learn_jewel
    from vision.well.reader import WellReader

    return learn_jewel(reader, frame, later) if isinstance(reader, WellReader) else None


def warm_up() -> None:
    """Compile every kernel that a live game calls."""
    engine.columns.warm_up()
    policy.columns.warm_up()
    vision.well.reader.warm_up()


GAME: Final = Game(
    name="columns",
    rules=engine.columns,
    default_rules="jewel",
    live_rules=lambda rules: rules,
    screen=vision.columns.SCREEN,
    calibrate=calibrate,
    document=vision.columns.document,
    printed=vision.columns.printed,
    state_from_sighting=vision.columns.state_from_sighting,
    undecidable=vision.columns.undecidable,
    hidden=("piece", "next", "col", "row", "score", "jewels", "running", "moves"),
    sketch=control.columns.sketch,
    move_words=lambda _rules, move: control.columns.words(move),
    policy=policy.columns.make_policy,
    live_policy=policy.columns.make_live_policy,
    default_policy="strongest",
    learn_kinds=learn_kinds,
    calibrate_live=calibrate_live,
    showing=Showing.SOME,
    section="well",
    pace=Pace.FALLS,
    matters=lambda _rules, _state, _move: True,
    think_ms=20.0,
    moves_a_game=1000,
    warm_up=warm_up,
)
