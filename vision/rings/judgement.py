"""From what a frame of nested rings measures to what is told of it: where the eyes are sure, and where they are not."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.profile_sections import ReaderSection
from vision.sighting import UNKNOWN

MARKS_SHARE = 1 / 3
"""Share of the marks of a window that must be seen, or it is another picture."""
MARK_SEEN = (0.4, 2.5)
"""How much a mark may stand out, as a share of how much it did."""
BARE = 0.3
"""A mark that stands out less is not there: what covers it stands out in its own way."""
VEILED = 13.0
"""Grey levels that the median of a slot may lie from the ground beside it and be empty: what lies there is even."""
CROSSED = (0.05, 0.8)
"""Share of an empty slot's pixels that are odd where something crosses it: JPEG and noise do less to a clean one, and
what fills it is a ring of its own, of a colour never seen."""
ASTRAY = 0.15
"""Odd pixels in the empty slots of a place, as a share of a ring's own, from which that ring may lie there astray: of
one that is moved by up to half a cell so much still crosses them."""
SPILLED = 0.3
"""Share of the ground within a ring and right beside it that may show the ring's colour: a ring that is drawn softly or
glows shows it on next to none, one that is moved by 0.03 of a cell on less than that."""
SQUARELY = 0.1
"""Share of a ring's pixels that may be odd where it lies in its slot: of a cell's width it is off by 0.06 at most."""


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """What one frame measures, before anything is judged.

    Attributes:
        distance: (places, slots, kinds) float32, grey levels, in the order of the reader's codes.
        core: (places, slots) float32, of the better half of the pixels to the nearest kind.
        unlike: (places,) float32, how far the ground beside the rings is from what it was.
        veiled: (places, slots) float32, how far the median of the pixels is from empty ground.
        odd: (places, slots) float32, share of the pixels that are far off from the nearest kind.
        spilled: (places, slots) float32, share of the ground within and beside a ring that shows its colour.
        marks: (cells,) float32, how much the mark of a cell stands out, as a share of how much it did; nan without one.
        relief: (cells,) float32, likewise, but in any direction: what lies over a mark may be darker than the ground.
    """

    distance: NDArray[np.float32]
    core: NDArray[np.float32]
    unlike: NDArray[np.float32]
    veiled: NDArray[np.float32]
    odd: NDArray[np.float32]
    spilled: NDArray[np.float32]
    marks: NDArray[np.float32]
    relief: NDArray[np.float32]


class Judgement:
    """Judges frames of one window.

    Args:
        limits: of the profile.
        max_ground: grey levels that the ground beside the rings of a place may differ, at most.
        codes: (kinds,) int8 in the order of the distances, that of empty ground last; several colours may share one.
        areas: (slots,) float32, pixels of a ring.
    """

    def __init__(
        self, limits: ReaderSection, max_ground: float, codes: NDArray[np.int8], areas: NDArray[np.float32]
    ) -> None:
        self._limits, self._max_ground = limits, max_ground
        self._codes, self._areas = codes, areas
        self._alike = codes[:, None] == codes

    def __call__(self, measured: Measured) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
        """Return each slot's code, UNKNOWN where not sure, and its margin: 1 - nearest distance / another code's."""
        limits = self._limits
        kind = measured.distance.argmin(axis=2)
        nearest = measured.distance.min(axis=2)
        second = np.where(self._alike[kind], np.float32(np.inf), measured.distance).min(axis=2)
        margin = (1.0 - nearest / np.maximum(second, np.float32(1e-6))).astype(np.float32)
        sure = (nearest <= limits.max_distance) & (margin >= limits.min_margin) & (measured.core <= limits.max_core)
        sure &= (measured.unlike[:, None] <= self._max_ground) & ~self._spilled(measured, self._codes[kind])
        ground = measured.veiled <= VEILED
        ground[: len(measured.relief)] &= measured.relief[:, None] >= BARE
        empty = kind == len(self._codes) - 1
        sure &= ground | ~empty
        marks = measured.marks[~np.isnan(measured.marks)]
        seen = (marks >= MARK_SEEN[0]) & (marks <= MARK_SEEN[1])
        sure &= bool(seen.sum() >= MARKS_SHARE * len(marks))
        sure &= ~self._astray(measured, empty, sure)
        codes = np.where(sure, self._codes[kind], np.int8(UNKNOWN)).astype(np.int8)
        return codes, np.clip(margin, 0.0, 1.0)

    @staticmethod
    def _spilled(measured: Measured, nearest: NDArray[np.int8]) -> NDArray[np.bool_]:
        """Return the slots, (places, slots), that may be hidden by a panel in a ring's colour.

        Around one ring at least it also hides ground; what else of that place looks like a ring of this colour may be
        the panel, too.

        Args:
            measured: the frame.
            nearest: (places, slots) code of the nearest kind.
        """
        alike = nearest[:, :, None] == nearest[:, None, :]
        return np.asarray((alike & (measured.spilled > SPILLED)[:, None, :]).any(axis=2), np.bool_)

    def _astray(self, measured: Measured, empty: NDArray[np.bool_], sure: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return the empty slots, (places, slots), whose ring may lie beside its place, as in a picture that has moved.

        A ring that is moved by more than its stroke leaves most of its slot to the ground, and crosses it here and
        there. A pointer or a panel does that, too, but rings beside it lie squarely in their slots.

        Args:
            measured: the frame.
            empty: where empty ground is nearest.
            sure: where the nearest kind is told otherwise.
        """
        odd = measured.odd
        crossed = empty & (odd > CROSSED[0]) & (odd < CROSSED[1])
        if not crossed.any():
            return crossed
        across = (odd * crossed) @ self._areas
        astray = empty & (across[:, None] > ASTRAY * self._areas)
        squarely = int((sure & ~empty & (odd <= SQUARELY)).sum())
        return astray & (int(astray.any(axis=1).sum()) > squarely)
