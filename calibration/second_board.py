"""Tells of a second board of the same tiles in the same pictures: nobody said which of the two is meant."""

from collections.abc import Sequence

import numpy as np

from calibration.find_board import climb
from calibration.outcome import Rectangle
from calibration.self_similarity import peaks
from capture.frame import Pixels
from vision.cells import sample_cells
from vision.judgement import judge
from vision.lattice import Lattice
from vision.matching import Matcher
from vision.profile import Profile
from vision.prototypes import Prototype, at_side
from vision.reader import SIDE, Reader
from vision.sighting import UNKNOWN

READ_SHARE = 0.5
"""Share of a place's cells that must read as tiles of the board that was found for it to be another."""


def second_board(pictures: Sequence[Pixels], profile: Profile, prototypes: Sequence[Prototype]) -> Rectangle | None:
    """Return where else in the first picture the tiles of a board lie in as many rows and columns, None if nowhere.

    Args:
        pictures: the profile's own window.
        profile, prototypes: of the board that was found.
    """
    found = profile.lattice
    rest = _without(pictures[0], found)
    pitch = (found.pitch_x + found.pitch_y) / 2
    for guess in peaks([rest], found.rows, found.cols, pitch, 1):
        start = Lattice(guess.x, guess.y, guess.pitch, guess.pitch, found.rows, found.cols)
        place, _ = climb([rest], start)
        if _read_share(rest, place, profile, prototypes) >= READ_SHARE:
            return place.rectangle
    return None


def which_board(*boards: Rectangle) -> str:
    """Return what a person is told of two boards, one line."""
    return f"two boards are shown; say which one is meant: {board_options(*boards)}"


def board_options(*boards: Rectangle) -> str:
    """Return what to type for one board or another."""
    return " or ".join(f"--board {','.join(f'{value:.0f}' for value in board)}" for board in boards)


def _without(picture: Pixels, lattice: Lattice) -> Pixels:
    """Return a picture with a board painted over, evenly: nothing there is like anything."""
    rest = picture.copy()
    x, y = max(0, round(lattice.x)), max(0, round(lattice.y))
    rest[y : round(lattice.y + lattice.height), x : round(lattice.x + lattice.width)] = 128
    return rest


def _read_share(picture: Pixels, place: Lattice, profile: Profile, prototypes: Sequence[Prototype]) -> float:
    """Return the share of a place's cells that read as a kind of the profile."""
    small = [at_side(prototype, SIDE) for prototype in prototypes]
    dry, trust = (np.stack(part) for part in zip(*small, strict=True))
    tint = Reader(profile, prototypes).tint
    matcher = Matcher(dry, trust, tint, place.rows, place.cols, profile.reader.max_distance)
    codes = np.array([kind.code for kind in profile.kinds], np.int8)
    read, _ = judge(matcher(sample_cells(picture, place, SIDE)), codes, profile.reader)
    return float((read != UNKNOWN).mean())
