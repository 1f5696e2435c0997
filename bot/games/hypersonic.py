"""Hypersonic, joined."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import control.hypersonic
import engine.hypersonic
import policy.hypersonic
import vision.arena.reader
import vision.hypersonic
from bot.games.game import Game, Pace, Showing

if TYPE_CHECKING:
    from bot.calibrating.wishes import CalibrationWishes
    from calibration.outcome import Calibration
    from capture.frame import Frame
    from capture.window import Window
    from vision.screen import Screen


def calibrate(frames: "Sequence[Frame]", screen: "Screen", **wishes: Any) -> "Calibration":
    """Calibrate a window with an arena; only what its games left open wants a name."""
    from calibration.arena.calibrate import calibrate_arena

    return calibrate_arena(frames, screen, **wishes)


def calibrate_live(game: Game, window: "str | Window", wishes: "CalibrationWishes", restart_key: str) -> "Calibration":
    """Calibrate by placing bombs in a corner, and watching the others, until everything has been seen."""
    from bot.calibrating.walking import calibrate_by_walking

    return calibrate_by_walking(game, window, wishes, restart_key)


def warm_up() -> None:
    """Compile every kernel that a live game calls."""
    engine.hypersonic.warm_up()
    policy.hypersonic.warm_up()
    vision.arena.reader.warm_up()


GAME: Final = Game(
    name="hypersonic",
    rules=engine.hypersonic,
    default_rules="two",
    live_rules=lambda rules: rules,
    screen=vision.hypersonic.SCREEN,
    calibrate=calibrate,
    document=vision.hypersonic.document,
    printed=vision.hypersonic.printed,
    state_from_sighting=vision.hypersonic.state_from_sighting,
    hidden=("players", "bombs", "seat", "round", "quiet", "boxless"),
    sketch=control.hypersonic.sketch,
    move_words=lambda _rules, move: control.hypersonic.words(move),
    policy=policy.hypersonic.make_policy,
    live_policy=policy.hypersonic.make_live_policy,
    default_policy="strongest",
    learn_kinds=None,
    calibrate_live=calibrate_live,
    showing=Showing.NOTHING,
    one_size=True,
    section="arena",
    pace=Pace.TICKS,
    matters=lambda _rules, _state, _move: True,
    think_ms=100.0,
    moves_a_game=0,
    warm_up=warm_up,
    demo_settings=lambda rules: ("seats=" + ",".join(("person", *["rhea"] * (rules.players - 1))),),
)
