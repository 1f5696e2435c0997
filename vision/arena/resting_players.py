"""Players who stand still in cells over a part of which something lies, told by what of them is in view.

What covers a cell may itself be another player, so this alone reads nothing (`vision.arena.partly_covered`); who knows
where everybody was may make use of it (`vision.arena.repair`).
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.hypersonic import FLOOR, NO_BOMB, NOBODY
from vision.arena.candidates import Candidates
from vision.arena.layers import GROUND, IGNORED, IS_WALL, SIDE, SPRITE
from vision.arena.partly_covered import APART, AROUND, FEWEST_AGAINST, FOREIGN, Floats, outside_of

MOST_COVERED: Final = 0.7
"""Share of a cell's samples that may be covered."""
SHOWS: Final = 2 * FOREIGN
"""Grey levels by which a sample must be outside of what a player at rest shows, had it moved, to speak for its rest."""
SLIDES: Final = (0.0, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0, 12.0)
"""Ways in samples, each with a pixel more, that a player may have gone from where it stood, by which each is tried."""
WAYS: Final = ((0, 1), (0, -1), (1, 0), (-1, 0))


def resting_players(
    which: NDArray[np.int64], seen: Floats, candidates: Candidates, ground: tuple[Floats, Floats], pixel: float
) -> dict[int, tuple[int, int, int]]:
    """Return the codes of cells in which what is in view is one player at rest on bare floor, and nothing else known.

    A player that has moved by a pixel, in any direction, would show that beside what covers it.

    Args:
        which: (n,) cells that could not be read.
        seen: (n, SAMPLES, 3) of them.
        candidates: of the profile.
        ground: (CELLS, SAMPLES, 3) each, between which levels the bare ground lies.
        pixel: edge of one in samples.
    """
    alone = [
        k
        for k, (floor, bomb, people) in enumerate(candidates.codes.tolist())
        if (floor, bomb) == (FLOOR, NO_BOMB) and people > NOBODY and (people - NOBODY).bit_count() == 1
    ]
    found = {}
    for cell, samples in zip(which.tolist(), seen, strict=True):
        for k in alone if not IS_WALL[cell] else ():
            if _rests(samples, candidates, k, ground[0][cell], ground[1][cell], pixel):
                floor, bomb, people = candidates.codes[k].tolist()
                found[cell] = (floor, bomb, people)
    return found


def _rests(seen: Floats, candidates: Candidates, k: int, low: Floats, high: Floats, pixel: float) -> bool:
    """Tell whether what is in view of a cell is candidate `k` where it stands at rest."""
    shows = candidates.shows[k]
    bare = (shows == GROUND)[:, None]
    least, most = np.where(bare, low, candidates.low[k]), np.where(bare, high, candidates.high[k])
    foreign = (outside_of(seen, least, most) > FOREIGN) & (shows != IGNORED)
    telling = int((shows != IGNORED).sum())
    if not 0 < foreign.sum() <= MOST_COVERED * telling:
        return False
    cover = np.asarray(cv2.dilate(foreign.astype(np.uint8).reshape(SIDE, SIDE), AROUND), np.uint8)
    if cv2.connectedComponents(cover)[0] != 2:
        return False  # what moves shows that at all its edges
    free = (cover.reshape(-1) == 0) & (shows != IGNORED)
    fewest = FEWEST_AGAINST * telling
    if not all(
        _would_show(least, most, way, slide + pixel)[free & (shows == SPRITE)].sum() >= fewest
        for slide in SLIDES
        for way in WAYS
    ):
        return False
    showing = (candidates.shows == GROUND)[..., None]
    others = outside_of(seen, np.where(showing, low, candidates.low), np.where(showing, high, candidates.high))
    against = ((others > APART) & (candidates.shows != IGNORED) & free).sum(axis=1)
    return bool((against[(candidates.codes != candidates.codes[k]).any(axis=1)] >= fewest).all())


def _would_show(least: Floats, most: Floats, way: tuple[int, int], samples: float) -> NDArray[np.bool_]:
    """Return which samples, bool (SAMPLES,), show that all in a cell has gone so far some way, (down, right).

    Whatever of what may be seen was there: who may lie a fraction of a pixel aside shows a small step nowhere.
    """
    low, high = _slid(least, way, samples), _slid(most, way, samples)
    return np.asarray(np.maximum(least - high, low - most).max(axis=-1) > SHOWS)


def _slid(levels: Floats, way: tuple[int, int], samples: float) -> Floats:
    """Return about what a cell shows, (SAMPLES, 3), when all in it has gone so many samples some way, (down, right)."""
    move = np.array([[1, 0, way[1] * samples], [0, 1, way[0] * samples]], np.float32)
    cell = levels.reshape(SIDE, SIDE, 3).astype(np.float32)
    gone = cv2.warpAffine(cell, move, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(gone, np.float32).reshape(-1, 3)
