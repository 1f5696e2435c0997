"""Square Stacker (Coolmath Games): nest rings in nine cells, clear lines and cells of one colour, keep room.

The rules as implemented, their presets and their guesses: docs/square_stacker.md.
"""

from engine.dice import dice
from engine.square_stacker.board import (
    CELLS,
    EMPTY,
    KIND_NAMES,
    LETTERS,
    PIECES,
    PLACES,
    SIDE,
    SIZES,
    UNKNOWN,
    State,
    from_places,
    from_text,
    places,
    to_text,
)
from engine.square_stacker.game import Step, apply, is_over, legal_moves, place_piece, start
from engine.square_stacker.rules import PRESETS, Growth, Rules
from engine.square_stacker.validity import Flaws, changes_nothing, contradictions, validate


def warm_up() -> None:
    """Compile every kernel that the game's functions use (some seconds once, then read from disk)."""
    rules = PRESETS["coolmath"]
    rolls = dice(0)
    state = start(rules, rolls)
    for _ in range(3):
        move = int(legal_moves(rules, state)[0])
        contradictions(rules, state, move, places(state))
        state = apply(rules, state, move, rolls).state


__all__ = [
    "CELLS",
    "EMPTY",
    "KIND_NAMES",
    "LETTERS",
    "PIECES",
    "PLACES",
    "PRESETS",
    "SIDE",
    "SIZES",
    "UNKNOWN",
    "Flaws",
    "Growth",
    "Rules",
    "State",
    "Step",
    "apply",
    "changes_nothing",
    "contradictions",
    "from_places",
    "from_text",
    "is_over",
    "legal_moves",
    "place_piece",
    "places",
    "start",
    "to_text",
    "validate",
    "warm_up",
]
