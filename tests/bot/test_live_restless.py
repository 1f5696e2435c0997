"""A piece that shows one kind after the other, in a real window: play goes on around it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.virtual_display import VirtualDisplay
from capture.recorded import RecordingReader
from tests.bot.live_play import Bot, program_laid, replay
from vision.sighting import UNKNOWN

CELL = (6, 3)
MOVES = 6


@pytest.mark.live
@pytest.mark.display
@pytest.mark.timeout(240)
def test_play_goes_on_around_a_piece_that_is_of_no_kind(
    display: VirtualDisplay, tmp_path: Path, person: Callable[..., str]
) -> None:
    """It was taken for what it showed just then; a move with it was undone by the game, and the run ended there."""
    person("mousemove", 1300, 1000)
    with program_laid("restless_window.py", "swap3", tmp_path) as table:
        table.calibrate()
        status, document, _ = Bot(table, moves=MOVES, policy="greedy").end(180)
    assert status == 0, document["ending"]
    decided = [event for event in RecordingReader(tmp_path / "recording").events if event["event"] == "decision"]
    unread = [event["codes"][CELL[0]][CELL[1]] == UNKNOWN for event in decided]
    assert all(unread[2:]), "it may be taken for a tile once, when it first comes"
    assert document["moves_confirmed"] >= MOVES - 1
    assert replay(tmp_path / "recording")[1]["different"] == 0
