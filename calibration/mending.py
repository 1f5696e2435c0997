"""Mends a profile whose window has another size or place by now, where the tiles are the ones that it knows."""

import itertools
from dataclasses import replace
from pathlib import Path

import numpy as np

from calibration.find_board import board_candidates
from calibration.proof import lattice_faults
from capture.frame import Frame
from vision.fingerprint import with_fingerprint
from vision.lattice import Lattice
from vision.profile import TEXTS, Profile
from vision.profile_sections import BoardSection, WindowSection
from vision.reader import Reader
from vision.screen import Screen
from vision.sighting import UNKNOWN

MOST_PLACES = 3
"""Places of the board that are tried, the likeliest first."""
NUDGES = (-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5)
"""Pixels by which a place is moved to where the known tiles lie best on what is seen."""
UNREAD_SHARE = 0.05
"""Share of the cells that may stay unread, beyond those under the cursor: some tiles move."""


def mend_profile(profile: Profile, folder: Path, frame: Frame, screen: Screen) -> Profile | None:
    """Return the profile for the window as it is now, or None where it is not the same board of the same tiles.

    The board is searched for anew, with the rows and columns of the profile, and nearly every cell but those under
    the cursor must then be read for sure as a tile that the profile knows. Where text stands is forgotten. Only boards
    of plain tiles are mended: rings, wells and arenas have a picture of their whole ground.

    Args:
        profile: as it was made.
        folder: where its pictures are.
        frame: the client area now.
        screen: what is known of the game.

    Raises:
        vision.profile.ProfileError: a picture of the profile cannot be used.
    """
    if profile.rings is not None or profile.well is not None or profile.arena is not None:
        return None
    pictures = Reader.open(profile, folder).pictures
    candidates = board_candidates([frame.pixels], profile.board.rows, profile.board.cols)
    for found in itertools.islice(candidates, MOST_PLACES):
        if lattice_faults(found):
            continue
        places = [
            replace(found.lattice, x=found.lattice.x + dx, y=found.lattice.y + dy) for dx in NUDGES for dy in NUDGES
        ]
        trials = [_moved(profile, frame, place) for place in places]
        readers = [Reader(trial, pictures) for trial in trials]
        apart = [float(reader.match(frame).distance.min(axis=2).mean()) for reader in readers]
        best = int(np.argmin(apart))
        codes = readers[best].read(frame).codes
        seen = np.unique(codes[codes != UNKNOWN])
        if int((codes == UNKNOWN).sum()) <= screen.cursor_cells + UNREAD_SHARE * codes.size and len(seen) > 1:
            return with_fingerprint(trials[best], frame.pixels)
    return None


def _moved(profile: Profile, frame: Frame, lattice: Lattice) -> Profile:
    """Return the profile with its board there, in a window as the frame shows it."""
    return profile.model_copy(
        update={
            "window": WindowSection.of(frame, profile.window.title),
            "board": BoardSection.of(lattice),
            **dict.fromkeys(TEXTS),
        }
    )
