"""Reads cells of an arena by what of them is not covered: beside a panel, under a pointer's edge.

Ground, boxes and items only. A player or a bomb that is hidden for the most part could itself be what covers a cell,
and not all sights of players on one cell, or of bombs under them, can be learned.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.hypersonic import NO_BOMB, NOBODY
from engine.jit import njit
from vision.arena.candidates import Candidates
from vision.arena.layers import GROUND, IGNORED, IS_WALL, SAMPLES, SIDE, WALL_CODES
from vision.sighting import UNKNOWN

Floats = NDArray[np.float32]

FOREIGN: Final = 2.0
"""Grey levels by which a sample is outside of what a thing shows that is not the thing."""
MOST_FOREIGN: Final = 0.16
"""Share of the samples that may be foreign."""
APART: Final = 8.0
"""Grey levels from which a sample speaks against a thing."""
FEWEST_AGAINST: Final = 0.06
"""Share of the samples that must speak against every other thing, all away from what covers the cell."""
MARGIN: Final = 0.5
"""Margin of what was read so, where the profile does not ask for more."""
AROUND: Final = np.ones((3, 3), np.uint8)


def read_partly_covered(
    cells: Floats,
    codes: NDArray[np.int8],
    margin: Floats,
    candidates: Candidates,
    ground: tuple[Floats, Floats],
    least: float,
) -> tuple[NDArray[np.int8], Floats]:
    """Return codes and margin with the cells that can be told by the greater part of their samples.

    Args:
        cells: (CELLS, SAMPLES, 3) as seen.
        codes, margin: (33, 13) as judged; not changed.
        candidates: of the profile.
        ground: (CELLS, SAMPLES, 3) each, between which levels the bare ground lies.
        least: margin that the profile asks for.
    """
    flat, sure = codes.reshape(3, -1).copy(), margin.reshape(3, -1).copy()
    for cell in np.flatnonzero((flat == UNKNOWN).any(axis=0)).tolist():
        found = _under_cover(cells[cell], candidates, ground[0][cell], ground[1][cell], bool(IS_WALL[cell]))
        if found is not None:
            flat[:, cell], sure[:, cell] = found, max(MARGIN, least)
    return flat.reshape(codes.shape), sure.reshape(margin.shape)


def _under_cover(
    seen: Floats, candidates: Candidates, low: Floats, high: Floats, wall: bool
) -> NDArray[np.int8] | None:
    """Return the three codes of a cell over a part of which one thing lies; None where they are not sure."""
    number = 1 if wall else len(candidates.codes)
    shows = candidates.shows[:number]
    best, strays = least_foreign(seen, candidates.low, candidates.high, candidates.shows, low, high, number)
    telling = int((shows[best] != IGNORED).sum())
    if not 0 < strays <= MOST_FOREIGN * telling:
        return None
    codes = np.array(WALL_CODES, np.int8) if wall else candidates.codes[best]
    if codes[1] != NO_BOMB or codes[2] != NOBODY or UNKNOWN in codes:
        return None
    bare = (shows == GROUND)[..., None]
    least, most = np.where(bare, low, candidates.low[:number]), np.where(bare, high, candidates.high[:number])
    outside = outside_of(seen, least, most)
    outside[shows == IGNORED] = 0.0
    foreign = outside[best] > FOREIGN
    cover = np.asarray(cv2.dilate(foreign.astype(np.uint8).reshape(SIDE, SIDE), AROUND), np.uint8)
    if cv2.connectedComponents(cover)[0] != 2:
        return None  # spots here and there are a thing that was never seen
    against = ((outside > APART) & (cover.reshape(SAMPLES) == 0)).sum(axis=1)
    others = (candidates.codes[:number] != candidates.codes[best]).any(axis=1)
    return codes if (against[others] >= FEWEST_AGAINST * telling).all() else None


def outside_of(seen: Floats, least: Floats, most: Floats) -> Floats:
    """Return how far samples lie outside of what may be seen, in grey levels of the worst channel, (..., SAMPLES)."""
    return np.asarray(np.maximum(np.maximum(least - seen, seen - most).max(axis=-1), 0.0), np.float32)


@njit
def least_foreign(
    seen: Floats, low: Floats, high: Floats, shows: NDArray[np.uint8], below: Floats, above: Floats, number: int
) -> tuple[int, int]:
    """Return the candidate of which the fewest samples are foreign, the first among equals, and how many are.

    Args:
        seen: (SAMPLES, 3) of the cell.
        low, high: (candidates, SAMPLES, 3).
        shows: (candidates, SAMPLES).
        below, above: (SAMPLES, 3), between which levels the cell's bare ground lies.
        number: of candidates asked, the first ones.
    """
    best, fewest, foreign = 0, SAMPLES + 1, np.float32(FOREIGN)
    for k in range(number):
        strays = 0
        for s in range(SAMPLES):
            if shows[k, s] == IGNORED:
                continue
            for channel in range(3):
                bare = shows[k, s] == GROUND
                least = below[s, channel] if bare else low[k, s, channel]
                most = above[s, channel] if bare else high[k, s, channel]
                if least - seen[s, channel] > foreign or seen[s, channel] - most > foreign:
                    strays += 1
                    break
            if strays >= fewest:
                break
        if strays < fewest:
            best, fewest = k, strays
    return best, fewest


def warm_up() -> None:
    """Compile or load the kernel."""
    one = np.zeros((1, SAMPLES, 3), np.float32)
    least_foreign(one[0], one, one, np.zeros((1, SAMPLES), np.uint8), one[0], one[0], 1)
