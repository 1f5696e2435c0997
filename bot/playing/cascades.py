"""Boards that stand still in the middle of a move, as in a window that hangs or that has just come into sight."""

from typing import Any, Final

from bot.games import Game

PASSING: Final = {"LINE", "FULL_CELL", "NO_HAND"}
"""Flaws of a board that the game itself mends in the course of a move; others are of other rules."""


def is_passing(game: Game, rules: Any, state: Any) -> bool:
    """Tell whether a board is a stage of a move by the rules: something stands on it that they clear, or they deal."""
    return any(flaw.name in PASSING for flaw in game.rules.validate(rules, state))


def may_go_on(game: Game, rules: Any, state: Any, stood_s: float, patience_s: float) -> bool:
    """Tell whether the first board in sight is waited for: it is a stage of a move.

    It stands still for a moment only; one that stays is of other rules. Where the board before and the move are known,
    the rules tell more; of the first board they tell only this.

    Args:
        game, rules: what is played.
        state: of the board.
        stood_s: for how long it has stood.
        patience_s: how long a board that the rules forbid may stand.
    """
    return stood_s < patience_s and is_passing(game, rules, state)
