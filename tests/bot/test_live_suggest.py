"""Suggestions over a live window: advice is drawn, the person's moves are understood, nothing is ever pressed."""

import contextlib
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.calibrating.frames import CalibrationWishes, calibrate_window
from bot.demo import await_window
from bot.games import GAMES
from bot.practice_process import RUN_BOT, PracticeChoice, practice_window
from bot.virtual_display import VirtualDisplay
from capture.window import find_window
from control.bilging import gesture

pytestmark = [pytest.mark.live, pytest.mark.display]


def decisions(recording: Path) -> list[int]:
    events = recording / "events.jsonl"
    if not events.exists():
        return []
    lines = [json.loads(line) for line in events.read_text(encoding="utf-8").splitlines() if line.endswith("}")]
    return [line["move"] for line in lines if line["event"] == "decision"]


def test_the_person_is_understood_and_the_mouse_left_alone(
    display: VirtualDisplay, tmp_path: Path, person: Callable[..., str], eventually: Callable[..., None]
) -> None:
    person("mousemove", 1300, 1000)
    choice = PracticeChoice("bilging", seed=9, speed=5.0, title_suffix=tmp_path.name, position="60,60")
    truth = tmp_path / "truth.jsonl"
    recording = tmp_path / "recording"
    with practice_window(choice, truth) as window:
        await_window(choice.title, window)
        calibration = calibrate_window(GAMES["bilging"](), choice.title, CalibrationWishes())
        calibration.save(tmp_path / "profile")
        options = {"--profile": tmp_path / "profile", "--moves": 3, "--policy": "greedy2", "--record": recording}
        advisor = subprocess.Popen(
            [sys.executable, str(RUN_BOT), "suggest", "bilging", *(f"{k}={v}" for k, v in options.items()), "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            with contextlib.closing(find_window(choice.title)) as found:
                area = found.client_area()
            for turn in range(3):
                eventually(lambda: len(decisions(recording)) == turn + 1, 40)  # noqa: B023 (called at once)
                assert json.loads(truth.read_text(encoding="utf-8").splitlines()[-1])["moves"] == turn
                advised = decisions(recording)[-1]
                # The person follows the first and the last advice, and does something else in between.
                played = advised if turn != 1 else (advised + 25) % 60
                x, y = gesture(played, calibration.profile.lattice).at
                time.sleep(0.3)
                person("mousemove", round(area.x + x), round(area.y + y), "click", 1)
            out, err = advisor.communicate(timeout=40)
        finally:
            advisor.kill()
    assert advisor.returncode == 0, err
    document = json.loads(out)
    assert document["answered"] + document["unexplained"] == 3
    assert document["agreed"] >= 2
