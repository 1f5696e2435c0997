"""The contact sheet of rings: a person tells from it what was read in each slot."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.rings.sheet import ring_sheet
from capture.frame import Pixels
from tests.vision.drawn_rings import EMPTY, RingLook, draw_rings
from tests.vision.ring_readers import reader_of
from vision.rings.samples import place_centres


def test_colours_of_one_first_letter_are_told_apart(tmp_path: Path) -> None:
    reader = reader_of(RingLook(pitch=66.4), tmp_path)
    names = ("blue", "brown")
    kinds = [kind.model_copy(update={"name": name}) for kind, name in zip(reader.profile.kinds, names, strict=False)]
    profile = reader.profile.model_copy(update={"kinds": (*kinds, *reader.profile.kinds[2:])})
    pixels = draw_rings(RingLook(pitch=66.4), np.full((12, 3), EMPTY, np.int8)).pixels

    def sheet_of(code: int) -> Pixels:
        codes: NDArray[np.int8] = np.full((12, 3), EMPTY, np.int8)
        codes[0, 0] = code
        sure = np.ones(codes.shape, np.float32)
        return ring_sheet(pixels, profile, place_centres(profile), reader.pictures, codes, sure)

    assert not np.array_equal(sheet_of(0), sheet_of(1))
