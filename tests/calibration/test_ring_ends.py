"""Windows whose hand continues the cells: at which end it is follows from ground and rules, or nothing is believed."""

import itertools
from collections.abc import Callable

import cv2
import numpy as np
import pytesseract
import pytest

from calibration.outcome import CalibrationResult
from calibration.rings import calibrate_rings, score_texts
from calibration.rings.legal import impossible
from calibration.words import Word
from capture.frame import Frame, Pixels
from tests.vision.drawn_rings import EMPTY, DrawnRings, RingLook, centres_of, draw_rings, random_codes
from vision.square_stacker import SCREEN

LOOKS = {
    "right": RingLook(pitch=96, at=(42.3, 118.4)),
    "left": RingLook(pitch=80, at=(36.2, 96.4), shape="circle", hand="left"),
    "below": RingLook(pitch=90, at=(40.6, 110.4), hand="below"),
    "wells": RingLook(pitch=96, at=(42.3, 118.4), mark="well", backdrop="gradient"),
}


@pytest.fixture(autouse=True)
def _no_ocr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pytesseract.pytesseract, "tesseract_cmd", "no-such-tesseract")


def clouds(rng: np.random.Generator, height: int, width: int) -> Pixels:
    coarse = rng.integers(0, 256, (9, 14, 3)).astype(np.uint8)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)


def stripes(rng: np.random.Generator, height: int, width: int) -> Pixels:
    colours = rng.integers(0, 256, (8, 3)).astype(np.uint8)
    return np.asarray(colours[(np.arange(width) // 37 + np.arange(height)[:, None] // 61) % 8], np.uint8)


def noise(rng: np.random.Generator, height: int, width: int) -> Pixels:
    return rng.integers(0, 256, (height, width, 3)).astype(np.uint8)


def calibrated_on(window: DrawnRings, wall: Pixels, at: tuple[int, int]) -> CalibrationResult:
    height, width = window.pixels.shape[:2]
    wall[at[1] : at[1] + height, at[0] : at[0] + width] = window.pixels
    return calibrate_rings([Frame(wall, 0)], SCREEN).result


@pytest.mark.sweep(2)
@pytest.mark.parametrize("wall", [clouds, stripes, noise])
@pytest.mark.parametrize("name", LOOKS)
def test_what_lies_behind_the_window_is_no_ground_of_its_cells(
    name: str, wall: Callable[[np.random.Generator, int, int], Pixels]
) -> None:
    look = LOOKS[name]
    for seed in range(3):
        rng = np.random.default_rng(seed)
        window = draw_rings(look, random_codes(rng, 0.5))
        height, width = window.pixels.shape[:2]
        result = calibrated_on(window, wall(rng, height + 120, width + 160), (80, 60))
        assert result.passed, result.reasons
        left, top = centres_of(look)[0] - look.pitch / 2 + (80, 60)
        assert result.board == pytest.approx((left, top, 3 * look.pitch, 3 * look.pitch), abs=2.5)


def test_where_nothing_tells_both_boards_are_named() -> None:
    look = RingLook(mark="none", backdrop="plain", pitch=100, at=(52, 130))
    codes = np.full((12, 3), EMPTY, np.int8)
    codes[:, 1] = (0, 1, 2, 3, 4, 5, 1, 0, 3, 2, 5, 4)
    codes[[0, 4, 8, 11], [0, 2, 0, 2]] = 1, 0, 5, 3
    frame = draw_rings(look, codes).frame
    refused = calibrate_rings([frame], SCREEN).result
    assert not refused.passed
    (reason,) = refused.reasons
    assert "--board 2,80,300,300" in reason
    assert "--board 102,80,300,300" in reason
    given = calibrate_rings([frame], SCREEN, board=(2, 80, 300, 300)).result
    assert given.passed, given.reasons
    assert given.board == pytest.approx((2, 80, 300, 300), abs=1)


@pytest.mark.parametrize("rule", ["no piece is left", "a line stands"])
def test_what_no_window_shows_tells_the_end(rule: str) -> None:
    look = RingLook(mark="none", backdrop="plain", pitch=100, at=(52, 130), hand="left")
    codes = np.full((12, 3), EMPTY, np.int8)
    codes[:, 1] = (0, 1, 2, 3, 4, 5, 1, 0, 3, 2, 5, 4)
    codes[[0, 4, 7, 11], [0, 2, 0, 2]] = 1, 0, 5, 3
    frames = [draw_rings(look, codes).frame]
    if rule == "no piece is left":
        codes[[2, 5, 8]] = EMPTY
    else:
        # with the hand at the right this would be a row of one colour
        codes[9, 1] = codes[0, 1] = codes[1, 1]
    result = calibrate_rings([*frames, draw_rings(look, codes).frame], SCREEN).result
    assert result.passed, result.reasons
    assert result.board == pytest.approx((102, 80, 300, 300), abs=1)


def test_lines_and_hands() -> None:
    seen = np.full((5, 12, 3), -1, np.int8)
    seen[:4, 9, 1] = 0
    for frame, (line, sizes) in enumerate(itertools.product([(0, 4, 8), (1, 4, 7)], [(0, 1, 2), (2, 2, 2)])):
        seen[frame, line, sizes] = 3
    seen[1, 4, 2], seen[3, 4, 2] = 2, -1
    assert impossible(seen).tolist() == [True, False, True, False, True]


def test_of_many_words_the_likeliest_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    look = RingLook(pitch=96, at=(42.3, 118.4))
    rng = np.random.default_rng(1)
    window = draw_rings(look, random_codes(rng), 60, 182)
    height, width = window.pixels.shape[:2]
    wall = np.full((height + 120, width + 1010, 3), 230, np.uint8)
    for line, col in itertools.product(range(12), range(14)):
        at = (width + 240 + 54 * col, 40 + 42 * line)
        cv2.putText(wall, str(rng.integers(10, 99)), at, cv2.FONT_HERSHEY_DUPLEX, 0.9, (30, 30, 30), 2, cv2.LINE_AA)
    asked = []

    def numbers_in(pixels: Pixels, words: list[Word]) -> list[int | None]:
        asked.extend(words)
        return [{2: 60, 3: 182}.get(word.glyphs) if word.left < 80 + width else None for word in words]

    monkeypatch.setattr(score_texts, "numbers_in", numbers_in)
    monkeypatch.setattr(score_texts, "read_texts", lambda pictures: [""] * len(pictures))
    wall[60 : 60 + height, 80 : 80 + width] = window.pixels
    profile = calibrate_rings([Frame(wall, 0)], SCREEN).profile
    assert 2 <= len(asked) <= score_texts.MOST_NUMBERS
    assert profile.score is not None
    assert profile.best is not None
