"""What `read` says of a picture, as JSON and in words: every code that the board holds has a name."""

from pathlib import Path

import numpy as np

from bot.examining.reading import ImageReading
from bot.games import GAMES
from capture.frame import Frame
from vision.sighting import UNKNOWN, Sighting, Status
from vision.well.runs import Run

NAMES = {0: "violet", 1: "green", 9: "empty"}


def test_kinds_names_what_the_profile_knows_and_what_the_picture_shows() -> None:
    codes = np.array([[9, 9], [1, UNKNOWN], [3, 1]], np.int8)
    sighting = Sighting(codes, np.ones((3, 2), np.float32), Status.UNKNOWN_CELLS, 0)
    reading = ImageReading(Path("shot.png"), Frame(np.zeros((8, 8, 3), np.uint8), 0), sighting, 1.0)
    document = reading.document({0: "violet", 1: "green"}, NAMES, {})
    assert document["kinds"] == {"0": "violet", "1": "green", "3": "kind 3", "9": "empty"}


def test_in_words_every_part_has_a_heading_and_every_letter_a_meaning() -> None:
    codes = np.array([[9, 9], [1, UNKNOWN]], np.int8)
    sighting = Sighting(codes, np.full((2, 2), 0.5, np.float32), Status.UNKNOWN_CELLS, 0)
    reading = ImageReading(Path("shot.png"), Frame(np.zeros((8, 8, 3), np.uint8), 0), sighting, 1.0, score=70)
    parts = {"well": codes, "hand, in slots": np.array([[[0, 9], [3, 1]]], np.int8)}
    assert reading.text(NAMES, parts).splitlines() == [
        "shot.png: unknown cells, smallest margin 0.5",
        "score 70",
        "well:",
        "  . .",
        "  B ?",
        "hand, in slots:",
        "  A. DB",
        "? not sure, A violet, B green, D kind 3, . empty",
    ]


def test_every_game_prints_all_that_it_reads() -> None:
    shapes = {
        "bilging": (12, 6),
        "columns": (13, 6),
        "hypersonic": (33, 13),
        "square_stacker": (12, 3),
        "swap3": (8, 8),
    }
    assert set(shapes) == set(GAMES)
    for name, shape in shapes.items():
        codes = np.arange(np.prod(shape), dtype=np.int8).reshape(shape)
        extras = (
            {"piece": Run(2, 4.5, (3, 2, 1), resting=False), "next": np.array([6, 5, 4], np.int8)}
            if name == "columns"
            else {}
        )
        sighting = Sighting(codes, np.ones(shape, np.float32), Status.CLEAR, 0, extras)
        printed = GAMES[name]().printed(sighting)
        assert np.array_equal(np.concatenate([part.ravel() for part in printed.values()])[: codes.size], codes.ravel())
        if name == "columns":
            headings = ["well", "falling piece, 4.5 rows down in column 3, from its top", "next piece, from its top"]
            assert list(printed) == headings
            assert [printed[heading].tolist() for heading in headings[1:]] == [[[3, 2, 1]], [[6, 5, 4]]]
