"""swap3, joined."""

from functools import partial
from typing import Final

import control.swap3
import engine.swap3
import policy.swap3
import vision.reader
import vision.swap3
from bot.games.game import Game, Luck, Pace, Turns
from bot.games.tiles import calibrate_tiles, calibrate_watching, codes_document, codes_printed, learn_tiles


def warm_up() -> None:
    """Compile every kernel that a live game calls."""
    engine.swap3.warm_up()
    policy.swap3.warm_up()
    vision.reader.warm_up()


GAME: Final = Game(
    name="swap3",
    rules=engine.swap3,
    default_rules="gweled",
    live_rules=lambda rules: rules,
    screen=vision.swap3.SCREEN,
    calibrate=calibrate_tiles,
    document=codes_document,
    printed=codes_printed,
    state_from_sighting=vision.swap3.state_from_sighting,
    hidden=(),
    sketch=lambda _rules, _state, line, text, profile: control.swap3.sketch(line, text, profile.lattice),
    move_words=lambda rules, move: control.swap3.words(move, rules.rows, rules.cols),
    policy=policy.swap3.make_policy,
    live_policy=policy.swap3.make_policy,
    default_policy="strongest",
    learn_kinds=partial(learn_tiles, vision.swap3.SCREEN),
    calibrate_live=calibrate_watching,
    pace=Pace.TURNS,
    turns=Turns(
        gesture=lambda _state, move, profile: control.swap3.gesture(move, profile.lattice, profile.input.move_by),
        expected=engine.swap3.certain,
        misread_cells=2,
        may_score_more=lambda _rules, _state, _move: True,
        other_way="drag",
        luck=Luck(engine.swap3.impossibilities, engine.swap3.luck_explains),
    ),
    matters=policy.swap3.matters,
    think_ms=50.0,
    moves_a_game=100,
    endless=lambda rules: rules.deals_anew or rules.quiet_swaps,
    warm_up=warm_up,
)
