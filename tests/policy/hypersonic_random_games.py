"""Positions of Hypersonic from games in which all play at random, for the tests of the searches."""

from engine.dice import dice, roll
from engine.hypersonic import DIED, PRESETS, State, advance, legal_actions, start
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
