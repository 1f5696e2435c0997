"""Windows of nested rings of many looks: found with no rectangle, learned without labels, read without a wrong ring."""

import itertools
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytesseract
import pytest

from bot.benchmarks.vision.square_stacker import SquareStackerDrawings
from calibration.outcome import Calibration, CalibrationError
from calibration.rings import calibrate_rings, carried_offset
from capture.frame import Frame
from tests.vision.drawn_rings import (
    DEEP,
    EMPTY,
    SOFT,
    DrawnRings,
    RingLook,
    centres_of,
    draw_canvas,
    draw_ring,
    draw_rings,
    finish,
    random_codes,
    size_of,
    spoil,
)
from vision.profile import load_profile
from vision.rings import RingReader
from vision.sighting import UNKNOWN
from vision.square_stacker import SCREEN
from vision.text import read_number_at

LOOKS = {
    "squares": RingLook(),
    "tiny": RingLook(pitch=66.4, at=(37.2, 80.7)),
    "large": RingLook(pitch=285.3, at=(150.5, 350.2), backdrop="gradient"),
    "below": RingLook(
        shape="circle", palette=DEEP, ground=(225, 232, 238), mark="well", hand="below", hand_distance=1.3, pitch=120
    ),
    "left and near": RingLook(shape="circle", backdrop="gradient", hand="left", pitch=141, ground=(66, 29, 25)),
    "left in wells": RingLook(palette=SOFT, backdrop="texture", mark="well", hand="left", pitch=96.6),
    "unmarked": RingLook(shape="circle", backdrop="texture", mark="none", hand="left", hand_distance=1.25, pitch=101.7),
    "light": RingLook(palette=DEEP, ground=(232, 236, 240), backdrop="plain", mark="dot", pitch=150),
}


@pytest.fixture
def _no_ocr(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hides tesseract: it costs seconds, and a profile must come out without it too."""
    monkeypatch.setattr(pytesseract.pytesseract, "tesseract_cmd", "no-such-tesseract")


def windows(look: RingLook, count: int, seed: int = 0, fill: float = 0.45) -> list[DrawnRings]:
    rng = np.random.default_rng(seed)
    return [draw_rings(look, random_codes(rng, fill, hand=3 if k == 0 else k % 4)) for k in range(count)]


def calibrated(drawn: list[DrawnRings], how: str = "none") -> Calibration:
    return calibrate_rings([Frame(spoil(w.pixels, how), k) for k, w in enumerate(drawn)], SCREEN)


def code_of(reader: RingReader, look: RingLook) -> np.ndarray:
    """Return the learned code of each drawn one, UNKNOWN where that colour was not learned."""
    learned = {k.code: c for k, c in zip(reader.profile.kinds, reader.pictures.colours, strict=True) if k.code != EMPTY}
    codes = []
    for colour in look.palette:
        code, apart = min(((k, float(np.abs(c - colour).max())) for k, c in learned.items()), key=lambda p: p[1])
        codes.append(code if apart < 25 else UNKNOWN)
    return np.array([*codes, EMPTY], np.int8)


@pytest.mark.sweep(3)
@pytest.mark.usefixtures("_no_ocr")
@pytest.mark.parametrize("how", ["none", "jpeg"])
@pytest.mark.parametrize("name", LOOKS)
def test_found_learned_and_read(name: str, how: str, tmp_path: Path) -> None:
    look = LOOKS[name]
    calibration = calibrated(windows(look, 2), how)
    assert calibration.result.passed, calibration.result.reasons
    centres = centres_of(look)
    p = look.pitch
    board = (centres[0, 0] - p / 2, centres[0, 1] - p / 2, 3 * p, 3 * p)
    assert calibration.result.board == pytest.approx(board, abs=max(2.0, 0.01 * p))
    assert (calibration.result.rows, calibration.result.cols) == (3, 3)
    assert calibration.profile.rings is not None
    assert np.array(calibration.profile.rings.hand) == pytest.approx(centres[9:], abs=max(2.0, 0.01 * p))
    calibration.save(tmp_path / "p")
    reader = RingReader.open(load_profile(tmp_path / "p"), tmp_path / "p")
    code = code_of(reader, look)
    for window in windows(look, 3, seed=9, fill=0.6):
        true = code[window.codes]
        assert np.array_equal(reader.read(window.frame).codes, true)
        for spoilt in ("jpeg", "noise", "gamma", "bright", "night", "dim"):
            read = reader.read(Frame(spoil(window.pixels, spoilt), 0)).codes
            assert np.array_equal(read[read != UNKNOWN], true[read != UNKNOWN])
            if spoilt in ("jpeg", "noise", "gamma"):
                # where strokes are three pixels wide a codec may spoil one
                assert int((read == UNKNOWN).sum() - (true == UNKNOWN).sum()) <= (2 if look.pitch < 70 else 0)


@pytest.mark.usefixtures("_no_ocr")
@pytest.mark.parametrize("scale", [0.5, 1.25])
def test_ground_between_two_rings_is_no_size_of_its_own(scale: float) -> None:
    # in these pictures the ground shows between an inner and a middle ring often enough to look like a fourth size
    drawings = SquareStackerDrawings()
    words = ("square_stacker", "discs", scale)
    rng = np.random.default_rng([1, *(zlib.crc32(repr(word).encode()) for word in words)])
    lesson = drawings.lesson("discs", scale, rng)
    calibration = drawings.calibrate(lesson)
    assert calibration.result.passed, calibration.result.reasons


@pytest.mark.usefixtures("_no_ocr")
def test_frames_that_are_each_too_poor_do_together() -> None:
    look = LOOKS["squares"]
    early = np.full((12, 3), EMPTY, np.int8)
    early[9:, 0] = 0, 1, 2
    later = early.copy()
    later[[0, 4], 0], later[9:, 0], later[9:, 1] = (0, 1), EMPTY, (3, 4, 5)
    last = later.copy()
    last[[2, 7], 1], last[9:, 1], last[9, 2] = (4, 5), EMPTY, 2
    drawn = [draw_rings(look, codes) for codes in (early, later, last)]
    one = calibrated(drawn[:1]).result
    assert not one.passed
    assert one.reasons == (
        "the pictures show only 1 of the 3 ring sizes: give pictures of a later moment, or more of them",
    )
    assert not calibrated(drawn[:2]).result.passed
    together = calibrated(drawn)
    assert together.result.passed, together.result.reasons
    assert together.result.kinds == 7


@pytest.mark.usefixtures("_no_ocr")
def test_a_given_rectangle_helps_where_hardly_anything_marks_the_cells() -> None:
    look = RingLook(mark="none", backdrop="plain")
    codes = np.full((12, 3), EMPTY, np.int8)
    codes[0], codes[5, 1], codes[9:, 2] = (0, 1, 2), 3, (4, 5, 0)
    frame = draw_rings(look, codes).frame
    assert not calibrate_rings([frame], SCREEN).result.passed
    board = (0, 138, 571, 571)
    given = calibrate_rings([frame], SCREEN, board=board)
    assert given.result.passed, given.result.reasons
    assert given.result.board == pytest.approx((1.3, 138.4, 570, 570), abs=2.5)
    with pytest.raises(CalibrationError, match="leaves the"):
        calibrate_rings([frame], SCREEN, board=(400, 300, 600, 600))


@pytest.mark.usefixtures("_no_ocr")
def test_no_board_is_said_and_why() -> None:
    rng = np.random.default_rng(0)
    height, width = 400, 520
    blank = np.full((height, width, 3), 200, np.uint8)
    noise = rng.integers(0, 256, blank.shape).astype(np.uint8)
    clouds = cv2.resize(
        rng.integers(0, 256, (9, 12, 3)).astype(np.uint8), (width, height), interpolation=cv2.INTER_CUBIC
    )
    dialog = blank.copy()
    cv2.rectangle(dialog, (90, 80), (430, 320), (240, 240, 240), -1)
    cv2.rectangle(dialog, (300, 270), (400, 300), (180, 120, 60), -1)
    cv2.putText(dialog, "Game over", (120, 150), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (30, 30, 30), 2, cv2.LINE_AA)
    gems = blank.copy()
    for row, col in itertools.product(range(7), range(9)):
        colour = tuple(int(v) for v in np.random.default_rng(row * 31 + col).integers(0, 255, 3))
        cv2.circle(gems, (40 + 54 * col, 38 + 54 * row), (14, 19, 23)[(row + col) % 3], colour, -1, cv2.LINE_AA)
    for picture in (blank, noise, np.asarray(clouds, np.uint8), dialog, gems):
        result = calibrate_rings([Frame(picture, 0)], SCREEN).result
        assert not result.passed
        assert result.board is None
        assert result.reasons[0].startswith("no board found")
        assert "\n" not in result.reasons[0]


def test_no_frames_and_mixed_sizes_are_refused() -> None:
    with pytest.raises(CalibrationError, match="no frames"):
        calibrate_rings([], SCREEN)
    frames = [Frame(np.zeros((100, n, 3), np.uint8), 0) for n in (100, 120)]
    with pytest.raises(CalibrationError, match="several sizes"):
        calibrate_rings(frames, SCREEN)


@pytest.mark.usefixtures("_no_ocr")
def test_what_lies_over_a_cell_in_one_frame_is_not_learned(tmp_path: Path) -> None:
    look = LOOKS["squares"]
    drawn = windows(look, 3, fill=0.4)
    x, y = (int(v) for v in centres_of(look)[4])
    spoilt = drawn[0].pixels.copy()
    cv2.line(spoilt, (x - 40, y - 30), (x + 70, y + 60), (255, 255, 255), 9)
    calibration = calibrate_rings([Frame(spoilt, 0), drawn[1].frame, drawn[2].frame], SCREEN)
    assert calibration.result.passed, calibration.result.reasons
    calibration.save(tmp_path / "p")
    reader = RingReader.open(calibration.profile, tmp_path / "p")
    code = code_of(reader, look)
    for window in windows(look, 3, seed=5):
        assert np.array_equal(reader.read(window.frame).codes, code[window.codes])


@pytest.mark.sweep(3)
@pytest.mark.usefixtures("_no_ocr")
@pytest.mark.parametrize("name", ["squares", "below", "left in wells"])
def test_a_carried_piece_shows_where_it_hangs(name: str, tmp_path: Path) -> None:
    look = LOOKS[name]
    calibration = calibrated(windows(look, 2))
    calibration.save(tmp_path / "p")
    reader = RingReader.open(calibration.profile, tmp_path / "p")
    rng = np.random.default_rng(3)
    height, width = size_of(look)
    codes = random_codes(rng)
    codes[9] = EMPTY
    for offset in ((0.0, 0.0), (0.0, -0.6), (0.3, -1.1)):
        x, y = centres_of(look)[4] + np.array([0.31, 0.43]) * look.pitch
        canvas = draw_canvas(look, codes)
        for slot, colour in ((2, 3), (0, 1)):
            draw_ring(canvas, look, float(x), float(y), slot, colour)
        pointer = (float(x - offset[0] * look.pitch), float(y - offset[1] * look.pitch))
        frame = Frame(finish(canvas), 0)
        assert carried_offset(frame, reader, pointer) == pytest.approx(offset, abs=0.02)
    assert carried_offset(draw_rings(look, codes).frame, reader, (width / 2, height / 2)) is None


@pytest.mark.parametrize("name", ["squares", "below"])
def test_score_and_best_are_found(name: str) -> None:
    look = LOOKS[name]
    rng = np.random.default_rng(11)
    drawn = [draw_rings(look, random_codes(rng), 60 + k, 1820 + k) for k in range(2)]
    profile = calibrated(drawn).profile
    window = draw_rings(look, random_codes(rng), 7, 2035)
    assert profile.score is not None
    assert profile.best is not None
    assert read_number_at(window.frame, profile.score) == 7
    assert read_number_at(window.frame, profile.best) == 2035


@pytest.mark.usefixtures("_no_ocr")
def test_the_profile_folder_holds_what_a_person_can_read(tmp_path: Path) -> None:
    calibration = calibrated(windows(LOOKS["squares"], 2))
    calibration.save(tmp_path / "p")
    names = {path.name for path in (tmp_path / "p").iterdir()}
    assert {"profile.toml", "contact_sheet.png", "background.png", "inner.png", "middle.png", "outer.png"} <= names
    kinds = calibration.profile.kinds
    assert {kind.name for kind in kinds} == {"pink", "green", "cyan", "yellow", "orange", "violet", "empty"}
    assert [kind.code for kind in kinds] == [0, 1, 2, 3, 4, 5, 6]
    assert load_profile(tmp_path / "p") == calibration.profile
