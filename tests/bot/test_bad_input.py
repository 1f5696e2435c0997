"""Whatever a person hands over, and wherever: one line that names the fault, exit status 2, nothing half-written."""

import json
import shutil
import struct
import subprocess
import sys
import time
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from bot.practice_process import RUN_BOT
from bot.virtual_display import VirtualDisplay
from bot.writable import check_folder
from engine.dice import dice
from engine.swap3 import PRESETS, start
from practice.swap3 import board_rectangle, look_names, render_still
from tests.bot.command_line import assert_one_line, run, run_here
from tests.bot.profile_toml import PROFILE

ROOT = Path(__file__).resolve().parents[2]


def png_header_of(width: int, height: int) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0")) + chunk(b"IEND", b"")


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "picture.png"
    noise = np.random.default_rng(1).integers(0, 255, (600, 400, 3)).astype(np.uint8)
    cv2.imwrite(str(path), noise)
    return path


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    folder = tmp_path / "profile"
    folder.mkdir()
    (folder / "profile.toml").write_text(PROFILE, encoding="utf-8")
    cv2.imwrite(str(folder / "kind_00.png"), np.full((8, 8, 4), 200, np.uint8))
    return folder


def bad_picture(kind: str, path: Path, good: Path) -> Path:
    match kind:
        case "cut short":
            path.write_bytes(good.read_bytes()[:20_000])
        case "1x1":
            cv2.imwrite(str(path), np.zeros((1, 1, 3), np.uint8))
        case "text":
            path.write_text("this is no picture\n" * 40, encoding="utf-8")
        case "huge":
            path.write_bytes(png_header_of(20_000, 20_000))
        case "empty":
            path.write_bytes(b"")
        case "folder":
            path.mkdir()
    return path


@pytest.mark.parametrize("kind", ["cut short", "1x1", "text", "huge", "empty", "folder", "missing"])
def test_bad_pictures(kind: str, picture: Path, profile: Path, tmp_path: Path) -> None:
    bad = bad_picture(kind, tmp_path / "bad.png", picture)
    started = time.monotonic()
    for done in (
        run_here("calibrate", "bilging", "--image", bad, "--profile", tmp_path / "new"),
        run("read", "bilging", "--profile", profile, bad),
    ):
        assert_one_line(done, "bad.png")
    assert not (tmp_path / "new").exists()
    assert time.monotonic() - started < 60


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (PROFILE.replace('"bilging"', '"hypersonic"'), "is a profile of hypersonic, not of bilging"),
        ("name = 'a release'\n", "its profile.toml is something else's"),
    ],
)
def test_a_folder_that_is_not_to_be_calibrated_over_is_named_before_any_work(
    text: str, words: str, tmp_path: Path
) -> None:
    (tmp_path / "profile.toml").write_text(text, encoding="utf-8")
    (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")
    done = run_here("calibrate", "bilging", "--image", tmp_path / "no-such.png", "--profile", tmp_path)
    assert_one_line(done, f"--profile {tmp_path}: ", words, "choose another folder")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["profile.toml", "thesis.txt"]


@pytest.mark.parametrize(
    "words",
    [
        "calibrate bilging --image shot.png --profile new",
        "read bilging --profile new shot.png",
        "play bilging --profile new",
        "replay shot.png --profile new",
        "demo",
        "simulate bilging --games 1 --store games.sqlite",
    ],
)
def test_a_folder_that_was_deleted_while_one_was_in_it(
    words: str, tmp_path: Path, display: VirtualDisplay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", display.name)
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert_one_line(run_here(*words.split()), "the folder you are in is gone")
    assert list(tmp_path.iterdir()) == []


def test_a_library_that_does_not_load_in_a_deleted_folder(tmp_path: Path) -> None:
    """coverage, which numba loads where it is installed, asks for the folder: "system: No such file", status 1."""
    script = 'mkdir gone && cd gone && rmdir ../gone && exec "$0" "$@"'
    words = [sys.executable, str(RUN_BOT), "calibrate", "bilging", "--image", "shot.png", "--profile", "new"]
    done = subprocess.run(["sh", "-c", script, *words], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert_one_line(done, "the folder you are in is gone")
    assert list(tmp_path.iterdir()) == []


def test_a_picture_of_noise_is_no_board(picture: Path, tmp_path: Path) -> None:
    done = run_here("calibrate", "bilging", "--image", picture, "--profile", tmp_path / "new", "--json")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ('game = "bilging"', 'game = "bilging"\ncolour = "blue"', ["profile.toml", "colour"]),
        ("schema_version = 1", "schema_version = 2", ["profile.toml", "newer"]),
        ("rows = 12", 'rows = "twelve"', ["profile.toml", "rows"]),
        ("[window]", "[window", ["profile.toml", "TOML"]),
        ('game = "bilging"', 'game = "chess"', ["chess"]),
        ("kind_00.png", "kind_99.png", ["kind_99.png", "missing"]),
        ("code = 0", "code = 99", ["colour 0", "code 99", "bilging has 0 to 10", "from 11"]),
        ("rows = 12", "rows = 100000", ["profile.toml", "board.rows"]),
    ],
)
def test_bad_profiles(before: str, after: str, words: list[str], profile: Path, picture: Path) -> None:
    path = profile / "profile.toml"
    path.write_text(path.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    assert_one_line(run_here("read", "bilging", "--profile", profile, picture), *words)


def test_no_profile(tmp_path: Path, picture: Path) -> None:
    assert_one_line(run_here("read", "bilging", "--profile", tmp_path / "none", picture), "none", "calibrate")


def test_a_picture_of_another_size_than_the_profile(profile: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.png"
    cv2.imwrite(str(other), np.zeros((300, 300, 3), np.uint8))
    assert_one_line(run_here("read", "bilging", "--profile", profile, other), "300x300", "400x600")


@pytest.mark.parametrize("command", ["play", "suggest"])
def test_a_window_that_does_not_exist(command: str, profile: Path, display: VirtualDisplay) -> None:
    done = run(command, "bilging", "--profile", profile, "--window", "no such window", DISPLAY=display.name)
    assert_one_line(done, "no such window")


def test_calibrating_on_a_window_that_does_not_exist(tmp_path: Path, display: VirtualDisplay) -> None:
    done = run(
        "calibrate", "bilging", "--window", "no such window", "--profile", tmp_path / "new", DISPLAY=display.name
    )
    assert_one_line(done, "no such window")
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("command", ["play", "suggest", "practice"])
def test_no_display(command: str, profile: Path) -> None:
    arguments: list[str | Path] = [] if command == "practice" else ["--profile", profile]
    assert_one_line(run(command, "bilging", *arguments, DISPLAY=None, WAYLAND_DISPLAY=None), "display")


@pytest.mark.parametrize(
    ("display", "words"),
    [(None, "no display: DISPLAY is not set; run in a desktop session, or give --board"), (":98765", "check DISPLAY")],
)
def test_no_display_to_draw_the_board_on(display: str | None, words: str, picture: Path, tmp_path: Path) -> None:
    arguments = ("calibrate", "bilging", "--profile", tmp_path / "new", "--draw", "--image", picture)
    nothing = {"WAYLAND_DISPLAY": None, "XDG_SESSION_TYPE": None, "QT_QPA_PLATFORM": None}
    assert_one_line(run(*arguments, DISPLAY=display, **nothing), words)


@pytest.mark.parametrize("display", [None, ":98765"])
def test_a_wayland_that_does_not_answer(display: str | None, tmp_path: Path) -> None:
    done = run("practice", "bilging", DISPLAY=display, WAYLAND_DISPLAY="wayland-9", XDG_RUNTIME_DIR=str(tmp_path))
    assert_one_line(done, "nothing answers at WAYLAND_DISPLAY=wayland-9", display or "")


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["demo", "bilging", "--record", "/proc/x/y"], "--record /proc/x/y"),
        (["demo", "bilging", "--record", "/dev/null/x"], "--record /dev/null/x"),
        (["calibrate", "bilging", "--image", "x.png", "--profile", "/proc/x"], "--profile /proc/x"),
        (["bench", "vision", "--store", "/proc/x.sqlite"], "/proc/x.sqlite"),
        (["bench", "hypersonic", "--store", "/proc/x.sqlite"], "/proc/x.sqlite"),
        (["bench", "hypersonic", "--plots", "/proc/x"], "--plots /proc/x"),
        (["practice", "bilging", "--truth", "/proc/x"], "/proc/x"),
    ],
)
def test_a_place_that_cannot_be_written_is_refused_before_the_work(
    arguments: list[str], word: str, tmp_path: Path, display: VirtualDisplay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", display.name)
    if arguments[0] == "bench" and "--store" not in arguments:
        arguments = [*arguments, "--store", str(tmp_path / "bench.sqlite")]
    began = time.monotonic()
    done = run_here(*arguments)
    assert_one_line(done, word)
    assert "display:" not in done.stderr
    assert list(tmp_path.iterdir()) == []
    assert time.monotonic() - began < 30


def test_what_was_made_to_see_whether_it_can_be_is_gone_again(tmp_path: Path) -> None:
    check_folder(tmp_path / "a" / "b" / "c")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "here").mkdir()
    check_folder(tmp_path / "here")
    assert [path.name for path in tmp_path.rglob("*")] == ["here"]


def test_a_refused_calibration_whose_picture_cannot_be_kept_says_why_it_was_refused(tmp_path: Path) -> None:
    picture = tmp_path / "shot.png"
    rules = PRESETS["gweled"]
    cv2.imwrite(str(picture), render_still("mine", 1.0, rules, start(rules, dice(1))))
    (tmp_path / "p.refused.png").mkdir()
    done = run_here("calibrate", "swap3", "--image", picture, "--rows", 9, "--profile", tmp_path / "p")
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert "calibration did not pass: " in last
    assert "no picture could be kept (" in last
    assert sorted(path.name for path in tmp_path.iterdir()) == ["p.refused.png", "shot.png"]


@pytest.mark.parametrize("command", ["play", "suggest"])
def test_a_recording_inside_the_profile(command: str, profile: Path) -> None:
    done = run_here(command, "bilging", "--profile", profile, "--record", profile / "runs" / "1")
    assert_one_line(done, "--record", "inside the profile")
    assert not (profile / "runs").exists()


def test_a_record_whose_links_lead_in_a_circle(profile: Path, tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert_one_line(run_here("play", "bilging", "--profile", profile, "--record", loop), "--record", str(loop))


@pytest.mark.parametrize(
    ("option", "words"),
    [("--policy", "no policy ''"), ("--rules", "no rules named ''"), ("--window", "'--window': it is empty")],
)
@pytest.mark.parametrize("command", ["play", "suggest"])
def test_what_is_empty_stands_for_nothing_else(
    command: str, option: str, words: str, profile: Path, display: VirtualDisplay
) -> None:
    """A shell's variable that was never set must not send the mouse to the window of the profile."""
    assert_one_line(run_here(command, "bilging", "--profile", profile, option, ""), words)


def test_no_permission(profile: Path) -> None:
    path = profile / "profile.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('"own"', '"none"'), encoding="utf-8")
    assert_one_line(run_here("play", "bilging", "--profile", profile), "suggest")


@pytest.mark.parametrize(
    ("variable", "words"),
    [("PATH", "tesseract is not installed"), ("TESSDATA_PREFIX", "tesseract does not work")],
)
def test_without_a_tesseract_that_works_no_score_is_read_and_every_board_is_decided_on(
    variable: str, words: str, tmp_path: Path
) -> None:
    assert shutil.which("tesseract", path=str(tmp_path)) is None
    nowhere = {variable: str(tmp_path)}
    picture, profile = tmp_path / "board.png", tmp_path / "new"
    rules, look = PRESETS["gweled"], look_names()[0]
    cv2.imwrite(str(picture), render_still(look, 1.0, rules, start(rules, dice(1))))
    made = run("calibrate", "swap3", "--image", picture, "--profile", profile, **nowhere)
    assert made.returncode == 0, made.stderr
    path = profile / "profile.toml"
    assert "[score]" not in path.read_text(encoding="utf-8")
    with path.open("a", encoding="utf-8") as file:
        x, y, width, height = board_rectangle(look, 1.0, rules)  # something that may be a number
        file.write(f"[score]\nx = {x}\ny = {y}\nwidth = {width}\nheight = {height / 8}\n")
    assert_one_line(run("read", "swap3", picture, picture, "--profile", profile, "--json", **nowhere), words)
    replayed = run("replay", picture, "--profile", profile, "--json", **nowhere)
    assert replayed.returncode == 0, replayed.stderr
    assert "tesseract" not in replayed.stderr
    assert json.loads(replayed.stdout)["decisions"] == 1
