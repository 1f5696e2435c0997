"""Columns and its family: a column of three jewels falls, runs of a colour vanish, chains pay.

The rules as implemented, their presets and their guesses: docs/columns.md.
"""

from engine.columns.board import (
    EMPTY,
    KIND_NAMES,
    LETTERS,
    MAGIC,
    UNKNOWN,
    State,
    empty_board,
    entering,
    from_text,
    rotated,
    to_text,
    visible,
    with_hidden,
)
from engine.columns.game import Stage, Step, apply, drop_piece, is_over, legal_moves, stages, start
from engine.columns.rules import LENGTH, MAX_COLOURS, PRESETS, Rules, Scoring
from engine.columns.validity import Flaws, changes_nothing, contradictions, validate
from engine.dice import dice


def warm_up() -> None:
    """Compile every kernel that the game's functions use (some seconds once, then read from disk)."""
    for name in ("jewel:magic=0.5", "wide:crooked=2"):
        rules = PRESETS[name]
        rolls = dice(0)
        state = start(rules, rolls)
        for _ in range(6):
            move = int(legal_moves(rules, state)[0])
            stages(rules, state, move)
            contradictions(rules, state, move, visible(rules, state.board))
            state = apply(rules, state, move, rolls).state
            validate(rules, state)


__all__ = [
    "EMPTY",
    "KIND_NAMES",
    "LENGTH",
    "LETTERS",
    "MAGIC",
    "MAX_COLOURS",
    "PRESETS",
    "UNKNOWN",
    "Flaws",
    "Rules",
    "Scoring",
    "Stage",
    "State",
    "Step",
    "apply",
    "changes_nothing",
    "contradictions",
    "drop_piece",
    "empty_board",
    "entering",
    "from_text",
    "is_over",
    "legal_moves",
    "rotated",
    "stages",
    "start",
    "to_text",
    "validate",
    "visible",
    "warm_up",
    "with_hidden",
]
