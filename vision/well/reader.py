"""One frame of a well in, one sighting out, with nothing remembered in between."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from capture.frame import Frame, Pixels
from engine.columns import EMPTY, LENGTH
from vision.lattice import Lattice
from vision.profile import PROFILE_FILE, Profile, ProfileError
from vision.profile_sections import BoardSection, KindSection, ReaderSection, TextSection, WellSection, WindowSection
from vision.sighting import NO_BOARD_SHARE, UNKNOWN, Sighting, Status
from vision.tone import STRAIGHT, Floats, Reference, Tone, fitted, guesses, read_in_other_tones
from vision.well.cell_codes import Told, tell
from vision.well.colour import GroundColour
from vision.well.cut import Cutter
from vision.well.pictures import SEEN, WellPictures, read_pictures
from vision.well.preview import Preview
from vision.well.samples import LINES

LEAST_SHADING = 0.85
"""Share of their kinds' shading that jewels must show beside something that hides half of a well: a veil over all of it
leaves less, and may turn one colour into another."""
FEWEST_JEWELS = 3
"""Jewels that must be recognised for a tone to be believed: an even picture looks like an empty well in some tone."""


@dataclass(frozen=True, slots=True)
class Jewel:
    """One jewel that a frame shows, resting or falling.

    Attributes:
        col: column.
        top: upper edge in rows from the well's top, to a sixteenth of a row; negative where it is cut off above.
        kind: its place among the profile's kinds.
        distance: from the kind's picture, in grey levels.
        margin: 1 - that / the distance from the nearest kind of another code.
    """

    col: int
    top: float
    kind: int
    distance: float
    margin: float


@dataclass(frozen=True, slots=True, eq=False)
class _Reading:
    """What a well reads as in one tone, and how far all of it is from what is known, where that is asked."""

    well: Told
    tone: Tone | None
    doubt: float

    @property
    def jewels(self) -> int:
        """How many jewels are told."""
        return sum(code != UNKNOWN for run in self.well.runs for code in run.codes)


class WellReader:
    """Reads a well, the falling piece and the preview with one profile.

    Args:
        profile: the profile.
        pictures: its pictures; they may be on no disk yet.
        path: of the profile, as what is wrong with it is told.

    Attributes:
        profile, pictures: as given.
        lattice: the well's cells; the preview is not among them.
        codes: (kinds,) int8 of the profile's kinds.

    Raises:
        ProfileError: it cannot be used.
    """

    def __init__(self, profile: Profile, pictures: WellPictures, path: Path = Path(PROFILE_FILE)) -> None:
        if profile.well is None:
            raise ProfileError(f"{path}: the profile knows no well; calibrate again")
        if not profile.kinds:
            raise ProfileError(f"{path}: the profile knows no kinds; calibrate again")
        self.profile = profile
        self.pictures = pictures
        self.lattice: Lattice = profile.lattice
        self.codes = np.array([kind.code for kind in profile.kinds], np.int8)
        max_ground = profile.well.max_ground
        try:
            self._cut = Cutter(self.lattice, pictures, self.codes, profile.reader.max_distance, max_ground)
            self._preview = Preview.of(profile, pictures, self._cut.templates, self.codes, max_ground)
        except ProfileError as error:
            raise ProfileError(f"{path}: {error}") from error
        self._reference = Reference.of(pictures.background, pictures.known >= SEEN)
        self._colour = GroundColour(self._cut.strips)

    @classmethod
    def open(cls, profile: Profile, folder: Path) -> Self:
        """Return a reader for a profile whose pictures are in a folder.

        Raises:
            ProfileError: it or a picture cannot be used.
        """
        return cls(profile, read_pictures(profile, folder), folder / PROFILE_FILE)

    def read(self, frame: Frame) -> Sighting:
        """Read one picture of the client area.

        Returns:
            A sighting with codes (rows, cols) int8: the well without the falling piece; EMPTY where the ground, a ghost
            or the falling piece is. Jewels on their way down (not the piece's) count for the nearest row. Its extras:
            "runs" (tuple of `Run`), "piece" (`Run` or None), "next" (int8 (3,) top to bottom, -1 where not sure, or
            None where the window shows none), "moving" (bool: several runs float, or a cell cannot be read). A picture
            of another size than the profile's is no board, nor is one without colours, or one in which cells cannot be
            read and not one jewel can; nothing of it is told. One of which half the cells cannot be read is none
            either, but of what it shows in the profile's own tone, with no veil over it, the next piece is told, and
            the cells but for those of jewels that float.
        """
        height, width = frame.pixels.shape[:2]
        window = self.profile.window
        if (width, height) != (window.width, window.height):
            return self._no_board(frame)
        reading = self._reading(frame.pixels)
        if self._colour.is_missing_in(self._cut.shown):
            return self._no_board(frame)
        if (reading.well.codes == UNKNOWN).any():
            reading = self._in_other_tones(frame.pixels, reading)
        following = None if self._preview is None else self._preview(frame.pixels, reading.tone)
        runs, piece = reading.well.runs, reading.well.piece
        unknown = bool((reading.well.codes == UNKNOWN).any())
        shown = reading.jewels or (following is not None and not np.isin(following, (UNKNOWN, EMPTY)).all())
        if unknown and (reading.well.unread >= NO_BOARD_SHARE or not shown):
            return self._no_board(frame) if _may_be_chance(reading) else self._in_view(frame, reading, following)
        moving = any(not run.resting and run is not piece for run in runs) or unknown
        extras = {"runs": tuple(runs), "piece": piece, "next": following, "moving": moving}
        status = Status.UNKNOWN_CELLS if unknown else Status.CLEAR
        return Sighting(reading.well.codes, reading.well.margin, status, frame.time_ns, extras)

    def _no_board(self, frame: Frame) -> Sighting:
        """Return what a frame says in which there is no board: nothing."""
        nothing = {"runs": (), "piece": None, "next": self._nothing_next(), "moving": False}
        return Sighting.of_no_board((self.lattice.rows, self.lattice.cols), frame.time_ns, nothing)

    def _in_view(self, frame: Frame, reading: _Reading, following: NDArray[np.int8] | None) -> Sighting:
        """Return what a frame says of a board of which something hides the half: what lies beside that."""
        extras = {"runs": (), "piece": None, "next": following, "moving": False}
        codes, margin = reading.well.codes, reading.well.margin
        piece = reading.well.piece
        whole = piece is not None and len(piece.codes) == LENGTH and UNKNOWN not in piece.codes
        for run in reading.well.runs:
            if not run.resting and not (whole and run is piece):  # it may be the rest of a piece, or the stack
                rows = [row for row in run.rows if 0 <= row < len(codes)]
                codes[rows, run.col], margin[rows, run.col] = UNKNOWN, 0.0
        status = Status.NO_BOARD | Status.UNKNOWN_CELLS
        return Sighting(codes, margin, status, frame.time_ns, extras)

    def _reading(self, pixels: Pixels, tone: Tone | None = None) -> _Reading:
        """Read a picture, or one that is brought to the profile's tone from `tone`."""
        cut = self._cut(pixels, tone)
        well = tell(cut, self.codes, self.profile.reader.min_margin)
        doubt = float((well.codes == UNKNOWN).sum())
        if doubt or tone is not None:
            doubt += cut.strangeness  # a picture that can be read whole as it is is compared with none
        return _Reading(well, tone, doubt)

    def _in_other_tones(self, pixels: Pixels, plain: _Reading) -> _Reading:
        """Read a picture that holds cells which cannot be read in the tone that its ground has, if that is another."""
        expected = self._reference.levels
        ground = self._reference.seen_in(pixels)
        first = guesses(ground, expected)
        if not first:
            return plain
        own = self._cut.shown

        def recognised(_reading: _Reading) -> tuple[Floats, Floats]:
            shown, known = self._cut.jewel_samples(own)
            return np.concatenate((ground, shown)), np.concatenate((expected, known))

        found = read_in_other_tones(
            first, lambda tone: self._reading(pixels, tone), lambda reading: reading.doubt, recognised
        )
        if found is None or found.doubt >= plain.doubt or found.well.unread >= NO_BOARD_SHARE:
            return plain
        return found if found.jewels >= FEWEST_JEWELS else plain

    def jewels(self, frame: Frame) -> list[Jewel]:
        """Return every jewel of a known kind in a frame of the window's size, however doubtful, column by column."""
        cut = self._cut(frame.pixels)
        return [
            Jewel(
                col,
                int(cut.tops[col, n]) / LINES,
                int(cut.kinds[col, n]),
                float(cut.distances[col, n]),
                float(cut.margins[col, n]),
            )
            for col in range(self.lattice.cols)
            for n in range(int(cut.counts[col]))
        ]

    def _nothing_next(self) -> NDArray[np.int8] | None:
        return None if self._preview is None else np.full(LENGTH, UNKNOWN, np.int8)


def _may_be_chance(reading: _Reading) -> bool:
    """Tell whether the little that could be read may look like a well's by chance: in some tone, or veil, much does."""
    return reading.tone is not None or reading.jewels < FEWEST_JEWELS or reading.well.shading < LEAST_SHADING


def warm_up() -> None:
    """Compile or load the reader's kernels, so that the first read is as fast as the rest."""
    side = 4 * LINES
    jewel, whole = np.full((LINES, LINES, 3), 200, np.float32), np.ones((LINES, LINES), np.float32)
    ground, known = np.zeros((side, side, 3), np.uint8), np.full((side, side), 255, np.uint8)
    profile = Profile(
        game="",
        window=WindowSection(width=side, height=side),
        board=BoardSection(x=0, y=0, width=side, height=side, rows=4, cols=4),
        kinds=(KindSection(code=0, name="", file=""),),
        reader=ReaderSection(min_margin=0.3, max_distance=20, max_core=20),
        well=WellSection(background="", next=TextSection(x=0, y=0, width=LINES, height=3 * LINES)),
    )
    known[:LINES] = SEEN - 1
    reader = WellReader(profile, WellPictures((jewel,), (whole,), ground, known))
    reader.read(Frame(ground, 0))
    reader._reading(ground, STRAIGHT)
    samples = ground.reshape(-1, 3).astype(np.float32)
    fitted(samples, samples, STRAIGHT)
