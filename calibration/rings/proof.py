"""Proves a profile of rings: reads every frame again with it and holds the readings against what was learned."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.rings.learn import LearnedRings
from calibration.rings.places import OFF, SIDE
from calibration.rings.ring_shapes import CELLS, RingShapes
from capture.frame import Frame
from vision.profile import Profile
from vision.profile_sections import ReaderSection
from vision.rings.judgement import Measured
from vision.rings.pictures import RingPictures
from vision.rings.reader import COLOURED, RingReader
from vision.sighting import UNKNOWN

MIN_MARGIN = 0.35
"""What the reader asks of a slot: its kind's distance at most that much smaller than the next."""
DISTANCE_RANGE = (26.0, 34.0)
"""Grey levels that a slot may be away from its kind, whatever was seen: room for other tones."""
CORE_RANGE = (20.0, 28.0)
"""Likewise for the better half of its pixels."""
GROUND_RANGE = (16.0, 30.0)
"""Likewise for the ground beside the rings."""
ROOM = 2.0
"""Limits are that many times what was seen."""
UNREAD_SHARE = 0.12
"""Share of the slots of all frames that may be covered and cannot be read."""
LEAST_MARGIN = 0.4
"""What the proof asks of every slot that is read."""
FEWEST_COLOURS = 2
OVERLAP = 0.1
"""Share of the smaller ring's pixels that two sizes may have in common."""
LIKE_RING = 0.5
"""Share of what the palest colour stands out by, from which what stands out in an empty slot is a ring that was not
found: in 8 spoilt pictures it stood out by 0.87 of it and more, bare ground in 137 of 138 that read right by 0.12."""

OTHER_HAND = (
    "the pieces in hand are drawn in another size than on the board, and too few of their sizes show to tell how much "
    "smaller; give pictures with other pieces in hand (a hand larger than the board cannot be read)"
)


@dataclass(frozen=True, slots=True, eq=False)
class RingProof:
    """How the frames read with the profile.

    Attributes:
        codes: (frames, 12, slots) int8.
        margins: (frames, 12, slots) float32.
        margin: the smallest of a slot that was read.
        wrong: slots that read as another kind than they were learned as.
        unread: share that could not be read.
        in_ground: empty slots of the learned window that hold something like a ring: it was not found as one.
    """

    codes: NDArray[np.int8]
    margins: NDArray[np.float32]
    margin: float
    wrong: int
    unread: float
    in_ground: int = 0


def reader_limits(measured: Sequence[Measured]) -> tuple[ReaderSection, float]:
    """Return where the reader stops being sure, from what the frames themselves measure."""
    nearest = np.array([m.distance.min(axis=2) for m in measured])
    cores = np.array([m.core for m in measured])
    unlike = np.array([m.unlike for m in measured])

    def limit(seen: NDArray[np.float32], low: float, high: float) -> float:
        # one slot in ten may be covered: what is usual counts
        return round(float(np.clip(ROOM * np.quantile(seen, 0.9) + low / 2, low, high)), 2)

    section = ReaderSection(
        min_margin=MIN_MARGIN, max_distance=limit(nearest, *DISTANCE_RANGE), max_core=limit(cores, *CORE_RANGE)
    )
    return section, limit(unlike, *GROUND_RANGE)


def prove(profile: Profile, pictures: RingPictures, frames: Sequence[Frame], learned: LearnedRings) -> RingProof:
    """Read every frame with the profile as it would be written."""
    reader = RingReader(profile, pictures)
    sightings = [reader.read(frame) for frame in frames]
    codes = np.array([s.codes for s in sightings])
    margins = np.array([s.margin for s in sightings])
    sure = codes != UNKNOWN
    wrong = sure & (learned.seen >= 0) & (codes != learned.seen)
    margin = float(margins[sure].min()) if sure.any() else 0.0
    return RingProof(codes, margins, margin, int(wrong.sum()), float((~sure).mean()), _rings_in_ground(reader))


def _rings_in_ground(reader: RingReader) -> int:
    """Return how many slots of the learned empty window stand out from the ground beside them nearly as rings do."""
    samples, window = reader.samples, reader.pictures.background.astype(np.float32)
    slots = np.median(window[samples.ring_at[..., 0], samples.ring_at[..., 1]], axis=2)
    beside = np.median(window[samples.ground_at[..., 0], samples.ground_at[..., 1]], axis=1)[:, None]
    colours = reader.pictures.colours[:-1]
    stand_out = np.abs(slots - beside).max(axis=2)
    palest = np.abs(colours - beside).max(axis=2).min(axis=1)
    return int((stand_out > LIKE_RING * palest[:, None]).sum())


def size_faults(found: RingShapes) -> list[str]:
    """Return why the sizes of the rings are not those of three nested ones."""
    extents = found.extents
    if len(extents) < SIDE:
        few = "no ring" if not extents else f"only {len(extents)} of the {SIDE} ring sizes"
        return [f"the pictures show {few}: give pictures of a later moment, or more of them"]
    if len(extents) > SIDE:
        on_board, in_hand = ({r.slot for r in found.rings if (r.place < CELLS) == cell} for cell in (True, False))
        if max(len(on_board), len(in_hand)) <= SIDE and not on_board & in_hand:
            return [OTHER_HAND]
        return [f"the shapes have {len(extents)} sizes instead of {SIDE}: this is another kind of board"]
    return []


def ring_faults(learned: LearnedRings, most_colours: int) -> list[str]:
    """Return why what was learned is no board of nested rings."""
    faults = []
    for slot, mask in enumerate(learned.masks[1:], 1):
        inner = learned.masks[slot - 1]
        if int((mask & inner).sum()) > OVERLAP * min(int(mask.sum()), int(inner.sum())):
            faults.append("the shapes found do not nest: this is another kind of board")
            break
    if learned.residual_px > max(1.0, OFF * learned.places.pitch / 2):
        faults.append(f"the rings lie {learned.residual_px:.1f} px off the lattice")
    if len(learned.colours) > most_colours:
        faults.append(f"the rings have {len(learned.colours)} colours, the game has {most_colours} at most")
    if len(learned.colours) < FEWEST_COLOURS:
        faults.append("all rings have one colour: give pictures of a later moment")
    elif float(np.ptp(learned.colours, axis=1).max()) < COLOURED:
        faults.append("the rings have no colours, and greys may be those of several: give pictures in colour")
    return faults


def proof_faults(proof: RingProof) -> list[str]:
    """Return why the profile has not proved itself."""
    faults = []
    if proof.wrong:
        faults.append(f"{proof.wrong} rings read otherwise than they were learned")
    if proof.in_ground:
        faults.append(f"{proof.in_ground} rings may have been taken for ground; give more pictures")
    if proof.unread > UNREAD_SHARE:
        faults.append(f"{proof.unread:.0%} of the slots cannot be read; give pictures with nothing over the board")
    if proof.margin < LEAST_MARGIN:
        faults.append(f"two kinds look too much alike (smallest margin {proof.margin:.2f})")
    return faults
