"""Every number that a planner of any game takes has a least and a most."""

import re

import pytest

from bot.games import GAMES
from engine.dice import dice
from policy import bilging, columns, hypersonic, square_stacker, swap3
from policy.spec import PolicyError, parameters

POLICIES = {
    "bilging": bilging.POLICIES,
    "square_stacker": square_stacker.POLICIES,
    "columns": columns.POLICIES,
    "hypersonic": hypersonic.POLICIES,
    "swap3": swap3.POLICIES,
}
PARAMETERS = [
    (game, name, key)
    for game, policies in POLICIES.items()
    for name, factory in policies.items()
    for key, kind in parameters(factory).items()
    if kind is not str
]
TOO_MUCH = (str(10**20), "1" + 400 * "0", f"-{10**20}", "1e300", "-1e300", "nan", "inf")
PERHAPS = ("-1", "0")
"""Some parameters have a meaning for these."""


def refusal(game: str, name: str, key: str, value: str) -> str:
    """Return what is said of a value; "" for one that makes a planner that plays."""
    joined = GAMES[game]()
    rules = joined.rules.PRESETS[joined.default_rules]
    try:
        planner = joined.policy(f"{name}:{key}={value}", rules)
    except PolicyError as error:
        return str(error)
    state = joined.rules.start(rules, dice(1))
    assert planner.decide(state, 1.0, 1).move in joined.rules.legal_moves(rules, state)
    return ""


def test_every_game_is_here() -> None:
    assert set(POLICIES) == set(GAMES)
    assert len(PARAMETERS) > 40


@pytest.mark.parametrize(("game", "name", "key"), PARAMETERS)
def test_absurd_numbers_are_refused_in_one_line_or_play(game: str, name: str, key: str) -> None:
    said = {value: refusal(game, name, key, value) for value in TOO_MUCH + PERHAPS}
    for value, line in said.items():
        if line or value in TOO_MUCH:
            form = rf"policy {name}: {key} must be (a whole number|a number|[^,]*\d[^,]*), got '?([^']+)'?"
            shown = re.fullmatch(form, line)
            assert shown, f"{value}: {line}"
            assert shown[2] == value or float(shown[2]) == float(value)
