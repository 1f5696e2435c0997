import pytest
from golden_bilging import COUNTS, PLAYTHROUGH, count, counts, playthrough, positions

import engine.bilging as bilging

PERFT = {"start": (212_677, 14_689, 45_259.0)}
"""(sequences, breaks, points) to depth 3 under `ypp`."""


def test_playthrough_is_as_stored() -> None:
    assert playthrough() == PLAYTHROUGH.read_text(encoding="utf-8")


def test_counts_are_as_stored() -> None:
    assert counts() == COUNTS.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", positions())
def test_positions_are_possible(name: str) -> None:
    assert bilging.validate(bilging.PRESETS["ypp"], positions()[name]) == 0


@pytest.mark.parametrize("name", PERFT)
def test_counts_to_depth_3(name: str) -> None:
    assert count(bilging.PRESETS["ypp"], positions()[name], 3) == PERFT[name]
