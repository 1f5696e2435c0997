"""Hypersonic (CodinGame): Bomberman for two to four players, all moving at once, boxes decide.

The rules as implemented: docs/hypersonic.md.
"""

import numpy as np

from engine.dice import dice
from engine.hypersonic.actions import ACTIONS, MOVES, STEP_X, STEP_Y
from engine.hypersonic.board import (
    BOX,
    BOX_BOMB,
    BOX_RANGE,
    BOXES,
    BX,
    BY,
    DIED,
    FLOOR,
    IN_HAND,
    ITEM_BOMB,
    ITEM_RANGE,
    KIND_NAMES,
    LAYERS,
    LETTERS,
    NO_BOMB,
    NOBODY,
    OWNER,
    RANGE,
    REACH,
    STARTS,
    TIMER,
    UNKNOWN,
    WALL,
    State,
    X,
    Y,
    from_text,
    places,
    stands,
    to_text,
)
from engine.hypersonic.game import (
    Step,
    advance,
    apply,
    blasts,
    has_ended,
    is_over,
    last_round,
    legal_actions,
    legal_moves,
    ranking,
    start,
)
from engine.hypersonic.kernels import play_random_rounds
from engine.hypersonic.packed import pack
from engine.hypersonic.rules import COLS, FUSE, MAX_PLAYERS, PRESET_FOR, PRESETS, ROWS, Rules
from engine.hypersonic.validity import Flaws, changes_nothing, contradictions, validate


def warm_up() -> None:
    """Compile every kernel that the game's functions use (some seconds once, then read from disk)."""
    rules, rolls = PRESETS["two"], dice(0)
    state = start(rules, rolls)
    play_random_rounds(pack(state), 1, rolls, np.zeros(MAX_PLAYERS, np.int64))
    for _ in range(2):
        move = int(legal_moves(rules, state)[0])
        contradictions(rules, state, move, places(state))
        state = apply(rules, state, move, rolls).state
        validate(rules, state)


__all__ = [
    "ACTIONS",
    "BOX",
    "BOXES",
    "BOX_BOMB",
    "BOX_RANGE",
    "BX",
    "BY",
    "COLS",
    "DIED",
    "FLOOR",
    "FUSE",
    "IN_HAND",
    "ITEM_BOMB",
    "ITEM_RANGE",
    "KIND_NAMES",
    "LAYERS",
    "LETTERS",
    "MAX_PLAYERS",
    "MOVES",
    "NOBODY",
    "NO_BOMB",
    "OWNER",
    "PRESETS",
    "PRESET_FOR",
    "RANGE",
    "REACH",
    "ROWS",
    "STARTS",
    "STEP_X",
    "STEP_Y",
    "TIMER",
    "UNKNOWN",
    "WALL",
    "Flaws",
    "Rules",
    "State",
    "Step",
    "X",
    "Y",
    "advance",
    "apply",
    "blasts",
    "changes_nothing",
    "contradictions",
    "dice",
    "from_text",
    "has_ended",
    "is_over",
    "last_round",
    "legal_actions",
    "legal_moves",
    "places",
    "ranking",
    "stands",
    "start",
    "to_text",
    "validate",
    "warm_up",
]
