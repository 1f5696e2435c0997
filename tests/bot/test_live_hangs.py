"""A window that hangs in the middle of a move, as on a busy machine: the move is judged by its end alone."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from bot.practice_process import PracticeChoice
from bot.virtual_display import VirtualDisplay
from capture.recorded import RecordingReader
from tests.bot.live_play import Bot, Table, laid, misread_cells, wait_for
from vision.sighting import UNKNOWN

pytestmark = [pytest.mark.live, pytest.mark.display, pytest.mark.timeout(180)]

MOVES = 5
HANGS_S = 2.4
"""Longer than a board that the rules forbid is waited for, and than one with gaps must stand."""


def hang_as_pieces_vanish(table: Table) -> None:
    """Stop the window as soon as it has painted gaps where pieces were; let it go on after a while."""
    hung = False
    while not hung:
        wait_for(lambda: _gaps(table) >= 3, "no pieces vanish", 60)  # the two of a swap leave two gaps at most
        os.kill(table.window.pid, signal.SIGSTOP)
        try:
            hung = _gaps(table) >= 3  # else it has gone on meanwhile
            time.sleep(HANGS_S if hung else 0.0)
        finally:
            os.kill(table.window.pid, signal.SIGCONT)


def _gaps(table: Table) -> int:
    line = table.shown()
    return 0 if line["settled"] else int((np.array(line.get("shows", [0])[0]) == UNKNOWN).sum())


def test_a_move_is_judged_by_its_end_where_the_window_hangs_amid_it(
    display: VirtualDisplay, tmp_path: Path, person: Callable[..., str]
) -> None:
    """A board with gaps was taken for the end, and the next move made on it; one with a line for one of other rules."""
    person("mousemove", 1300, 1000)
    choice = PracticeChoice("swap3", seed=5, title_suffix=tmp_path.name, position="60,60")
    with laid(choice, tmp_path / "profile", tmp_path) as table:
        table.calibrate()
        bot = Bot(table, moves=MOVES, policy="greedy")
        try:
            hang_as_pieces_vanish(table)
            status, document, error = bot.end()
        finally:
            bot.kill()
        assert status == 0, error
        mended = document["outcomes"].pop("input lost", 0)  # a press on a window that hangs may get lost
        assert document["outcomes"] == {"as planned": MOVES}
        assert mended <= 1
        decisions = RecordingReader(table.folder / "recording").events_of("decision")
        assert not any(UNKNOWN in np.array(event["codes"]) for event in decisions)
        assert misread_cells(table) == 0, "misread"
