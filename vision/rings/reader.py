"""One frame of nested rings in, one sighting out, with nothing remembered in between."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from capture.frame import Frame, Pixels
from vision.lattice import Lattice
from vision.profile import PROFILE_FILE, Profile, ProfileError
from vision.rings.judgement import Judgement, Measured
from vision.rings.kernels import CAP, measure_places
from vision.rings.pictures import RingPictures, read_pictures
from vision.rings.samples import Samples, choose_samples, place_sizes
from vision.sighting import NO_BOARD_SHARE, UNKNOWN, Sighting, Status
from vision.tone import Floats, Tone, guesses, read_in_other_tones

EMPTY_NAME = "empty"
"""Name of the kind that is the ground itself."""
FEWEST_RINGS = 3
"""Rings that must be recognised for a tone to be believed: an even picture looks like an empty board in some tone."""
COLOURED = 40
"""Grey levels between the channels of a colour, from which a picture that shows it has not lost its colours."""


@dataclass(frozen=True, slots=True, eq=False)
class _Reading:
    """What a picture reads as in one tone: codes, nearest kinds, margin (places, slots), and how far off all is."""

    codes: NDArray[np.int8]
    nearest: NDArray[np.intp]
    margin: NDArray[np.float32]
    tone: Tone | None
    doubt: float


class RingReader:
    """Reads cells of nested rings and the hand beside them with one profile.

    Args:
        profile: the profile.
        pictures: its pictures; they may be on no disk yet.
        path: of the profile, as what is wrong with it is told.

    Attributes:
        profile, pictures: as given.
        drawn: the pictures at each size that rings are drawn in somewhere, as a share of that in the cells.
        lattice: the board's cells; the hand is not among them.

    Raises:
        ProfileError: it cannot be used.
    """

    def __init__(self, profile: Profile, pictures: RingPictures, path: Path = Path(PROFILE_FILE)) -> None:
        if profile.rings is None or not any(kind.name != EMPTY_NAME for kind in profile.kinds):
            raise ProfileError(f"{path}: the profile knows no rings; calibrate again")
        coloured = [k for k, kind in enumerate(profile.kinds) if kind.name != EMPTY_NAME]
        empty = [kind.code for kind in profile.kinds if kind.name == EMPTY_NAME]
        if len(empty) != 1:
            raise ProfileError(f"{path}: the profile needs one kind named 'empty'; calibrate again")
        self.profile = profile
        self.pictures = pictures
        self.lattice: Lattice = profile.lattice
        self.codes = np.array([*(profile.kinds[k].code for k in coloured), *empty], np.int8)
        self.drawn = {size: pictures.drawn_at(size) for size in dict.fromkeys(place_sizes(profile))}
        try:
            self.samples: Samples = choose_samples(profile, self.drawn, pictures.colours[coloured])
        except ProfileError as error:
            raise ProfileError(f"{path}: {error}") from error
        self._asked = self.samples.pixels
        areas = np.array([mask.sum() for mask in pictures.masks], np.float32)
        self._judge = Judgement(profile.reader, profile.rings.max_ground, self.codes, areas)
        self._coloured = bool((np.ptp(pictures.colours[coloured], axis=1) >= COLOURED).any())
        self._ring_colours = np.round(pictures.colours[coloured]).astype(np.int16)
        self._counts = np.zeros(511, np.int32)
        self._shifts = np.zeros((self.samples.ring_at.shape[0] + 1, 3), np.int64)

    @classmethod
    def open(cls, profile: Profile, folder: Path) -> Self:
        """Return a reader for a profile whose pictures are in a folder.

        Raises:
            ProfileError: it or a picture cannot be used.
        """
        return cls(profile, read_pictures(profile, folder), folder / PROFILE_FILE)

    def measure(self, frame: Frame, tone: Tone | None = None) -> Measured:
        """Return the distances of every slot to every kind; the frame must have the window's size.

        Args:
            frame: in the profile's tone.
            tone: the one that it had, None for the profile's own.
        """
        samples = self.samples
        places, slots = samples.ring_at.shape[:2]
        measured = Measured(
            np.empty((places, slots, len(self.codes)), np.float32),
            np.empty((places, slots), np.float32),
            np.empty(places, np.float32),
            np.empty((places, slots), np.float32),
            np.empty((places, slots), np.float32),
            np.empty((places, slots), np.float32),
            *self._marks(frame.pixels),
        )
        measure_places(
            frame.pixels,
            samples.ring_at,
            samples.expected if tone is None else tone.within(samples.expected),
            samples.even,
            samples.ground_at,
            samples.ground if tone is None else tone.within(samples.ground),
            samples.about_at,
            samples.about if tone is None else tone.within(samples.about),
            self._ring_colours if tone is None else tone.within(self._ring_colours),
            self._counts,
            self._shifts,
            measured.distance,
            measured.core,
            measured.unlike,
            measured.veiled,
            measured.odd,
            measured.spilled,
        )
        return measured

    def _marks(self, pixels: Pixels) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return `Measured.marks` and `Measured.relief`."""
        at, marks = self.samples.mark_at, self.samples.marks
        asked = marks.any(axis=(1, 2))
        if not asked.any():
            return np.full(len(at), np.nan, np.float32), np.ones(len(at), np.float32)
        beside = self.samples.ground_at[: len(at)]
        ground = np.median(pixels[beside[..., 0], beside[..., 1]], axis=1).astype(np.float32)
        shown = pixels[at[..., 0], at[..., 1]].astype(np.float32) - ground[:, None]
        whole = np.maximum((marks**2).sum(axis=(1, 2)), np.float32(1))
        high = np.maximum(np.abs(marks).max(axis=2).sum(axis=1), np.float32(1))
        seen, relief = (shown * marks).sum(axis=(1, 2)) / whole, np.abs(shown).max(axis=2).sum(axis=1) / high
        return np.where(asked, seen, np.float32(np.nan)), np.where(asked, relief, np.float32(1))

    def read(self, frame: Frame) -> Sighting:
        """Read one picture of the client area.

        Returns:
            A sighting with codes (places, slots) int8, nine cells row by row and then the hand, each from the inner
            ring outwards, and margin alike. A picture of another size than the profile's is no board. One of which
            half cannot be read is none either, but what it shows in the profile's own tone is told, if that is a ring
            at least.
        """
        height, width = frame.pixels.shape[:2]
        window = self.profile.window
        if (width, height) != (window.width, window.height):
            return self._no_board(frame)
        reading = self._reading(frame.pixels)
        if (reading.codes == UNKNOWN).any():
            reading = self._in_other_tones(frame.pixels, reading)
        codes, margin = reading.codes, reading.margin
        unknown = codes == UNKNOWN
        if not self._shows_rings(frame.pixels, codes):
            return self._no_board(frame)
        if float(unknown.mean()) >= NO_BOARD_SHARE:
            if reading.tone is not None or not self._rings(codes):
                return self._no_board(frame)
            return Sighting(codes, margin, Status.NO_BOARD | Status.UNKNOWN_CELLS, frame.time_ns)
        return Sighting(codes, margin, Status.UNKNOWN_CELLS if unknown.any() else Status.CLEAR, frame.time_ns)

    def _no_board(self, frame: Frame) -> Sighting:
        return Sighting.of_no_board(self.samples.ring_at.shape[:2], frame.time_ns)

    def _rings(self, codes: NDArray[np.int8]) -> int:
        """Return how many rings are told."""
        return int(((codes != UNKNOWN) & (codes != self.codes[-1])).sum())

    def _shows_rings(self, pixels: Pixels, codes: NDArray[np.int8]) -> bool:
        """Tell whether a picture can be one of a window with rings: a hand is never empty at rest.

        Of pictures that hold unread slots some ring, read or not, must have a colour: one without colours reads wrong.
        """
        rings = (codes != UNKNOWN) & (codes != self.codes[-1])
        if not (codes == UNKNOWN).any() or not self._coloured:
            return bool(rings.any())
        places, slots = np.nonzero(codes != self.codes[-1])
        at = self.samples.ring_at[places, slots]
        shown = np.median(pixels[at[..., 0], at[..., 1]], axis=1)
        return bool((np.ptp(shown, axis=1) >= COLOURED).any())

    def _reading(self, pixels: Pixels, tone: Tone | None = None) -> _Reading:
        measured = self.measure(Frame(pixels, 0), tone)
        codes, margin = self._judge(measured)
        # what cannot be read counts as much as anything can be off
        off = np.where(codes == UNKNOWN, np.float32(CAP), measured.distance.min(axis=2))
        return _Reading(codes, measured.distance.argmin(axis=2), margin, tone, float(off.mean()))

    def _in_other_tones(self, pixels: Pixels, plain: _Reading) -> _Reading:
        """Read a picture that holds slots which cannot be read in the tone that its ground has, if that is another."""
        samples = self.samples
        at = samples.ground_at.reshape(-1, 2)
        ground = pixels[at[:, 0], at[:, 1]].astype(np.float32)
        expected = samples.ground.reshape(-1, 3).astype(np.float32)

        def recognised(reading: _Reading) -> tuple[Floats, Floats]:
            places, slots = np.nonzero(reading.codes != UNKNOWN)
            kinds = reading.nearest[places, slots]
            rings = samples.ring_at[places, slots].reshape(-1, 2)
            shown = pixels[rings[:, 0], rings[:, 1]].astype(np.float32)
            known = samples.expected[places, slots, kinds].reshape(-1, 3).astype(np.float32)
            return np.concatenate((ground, shown)), np.concatenate((expected, known))

        rows, cols = self._asked
        asked, brought = pixels[None, rows, cols], pixels.copy()

        def read(tone: Tone) -> _Reading:
            brought[rows, cols] = tone.picture(asked)[0]  # no other pixel is looked at
            return self._reading(brought, tone)

        found = read_in_other_tones(guesses(ground, expected), read, lambda reading: reading.doubt, recognised)
        if found is None or found.doubt >= plain.doubt or (found.codes == UNKNOWN).mean() >= NO_BOARD_SHARE:
            return plain
        return found if self._rings(found.codes) >= FEWEST_RINGS else plain


def warm_up() -> None:
    """Compile or load the reader's kernel, so that the first read is as fast as the rest."""
    at = np.zeros((1, 1, 2, 2), np.int32)
    measure_places(
        np.zeros((2, 2, 3), np.uint8),
        at,
        np.zeros((1, 1, 2, 2, 3), np.int16),
        np.zeros((1, 1, 2), np.bool_),
        at[0],
        np.zeros((1, 2, 3), np.int16),
        at,
        np.zeros((1, 1, 2, 3), np.int16),
        np.zeros((1, 3), np.int16),
        np.zeros(511, np.int32),
        np.zeros((2, 3), np.int64),
        np.zeros((1, 1, 2), np.float32),
        np.zeros((1, 1), np.float32),
        np.zeros(1, np.float32),
        np.zeros((1, 1), np.float32),
        np.zeros((1, 1), np.float32),
        np.zeros((1, 1), np.float32),
    )
