"""A program nobody here wrote, found and played with no help: calibrated, every move confirmed, its score read."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.practice_process import RUN_BOT
from bot.virtual_display import VirtualDisplay
from capture.recorded import RecordingReader
from capture.window import WindowSource
from tests.bot.gweled import PAUSE, RESUME, TILES, TIMING, TITLE, begin, gweled, press_until
from vision.profile import load_profile
from vision.readers import open_reader
from vision.sighting import Status
from vision.text import read_number_at

pytestmark = [pytest.mark.live, pytest.mark.display, pytest.mark.timeout(360)]

Person = Callable[..., str]

MOVES = int(os.environ.get("SPYGLASS_GWELED_MOVES", "20"))
"""A move takes a second and more: its tiles fall at their own pace."""
SURE = 0.15
"""Whatever the rules may say, every cell of every board looked so much more like its kind than like the next."""


def run_bot(*options: str | Path, seconds: float = 420) -> tuple[int, dict[str, Any], str]:
    """A command with --json: exit status, document, standard error."""
    done = subprocess.run(
        [sys.executable, str(RUN_BOT), *map(str, options), "--json"],
        capture_output=True,
        text=True,
        check=False,
        timeout=seconds,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, json.loads(done.stdout or "{}"), done.stderr


def calibrate(profile: Path) -> tuple[int, dict[str, Any], str]:
    return run_bot(
        "calibrate", "swap3", f"--window={TITLE}", f"--profile={profile}", "--permission=open-source", *TIMING
    )


def score_shown(profile: Path) -> int | None:
    """The score as it stands when it has stopped counting up."""
    place = load_profile(profile).score
    assert place is not None
    source = WindowSource(TITLE)
    try:
        before: int | None = -1
        now = read_number_at(source.grab(), place)
        while now != before:
            time.sleep(0.5)
            before, now = now, read_number_at(source.grab(), place)
        return now
    finally:
        source.close()


def calibrated_and_played(tile: int, moves: int, profile: Path, recording: Path) -> None:
    status, found, error = calibrate(profile)
    assert status == 0, error
    assert found["passed"]
    assert found["kinds"] == 7
    assert found["board"]["width"] == pytest.approx(8 * tile, abs=0.5)
    assert found["board"]["height"] == pytest.approx(8 * tile, abs=0.5)
    began = score_shown(profile)
    assert began is not None
    status, played, error = run_bot(
        "play", "swap3", f"--profile={profile}", f"--moves={moves}", f"--record={recording}", "--think-ms=20"
    )
    assert status == 0, error
    # "misread" is what the rules find likeliest here (docs/swap3.md), no more; so no word of it, and a second try
    assert (played["moves"], played["moves_confirmed"]) == (moves, moves)
    margins = [e["min_margin"] for e in RecordingReader(recording).events if e["event"] == "decision"]
    assert min(margins) >= SURE
    ended = score_shown(profile)
    assert ended is not None
    assert ended % 10 == 0
    assert ended - began >= 10 * moves  # the least that a line of three brings


def test_move_after_move_is_confirmed(display: VirtualDisplay, tmp_path: Path, person: Person) -> None:
    person("mousemove", 20, 1100)
    with gweled(TILES["medium"], tmp_path / "config"):
        begin()
        calibrated_and_played(TILES["medium"], MOVES, tmp_path / "profile", tmp_path / "recording")


@pytest.mark.swept
def test_its_smallest_window_is_played_too(display: VirtualDisplay, tmp_path: Path, person: Person) -> None:
    person("mousemove", 20, 1100)
    with gweled(TILES["small"], tmp_path / "config"):
        begin()
        calibrated_and_played(TILES["small"], 5, tmp_path / "profile", tmp_path / "recording")


def test_its_largest_window_is_played_and_its_other_screens_are_no_board(
    display: VirtualDisplay, tmp_path: Path, person: Person
) -> None:
    person("mousemove", 20, 1100)
    profile = tmp_path / "profile"
    with gweled(TILES["large"], tmp_path / "config"):
        status, found, error = calibrate(profile)
        assert (status, found["passed"], profile.exists()) == (1, False, False), (
            "its welcome screen was taken for a board"
        )
        assert "no board found" in error
        begin()
        calibrated_and_played(TILES["large"], 5, profile, tmp_path / "recording")
        reader, source = open_reader(load_profile(profile), profile), WindowSource(TITLE)
        try:
            assert not reader.read(source.grab()).status & Status.NO_BOARD
            press_until(PAUSE, lambda: bool(reader.read(source.grab()).status & Status.NO_BOARD))
            press_until(RESUME, lambda: not reader.read(source.grab()).status & Status.NO_BOARD)
        finally:
            source.close()
