"""How a profile of a well proves itself: it must read the frames that it was made from as they were learned."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from capture.frame import Frame
from engine.columns import EMPTY
from vision.profile_sections import ReaderSection
from vision.sighting import UNKNOWN, Sighting
from vision.well.reader import Jewel, WellReader

LEAST_MARGIN = 0.3
"""Margin of a jewel at rest, at least."""
MOST_UNREAD = 0.03
"""Share of all cells that may be unread: a frame in the middle of an animation among several."""
CLEAN_SHARE = 0.5
"""Share of the frames that must read without an unread cell."""
FEW_JEWELS = 3
"""Jewels of a kind that must be unread for it to be unreadable: one or two may have been learned from a fading one."""
MOST_LOST = 0.5
"""Share of a kind's jewels that may be unread."""
FEWEST_KINDS = 3
DISTANCES = (14.0, 45.0)
"""Limits of how far a jewel may be from its kind, grey levels."""
SPREAD = 2.5
"""How many times the usual distance (the larger ones) a jewel may have."""
NEXT_SHARE = 0.45
"""Nor may it be further than that share of the distance between kinds."""


@dataclass(frozen=True, slots=True, eq=False)
class WellProof:
    """What the frames read as.

    Attributes:
        codes: (frames, rows, cols) int8.
        margins: likewise float32.
        margin: the smallest of a jewel at rest, 1 without any.
        unread: share of cells that are UNKNOWN.
        clean: share of the frames without any.
        first_unread: one of these cells: frame, row and column; None without any.
        differing: cells that read otherwise than they were learned.
        unreadable: codes of the kinds whose jewels mostly cannot be read where they were learned.
        spread: codes of the kinds that lie, as they read, in more places than not where none was learned.
    """

    codes: NDArray[np.int8]
    margins: NDArray[np.float32]
    margin: float
    unread: float
    clean: float
    first_unread: tuple[int, int, int] | None
    differing: int
    unreadable: tuple[int, ...]
    spread: tuple[int, ...] = ()


def prove(
    reader: WellReader,
    frames: Sequence[Frame],
    learned: Sequence[NDArray[np.int8]],
    ghosts: Sequence[set[tuple[int, int]]],
) -> WellProof:
    """Read the frames again.

    Args:
        reader: of the profile.
        frames: as it was learned from.
        learned: (rows, cols) int8 a frame: the code of each jewel that was learned from, UNKNOWN elsewhere.
        ghosts: (row, col) of the cells of each frame that a ghost is in: where no frame shows the ground behind it, it
            may stay unread.
    """
    sightings = [reader.read(frame) for frame in frames]
    codes = np.stack([sighting.codes for sighting in sightings])
    margins = np.stack([sighting.margin for sighting in sightings])
    jewels = (codes != EMPTY) & (codes != UNKNOWN)
    known = np.stack(learned)
    # a piece that stood on the lattice was learned from, and is no part of the well
    piece = np.stack([_piece_cells(sighting) for sighting in sightings])
    differing = (jewels | ((codes == EMPTY) & ~piece)) & (known != UNKNOWN) & (codes != known)
    unread = codes == UNKNOWN
    for of_frame, ghost in zip(unread, ghosts, strict=True):
        for row, col in ghost:
            of_frame[row, col] = False
    return WellProof(
        codes,
        margins,
        float(margins[jewels].min()) if jewels.any() else 1.0,
        float(unread.mean()),
        float((~unread.any(axis=(1, 2))).mean()),
        next(((int(frame), int(row), int(col)) for frame, row, col in np.argwhere(unread)), None),
        int(differing.sum()),
        _unreadable(known, codes),
        _spread(known, codes),
    )


def _piece_cells(sighting: Sighting) -> NDArray[np.bool_]:
    """Return (rows, cols) bool: the cells that the falling piece reaches into."""
    there = np.zeros(sighting.codes.shape, np.bool_)
    piece = sighting.extras.get("piece")
    if piece is not None:
        there[max(0, math.floor(piece.top)) : max(0, math.ceil(piece.bottom)), piece.col] = True
    return there


def _unreadable(learned: NDArray[np.int8], codes: NDArray[np.int8]) -> tuple[int, ...]:
    """Return the codes of which more jewels read as UNKNOWN than not where they were learned, a few at least."""
    kinds = [int(code) for code in np.unique(learned) if code != UNKNOWN]
    unread = {code: codes[learned == code] == UNKNOWN for code in kinds}
    return tuple(code for code in kinds if unread[code].sum() >= FEW_JEWELS and unread[code].mean() > MOST_LOST)


def _spread(learned: NDArray[np.int8], codes: NDArray[np.int8]) -> tuple[int, ...]:
    """Return the codes that read in more cells where no jewel was learned than were learned, two at least.

    All cells that look like a kind were learned. One that is read far beyond them is none of jewels but ground, of
    which a cell was taken for a jewel.
    """
    kinds = [int(code) for code in np.unique(codes) if code not in (UNKNOWN, EMPTY)]
    beyond = {code: int(((codes == code) & (learned == UNKNOWN)).sum()) for code in kinds}
    return tuple(code for code in kinds if beyond[code] > max(1, int((learned == code).sum())))


def limits_of(jewels: Sequence[Jewel]) -> ReaderSection:
    """Return the reader's limits from how far jewels are from their kind and from the next."""
    distances = np.array([jewel.distance for jewel in jewels])
    others = np.array([jewel.distance / max(1e-3, 1 - jewel.margin) for jewel in jewels])
    usual = float(np.quantile(distances, 0.9)) if len(distances) else 0.0
    between = float(np.quantile(others[np.isfinite(others)], 0.05)) if len(others) else DISTANCES[1]
    least, most = DISTANCES
    limit = float(np.clip(SPREAD * usual + 6.0, least, min(most, max(least, NEXT_SHARE * between))))
    return ReaderSection(min_margin=LEAST_MARGIN, max_distance=round(limit, 1), max_core=round(limit, 1))


def proof_faults(proof: WellProof, kinds: int, most_kinds: int) -> list[str]:
    """Return why a profile must not be used, one line each."""
    faults = []
    if kinds < FEWEST_KINDS:
        faults.append(f"only {kinds} kinds of jewels seen; give pictures of a later moment, with more jewels")
    if kinds > most_kinds:
        faults.append(f"{kinds} kinds of jewels, more than the game's {most_kinds}; give clearer pictures or --board")
    if proof.differing:
        faults.append(f"{proof.differing} jewels read otherwise than they were learned; give more pictures")
    if proof.unreadable:
        faults.append(f"some kinds of jewels ({len(proof.unreadable)}) cannot be told from others; give more pictures")
    if proof.spread:
        faults.append(f"ground may have been taken for jewels (of {len(proof.spread)} kinds); give more pictures")
    if proof.unread > MOST_UNREAD:
        faults.append(f"{100 * proof.unread:.0f} % of the cells cannot be read again; give more pictures")
    if proof.clean < CLEAN_SHARE:
        frame, row, col = (place + 1 for place in proof.first_unread or (0, 0, 0))
        faults.append(
            f"too few of the pictures read whole (row {row}, column {col} of picture {frame} cannot be read); give "
            "pictures of a window at play, not paused or covered"
        )
    if proof.margin < LEAST_MARGIN:
        faults.append(f"two kinds look too much alike (margin {proof.margin:.2f}); give more pictures")
    return faults
