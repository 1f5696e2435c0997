"""Bilging (Puzzle Pirates): swap neighbours in a row, break lines of three and more, keep the water down.

The rules as implemented, their presets and their guesses: docs/bilging.md.
"""

from engine.bilging.board import (
    COLS,
    CRAB,
    EMPTY,
    JELLYFISH,
    KIND_NAMES,
    LETTERS,
    PUFFER,
    ROWS,
    UNKNOWN,
    Board,
    State,
    from_text,
    to_text,
)
from engine.bilging.game import Cascade, Stage, Step, apply, cascade, idle, is_over, legal_moves, start
from engine.bilging.rules import KINDS, PRESETS, TILE_PX, Chains, Rules
from engine.bilging.validity import Flaws, changes_nothing, contradictions, validate
from engine.dice import dice


def warm_up() -> None:
    """Compile every kernel that the game's functions use (some seconds once, then read from disk)."""
    rules = PRESETS["ypp"]
    rolls = dice(0)
    state = start(rules, rolls)
    for move in legal_moves(rules, state):
        step = apply(rules, state, int(move), rolls)
        contradictions(rules, state, int(move), step.state.board)
    validate(rules, state)


__all__ = [
    "COLS",
    "CRAB",
    "EMPTY",
    "JELLYFISH",
    "KINDS",
    "KIND_NAMES",
    "LETTERS",
    "PRESETS",
    "PUFFER",
    "ROWS",
    "TILE_PX",
    "UNKNOWN",
    "Board",
    "Cascade",
    "Chains",
    "Flaws",
    "Rules",
    "Stage",
    "State",
    "Step",
    "apply",
    "cascade",
    "changes_nothing",
    "contradictions",
    "from_text",
    "idle",
    "is_over",
    "legal_moves",
    "start",
    "to_text",
    "validate",
    "warm_up",
]
