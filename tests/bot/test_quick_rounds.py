"""Hypersonic at its shortest tick: an arena whose rounds take 100 ms is learned, and hardly a turn of it missed."""

from pathlib import Path

import pytest
from live_play import demo

pytestmark = [pytest.mark.timed, pytest.mark.display, pytest.mark.timeout(480)]

TURNS = 60
MISSED = 15
"""Turns that may be missed: a few on a quick machine, 9 to 14 on one that a loop of Python takes twice as long on."""


def test_rounds_of_100_ms_are_learned_and_played(tmp_path: Path) -> None:
    options = (
        "--set=tick_ms=100",
        "--set=seats=person,random",
        f"--moves={TURNS}",
        f"--record={tmp_path / 'recording'}",
    )
    status, document, error = demo("hypersonic", *options, "--seed=1")
    assert status in (0, 1), error
    assert document["cells_misread"] == 0, "misread"
    assert 95 <= document["tick_ms"] <= 110
    assert document["turns_missed"] <= MISSED
    assert document["outcomes"].get("rules differ", 0) == 0, "rules differ"
    assert document["outcomes"]["as planned"] >= TURNS - MISSED - 3
