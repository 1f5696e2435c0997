"""Boards that stand still in the middle of a cascade, as one may that comes into sight after an absence."""

from typing import Any

from bot.games import Game


def goes_on(game: Game, rules: Any, state: Any) -> bool:
    """Tell whether a line stands on a board that the rules clear: it stands still for a moment only.

    Where the board before and the move are known, the rules tell more; of the first board in sight they tell only this.
    """
    flaws = game.rules.validate(rules, state)
    return bool(flaws & type(flaws).LINE)
