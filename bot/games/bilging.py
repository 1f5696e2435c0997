"""Bilging, joined."""

from functools import partial
from typing import Final

import numpy as np

import control.bilging
import engine.bilging
import policy.bilging
import policy.bilging.plan
import vision.bilging
import vision.reader
from bot.games.game import Game, Pace, Turns
from bot.games.tiles import calibrate_tiles, calibrate_watching, codes_document, codes_printed, learn_tiles


def warm_up() -> None:
    """Compile every kernel that a live game calls."""
    engine.bilging.warm_up()
    policy.bilging.warm_up()
    vision.reader.warm_up()


def has_unread(_rules: engine.bilging.Rules, state: engine.bilging.State, _move: int) -> bool:
    """Tell whether a cell of the board is UNKNOWN: lines may hang on what it holds."""
    return bool(np.any(state.board == engine.bilging.UNKNOWN))


def expected(rules: engine.bilging.Rules, state: engine.bilging.State, move: int) -> engine.bilging.State:
    """Return the state after a move, EMPTY where new pieces come; they match nothing as they enter.

    Beside an UNKNOWN cell only the swap's own break is certain, and its points alone are counted.
    """
    played = engine.bilging.cascade(rules, state, move)
    certain = played.stages[:1] if has_unread(rules, state, move) else played.stages
    points = sum(stage.points for stage in certain)
    return engine.bilging.State(played.board, played.water_px, state.moves + 1, state.score + points)


GAME: Final = Game(
    name="bilging",
    rules=engine.bilging,
    default_rules="ypp",
    live_rules=engine.bilging.Rules.with_specials,
    screen=vision.bilging.SCREEN,
    calibrate=calibrate_tiles,
    document=codes_document,
    printed=codes_printed,
    state_from_sighting=vision.bilging.state_from_sighting,
    hidden=(),
    sketch=lambda _rules, _state, line, text, profile: control.bilging.sketch(line, text, profile.lattice),
    move_words=policy.bilging.plan.place,
    plan=policy.bilging.plan.plan_text,
    policy=policy.bilging.make_policy,
    live_policy=policy.bilging.make_policy,
    default_policy="strongest",
    learn_kinds=partial(learn_tiles, vision.bilging.SCREEN),
    calibrate_live=calibrate_watching,
    pace=Pace.TURNS,
    turns=Turns(
        gesture=lambda _state, move, profile: control.bilging.gesture(move, profile.lattice),
        expected=expected,
        misread_cells=2,
        may_score_more=has_unread,
    ),
    matters=policy.bilging.matters,
    think_ms=50.0,
    moves_a_game=50,
    endless=lambda _rules: True,
    warm_up=warm_up,
)
