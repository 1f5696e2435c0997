"""The demo: opens a practice window, calibrates on it, plays it through pixels and input, and examines itself."""

import os
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bot.calibrating.rules_of_board import colours_of, told_by_rules
from bot.calibrating.wishes import CalibrationWishes
from bot.examining.score_witness import ScoreWitness
from bot.examining.truth import (
    Examination,
    TrueState,
    examine,
    load_truth,
    on_screen,
    points_since,
    score_at,
    wrong_landings,
)
from bot.exit_status import Failed, Unusable
from bot.games import Game, Pace
from bot.live import LiveResult, play_live
from bot.playing.live_run import LiveRun
from bot.playing.run import Ending, LoopSettings
from bot.practice_process import RESTART_KEY, PracticeChoice, PracticeProcess, check_alive, practice_window
from capture.recording import add_to_recording
from capture.source import CaptureError, WindowLost, WindowTooLarge
from capture.window import WindowSource
from capture.window_title import WindowNotFound
from vision.ocr import OcrMissing
from vision.profile_sections import InputSection

OPEN_TIMEOUT_S = 30.0
PRACTICE_INPUT = InputSection(hold_ms=8.0, gap_ms=8.0, drag_ms=40.0, drag_steps=4)
"""Our own windows miss no press, however short, unless they are told to; other games keep the slower defaults."""


@dataclass(frozen=True, slots=True)
class Demo:
    """What to show."""

    game: Game
    choice: PracticeChoice
    rules_name: str
    policy_spec: str
    settings: LoopSettings
    record: Path


def run_demo(demo: Demo, say: Callable[[str], None], on_move: Callable[[int], None]) -> dict[str, Any]:
    """Play the demo and return its `--json` document, `status` among its keys.

    Raises:
        Failed: the window did not open, or calibration did not pass.
    """
    with tempfile.TemporaryDirectory(prefix="spyglass-demo-") as scratch:
        truth = Path(scratch) / "truth.jsonl"
        profile_folder = Path(scratch) / "profile"
        choice = replace(demo.choice, title_suffix=f"demo {os.getpid()}")  # another practice window may be open
        with practice_window(choice, truth) as window:
            say("opening the practice window")
            title = choice.title
            await_window(title, window)
            say("calibrating on what it shows")
            rows, cols = told_by_rules(demo.game, demo.rules_name)
            colours = colours_of(demo.game, demo.rules_name)
            wishes = CalibrationWishes("own", PRACTICE_INPUT, rows, cols, colours=colours)
            calibration = demo.game.calibrate_live(demo.game, title, wishes, RESTART_KEY)
            if not calibration.result.passed:
                raise Failed("calibration did not pass: " + "; ".join(calibration.result.reasons))
            calibration.save(profile_folder)
            say("playing")
            run = LiveRun(
                game=demo.game,
                rules_name=demo.rules_name,
                policy_spec=demo.policy_spec,
                profile=calibration.profile,
                profile_folder=profile_folder,
                title=title,
                settings=demo.settings,
                record=demo.record,
                restart_key="" if demo.game.pace is Pace.TURNS else RESTART_KEY,
            )
            with ScoreWitness(title, run.profile.score) as witness:

                def moved(moves: int) -> None:
                    on_move(moves)
                    witness.moved(moves)

                result = play_live(run, moved, say)
                witness.look(result.tally.moves)
        say("examining what was read")
        document = _document(run, result, demo, truth, calibration.result.document(), witness)
        if result.log.folder is not None and result.log.failure is None:
            document |= _kept(result.log.folder, document, result.ending)
        return document


def _kept(folder: Path, document: dict[str, Any], ending: Ending) -> dict[str, Any]:
    """Add the document to the recording; return how the run ended, which is otherwise where that cannot be done."""
    event = {"event": "examined", "time_ns": time.monotonic_ns(), "document": document}
    try:
        add_to_recording(folder, event)
    except CaptureError as error:
        ending = ending.or_failure(str(error))
    return {"ending": ending.reason, "status": int(ending.status)}


def await_window(title: str, window: PracticeProcess) -> None:
    """Return once the practice window shows.

    Raises:
        Unusable: it refused its options, or is larger than the screen.
        Failed: it ended, or does not show in time.
        CaptureError: the display cannot be read.
    """
    deadline = time.monotonic() + OPEN_TIMEOUT_S
    why = "the practice window did not open"
    while time.monotonic() < deadline:
        check_alive(window)
        try:
            source = WindowSource(title)
        except (WindowNotFound, WindowLost):  # lost: it went, or another one did, while all were looked through
            time.sleep(0.1)
            continue
        try:
            source.grab()
            return
        except WindowTooLarge as error:
            raise Unusable(f"{error} (--scale), or take a larger screen") from error
        except WindowLost as error:
            why = str(error)
            time.sleep(0.1)
        finally:
            source.close()
    raise Failed(f"{why} (waited {OPEN_TIMEOUT_S:.0f} s)")


def _document(
    run: LiveRun,
    result: LiveResult,
    demo: Demo,
    truth_file: Path,
    calibration: dict[str, Any],
    witness: ScoreWitness,
) -> dict[str, Any]:
    truth = load_truth(truth_file)
    landed, readings = result.tally.landings, result.log.readings
    ticks = demo.game.pace is Pace.TICKS
    shown = on_screen(readings, truth) if ticks else truth
    examination: Examination = examine(readings, shown, codes_mean=ticks)
    since_ns = readings[0].time_ns if readings else time.monotonic_ns()
    score = points_since(truth, since_ns)
    moves = result.tally.moves
    landings = (
        {"wrong_landings": wrong_landings(landed, since_ns, truth, examination.names)}
        if demo.game.pace is Pace.FALLS
        else {}
    )
    return {
        **result.document(run),
        "look": demo.choice.look,
        "skin": str(demo.choice.skin) if demo.choice.skin else None,
        "scale": demo.choice.scale,
        "cells_read": examination.cells_read,
        "cells_misread": examination.cells_misread,
        **landings,
        "score": score,
        "score_at_least": False,
        "points_per_move": round(score / moves, 3) if moves else 0.0,
        "scores_read": _scores(witness, truth),
        "calibration": calibration,
        "status": int(result.ending.status),
    }


def _scores(witness: ScoreWitness, truth: Sequence[TrueState]) -> list[dict[str, Any]] | None:
    """Return the scores read off the window beside the true ones; None without tesseract."""
    try:
        reads = witness.read()
    except OcrMissing:
        return None
    return [{"move": read.move, "read": read.score, "true": score_at(truth, read.time_ns)} for read in reads]
