"""A calibration with permission proves itself by playing; one that fails is refused, with a picture."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from bot.demo import await_window
from bot.practice_process import RUN_BOT, PracticeChoice, PracticeProcess, practice_window
from tests.bot.live_play import program_laid
from vision.profile import load_profile

pytestmark = pytest.mark.live


@contextmanager
def window(tmp_path: Path, game: str, rules: str, suffix: str) -> Iterator[str]:
    """Open a practice window; yields its title."""
    choice = PracticeChoice(game, seed=3, rules=rules, speed=4.0, title_suffix=suffix, position="40,40")
    with practice_window(choice, tmp_path / "truth.jsonl") as process:
        await_window(choice.title, process)
        yield choice.title


def calibrate(title: str, profile: Path, game: str, *options: str) -> tuple[int, dict[str, Any], str]:
    """Run the command: exit status, document, standard error."""
    words = [sys.executable, str(RUN_BOT), "calibrate", game, "--window", title, "--profile", str(profile), "--json"]
    done = subprocess.run([*words, *options], capture_output=True, text=True, check=False, timeout=240)
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, json.loads(done.stdout), done.stderr


@pytest.mark.usefixtures("display")
def test_a_board_of_unknown_size_is_found_and_proved(tmp_path: Path) -> None:
    with window(tmp_path, "swap3", "cascade", "to be proved") as title:
        status, document, errors = calibrate(
            title, tmp_path / "p", "swap3", "--any-size", "--permission", "own", "--rules", "cascade"
        )
    assert status == 0, errors
    assert document["probing"] == {"moves": 3, "confirmed": 3}
    assert (document["rows"], document["cols"]) == (9, 9)
    assert document["rules"] == "cascade"
    assert load_profile(tmp_path / "p").permission == "own"


@pytest.mark.usefixtures("display")
def test_a_window_of_other_rules_is_refused_with_a_picture(tmp_path: Path) -> None:
    with window(tmp_path, "swap3", "gweled", "of other rules") as title:
        status, document, errors = calibrate(
            title, tmp_path / "p", "swap3", "--permission", "own", "--rules", "gweled:gravity_down=no"
        )
    assert status == 1
    assert not document["passed"]
    picture = tmp_path / "p.refused.png"
    assert errors.strip().splitlines()[-1].endswith(str(picture))
    shown = cv2.imread(str(picture))
    assert shown is not None
    assert np.equal(shown, (0, 0, 255)).all(axis=2).sum() > 50, "no cell is crossed out"
    assert not (tmp_path / "p").exists()


@pytest.mark.usefixtures("display")
def test_a_window_that_takes_no_clicks_is_refused_with_what_helps(tmp_path: Path) -> None:
    """It said "of 1 moves 2 input lost", and to show the board at rest."""
    deaf = Path(__file__).resolve().parents[1] / "sabotaged_window.py"
    process = PracticeProcess([sys.executable, str(deaf), "deaf", tmp_path.name, str(tmp_path / "truth.jsonl")])
    try:
        title = f"Spyglass practice: Bilging {tmp_path.name}"
        await_window(title, process)
        status, _, errors = calibrate(title, tmp_path / "p", "bilging", "--permission", "own")
    finally:
        process.terminate()
        process.wait(10)
        process.complaints.join(10)
    assert status == 1
    assert "did not prove itself by playing: move 1 did not reach the game, twice; give longer times" in errors
    assert not (tmp_path / "p").exists()


@pytest.mark.usefixtures("display")
def test_without_permission_nothing_is_touched(tmp_path: Path) -> None:
    with window(tmp_path, "bilging", "ypp", "not to be touched") as title:
        status, document, errors = calibrate(title, tmp_path / "p", "bilging")
        truth = (tmp_path / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    assert status == 0, errors
    assert document["probing"] is None
    assert len({line for line in truth if '"moves": 0' not in line and '"moves":0' not in line}) == 0


@pytest.mark.usefixtures("display")
def test_a_window_whose_pieces_are_dragged_is_proved_by_dragging(tmp_path: Path) -> None:
    """It was refused: nothing reached the game, and longer times were advised."""
    with program_laid("dragging_window.py", "swap3", tmp_path) as table:
        status, document, errors = calibrate(table.title, tmp_path / "p", "swap3", "--permission", "own")
    assert status == 0, errors
    assert document["probing"] == {"moves": 3, "confirmed": 3}
    assert load_profile(tmp_path / "p").input.move_by == "drag"
