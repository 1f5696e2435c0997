from collections import Counter

import pytest

import engine.columns as columns
from engine.columns import Rules, naive
from tests.engine.golden_columns import COUNTS, PLAYTHROUGH, count, counts, playthrough, positions, variants


def test_playthrough_is_as_stored() -> None:
    assert playthrough() == PLAYTHROUGH.read_text(encoding="utf-8")


def test_counts_are_as_stored() -> None:
    assert counts() == COUNTS.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", positions())
def test_positions_are_possible(name: str) -> None:
    assert columns.validate(columns.PRESETS["jewel"], positions()[name]) == 0


@pytest.mark.parametrize("rules", variants(), ids=lambda rules: rules.name)
@pytest.mark.parametrize("name", [name for name in positions() if name != "empty"])
def test_the_naive_rules_count_the_same(name: str, rules: Rules) -> None:
    """Every placement of the two known pieces, one by one."""
    level = [positions()[name]]
    for placements, different, lost, longest, points in count(rules, positions()[name], 2):
        steps = [naive.play(rules, state, move) for state in level for move in naive.with_room(rules, state)]
        level = [state for state, *_ in steps if not naive.filled(rules, state.board)]
        assert len(steps) == placements
        assert len(steps) - len(level) == lost
        assert (max(chain for _, _, chain, _ in steps), sum(won for _, won, _, _ in steps)) == (longest, points)
        assert len({(state.board.tobytes(), *state[5:8]) for state in level}) == different


def test_the_stored_game_shows_what_the_rules_have() -> None:
    """Clears, chains, magic on jewels and on the floor, higher levels, and an end."""
    text = PLAYTHROUGH.read_text(encoding="utf-8")
    moves = [line.split(": ")[2] for line in text.splitlines() if line.startswith("move")]
    kinds = Counter(move.split(";")[0] for move in moves)
    assert min(kinds[kind] for kind in ("nothing", "clear", "chain of 2", "chain of 3")) > 0
    assert "\n*** " in text
    assert any(float(move.split("; ")[1].split()[0]) >= 10_000 for move in moves)
    assert " jewels 1" in text
    assert text.endswith("over\n")
