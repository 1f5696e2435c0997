"""What `read --json` says of a picture: every code that the board holds has a name."""

from pathlib import Path

import numpy as np

from bot.examining.reading import ImageReading
from capture.frame import Frame
from vision.sighting import UNKNOWN, Sighting, Status

NAMES = {0: "violet", 1: "green", 9: "empty"}


def test_kinds_names_what_the_profile_knows_and_what_the_picture_shows() -> None:
    codes = np.array([[9, 9], [1, UNKNOWN], [3, 1]], np.int8)
    sighting = Sighting(codes, np.ones((3, 2), np.float32), Status.UNKNOWN_CELLS, 0)
    reading = ImageReading(Path("shot.png"), Frame(np.zeros((8, 8, 3), np.uint8), 0), sighting, 1.0)
    document = reading.document({0: "violet", 1: "green"}, NAMES, {})
    assert document["kinds"] == {"0": "violet", "1": "green", "3": "kind 3", "9": "empty"}
