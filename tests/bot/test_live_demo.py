"""The demo as a newcomer runs it: a window, pixels and clicks alone, every move confirmed, no cell misread.

`bench live` plays all looks at all scales for longer; here each look and the extreme scales are played once.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import cv2
import psutil
import pytest

from bot.practice_process import RUN_BOT, PracticeChoice
from bot.virtual_display import VirtualDisplay
from tests.bot.live_play import demo, replay, wait_for

pytestmark = [pytest.mark.live, pytest.mark.display]


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("look", "scale", "moves"),
    [
        ("chart", 0.5, 12),
        ("chart", 1.25, 12),
        ("lagoon", 3, 12),
    ],
)
def test_every_move_is_confirmed_and_no_cell_misread(look: str, scale: float, moves: int, tmp_path: Path) -> None:
    status, document, error = demo(
        "bilging",
        f"--look={look}",
        f"--scale={scale}",
        f"--moves={moves}",
        "--speed=4",
        f"--record={tmp_path / 'recording'}",
    )
    assert status == 0, error
    assert document["cells_misread"] == 0, "misread"
    assert document["cells_read"] > 60 * 2 * moves
    assert document["moves"] == moves
    assert document["moves_confirmed"] >= moves - 1


def test_specials_are_never_misread(tmp_path: Path) -> None:
    status, document, error = demo(
        "bilging",
        "--specials=0.06",
        "--moves=20",
        "--speed=4",
        "--policy=greedy2",
        f"--record={tmp_path / 'recording'}",
    )
    assert status == 0, error
    assert document["cells_misread"] == 0, "misread"
    assert document["moves_confirmed"] >= 19


def test_a_demo_leaves_a_recording_that_replays_bit_for_bit_and_a_picture(tmp_path: Path) -> None:
    recording = tmp_path / "recording"
    status, document, error = demo("bilging", "--moves=20", "--speed=6", "--seed=4", f"--record={recording}")
    assert status == 0, error
    assert document["cells_misread"] == 0, "misread"
    assert document["moves_confirmed"] >= 19
    assert document["recording"] == str(recording)
    picture = cv2.imread(document["picture"])
    assert picture is not None
    assert picture.shape == (600, 800, 3)
    status, replayed = replay(recording)
    assert status == 0
    assert (replayed["decisions"], replayed["same"], replayed["different"]) == (20, 20, 0)

    # one that was tampered with differs
    events = recording / "events.jsonl"
    lines = [json.loads(line) for line in events.read_text(encoding="utf-8").splitlines()]
    decision = next(line for line in lines if line["event"] == "decision")
    decision["move"] += 1
    events.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    status, replayed = replay(recording)
    assert status == 1
    assert replayed["differences"][0]["what"] == "move"


def test_a_demo_that_presses_keys_needs_no_window_manager(tmp_path: Path) -> None:
    options = "--moves=4", "--seed=1", f"--record={tmp_path / 'recording'}"
    with VirtualDisplay((900, 700), window_manager=False) as bare:
        status, document, error = demo("columns", *options, display=bare.name)
    assert status == 0, error
    assert document["cells_misread"] == 0, "misread"
    assert document["moves_confirmed"] == 4


def test_a_demo_plays_its_own_window_and_leaves_another_alone(tmp_path: Path) -> None:
    """A person's practice window is open, as README has them open one."""
    truth = tmp_path / "theirs.jsonl"
    with VirtualDisplay((1900, 900)) as shared:
        theirs = PracticeChoice("bilging", seed=9, position="900,40")
        environment = os.environ | {"DISPLAY": shared.name}
        window = subprocess.Popen([sys.executable, str(RUN_BOT), *theirs.arguments(truth)], env=environment)
        try:
            wait_for(lambda: truth.exists() and truth.stat().st_size > 0, "their window does not open")
            status, document, error = demo("bilging", "--moves=5", "--speed=6", display=shared.name)
        finally:
            window.terminate()
            window.wait(20)
    assert status == 0, error
    assert (document["moves_confirmed"], document["cells_misread"]) == (5, 0)
    boards = {json.dumps(json.loads(line)["board"]) for line in truth.read_text(encoding="utf-8").splitlines()}
    assert len(boards) == 1, "their window was played"


def test_a_window_larger_than_the_screen_is_refused_at_once(tmp_path: Path) -> None:
    recording = tmp_path / "recording"
    words = [sys.executable, str(RUN_BOT), "demo", "bilging", "--scale=1.5", f"--record={recording}"]
    with VirtualDisplay((1000, 1000)) as small:
        environment = os.environ | {"DISPLAY": small.name}
        done = subprocess.run(words, capture_output=True, text=True, env=environment, check=False, timeout=100)
    assert done.returncode == 2, done.stderr
    told = done.stderr.splitlines()[-1]
    assert "is 1200x900 pixels, the screen 1000x1000; make it smaller (--scale)" in told
    assert not recording.exists()


def test_one_signal_ends_a_demo_whose_every_child_stands_still(tmp_path: Path) -> None:
    recording = tmp_path / "recording"
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    process = subprocess.Popen(
        [sys.executable, str(RUN_BOT), "demo", "bilging", "--moves=500", "--policy=greedy2", f"--record={recording}"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=environment | {"TMPDIR": str(tmp_path)},
    )
    try:
        wait_for((recording / "events.jsonl").exists, "it does not play", 120)
        time.sleep(2)
        stopped = psutil.Process(process.pid).children(recursive=True)
        for child in stopped:
            child.suspend()
        process.terminate()
        _, told = process.communicate(timeout=30)
    finally:
        process.kill()
    left = [child for child in stopped if child.is_running()]
    for child in left:
        child.kill()
    assert (process.returncode, told.splitlines()[-1]) == (3, "run_bot.py: stopped by SIGTERM")
    assert len(stopped) >= 3
    assert left == []
    assert [*tmp_path.iterdir()] == [recording]
    lines = map(json.loads, (recording / "events.jsonl").read_text(encoding="utf-8").splitlines())
    events = {line["event"]: line for line in lines}
    assert events["ending"]["reason"] == events["summary"]["document"]["ending"] == "stopped by SIGTERM"
