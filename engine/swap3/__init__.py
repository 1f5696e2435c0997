"""Swap games with both directions (Gweled and its kin): swap neighbours, line up three, pieces fall, chance refills.

The rules as implemented, their presets and what stands for what: docs/swap3.md.
"""

from engine.dice import dice
from engine.padded import Board
from engine.swap3.board import EMPTY, KIND_NAMES, LETTERS, UNKNOWN, State, cells_of, from_text, move_of, to_text
from engine.swap3.game import Stage, Step, apply, certain, is_over, legal_moves, start
from engine.swap3.rules import MOST_KINDS, PRESETS, Rules
from engine.swap3.validity import Flaws, changes_nothing, contradictions, impossibilities, luck_explains, validate


def warm_up() -> None:
    """Compile every kernel that the game's functions use (some seconds once, then read from disk)."""
    rules = PRESETS["gweled"]
    rolls = dice(0)
    state = start(rules, rolls)
    for move in legal_moves(rules, state):
        step = apply(rules, state, int(move), rolls)
        contradictions(rules, state, int(move), step.state.board)
    validate(rules, state)


__all__ = [
    "EMPTY",
    "KIND_NAMES",
    "LETTERS",
    "MOST_KINDS",
    "PRESETS",
    "UNKNOWN",
    "Board",
    "Flaws",
    "Rules",
    "Stage",
    "State",
    "Step",
    "apply",
    "cells_of",
    "certain",
    "changes_nothing",
    "contradictions",
    "from_text",
    "impossibilities",
    "is_over",
    "legal_moves",
    "luck_explains",
    "move_of",
    "start",
    "to_text",
    "validate",
    "warm_up",
]
