"""Whatever number of work a planner is given, it decides or refuses; and what it tells by the clock it takes back."""

from dataclasses import replace
from importlib import import_module

import pytest

from bot.games import GAMES
from engine.dice import dice
from policy.decision import WorkError
from tests.policy.test_parameter_bounds import POLICIES

PLANNERS = [(game, name) for game, policies in POLICIES.items() for name in policies]
MOST = 2**63 - 1
REFUSING = {
    ("bilging", "fullwidth"),
    ("bilging", "mdp"),
    ("square_stacker", "learned"),
    ("square_stacker", "strongest"),
    ("columns", "chains"),
    ("columns", "strongest"),
    ("swap3", "beam"),
    ("swap3", "strongest"),
}
"""Planners that would not end."""
LESS = {
    ("bilging", "beam"): 64 * 50 + 63,
    ("bilging", "strongest"): 64 * 50 + 63,
    **{("hypersonic", name): 1 << 62 | 1 for name in POLICIES["hypersonic"]},
}
"""Work that asks for more than some planners have room for, of which MOST would take long: they do all they can."""


@pytest.mark.parametrize(("game", "name"), PLANNERS)
def test_absurd_work_is_refused_in_one_line_or_ends(game: str, name: str) -> None:
    joined = GAMES[game]()
    rules = joined.rules.PRESETS[joined.default_rules]
    planner, state = joined.policy(name, rules), joined.rules.start(rules, dice(1))
    for work in (0, 1, LESS.get((game, name), MOST)):
        if work == MOST and (game, name) in REFUSING:
            with pytest.raises(WorkError, match=f"^work .*{work}.*$"):
                planner.decide(state, 1.0, 1, work)
        else:
            assert planner.decide(state, 1.0, 1, work).move in joined.rules.legal_moves(rules, state)


@pytest.mark.parametrize(
    ("game", "spec", "module", "most"),
    [
        ("bilging", "fullwidth:depth=5", "policy.bilging.lookahead", 3),
        ("square_stacker", "strongest", "policy.square_stacker.strongest", 4),
        ("columns", "chains", "policy.columns.steps", 3),
        ("swap3", "strongest", "policy.swap3.beam", 3),
    ],
)
def test_by_the_clock_no_more_is_done_than_is_taken_back(
    game: str, spec: str, module: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module(module), "MOST_STEPS", 3)
    joined = GAMES[game]()
    rules = joined.rules.PRESETS[joined.default_rules]
    planner, state = joined.policy(spec, rules), joined.rules.start(rules, dice(1))
    first = planner.decide(state, 1e9, 1)  # compiling counts, too
    assert first.work == most
    again = planner.decide(state, 1.0, 1, first.work)
    assert replace(again, spent_ms=0.0) == replace(first, spent_ms=0.0)
    with pytest.raises(WorkError, match=f"work must be 0 to {most} for this planner, got {most + 1}"):
        planner.decide(state, 1.0, 1, most + 1)
