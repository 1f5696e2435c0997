"""Suggestions over a live window: advice is drawn, the person's moves are understood, nothing is ever pressed."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.calibrating.frames import calibrate_window
from bot.calibrating.wishes import CalibrationWishes
from bot.demo import await_window
from bot.games import GAMES
from bot.practice_process import RUN_BOT, PracticeChoice, practice_window
from bot.virtual_display import VirtualDisplay
from capture.frame import Region
from capture.window import find_window
from control.bilging import gesture
from control.square_stacker import drag as stacker_drag
from vision.profile import Profile, load_profile

pytestmark = [pytest.mark.live, pytest.mark.display]

STANDS_S = 1.5
"""After a decision the drawing has long stood in a few pictures, on a busy machine too: what moves under it is seen."""


def decisions(recording: Path) -> list[int]:
    events = recording / "events.jsonl"
    if not events.exists():
        return []
    lines = [json.loads(line) for line in events.read_text(encoding="utf-8").splitlines() if line.endswith("}")]
    return [line["move"] for line in lines if line["event"] == "decision"]


@dataclass
class Advised:
    """A running `suggest --json` over a practice window."""

    process: "subprocess.Popen[str]"
    recording: Path
    truth: Path
    profile: Profile
    area: Region
    """Of the window."""

    def follow(self, move: int, person: Callable[..., str]) -> None:
        """Swap as a person does."""
        x, y = gesture(move, self.profile.lattice).at
        time.sleep(0.3)
        person("mousemove", round(self.area.x + x), round(self.area.y + y), "click", 1)

    def end(self) -> tuple[int, dict[str, Any], str]:
        """Wait until it ends: exit status, document, standard error."""
        out, err = self.process.communicate(timeout=60)
        assert out, err
        assert "Traceback" not in err, err
        return self.process.returncode, json.loads(out), err

    def told_at_the_end(self) -> tuple[str, dict[str, Any]]:
        """The recording's ending and summary."""
        *_, ending, summary = map(json.loads, (self.recording / "events.jsonl").read_text("utf-8").splitlines())
        return ending["reason"], summary["document"]


@contextlib.contextmanager
def advised(folder: Path, moves: int, stacker: Path | None = None) -> Iterator[Advised]:
    """Calibrate a window and advise on it, on the display that DISPLAY names; `stacker`: Square Stacker's profile."""
    game, policy = ("bilging", "greedy2") if stacker is None else ("square_stacker", "egs:depth=1")
    choice = PracticeChoice(game, seed=9, speed=5.0, title_suffix=folder.name, position="60,60")
    truth, recording, profile = folder / "truth.jsonl", folder / "recording", stacker or folder / "profile"
    with practice_window(choice, truth) as window:
        await_window(choice.title, window)
        if stacker is None:
            calibrate_window(GAMES[game](), choice.title, CalibrationWishes()).save(profile)
        options = {"--profile": profile, "--moves": moves, "--policy": policy, "--record": recording}
        options["--window"] = choice.title
        process = subprocess.Popen(
            [sys.executable, str(RUN_BOT), "suggest", game, *(f"{k}={v}" for k, v in options.items()), "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            with contextlib.closing(find_window(choice.title)) as found:
                area = found.client_area()
            yield Advised(process, recording, truth, load_profile(profile), area)
        finally:
            process.kill()
            process.communicate()


def test_the_person_is_understood_and_the_mouse_left_alone(
    display: VirtualDisplay, tmp_path: Path, person: Callable[..., str], eventually: Callable[..., None]
) -> None:
    person("mousemove", 1300, 1000)
    with advised(tmp_path, moves=3) as session:
        for turn in range(3):
            eventually(lambda: len(decisions(session.recording)) == turn + 1, 40)  # noqa: B023 (called at once)
            assert json.loads(session.truth.read_text(encoding="utf-8").splitlines()[-1])["moves"] == turn
            # The person follows the first and the last advice, and does something else in between.
            move = decisions(session.recording)[-1]
            session.follow(move if turn != 1 else (move + 25) % 60, person)
        status, document, err = session.end()
    assert status == 0, err
    assert document["answered"] + document["unexplained"] == 3
    assert document["agreed"] >= 2
    assert session.told_at_the_end() == ("3 moves seen", document)


@pytest.mark.timeout(180)
def test_a_piece_that_is_held_still_is_no_move(
    display: VirtualDisplay,
    stacker_profile: Path,
    tmp_path: Path,
    person: Callable[..., str],
    eventually: Callable[..., None],
) -> None:
    """Beside the board, over a cell and over an edge; then it is put back, and taken where it is advised."""
    person("mousemove", 1300, 1000)
    with advised(tmp_path, moves=2, stacker=stacker_profile) as session:
        lattice, area = session.profile.lattice, session.area

        def point(at: tuple[float, float]) -> None:
            person("mousemove", round(area.x + at[0]), round(area.y + at[1]))

        eventually(lambda: len(decisions(session.recording)) == 1, 40)
        drag = stacker_drag(decisions(session.recording)[0], session.profile)
        time.sleep(0.3)
        point(drag.start)
        person("mousedown", 1)
        for at in (lattice.corner(3.2, 1.5), lattice.centre(1, 1), lattice.corner(1.5, 2)):
            point(at)
            time.sleep(2.5)
        point(drag.start)
        person("mouseup", 1)
        time.sleep(0.5)
        assert len(decisions(session.recording)) == 1
        for turn in range(2):
            eventually(lambda: len(decisions(session.recording)) == turn + 1, 40)  # noqa: B023 (called at once)
            drag = stacker_drag(decisions(session.recording)[-1], session.profile)
            time.sleep(STANDS_S)
            point(drag.start)
            person("mousedown", 1)
            point(drag.end)
            person("mouseup", 1)
        status, document, err = session.end()
    assert status == 0, err
    assert (document["answered"], document["agreed"], document["unexplained"]) == (2, 2, 0)


def overlay_of(process: "subprocess.Popen[str]") -> int:
    """The process that draws for an adviser."""
    found = subprocess.run(
        ["pgrep", "--parent", str(process.pid), "--full", "control.overlay"], capture_output=True, text=True, check=True
    )
    return int(found.stdout)


def test_an_overlay_that_stands_still_for_a_while_ends_nothing(
    display: VirtualDisplay, tmp_path: Path, person: Callable[..., str], eventually: Callable[..., None]
) -> None:
    person("mousemove", 1300, 1000)
    with advised(tmp_path, moves=2) as session:
        eventually(lambda: len(decisions(session.recording)) == 1, 40)
        time.sleep(STANDS_S)
        overlay = overlay_of(session.process)
        os.kill(overlay, signal.SIGSTOP)
        session.follow(decisions(session.recording)[0], person)
        time.sleep(4.0)
        os.kill(overlay, signal.SIGCONT)
        eventually(lambda: len(decisions(session.recording)) == 2, 40)
        session.follow(decisions(session.recording)[1], person)
        status, document, err = session.end()
    assert status == 0, err
    assert (document["answered"], document["agreed"], document["unexplained"]) == (2, 2, 0)


@pytest.mark.parametrize(
    ("what", "status", "reason"),
    [
        ("Ctrl+C", 3, "stopped by Ctrl+C"),
        ("the overlay ends", 1, "the overlay"),
        ("the display ends", 1, ("the display", "the overlay")),
    ],
)
def test_what_was_agreed_so_far_is_told_whatever_ends_it(
    what: str,
    status: int,
    reason: str | tuple[str, str],
    tmp_path: Path,
    person: Callable[..., str],
    eventually: Callable[..., None],
) -> None:
    with VirtualDisplay((1000, 1000)) as own, advised(tmp_path, moves=100) as session:
        person("mousemove", 900, 900)
        eventually(lambda: len(decisions(session.recording)) == 1, 40)
        session.follow(decisions(session.recording)[0], person)
        eventually(lambda: len(decisions(session.recording)) == 2, 40)
        if what == "Ctrl+C":
            session.process.send_signal(signal.SIGINT)
        elif what == "the overlay ends":
            os.kill(overlay_of(session.process), signal.SIGKILL)
            session.follow(decisions(session.recording)[1], person)
        else:
            own.stop()
        ended, document, err = session.end()
    assert ended == status, err
    assert (document["suggestions"], document["answered"], document["agreed"]) == (2, 1, 1)
    assert document["ending"].startswith(reason)
    assert session.told_at_the_end() == (document["ending"], document)
    assert err.splitlines()[-1].startswith("run_bot.py: ")
