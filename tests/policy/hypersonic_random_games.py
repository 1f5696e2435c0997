"""Positions of Hypersonic from games in which all play at random, for the tests of the searches."""

from engine.dice import dice, roll
from engine.hypersonic import DIED, PRESETS, State, advance, legal_actions, start
from engine.hypersonic.board import IN_HAND, RANGE, X, Y
from engine.hypersonic.packed import pack
from policy.hypersonic.survivability import is_survivable
from policy.hypersonic.timeline import timeline


def after_random_rounds(preset: str, rounds: int, seed: int) -> State:
    """The state after so many rounds, or the last one before it in which all could survive."""
    rules, rolls = PRESETS[preset], dice(seed)
    survivable = state = start(rules, rolls)
    for _ in range(rounds):
        legal = [legal_actions(state, player) for player in range(rules.players)]
        after = advance(rules, state, [int(each[roll(rolls, len(each))]) for each in legal]).state
        if (after.players[:, DIED] != 0).any():
            break
        state = after
        if all(is_survivable(pack(state), player, timeline()) for player in range(rules.players)):
            survivable = state
    return survivable


def close_fight(seed: int) -> State:
    """A position of a random game in which two players with bombs to spare stand near each other."""
    rules, rolls = PRESETS["two"], dice(seed)
    state = start(rules, rolls)
    state.players[1, [X, Y]] = [(2, 0), (0, 2), (4, 0), (2, 2)][seed % 4]
    state.players[:, IN_HAND], state.players[:, RANGE] = 1 + roll(rolls, 3), 3 + roll(rolls, 4)
    if state.cells[state.players[1, Y], state.players[1, X]] != 0:
        state.cells[state.players[1, Y], state.players[1, X]] = 0
    for _ in range(seed % 9):
        legal = [legal_actions(state, player) for player in range(2)]
        after = advance(rules, state, [int(each[roll(rolls, len(each))]) for each in legal]).state
        if (after.players[:, DIED] != 0).any():
            break
        state = after
    return state
