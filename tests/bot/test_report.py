"""A recording becomes one page that needs nothing beside it and says what went wrong."""

import json
import re
import shutil
from pathlib import Path

import pytest

import engine.swap3 as swap3
from bot.calibrating.frames import calibrate_frames
from bot.calibrating.wishes import CalibrationWishes
from bot.examining.report import MOST_ODD, make_report, write_report
from bot.games import GAMES
from capture.frame import Frame
from capture.recording import EVENTS_FILE, RecordingWriter, add_to_recording
from capture.source import CaptureError
from engine.dice import dice
from practice.swap3 import render_still
from tests.bot.command_line import assert_one_line, run_here

ROOT = Path(__file__).resolve().parents[2]
RULES = swap3.PRESETS["gweled"]
OUTCOMES = ("as planned", "misread", "as planned", "input lost", "as planned", "as planned")
SUMMARY = {"score": 120.0, "moves": 6, "cells_read": 768, "seconds": 3.5}
LATENCY = {"read": {"p50": 0.5, "p95": 0.75, "p99": 0.875}}


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six moves, two of which went wrong, as a demo records them."""
    folder = tmp_path_factory.mktemp("report") / "recording"
    rolls = dice(7)
    state = swap3.start(RULES, rolls)
    frames = []
    meta = {"game": "swap3", "rules": RULES.name, "policy": "<b>strongest</b>", "seed": 5, "think_ms": 20.0}
    with RecordingWriter(folder, meta) as writer:
        for number, outcome in enumerate(OUTCOMES, 1):
            frames.append(Frame(render_still("mine", 1.0, RULES, state), number))
            name = writer.add_frame(frames[-1])
            move, other = (int(one) for one in swap3.legal_moves(RULES, state)[:2])
            decided = {
                "frame": name,
                "number": number,
                "move": move,
                "value": 10.0 + number,
                "alternatives": [{"move": move, "value": 10.0 + number}, {"move": other, "value": 7.25}],
                "line": [move, other],
                "spent_ms": 4.0 * number,
                "min_margin": 0.5,
                "state": swap3.to_text(state),
            }
            writer.event({"event": "decision", "time_ns": number, **decided})
            odd = [[1, 2]] if outcome == "misread" else []
            judged = {"frame": name, "number": number, "outcome": outcome, "odd_cells": odd}
            writer.event({"event": "outcome", "time_ns": number, **judged})
            state = swap3.apply(RULES, state, move, rolls).state
        writer.event({"event": "waiting", "time_ns": 7, "reason": "the window is covered"})
        writer.event({"event": "ending", "time_ns": 8, "reason": "6 moves made", "fault": False})
        writer.event({"event": "summary", "time_ns": 9, "document": {**SUMMARY, "latency_ms": LATENCY}})
    add_to_recording(folder, {"event": "examined", "time_ns": 10, "document": {"cells_misread": 1}})
    calibration = calibrate_frames(GAMES["swap3"](), frames, "", CalibrationWishes())
    assert calibration.result.passed, calibration.result.reasons
    calibration.save(folder / "profile")
    return folder


def without(recording: Path, tmp_path: Path, *events: str) -> Path:
    """A copy of the recording that lacks some events."""
    folder = tmp_path / "copy"
    shutil.copytree(recording, folder)
    lines = (folder / EVENTS_FILE).read_text().splitlines(keepends=True)
    (folder / EVENTS_FILE).write_text("".join(line for line in lines if json.loads(line)["event"] not in events))
    return folder


def test_it_tells_how_the_run_went(recording: Path) -> None:
    report = make_report(recording, pictures=3)
    facts = dict(report.facts)
    assert facts["score"] == "120 (20.00 a move)"
    assert facts["moves"] == "6, 4 as planned"
    assert facts["cells read"] == "768"
    assert facts["misread, by the truth"] == "1"
    assert facts["ended"] == "6 moves made"
    assert report.outcomes == {"as planned": 4, "misread": 1, "input lost": 1}
    assert report.waits == {"the window is covered": 1}
    assert report.latency_ms == LATENCY
    assert not report.cut
    assert [(move.number, move.outcome, move.odd_cells) for move in report.odd] == [
        (2, "misread", ((1, 2),)),
        (4, "input lost", ()),
    ]
    assert [move.number for move in report.moves] == [1, 5, 6]
    assert all(move.picture.startswith("data:image/jpeg;base64,") for move in (*report.odd, *report.moves))
    assert (report.odd[0].value, report.odd[0].second) == (12.0, 7.25)
    assert all("row" in words for move in report.moves for words in (move.move, *move.line))
    assert len(report.plots) == 3


def test_what_became_of_a_move_is_told_of_the_last_decision_before_it(recording: Path, tmp_path: Path) -> None:
    """A falling piece may be planned for anew, and one that landed out of reach leaves its number to the next."""
    folder = tmp_path / "copy"
    shutil.copytree(recording, folder)
    lines = (folder / EVENTS_FILE).read_text().splitlines(keepends=True)
    second = next(k for k, line in enumerate(lines) if '"decision"' in line and json.loads(line)["number"] == 2)
    lines.insert(second, lines[second])
    (folder / EVENTS_FILE).write_text("".join(lines))
    report = make_report(folder, pictures=9)
    assert report.outcomes == {"as planned": 4, "misread": 1, "input lost": 1, "not judged": 1}
    assert [(move.number, move.outcome) for move in report.moves][:2] == [(1, "as planned"), (2, "")]


def test_a_run_in_which_much_went_wrong_says_what_the_page_leaves_out(
    recording: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.examining.report.MOST_ODD", 1)
    report = make_report(recording, pictures=6)
    assert ([move.number for move in report.odd], report.odd_besides) == ([2], 1)
    assert [move.number for move in report.moves] == [1, 3, 5, 6]
    write_report(report, tmp_path / "page.html")
    assert "1 more did not go as planned and are not shown" in (tmp_path / "page.html").read_text()


def test_people_are_told_how_much_of_what_went_wrong_is_shown() -> None:
    """`--help` does not load what draws the page, so the number stands there too."""
    shown = f"decisions that went as planned, the first {MOST_ODD} others are shown"
    told = " ".join(run_here("report", "--help").stdout.split()).replace(";", ",")
    assert shown in told
    assert shown in (ROOT / "README.md").read_text(encoding="utf-8")


def test_a_score_that_may_be_more_is_told_so(recording: Path, tmp_path: Path) -> None:
    folder = without(recording, tmp_path, "examined")
    add_to_recording(folder, {"event": "summary", "time_ns": 10, "document": {**SUMMARY, "score_at_least": True}})
    assert dict(make_report(folder, pictures=1).facts)["score"] == "at least 120 (20.00 a move)"


def test_a_session_of_advice_tells_how_often_it_was_taken(recording: Path, tmp_path: Path) -> None:
    folder = without(recording, tmp_path, "summary", "examined")
    told = {"suggestions": 6, "answered": 5, "agreed": 3, "unexplained": 1}
    add_to_recording(folder, {"event": "summary", "time_ns": 10, "document": told})
    assert dict(make_report(folder, pictures=1).facts)["agreed"] == "3 of 5 moves, as suggested"


def test_the_page_needs_nothing_beside_it(recording: Path, tmp_path: Path) -> None:
    file, again = tmp_path / "page.html", tmp_path / "again.html"
    for one in (file, again):
        write_report(make_report(recording, pictures=2), one)
    page = file.read_text()
    assert again.read_text() == page
    outside = re.findall(r'(?:src|href)="(?!data:|#)[^"]*"', page)
    assert outside == []
    assert page.count("<img ") == 4
    assert page.count("<svg ") == 3
    assert "<b>strongest</b>" not in page
    assert "&lt;b&gt;strongest&lt;/b&gt;" in page
    assert "odd cells (row, column): (1, 2)" in page
    assert not list(tmp_path.glob("*.part"))


def test_a_folder_that_is_not_there_is_made_for_a_page_alone(recording: Path, tmp_path: Path) -> None:
    out = tmp_path / "none" / "deep" / "page.html"
    assert_one_line(run_here("report", tmp_path, "--out", out), "recording")
    assert not (tmp_path / "none").exists()
    assert run_here("report", recording, "--out", out).returncode == 0
    assert [each.name for each in out.parent.iterdir()] == ["page.html"]


def test_a_run_that_was_killed_is_told_as_far_as_it_got(recording: Path, tmp_path: Path) -> None:
    folder = without(recording, tmp_path, "ending", "summary", "examined")
    last = folder / "frames" / "000005.png"
    last.unlink()
    report = make_report(folder, pictures=10)
    assert report.cut
    assert "score" not in dict(report.facts)
    assert report.latency_ms["plan"] == {"p50": 14.0, "p95": 23.0, "p99": 23.8}
    assert [bool(move.picture) for move in report.moves] == [True, True, True, False]
    assert report.lacking == 1
    write_report(report, tmp_path / "page.html")
    assert "The run was killed" in (tmp_path / "page.html").read_text()


def test_half_a_character_is_told_as_it_was_recorded(recording: Path, tmp_path: Path) -> None:
    folder = without(recording, tmp_path, "ending")
    add_to_recording(folder, {"event": "ending", "time_ns": 11, "reason": "half \ud800 of it", "fault": False})
    write_report(make_report(folder, pictures=1), tmp_path / "page.html")
    assert r"half \ud800 of it" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_the_command(recording: Path, tmp_path: Path) -> None:
    done = run_here("report", recording, "--json", "--pictures", 1)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["file"] == str(recording / "report.html")
    assert (told["pictures"], told["outcomes"]["misread"]) == (3, 1)
    assert told["size"] == (recording / "report.html").stat().st_size
    (recording / "report.html").unlink()
    assert run_here("report", recording, "--out", tmp_path / "other.html").returncode == 0
    assert (tmp_path / "other.html").is_file()


@pytest.mark.parametrize(
    ("case", "word"),
    [
        ("no folder", "no such folder"),
        ("a file", "is a file; give the folder of a recording"),
        ("no recording", "give the folder of a recording"),
        ("no decisions", "no decisions"),
        ("no page", "ends in .html"),
        ("under a file", "cannot be written (Not a directory); name another file"),
        ("not writable", "cannot be written"),
    ],
)
def test_what_cannot_be_told_is_refused_in_one_line(case: str, word: str, recording: Path, tmp_path: Path) -> None:
    source, out = recording, tmp_path / "page.html"
    if case == "no folder":
        source = tmp_path / "none"
    elif case == "a file":
        source = recording / EVENTS_FILE
    elif case == "no recording":
        source = tmp_path
    elif case == "no decisions":
        source = without(recording, tmp_path, "decision")
    elif case == "no page":
        out = tmp_path / "page.pdf"
    elif case == "under a file":
        out = recording / EVENTS_FILE / "page.html"
    else:
        out.mkdir()
    assert_one_line(run_here("report", source, "--out", out), word)
    assert not list(tmp_path.glob("*.part"))


def test_a_damaged_decision_is_named(recording: Path, tmp_path: Path) -> None:
    folder = without(recording, tmp_path, "decision")
    decision = {"event": "decision", "time_ns": 1, "number": 1, "frame": "000000.png", "move": "left"}
    add_to_recording(folder, decision)
    with pytest.raises(CaptureError, match="'move' must be a whole number"):
        make_report(folder, pictures=1)


def test_nothing_is_added_to_a_recording_that_is_gone(tmp_path: Path) -> None:
    with pytest.raises(CaptureError, match="cannot be written to"):
        add_to_recording(tmp_path / "none", {"event": "examined", "time_ns": 1})
