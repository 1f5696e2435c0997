"""Specials come while the bot plays on a profile that knows none: kept apart, or named by a person at the terminal."""

import os
import pty
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from bot.calibrating.frames import calibrate_window
from bot.calibrating.wishes import CalibrationWishes
from bot.demo import PRACTICE_INPUT
from bot.games import GAMES
from bot.practice_process import RUN_BOT, PracticeChoice
from bot.virtual_display import VirtualDisplay
from capture.recorded import RecordingReader
from engine.bilging import CRAB, KIND_NAMES
from tests.bot.live_play import Bot, Table, laid, misread_cells, replay
from vision.bilging import SCREEN
from vision.profile import load_profile

pytestmark = [pytest.mark.live, pytest.mark.display]

Person = Callable[..., str]
CALM: Final = PracticeChoice("bilging", speed=3.0, position="60,60")


@pytest.fixture(scope="module")
def plain_profile(display: VirtualDisplay, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Bilging calibrated on a window that shows no special."""
    folder = tmp_path_factory.mktemp("plain")
    choice = replace(CALM, seed=5, title_suffix="plain")
    with laid(choice, folder / "profile", folder) as table:
        calibration = calibrate_window(GAMES["bilging"](), choice.title, CalibrationWishes("own", PRACTICE_INPUT))
        assert calibration.result.passed, calibration.result.reasons
        calibration.save(table.profile)
    return folder / "profile"


@pytest.fixture
def table(plain_profile: Path, tmp_path: Path, person: Person) -> Iterator[Table]:
    person("mousemove", 1300, 1000)
    choice = replace(CALM, seed=6, specials=0.04, title_suffix=tmp_path.name)
    with laid(choice, tmp_path / "profile", tmp_path) as table:
        shutil.copytree(plain_profile, table.profile)
        yield table


def learned_in(table: Table) -> list[dict[str, Any]]:
    return [event for event in RecordingReader(table.folder / "recording").events if event["event"] == "learned"]


def test_without_a_person_each_stays_a_kind_of_its_own(table: Table, bots: Callable[..., Bot]) -> None:
    status, document, _ = bots(moves=14).end()
    assert status == 0, document
    assert document["moves_confirmed"] == 14
    learned = learned_in(table)
    assert learned
    assert all(event["kept"] for event in learned)
    profile = load_profile(table.profile)
    new = [kind for kind in profile.kinds if kind.code >= SCREEN.first_free_code]
    assert [kind.name for kind in new] == [f"unnamed {n}" for n in range(1, len(new) + 1)]
    assert sorted(int(code) for event in learned for code in event["kinds"]) == [kind.code for kind in new]
    assert misread_cells(table) == 0, "misread"
    _, replayed = replay(table.folder / "recording")
    assert (replayed["decisions"], replayed["different"]) == (14, 0), replayed["differences"]


def test_a_person_is_asked_and_nothing_is_clicked_until_the_answer(table: Table, person: Person) -> None:
    terminal, stdin = pty.openpty()
    given = {
        "--profile": table.profile,
        "--window": table.title,
        "--moves": 12,
        "--policy": "greedy2",
        "--record": table.folder / "recording",
    }
    options = [f"{name}={value}" for name, value in given.items()]
    bot = subprocess.Popen(
        [sys.executable, str(RUN_BOT), "play", "bilging", *options, "--json"],
        stdin=stdin,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    said: list[str] = []
    stderr = bot.stderr
    assert stderr is not None
    listener = threading.Thread(target=lambda: said.extend(iter(lambda: stderr.read(1), "")), daemon=True)
    listener.start()
    answered = 0
    try:
        until = time.monotonic() + 120
        while bot.poll() is None:
            assert time.monotonic() < until, "".join(said)
            if "".join(said).count("A special piece") > answered:
                pressed = len(table.presses())
                person("mousemove_relative", "--", 120, 80)  # the way to the terminal
                time.sleep(0.5)
                assert len(table.presses()) == pressed, "wrong press"
                answered += 1
                os.write(terminal, f"{name_of(''.join(said), answered, table)}\n".encode())
            time.sleep(0.02)
        listener.join(10)
        assert bot.returncode == 0, "".join(said)
    finally:
        bot.kill()
        bot.wait()
        stderr.close()
        os.close(terminal)
        os.close(stdin)
    assert answered
    kinds = {kind.code: kind.name for kind in load_profile(table.profile).kinds}
    assert {
        int(code): name for event in learned_in(table) for code, name in event["kinds"].items()
    }.items() <= kinds.items()
    named = {code: name for code, name in kinds.items() if code >= CRAB}
    assert named
    assert all(KIND_NAMES[code] == name for code, name in named.items())
    assert misread_cells(table) == 0, "misread"


def name_of(said: str, number: int, table: Table) -> str:
    """What the piece in the picture is called: each picture is that of its kind's first cell."""
    known = {kind.code for kind in load_profile(table.profile).kinds}
    board = np.array(table.shown()["board"])
    codes = [int(code) for code in board.ravel() if code >= CRAB and code not in known]
    order = list(dict.fromkeys(codes))
    in_this_run = said.split("A special piece, shown in ")[number].split(". Its name")[0]
    return KIND_NAMES[order[int(Path(in_this_run).stem.removeprefix("kind_")) - 1]]
