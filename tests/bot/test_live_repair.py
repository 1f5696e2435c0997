"""A real window lies over a part of the board: the rules settle what it hides, and the bot plays on around it."""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.calibrating.frames import calibrate_window
from bot.calibrating.wishes import CalibrationWishes
from bot.demo import PRACTICE_INPUT
from bot.games import GAMES
from bot.practice_process import PracticeChoice
from bot.virtual_display import VirtualDisplay
from capture.recorded import RecordingReader
from capture.window_x11 import X11Window
from tests.bot.live_play import Bot, Table, laid, misread_cells, replay
from vision.profile import load_profile

pytestmark = [pytest.mark.live, pytest.mark.display]

Person = Callable[..., str]
NOTE = "a note that stays on top"


@pytest.fixture(params=["bilging", "square_stacker"])
def table(request: pytest.FixtureRequest, display: VirtualDisplay, tmp_path: Path, person: Person) -> Iterator[Table]:
    person("mousemove", 1300, 1000)
    game = request.param
    choice = PracticeChoice(game, seed=5, speed=3.0, title_suffix=tmp_path.name, position="60,60")
    with laid(choice, tmp_path / "profile", tmp_path) as table:
        if game == "square_stacker":
            shutil.copytree(request.getfixturevalue("stacker_profile"), table.profile)
        else:
            calibration = calibrate_window(GAMES[game](), choice.title, CalibrationWishes("own", PRACTICE_INPUT))
            assert calibration.result.passed, calibration.result.reasons
            calibration.save(table.profile)
        yield table


def put_over(table: Table, cell: tuple[int, int], open_window: Callable[..., Any], person: Person) -> None:
    """Put a note over a cell and what its frame reaches, on top of the game, which gets the keyboard back."""
    lattice = load_profile(table.profile).lattice
    window = X11Window(table.title)
    area = window.client_area()
    x, y = lattice.corner(*cell)
    note = open_window(
        NOTE, round(area.x + x), round(area.y + y), round(0.9 * lattice.pitch_x), round(0.6 * lattice.pitch_y)
    )
    person("search", "--sync", "--name", NOTE)
    subprocess.run(["wmctrl", "-r", NOTE, "-b", "add,above"], check=True)
    person("windowactivate", "--sync", window.identity)
    window.close()
    assert note.clicks() == [], "wrong press"


def test_a_covered_cell_is_read_by_the_rules(
    table: Table, bots: Callable[..., Bot], open_window: Callable[..., Any], person: Person
) -> None:
    bot = bots(moves=9)
    bot.wait_for_moves(2)
    put_over(table, (1, 1), open_window, person)
    status, document, _ = bot.end()
    assert status == 0, document
    assert document["moves_confirmed"] == 9
    assert document["cells_repaired"] > 0
    recording = RecordingReader(table.folder / "recording")
    decisions = [event for event in recording.events if event["event"] == "decision"]
    assert [event for event in decisions if event["repaired"]]
    assert misread_cells(table) == 0, "misread"
    _, replayed = replay(table.folder / "recording")
    assert (replayed["decisions"], replayed["different"]) == (9, 0), json.dumps(replayed["differences"])
