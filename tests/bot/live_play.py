"""What tests of live play share: demo and `play` as programs, a window set up to be played, a witness of presses."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from bot.calibrating.frames import calibrate_window
from bot.calibrating.wishes import CalibrationWishes
from bot.demo import PRACTICE_INPUT, await_window
from bot.examining.truth import TrueState, examine, load_truth
from bot.games import GAMES
from bot.playing.reading import Reading
from bot.practice_process import RUN_BOT, PracticeChoice, PracticeProcess, practice_window
from capture.recorded import RecordingReader
from practice.hypersonic.settings import MAX_TICK_MS
from tests.pace import slowness

TESTS = Path(__file__).resolve().parents[1]
PRESS_RECORDER = TESTS / "press_recorder.py"


def demo(
    game: str, *options: str | Path, seconds: float = 240, display: str | None = None
) -> tuple[int, dict[str, Any], str]:
    """Run `demo --json`, on a virtual display of its own if none is named: exit status, document, standard error."""
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment |= {} if display is None else {"DISPLAY": display}
    done = subprocess.run(
        [sys.executable, str(RUN_BOT), "demo", game, "--json", *map(str, options)],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
        timeout=seconds,
    )
    assert done.stdout, done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, json.loads(done.stdout), done.stderr


def replay(recording: Path) -> tuple[int, dict[str, Any]]:
    """Run `replay --json` on a recording: exit status and document."""
    done = subprocess.run(
        [sys.executable, str(RUN_BOT), "replay", str(recording), "--json"],
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, json.loads(done.stdout)


def paced_tick(quick_ms: float) -> str:
    """Return the setting of a Hypersonic window whose rounds take `quick_ms` on a quick machine, more on a slow one."""
    return f"tick_ms={min(MAX_TICK_MS, round(quick_ms * slowness()))}"


def wait_for(condition: Callable[[], Any], otherwise: str, seconds: float = 20) -> None:
    """Poll for what another program does; fail with `otherwise` when it does not come."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, otherwise
        time.sleep(0.01)


@dataclass
class Table:
    """A practice window with a profile, and a witness of everything pressed on the display."""

    game: str
    title: str
    profile: Path
    truth: Path
    window: PracticeProcess
    folder: Path

    def calibrate(self) -> None:
        """Look at a board that shows all by itself, with permission, and write its profile."""
        calibration = calibrate_window(GAMES[self.game](), self.title, CalibrationWishes("own", PRACTICE_INPUT))
        assert calibration.result.passed, calibration.result.reasons
        calibration.save(self.profile)

    def shown(self) -> dict[str, Any]:
        """The last line of the truth file that is whole; a window that has just opened is given time for its first."""
        wait_for(self._whole_lines, "the window does not write what it shows")
        return dict(json.loads(self._whole_lines()[-1]))

    def _whole_lines(self) -> list[str]:
        if not self.truth.exists():
            return []
        return self.truth.read_text(encoding="utf-8").rpartition("\n")[0].splitlines()

    def moves_shown(self) -> int:
        return int(self.shown()["moves"])

    def moves_once_still(self, still_s: float, seconds: float = 20) -> int:
        """The moves made once none has come for `still_s`: those pressed before something came in between, too.

        Fails where they go on.
        """
        moves, until = self.moves_shown(), time.monotonic() + seconds
        since = time.monotonic()
        while time.monotonic() - since < still_s:
            assert time.monotonic() < until, f"the game goes on: {moves} moves"
            time.sleep(0.02)
            if (now := self.moves_shown()) != moves:
                moves, since = now, time.monotonic()
        return moves

    def presses(self) -> list[tuple[float, int, int]]:
        """Every press on the display: monotonic seconds, x, y."""
        whole = (self.folder / "presses.jsonl").read_text(encoding="utf-8").rpartition("\n")[0]
        return [(press["t"], press["x"], press["y"]) for press in map(json.loads, filter(None, whole.splitlines()))]


def misread_cells(table: Table) -> int:
    """Count cells of all recorded decisions of a run that were read otherwise than the window showed them."""
    truth: dict[int, TrueState] = {}
    for state in load_truth(table.truth):
        # a move that changes nothing may be followed by the next before the window says that all is at rest
        if state.settled or state.moves not in truth:
            truth[state.moves] = state
    events = [e for e in RecordingReader(table.folder / "recording").events if e["event"] == "decision"]
    shown = [truth[event["number"] - 1] for event in events]
    readings = [Reading(s.time_ns, np.array(e["codes"], np.int8)) for s, e in zip(shown, events, strict=True)]
    return examine(readings, shown).cells_misread


@contextmanager
def laid(choice: PracticeChoice, profile: Path, folder: Path) -> Iterator[Table]:
    """Open a practice window and the witness; the profile may be made later."""
    truth, log = folder / "truth.jsonl", folder / "presses.jsonl"
    recorder = subprocess.Popen([sys.executable, str(PRESS_RECORDER), str(log)])
    try:
        with practice_window(choice, truth) as window:
            await_window(choice.title, window)
            wait_for(lambda: log.exists() and log.stat().st_size > 0, "the witness does not listen")
            yield Table(choice.game, choice.title, profile, truth, window, folder)
    finally:
        recorder.kill()
        recorder.wait()


@contextmanager
def program_laid(program: str, game: str, folder: Path, *words: str) -> Iterator[Table]:
    """Open a window that is a program in `tests/`, given a title's suffix, a truth file and these words."""
    title, truth = f"Spyglass practice: {game.replace('_', ' ').title()} {folder.name}", folder / "truth.jsonl"
    window = PracticeProcess([sys.executable, str(TESTS / program), folder.name, str(truth), *words])
    try:
        await_window(title, window)
        yield Table(game, title, folder / "profile", truth, window, folder)
    finally:
        window.terminate()
        window.wait(10)
        window.complaints.join(10)


class Bot:
    """A running `play --json`."""

    def __init__(self, table: Table, *, moves: int, policy: str, rules: str | None = None) -> None:
        given = {
            "--profile": table.profile,
            "--window": table.title,
            "--moves": moves,
            "--policy": policy,
            "--record": table.folder / "recording",
        }
        options = [f"{name}={value}" for name, value in given.items()] + ([f"--rules={rules}"] if rules else [])
        self.process = subprocess.Popen(
            [sys.executable, str(RUN_BOT), "play", table.game, *options, "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.table = table

    def wait_for_moves(self, count: int, seconds: float = 60) -> None:
        until = time.monotonic() + seconds
        while self.table.moves_shown() < count:
            assert self.process.poll() is None, self.process.communicate()
            assert time.monotonic() < until, f"only {self.table.moves_shown()} moves in {seconds} s"
            time.sleep(0.02)

    def end(self, seconds: float = 90) -> tuple[int, dict[str, Any], str]:
        """Wait until it ends: exit status, document, standard error."""
        out, err = self.process.communicate(timeout=seconds)
        assert "Traceback" not in err, err
        return self.process.returncode, json.loads(out), err

    def end_under(self, hold: Callable[[], object], seconds: float = 20) -> tuple[int, dict[str, Any], str]:
        """Wait until it ends while a person goes on with what they do: the hand may undo one movement."""
        until = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < until:
            hold()
            time.sleep(0.1)
        return self.end(1)

    def kill(self) -> None:
        """End it if it still runs."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()
