"""Drawn Bilging windows, and what the reader of a profile made from them takes its codes for."""

from pathlib import Path

import numpy as np

from calibration.calibrate import Calibration
from capture.frame import Frame
from tests.vision.drawn_window import Drawn, Look, draw_window, random_codes
from vision.profile import load_profile
from vision.reader import Reader
from vision.sighting import UNKNOWN

LOOK = Look(pitch=32, art_seed=11, gap=2)


def drawn(look: Look, seed: int, *, waterline: float | None = 8.4, specials: float = 0.0, scene: int = 7) -> Drawn:
    rng = np.random.default_rng(seed)
    codes = random_codes(rng, look)
    odd = rng.random(codes.shape) < specials
    codes[odd] = rng.integers(look.kinds, look.kinds + 3, int(odd.sum()))
    cursor = (int(rng.integers(12)), int(rng.integers(5)))
    return draw_window(look, codes, seed, waterline=waterline, cursor=cursor, scene_seed=scene)


def frame(picture: np.ndarray, time_ns: int = 0) -> Frame:
    return Frame(picture, time_ns)


def reader_of(calibration: Calibration, folder: Path) -> Reader:
    calibration.save(folder)
    return Reader.open(load_profile(folder), folder)


def true_codes(reader: Reader, picture: Drawn) -> dict[int, int]:
    """Return the true kind of each code read, and require that they are a bijection."""
    codes = reader.read(frame(picture.picture)).codes
    table: dict[int, int] = {}
    for code, truth in zip(codes.ravel().tolist(), picture.codes.ravel().tolist(), strict=True):
        if code != UNKNOWN:
            assert table.setdefault(code, truth) == truth
    assert len(set(table.values())) == len(table)
    return table
