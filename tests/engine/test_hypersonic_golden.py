import re
from itertools import product

import pytest

import engine.hypersonic as hypersonic
from engine.hypersonic import BOXES, DIED, PRESETS, State
from tests.engine.golden_hypersonic import COUNTS, PLAYTHROUGH, count, counts, playthrough, positions
from tests.engine.hypersonic_engines import NAIVE, round_of


def test_playthrough_is_as_stored() -> None:
    assert playthrough() == PLAYTHROUGH.read_text(encoding="utf-8")


def test_counts_are_as_stored() -> None:
    assert counts() == COUNTS.read_text(encoding="utf-8")


def rules_of(state: State) -> hypersonic.Rules:
    return next(rules for rules in PRESETS.values() if rules.players == len(state.players))


@pytest.mark.parametrize("name", positions())
def test_positions_are_possible(name: str) -> None:
    state = positions()[name]
    assert hypersonic.validate(rules_of(state), state) == 0


@pytest.mark.parametrize("name", positions())
def test_the_naive_rules_count_the_same(name: str) -> None:
    """Every combination of actions, one by one, two rounds deep where there are two players."""
    level, players = [positions()[name]], range(len(positions()[name].players))
    for combinations, different, ended, boxes in count(level[0], 2 if len(players) == 2 else 1):
        steps, scored = [], 0
        for state in level:
            table = NAIVE["naive"].table(state)
            legal = [[a for a in range(10) if NAIVE["naive"].is_legal(table, player, a)] for player in players]
            for actions in product(*(those if state.players[p, DIED] == 0 else [0] for p, those in enumerate(legal))):
                steps.append(round_of("naive", state, actions))
                scored += int((steps[-1].players - state.players)[:, BOXES].sum())
        level = [state for state in steps if (state.players[:, DIED] == 0).sum() > 1]
        assert (len(steps), len(steps) - len(level), scored) == (combinations, ended, boxes)
        assert len({hypersonic.to_text(state) for state in level}) == different


def test_the_stored_game_shows_what_the_rules_have() -> None:
    """Chains, boxes, both items taken, a death among others who live on, and an order of all four at the end."""
    text = PLAYTHROUGH.read_text(encoding="utf-8")
    assert max(len(found.split()) for found in re.findall(r"explode ([0-9, ]+);", text)) >= 3
    assert re.search(r"boxes \[\d+, \d+, \d+, \d+\]", text)
    players = [[int(word) for word in line.split()[1:]] for line in text.splitlines() if line.startswith("player")]
    assert max(reach for _, _, _, reach, _, _ in players) >= 4
    assert max(hand for _, _, hand, _, _, _ in players) >= 2
    assert len(re.findall(r"; dead ", text)) >= 2
    places = re.search(r"places \((.*)\)\n$", text)
    assert places
    assert sorted(int(place) for place in places[1].split(", ")) == [1, 2, 3, 4]
