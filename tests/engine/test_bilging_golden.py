import pytest

import engine.bilging as bilging
from tests.engine.golden_bilging import COUNTS, PLAYTHROUGH, counts, playthrough, positions


def test_playthrough_is_as_stored() -> None:
    assert playthrough() == PLAYTHROUGH.read_text(encoding="utf-8")


def test_counts_are_as_stored() -> None:
    assert counts() == COUNTS.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", positions())
def test_positions_are_possible(name: str) -> None:
    assert bilging.validate(bilging.PRESETS["ypp"], positions()[name]) == 0
