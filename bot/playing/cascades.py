"""Boards that stand still in the middle of a cascade, as one may that comes into sight after an absence."""

from typing import Any

from bot.games import Game


def may_go_on(game: Game, rules: Any, state: Any, stood_s: float, patience_s: float) -> bool:
    """Tell whether the first board in sight is waited for: a line stands on it that the rules clear.

    It stands still for a moment only; one that stays is of other rules. Where the board before and the move are known,
    the rules tell more; of the first board they tell only this.

    Args:
        game, rules: what is played.
        state: of the board.
        stood_s: for how long it has stood.
        patience_s: how long a board that the rules forbid may stand.
    """
    if stood_s >= patience_s:
        return False
    flaws = game.rules.validate(rules, state)
    return bool(flaws & type(flaws).LINE)
