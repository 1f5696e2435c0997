"""A recording becomes a GIF: a picture a move with the move on it, whole or not at all."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageSequence

import engine.swap3 as swap3
from bot.calibrating.frames import calibrate_frames
from bot.calibrating.wishes import CalibrationWishes
from bot.examining.timelapse import write_timelapse
from bot.games import GAMES
from bot.playing.move_picture import STRONG
from capture.frame import Frame
from capture.recorded import RecordingReader
from capture.recording import FRAMES_FOLDER, RecordingWriter
from engine.dice import dice
from practice.swap3 import board_rectangle, render_still
from tests.bot.command_line import assert_one_line, run_here

RULES = swap3.PRESETS["gweled"]
MOVES = 3


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three moves of a game, as a run records them."""
    folder = tmp_path_factory.mktemp("timelapse") / "recording"
    rolls = dice(7)
    state = swap3.start(RULES, rolls)
    meta = {"game": "swap3", "rules": RULES.name}
    frames = []
    with RecordingWriter(folder, meta) as writer:
        for number in range(MOVES + 1):
            frames.append(Frame(render_still("mine", 1.0, RULES, state), number))
            name = writer.add_frame(frames[-1])
            if number == MOVES:
                break
            move = int(swap3.legal_moves(RULES, state)[0])
            event = {"event": "decision", "time_ns": number, "frame": name, "move": move}
            writer.event({**event, "state": swap3.to_text(state)})
            state = swap3.apply(RULES, state, move, rolls).state
    calibration = calibrate_frames(GAMES["swap3"](), frames, "", CalibrationWishes())
    assert calibration.result.passed, calibration.result.reasons
    calibration.save(folder / "profile")
    return folder


def test_a_picture_a_move_with_the_move_drawn_on_it(recording: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.gif"
    made = write_timelapse(recording, file, width=2000, frame_ms=200)
    with Image.open(file) as gif:
        assert gif.size == (made.width, made.height)
        pages = [(page.info["duration"], page.convert("RGB")) for page in ImageSequence.Iterator(gif)]
    lasts, shown = [lasts for lasts, _ in pages], [np.asarray(page).astype(int) for _, page in pages]
    assert len(pages) == made.frames == MOVES + 1
    assert lasts[:-1] == [200] * MOVES
    assert lasts[-1] > 1000
    assert made.size == file.stat().st_size
    x, y, width, height = (round(v) for v in board_rectangle("mine", 1.0, RULES))
    strong = np.array(STRONG[::-1])
    marked = [
        int((np.abs(picture[y : y + height, x : x + width] - strong).max(axis=2) < 40).sum()) for picture in shown
    ]
    assert min(marked[:-1]) > marked[-1] + 100, "a move is not drawn"
    assert not np.array_equal(shown[0], shown[1])


def test_it_is_narrowed_and_thinned_as_asked(recording: Path, tmp_path: Path) -> None:
    made = write_timelapse(recording, tmp_path / "small.gif", width=160, frame_ms=100, every=2)
    assert (made.frames, made.width) == (3, 160)


@pytest.mark.parametrize(
    ("fault", "counted", "said"),
    [
        ("missing", "lacking", "1 move is left out: the picture is not on the disk"),
        ("resized", "resized", "1 move is left out: the picture is of another size than the first"),
    ],
)
def test_a_move_whose_picture_cannot_be_shown_is_left_out_and_that_is_said(
    fault: str, counted: str, said: str, recording: Path, tmp_path: Path
) -> None:
    source, file = tmp_path / "recording", tmp_path / "game.gif"
    shutil.copytree(recording, source)
    second = source / FRAMES_FOLDER / RecordingReader(source).frame_names[1]
    if fault == "missing":
        second.unlink()
    else:
        with Image.open(second) as picture:
            smaller = picture.crop((0, 0, picture.width - 8, picture.height))
        smaller.save(second)
    done = run_here("timelapse", source, file, "--json")
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    assert (made["frames"], made["left_out"], made[counted], made["lacking"] + made["resized"]) == (MOVES, 1, 1, 1)
    assert said in done.stderr.splitlines()


@pytest.mark.parametrize(
    ("case", "word"),
    [
        ("not a gif", ".gif"),
        ("under a file", "cannot be written"),
        ("no recording", "give the folder of a recording"),
        ("a file", "a file: is a file; give the folder of a recording"),
        ("no folder", "nowhere: no such folder; give the folder of a recording"),
        ("no moves", "no moves"),
        ("no pictures", "pictures"),
    ],
)
def test_what_cannot_be_made_is_refused_in_one_line(case: str, word: str, recording: Path, tmp_path: Path) -> None:
    source, file = recording, tmp_path / "game.gif"
    if case == "not a gif":
        file = tmp_path / "game.mp4"
    elif case == "under a file":
        (tmp_path / "file").touch()
        file = tmp_path / "file" / "game.gif"
    elif case == "no recording":
        source = tmp_path
    elif case == "a file":
        source = tmp_path / case
        source.touch()
    elif case == "no folder":
        source = tmp_path / "nowhere"
    elif case == "no pictures":
        source = tmp_path / "blind"
        shutil.copytree(recording, source)
        for picture in (source / FRAMES_FOLDER).iterdir():
            picture.unlink()
    else:
        source = tmp_path / "empty"
        RecordingWriter(source, {"game": "columns", "rules": "jewel"}).close()
    assert_one_line(run_here("timelapse", source, file), word)
    assert not file.exists()


def test_a_folder_that_is_not_there_is_made_for_a_gif_alone(recording: Path, tmp_path: Path) -> None:
    file = tmp_path / "none" / "deep" / "game.gif"
    assert_one_line(run_here("timelapse", tmp_path, file), "recording")
    assert not (tmp_path / "none").exists()
    assert run_here("timelapse", recording, file).returncode == 0
    assert [each.name for each in file.parent.iterdir()] == ["game.gif"]


def test_files_of_others_beside_it_stay_as_they_are(recording: Path, tmp_path: Path) -> None:
    (tmp_path / "game.part").write_text("mine")
    write_timelapse(recording, tmp_path / "game.gif", width=100, frame_ms=200)
    assert (tmp_path / "game.part").read_text() == "mine"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["game.gif", "game.part"]
