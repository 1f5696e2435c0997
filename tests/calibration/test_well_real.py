"""A real Columns game in a browser: well, jewels and every labelled board, with no rectangle given.

The pictures are not ours to keep; SPYGLASS_REAL names the folder that holds them.
"""

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.outcome import CalibrationResult
from calibration.well.calibrate import calibrate_well
from capture.folder import load_image
from capture.frame import Frame
from engine.columns import EMPTY
from vision.columns import SCREEN
from vision.profile import load_profile
from vision.sighting import UNKNOWN, Status
from vision.text import read_number_at
from vision.well.reader import WellReader

REAL = os.environ.get("SPYGLASS_REAL")
pytestmark = pytest.mark.skipif(not REAL, reason="SPYGLASS_REAL is not set: no real pictures here")

NAMES = ("frame_002", "frame_006", "frame_010", "frame_014", "frame_017")
NUMBERS = {"frame_006": (336, 1, 6), "frame_010": (634, 1, 15), "frame_014": (942, 1, 21)}
"""Score, level and jewels as the pictures show them."""


def frame(name: str) -> Frame:
    return Frame(load_image(Path(REAL or "") / "columns_web" / f"{name}.png"), 0)


def labels(name: str) -> np.ndarray:
    text = (Path(REAL or "") / "columns_web" / f"{name}.txt").read_text(encoding="utf-8")
    return np.array([line.split() for line in text.splitlines() if line.strip()])


def read_as_labels(reader: WellReader, name: str, letters: dict[int, str]) -> np.ndarray:
    """The board in letters; which kind is which letter is settled by the first cell that shows it, and stays so."""
    codes, written = reader.read(frame(name)).codes, labels(name)
    shown = np.full(codes.shape, "?")
    shown[codes == EMPTY] = "."
    for row, col in np.argwhere((codes != EMPTY) & (codes != UNKNOWN)).tolist():
        letter = letters.setdefault(int(codes[row, col]), str(written[row, col]))
        shown[row, col] = letter
    return shown


def assert_place(result: CalibrationResult) -> None:
    assert (result.rows, result.cols) == (13, 7)
    assert result.board is not None
    x, y, width, height = result.board
    assert (x, y) == pytest.approx((307.7, 0), abs=0.5)
    assert (width / 7, height / 13) == pytest.approx((69.23, 69.23), abs=0.5)


@pytest.mark.parametrize(("rows", "cols"), [(None, None), (13, 7)])
def test_all_pictures_together(rows: int | None, cols: int | None, tmp_path: Path) -> None:
    calibration = calibrate_well([frame(name) for name in NAMES], SCREEN, rows=rows, cols=cols)
    assert calibration.result.passed, calibration.result.reasons
    assert_place(calibration.result)
    assert calibration.result.kinds == 5
    calibration.save(tmp_path / "p")
    reader = WellReader.open(load_profile(tmp_path / "p"), tmp_path / "p")
    letters: dict[int, str] = {}
    for name in NAMES:
        assert np.array_equal(read_as_labels(reader, name, letters), labels(name)), name
    assert sorted(letters.values()) == list("BGPRY")
    # the next piece, read off the pictures
    by_letter = {letter: code for code, letter in letters.items()}
    for name, following in (("frame_002", "PGP"), ("frame_006", "PYG"), ("frame_010", "PBG"), ("frame_014", "BYG")):
        assert reader.read(frame(name)).extras["next"].tolist() == [by_letter[letter] for letter in following]


def test_a_picture_of_one_piece_wants_the_size_told() -> None:
    # between the drawn lines of the cells it may hang anywhere
    result = calibrate_well([frame(NAMES[0])], SCREEN).result
    assert not result.passed
    assert "give both --rows and --cols" in result.reasons[0]


@pytest.mark.sweep(2)
@pytest.mark.parametrize("name", NAMES)
def test_any_one_picture(name: str, tmp_path: Path) -> None:
    rows, cols = (13, 7) if name == NAMES[0] else (None, None)
    calibration = calibrate_well([frame(name)], SCREEN, rows=rows, cols=cols)
    assert calibration.result.passed, calibration.result.reasons
    assert_place(calibration.result)
    # the first picture shows three colours, one of them in the preview alone
    assert calibration.result.kinds == (3 if name == "frame_002" else 5)
    calibration.save(tmp_path / "p")
    reader = WellReader.open(load_profile(tmp_path / "p"), tmp_path / "p")
    letters: dict[int, str] = {}
    assert np.array_equal(read_as_labels(reader, name, letters), labels(name))
    for other in NAMES:
        # ground that the one picture hides may stay unread, nothing is read wrong
        shown = read_as_labels(reader, other, letters)
        assert ((shown == labels(other)) | (shown == "?")).all(), other


@pytest.mark.sweep(3)
@pytest.mark.parametrize(
    ("name", "quality"),
    [("frame_017", 75), ("frame_017", 60), ("frame_010", 90), ("frame_010", 60), ("frame_014", 60), ("frame_006", 60)],
)
def test_a_gap_between_jewels_is_ground_in_packed_pictures_too(name: str, quality: int, tmp_path: Path) -> None:
    """JPEG gives it edges all around, as jewels have them: it was learned as one, and the pictures were refused."""
    good, data = cv2.imencode(".jpg", frame(name).pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert good
    packed = Frame(np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8), 0)
    calibration = calibrate_well([packed], SCREEN)
    assert calibration.result.passed, calibration.result.reasons
    assert calibration.result.kinds == 5
    calibration.save(tmp_path / "p")
    codes = WellReader.open(load_profile(tmp_path / "p"), tmp_path / "p").read(packed).codes
    written = labels(name)
    pairs = set(zip(codes.ravel().tolist(), written.ravel().tolist(), strict=True))
    assert len(pairs) == len(set(codes.ravel().tolist())) == len(set(written.ravel().tolist()))


@pytest.mark.sweep(2)
@pytest.mark.parametrize("name", NUMBERS)
def test_numbers(name: str) -> None:
    profile = calibrate_well([frame(name)], SCREEN).profile
    for place, number in zip((profile.score, profile.level, profile.jewels), NUMBERS[name], strict=True):
        assert place is not None
        assert read_number_at(frame(name), place) == number


def test_without_colours_or_on_a_black_screen_nothing_is_told(tmp_path: Path) -> None:
    calibration = calibrate_well([frame("frame_014")], SCREEN)
    calibration.save(tmp_path / "p")
    reader = WellReader.open(load_profile(tmp_path / "p"), tmp_path / "p")
    greys = [cv2.cvtColor(frame(name).pixels, cv2.COLOR_BGR2GRAY) for name in NAMES]
    for grey in (*greys, np.zeros_like(greys[0])):
        sighting = reader.read(Frame(np.dstack([grey] * 3), 0))
        assert sighting.status & Status.NO_BOARD
        assert (sighting.codes == UNKNOWN).all()


def test_a_rectangle_by_hand() -> None:
    calibration = calibrate_well([frame("frame_014")], SCREEN, board=(308.0, 0.0, 484.0, 900.0))
    assert calibration.result.passed, calibration.result.reasons
    assert (calibration.result.rows, calibration.result.cols) == (13, 7)


@pytest.mark.parametrize("picture", ["gweled/frame_000.png", "square_stacker/coolmath.png"])
def test_other_games_are_no_well(picture: str) -> None:
    other = Frame(load_image(Path(REAL or "") / picture), 0)
    assert not calibrate_well([other], SCREEN).result.passed
