import re
from collections import Counter

import pytest

import engine.square_stacker as stacker
from engine.square_stacker import naive
from engine.square_stacker.packed import pack
from tests.engine.golden_square_stacker import COUNTS, PLAYTHROUGH, count, counts, playthrough, positions


def test_playthrough_is_as_stored() -> None:
    assert playthrough() == PLAYTHROUGH.read_text(encoding="utf-8")


def test_counts_are_as_stored() -> None:
    assert counts() == COUNTS.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", positions())
def test_positions_are_possible(name: str) -> None:
    assert stacker.validate(stacker.PRESETS["coolmath"], positions()[name]) == 0


@pytest.mark.parametrize("preset", stacker.PRESETS)
@pytest.mark.parametrize("name", [name for name in positions() if name != "empty"])
def test_the_naive_rules_count_the_same(name: str, preset: str) -> None:
    """Every order of the hand's three pieces, one by one; a hand's last piece ends the count."""
    rules, level = stacker.PRESETS[preset], [positions()[name]]
    for sequences, states, scored, points in count(rules, positions()[name], 2):
        steps = [naive.play(rules, state, move) for state in level for move in naive.legal(state)]
        assert len(steps) == sequences
        assert len({pack(state).tobytes() for state, _ in steps}) == states
        assert (sum(won > 0 for _, won in steps), sum(won for _, won in steps)) == (scored, points)
        level = [state for state, _ in steps]


def test_the_stored_game_shows_what_the_rules_have() -> None:
    """Lines, two at once, a full cell, combos, pieces of two sizes, and an end."""
    text = PLAYTHROUGH.read_text(encoding="utf-8")
    kinds = Counter(line.split(": ")[2].split(";")[0] for line in text.splitlines() if line.startswith("move"))
    assert min(kinds[kind] for kind in ("nothing", "line", "2 lines", "cell")) > 0
    assert "combo 4 " in text
    assert re.search(r"\| (\.[A-F]{2}|[A-F]\.[A-F]|[A-F]{2}\.)", text)
    assert text.endswith("over\n")
