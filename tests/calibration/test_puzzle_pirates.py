"""Two real Bilging windows: the board to the pixel, every cell as written, each picture with the other's profile too.

The pictures are not ours to keep; SPYGLASS_REAL names the folder that holds them.
"""

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from calibration.calibrate import Calibration, calibrate
from capture.folder import load_image
from capture.frame import Frame
from vision.bilging import SCREEN
from vision.reader import Reader
from vision.sighting import UNKNOWN

REAL = os.environ.get("SPYGLASS_REAL")
pytestmark = pytest.mark.skipif(not REAL, reason="SPYGLASS_REAL is not set: no real pictures here")

PICTURES = ("bilging_a", "bilging_b")
CURSOR = {"bilging_a": {(11, 4), (11, 5)}, "bilging_b": {(8, 0), (8, 1)}}


def folder() -> Path:
    return Path(REAL or "") / "puzzle_pirates"


def written(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((folder() / f"{name}.json").read_text(encoding="utf-8"))
    return document


def frame(name: str) -> Frame:
    return Frame(load_image(folder() / f"{name}.png"), 0)


@cache
def calibrated(name: str) -> Calibration:
    return calibrate([frame(name)], SCREEN)


@pytest.mark.parametrize("name", PICTURES)
def test_the_board_is_found_to_the_pixel(name: str) -> None:
    result = calibrated(name).result
    assert result.passed, result.reasons
    x, y = written(name)["window_board_xy"]
    tile = written(name)["tile"]
    assert result.board == pytest.approx((x, y, 6 * tile, 12 * tile), abs=1.0)
    assert result.kinds == {"bilging_a": 7, "bilging_b": 8}[name]


@pytest.mark.parametrize("learned", PICTURES)
@pytest.mark.parametrize("read", PICTURES)
def test_every_cell_is_read_as_written(learned: str, read: str, tmp_path: Path) -> None:
    calibrated(learned).save(tmp_path / "profile")
    reader = Reader.open(calibrated(learned).profile, tmp_path / "profile")
    codes = reader.read(frame(read)).codes
    rows = written(read)["rows"]
    known_letters = set("".join(written(learned)["rows"]))
    pairs = set()
    for row in range(12):
        for col in range(6):
            letter, code = rows[row][col], int(codes[row, col])
            if code == UNKNOWN:
                assert (row, col) in CURSOR[read] or letter not in known_letters, f"({row}, {col}) is not read"
            else:
                pairs.add((letter, code))
    # wet or dry, one letter is one code and one code one letter
    assert len({letter for letter, _ in pairs}) == len({code for _, code in pairs}) == len(pairs)


def test_a_kind_never_seen_is_unknown(tmp_path: Path) -> None:
    """The crab of picture b under the profile of picture a, which has none."""
    calibrated("bilging_a").save(tmp_path / "profile")
    reader = Reader.open(calibrated("bilging_a").profile, tmp_path / "profile")
    assert reader.read(frame("bilging_b")).codes[11, 3] == UNKNOWN


@pytest.mark.parametrize("name", PICTURES)
def test_the_waterline_is_where_it_was_written(name: str, tmp_path: Path) -> None:
    calibrated(name).save(tmp_path / "profile")
    sighting = Reader.open(calibrated(name).profile, tmp_path / "profile").read(frame(name))
    assert sighting.extras["waterline"] == pytest.approx(written(name)["water_row"], abs=0.15)


@pytest.mark.parametrize("size", ["small", "medium", "large"])
def test_the_same_eyes_find_another_game(size: str) -> None:
    """Gweled: eight by eight on a chequered ground, at its three sizes."""
    where = Path(REAL or "") / "gweled" / f"size_{size}"
    picture = load_image(where.with_suffix(".png"))
    result = calibrate([Frame(picture, 0)], SCREEN, rows=8, cols=8)
    pitch = {"small": 32, "medium": 48, "large": 64}[size]
    assert result.result.passed, result.result.reasons
    assert result.result.board == pytest.approx((0, 27, 8 * pitch, 8 * pitch), abs=1.0)
