"""The real Square Stacker window: grid, hand, score and best exactly as written beside it, with no rectangle given.

The picture is not ours to keep; SPYGLASS_REAL names the folder that holds it.
"""

import json
import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.rings import calibrate_rings
from capture.folder import load_image
from capture.frame import Frame
from vision.profile import load_profile
from vision.rings import RingReader
from vision.sighting import UNKNOWN, Status
from vision.square_stacker import SCREEN
from vision.text import read_number_at

REAL = os.environ.get("SPYGLASS_REAL")
pytestmark = pytest.mark.skipif(not REAL, reason="SPYGLASS_REAL is not set: no real pictures here")


def real(folder: str, name: str) -> Frame:
    return Frame(load_image(Path(REAL or "") / folder / name), 0)


@pytest.mark.parametrize("board", [None, (0.0, 137.0, 577.0, 577.0), (8.0, 130.0, 570.0, 580.0)])
def test_everything_is_read_as_written(board: tuple[float, float, float, float] | None, tmp_path: Path) -> None:
    frame = real("square_stacker", "coolmath.png")
    written = json.loads((Path(REAL or "") / "square_stacker" / "coolmath.json").read_text(encoding="utf-8"))
    calibration = calibrate_rings([frame], SCREEN, board=board)
    assert calibration.result.passed, calibration.result.reasons
    assert calibration.result.kinds == 7
    calibration.save(tmp_path / "p")
    profile = load_profile(tmp_path / "p")
    sighting = RingReader.open(profile, tmp_path / "p").read(frame)
    names = {kind.name: kind.code for kind in profile.kinds}
    code = {letter: names[name] for letter, name in written["colours"].items()} | {".": names["empty"]}
    words = [word for row in written["grid"] for word in row] + written["hand"]
    assert np.array_equal(sighting.codes, [[code[letter] for letter in word] for word in words])
    assert sighting.status == Status.CLEAR
    assert sighting.margin.min() > 0.8
    assert profile.score is not None
    assert profile.best is not None
    assert read_number_at(frame, profile.score) == written["score"]
    assert read_number_at(frame, profile.best) == written["best"]
    assert [profile.lattice.centre(0, col)[0] for col in range(3)] == pytest.approx(written["cell_centres_x"], abs=1.5)
    assert [profile.lattice.centre(row, 0)[1] for row in range(3)] == pytest.approx(written["cell_centres_y"], abs=1.5)


def test_on_a_colourful_wallpaper_the_same_board_is_found() -> None:
    window = real("square_stacker", "coolmath.png").pixels
    height, width = window.shape[:2]
    coarse = np.random.default_rng(3).integers(0, 256, (9, 14, 3)).astype(np.uint8)
    for x, y in ((373, 163), (0, 0), (120, 31)):
        desktop = cv2.resize(coarse, (width + 420, height + 260), interpolation=cv2.INTER_CUBIC)
        desktop[y : y + height, x : x + width] = window
        result = calibrate_rings([Frame(np.asarray(desktop, np.uint8), 0)], SCREEN).result
        assert result.passed, result.reasons
        assert result.board == pytest.approx((x + 0.4, y + 137.3, 577, 577), abs=2)


@pytest.fixture
def reader(tmp_path: Path) -> RingReader:
    calibrate_rings([real("square_stacker", "coolmath.png")], SCREEN).save(tmp_path / "p")
    return RingReader.open(load_profile(tmp_path / "p"), tmp_path / "p")


def test_what_is_not_the_board_reads_as_none(reader: RingReader) -> None:
    window = real("square_stacker", "coolmath.png").pixels
    pitch = reader.lattice.pitch_x
    pictures = [np.full_like(window, grey) for grey in range(50, 90, 2)]
    pictures.append(np.full_like(window, np.median(window.reshape(-1, 3), axis=0).astype(np.uint8)))
    pictures.append(np.asarray(cv2.cvtColor(cv2.cvtColor(window, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8))
    for x, y in ((0.5, 0), (0, 0.5), (0.25, 0), (0.1, 0.1)):
        move = np.array([[1, 0, x * pitch], [0, 1, y * pitch]])
        moved = cv2.warpAffine(window, move, window.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
        pictures.append(np.asarray(moved, np.uint8))
    for picture in pictures:
        sighting = reader.read(Frame(picture, 0))
        assert (sighting.codes == UNKNOWN).all()
        assert sighting.status & Status.NO_BOARD


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("gweled", "frame_000.png"),
        ("gweled", "size_large.png"),
        ("puzzle_pirates", "bilging_a.png"),
        ("puzzle_pirates", "bilging_b.png"),
        ("columns_web", "frame_010.png"),
    ],
)
def test_other_games_are_no_square_stacker(folder: str, name: str) -> None:
    result = calibrate_rings([real(folder, name)], SCREEN).result
    assert not result.passed
    assert result.reasons[0].startswith("no board found")
