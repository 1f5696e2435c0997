"""One frame of a well in, one sighting out, with nothing remembered in between."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from capture.frame import Frame, Pixels
from vision.lattice import Lattice
from vision.profile import (
    BoardSection,
    KindSection,
    Profile,
    ProfileError,
    ReaderSection,
    TextSection,
    WellSection,
    WindowSection,
)
from vision.sighting import UNKNOWN, Sighting, Status
from vision.tone import Floats, Reference, Tone, guesses, read_in_other_tones
from vision.well.kernels import (
    CAP,
    GROUND_LINE,
    LEAST_LINES,
    ODD_LINE,
    ground_costs,
    judge_jewels,
    parse_columns,
    place_costs,
    take_samples,
)
from vision.well.odd_cells import BLUR, CALM, FAINT, ODD, OUTLINE, sort_odd_cells
from vision.well.pictures import SEEN, WellPictures, read_pictures
from vision.well.runs import LENGTH, Found, Run, odd_jewels, piece_of, runs_of, well_codes
from vision.well.samples import (
    ACROSS,
    LINES,
    SEEN_GROUND,
    Strips,
    Templates,
    ground_palette,
    jewel_samples,
    make_strips,
    make_templates,
    stacked,
)

EMPTY = 9
"""Code of a cell with no jewel, the engine's."""
LIKE_GROUND = 22
"""Grey levels of the worst channel by which a sample may be away from a colour of the ground to be like it."""
MOSTLY = 0.92
"""Share of samples that must be, where the ground itself was never seen."""
MOST_SEEN = 0.25
"""Share of samples with seen ground from which this is not asked: what covers seen ground is not ground."""
FEWEST_JEWELS = 3
"""Jewels that must be recognised for a tone to be believed: an even picture looks like an empty well in some tone."""
NO_BOARD_SHARE = 0.5
"""Share of cells that cannot be read from which there is no board."""


@dataclass(frozen=True, slots=True, eq=False)
class _Scratch:
    """Arrays that a strip is read into, made once."""

    shown: NDArray[np.int16]
    grounds: NDArray[np.float32]
    labels: NDArray[np.int8]
    tops: NDArray[np.int16]
    kinds: NDArray[np.int8]
    counts: NDArray[np.int32]
    distances: NDArray[np.float32]
    margins: NDArray[np.float32]
    shifted: NDArray[np.float32]
    sorts: NDArray[np.int8]
    faint: NDArray[np.int8]
    best: NDArray[np.float32]
    choice: NDArray[np.int8]
    totals: NDArray[np.int64]

    @classmethod
    def of(cls, cols: int, rows: int) -> Self:
        lines = rows * LINES
        return cls(
            np.zeros((cols, lines, ACROSS, 3), np.int16),
            np.zeros((cols, lines), np.float32),
            np.zeros((cols, lines), np.int8),
            np.zeros((cols, rows + 2), np.int16),
            np.zeros((cols, rows + 2), np.int8),
            np.zeros(cols, np.int32),
            np.zeros((cols, rows + 2), np.float32),
            np.zeros((cols, rows + 2), np.float32),
            np.zeros((cols, rows + 2, 2), np.float32),
            np.zeros((cols, rows), np.int8),
            np.zeros((cols, rows), np.int8),
            np.zeros(lines + 1, np.float32),
            np.zeros(lines + 1, np.int8),
            np.zeros(2, np.int64),
        )


@dataclass(frozen=True, slots=True)
class Jewel:
    """One jewel that a frame shows, resting or falling.

    Attributes:
        col: column.
        top: upper edge in rows from the well's top, to a sixteenth of a row; negative where it is cut off above.
        kind: its place among the profile's kinds.
        distance: from the kind's picture, in grey levels.
        margin: 1 - that / the distance from the nearest other kind.
    """

    col: int
    top: float
    kind: int
    distance: float
    margin: float


@dataclass(frozen=True, slots=True, eq=False)
class _Reading:
    """What one picture reads as, and how far all of it is from what is known."""

    codes: NDArray[np.int8]
    margin: NDArray[np.float32]
    runs: list[Run]
    piece: Run | None
    next: NDArray[np.int8] | None
    doubt: float


class WellReader:
    """Reads a well, the falling piece and the preview with one profile.

    Args:
        profile: the profile.
        folder: where its pictures are.

    Attributes:
        profile: as given.
        pictures: the profile's.
        lattice: the well's cells; the preview is not among them.
        codes: (kinds,) int8 of the profile's kinds.

    Raises:
        ProfileError: a picture cannot be used.
    """

    def __init__(self, profile: Profile, folder: Path) -> None:
        self._set_up(profile, read_pictures(profile, folder))

    @classmethod
    def of(cls, profile: Profile, pictures: WellPictures) -> Self:
        """Return a reader for pictures that are on no disk yet."""
        reader = cls.__new__(cls)
        reader._set_up(profile, pictures)
        return reader

    def _set_up(self, profile: Profile, pictures: WellPictures) -> None:
        if profile.well is None:
            raise ProfileError("the profile knows no well; calibrate again")
        if not profile.kinds:
            raise ProfileError("the profile knows no kinds; calibrate again")
        self.profile = profile
        self.pictures = pictures
        self.lattice: Lattice = profile.lattice
        self.codes = np.array([kind.code for kind in profile.kinds], np.int8)
        self.templates: Templates = make_templates(pictures)
        self.strips: Strips = make_strips(self.lattice, pictures)
        self._palette = ground_palette(self.strips)
        self._reference = Reference.of(pictures.background, pictures.known >= SEEN)
        self._guessed = bool((self.strips.certainty != SEEN_GROUND).any())
        self._limits = profile.reader
        self._max_ground = profile.well.max_ground
        self._scratch = _Scratch.of(self.lattice.cols, self.lattice.rows)
        preview = [make_strips(area, pictures) for area in profile.areas[1:]]
        self._preview: Strips | None = stacked(preview) if preview else None
        self._preview_shown = np.zeros((1, LENGTH * LINES, ACROSS, 3), np.int16)
        self._preview_grounds = np.zeros((1, LENGTH * LINES), np.float32)

    def read(self, frame: Frame) -> Sighting:
        """Read one picture of the client area.

        Returns:
            A sighting with codes (rows, cols) int8: the well without the falling piece; EMPTY where the ground, a ghost
            or the falling piece is. Jewels on their way down (not the piece's) count for the nearest row. Its extras:
            "runs" (tuple of `Run`), "piece" (`Run` or None), "next" (int8 (3,) top to bottom, -1 where not sure, or
            None where the window shows none), "moving" (bool: several runs float, or a cell cannot be read). A picture
            of another size than the profile's is no board.
        """
        height, width = frame.pixels.shape[:2]
        window = self.profile.window
        rows, cols = self.lattice.rows, self.lattice.cols
        if (width, height) != (window.width, window.height):
            nothing = {"runs": (), "piece": None, "next": self._nothing_next(), "moving": False}
            status = Status.NO_BOARD | Status.UNKNOWN_CELLS
            unread = np.full((rows, cols), UNKNOWN, np.int8)
            return Sighting(unread, np.zeros((rows, cols), np.float32), status, frame.time_ns, nothing)
        reading = self._reading(frame.pixels)
        if (reading.codes == UNKNOWN).any():
            reading = self._in_other_tones(frame.pixels, reading)
        codes, margin, runs, piece = reading.codes, reading.margin, reading.runs, reading.piece
        unknown = codes == UNKNOWN
        status = Status.CLEAR
        if unknown.any():
            status |= Status.UNKNOWN_CELLS
        if float(unknown.mean()) >= NO_BOARD_SHARE:
            status |= Status.NO_BOARD
        moving = any(not run.resting and run is not piece for run in runs) or bool(unknown.any())
        extras = {"runs": tuple(runs), "piece": piece, "next": reading.next, "moving": moving}
        return Sighting(codes, margin, status, frame.time_ns, extras)

    def _reading(self, pixels: Pixels, tone: Tone | None = None) -> _Reading:
        """Read a picture in the profile's tone, or in one that was brought to it from `tone`."""
        self._parse(pixels, tone)
        runs, sure = self._runs()
        piece = piece_of(runs)
        codes, margin = self._cells(runs, piece, sure)
        work = self._scratch
        found = np.arange(work.kinds.shape[1]) < work.counts[:, None]
        off = [
            float(np.minimum(part, most).mean()) / most for part, most in ((work.distances[found], CAP),) if part.size
        ]
        off.append(float(np.minimum(work.grounds[work.labels == GROUND_LINE], 1.0).sum()) / work.grounds.size)
        doubt = float((codes == UNKNOWN).sum()) + sum(off)
        return _Reading(codes, margin, runs, piece, self._next(pixels, tone), doubt)

    def _in_other_tones(self, pixels: Pixels, plain: _Reading) -> _Reading:
        """Read a picture that holds cells which cannot be read in the tone that its ground has, if that is another."""
        expected = self._reference.levels
        ground = self._reference.seen_in(pixels)
        first = guesses(ground, expected)
        if not first:
            return plain
        own = np.empty_like(self._scratch.shown)
        take_samples(pixels, self.strips.xs, self.strips.ys, own)

        def recognised(_reading: _Reading) -> tuple[Floats, Floats]:
            shown, known = jewel_samples(
                own, self._scratch.tops, self._scratch.kinds, self._scratch.counts, self.templates
            )
            return np.concatenate((ground, shown)), np.concatenate((expected, known))

        found = read_in_other_tones(pixels, first, self._reading, lambda reading: reading.doubt, recognised)
        if found is None or found.doubt >= plain.doubt:
            return plain
        told = sum(code != UNKNOWN for run in found.runs for code in run.codes)
        return found if told >= FEWEST_JEWELS else plain

    def jewels(self, frame: Frame) -> list[Jewel]:
        """Return every jewel of a known kind in a frame of the window's size, however doubtful, column by column."""
        self._parse(frame.pixels)
        work = self._scratch
        return [
            Jewel(
                col,
                int(work.tops[col, n]) / LINES,
                int(work.kinds[col, n]),
                float(work.distances[col, n]),
                float(work.margins[col, n]),
            )
            for col in range(self.lattice.cols)
            for n in range(int(work.counts[col]))
        ]

    def _parse(self, pixels: Pixels, tone: Tone | None = None) -> None:
        work = self._scratch
        strips, templates = self.strips, self.templates
        if tone is not None:
            strips = replace(strips, ground=tone.within(strips.ground))
            templates = replace(templates, colours=tone.within(templates.colours))
        take_samples(pixels, strips.xs, strips.ys, work.shown)
        ground_costs(work.shown, strips.ground, strips.certainty, self._max_ground, work.grounds)
        parse_columns(
            work.shown,
            strips.ground,
            strips.certainty,
            work.grounds,
            templates.colours,
            templates.shows,
            self._limits.max_distance,
            work.best,
            work.choice,
            work.totals,
            work.labels,
            work.tops,
            work.kinds,
            work.counts,
        )
        judge_jewels(
            work.shown,
            strips.ground,
            strips.certainty,
            templates.colours,
            templates.shows,
            work.tops,
            work.kinds,
            work.counts,
            work.totals,
            work.distances,
            work.margins,
            work.shifted,
        )
        sort_odd_cells(
            work.shown,
            strips.ground,
            strips.certainty,
            templates.colours,
            templates.shows,
            work.labels,
            self._max_ground,
            work.sorts,
            work.faint,
        )
        if self._guessed:
            self._see_hidden_ground()

    def _see_hidden_ground(self) -> None:
        """Take odd lines for ground where the ground was never seen and they have its colours."""
        work, certainty = self._scratch, self.strips.certainty
        for col, row in np.argwhere(work.sorts == ODD).tolist():
            lines = slice(row * LINES, (row + 1) * LINES)
            odd = work.labels[col, lines] == ODD_LINE
            if bool((certainty[col, lines][odd] == SEEN_GROUND).mean() > MOST_SEEN):
                continue
            shown = work.shown[col, lines][odd].reshape(-1, 1, 3)
            apart = np.abs(shown - self._palette).max(axis=2).min(axis=1, initial=int(CAP))
            if float((apart <= LIKE_GROUND).mean()) >= MOSTLY:
                work.sorts[col, row] = CALM
                work.labels[col, lines][odd] = GROUND_LINE

    def _runs(self) -> tuple[list[Run], dict[tuple[int, int], float]]:
        """Return the runs, and the margin of each jewel that was told, by its nearest (row, column)."""
        work, lines = self._scratch, self.lattice.rows * LINES
        tops, kinds, codes = work.tops.tolist(), work.kinds.tolist(), self.codes.tolist()
        distances, margins, shifted = work.distances.tolist(), work.margins.tolist(), work.shifted.tolist()
        odd = work.sorts == ODD
        odd_columns = odd.any(axis=1).tolist()
        runs: list[Run] = []
        sure: dict[tuple[int, int], float] = {}
        for col, count in enumerate(work.counts.tolist()):
            jewels = []
            for n in range(count):
                top, code = tops[col][n], UNKNOWN
                if margins[col][n] >= self._limits.min_margin and top >= LEAST_LINES - LINES:
                    code = codes[kinds[col][n]]
                    sure[round(top / LINES), col] = margins[col][n]
                higher, lower = shifted[col][n]
                jewels.append(Found(top, code, (higher, distances[col][n], lower)))
            if odd_columns[col]:
                jewels += odd_jewels((work.labels[col] == ODD_LINE) & np.repeat(odd[col], LINES))
            runs += runs_of(col, jewels, lines)
        return runs, sure

    def _cells(
        self, runs: list[Run], piece: Run | None, sure: dict[tuple[int, int], float]
    ) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
        work = self._scratch
        rows, cols = self.lattice.rows, self.lattice.cols
        by_cell = work.grounds.reshape(cols, rows, LINES).mean(axis=2).T
        margin = np.clip(1.0 - by_cell, 0.0, 1.0).astype(np.float32)
        sorts = work.sorts.T
        codes = np.where(sorts >= FAINT, np.int8(UNKNOWN), np.int8(EMPTY)).astype(np.int8)
        margin[sorts == OUTLINE] = 0.5
        resting = {run.col: run for run in runs if run.resting}
        if piece is not None:
            self._see_ghost(codes, margin, piece, resting.get(piece.col))
        covered = bool((codes == UNKNOWN).any())
        found = piece is not None and any(code != UNKNOWN for code in piece.codes)
        for run in runs:
            if not run.resting and UNKNOWN in run.codes:
                self._clear_around(codes, run)
            told = run.codes if found else well_codes(run, covered)
            for row, code in zip(run.rows, told, strict=True):
                if 0 <= row < rows:
                    codes[row, run.col] = EMPTY if run is piece else code
                    margin[row, run.col] = sure.get((row, run.col), 0.0)
        margin[codes == UNKNOWN] = 0.0
        return codes, margin

    def _clear_around(self, codes: NDArray[np.int8], run: Run) -> None:
        """Take a cell for empty whose odd lines all belong to a floating jewel that is nearer to another row."""
        odd = self._scratch.labels[run.col] == ODD_LINE
        first, last = round(run.top * LINES) - BLUR, round(run.bottom * LINES) + BLUR
        odd[max(0, first) : max(0, last)] = False
        for row in range(max(0, int(np.floor(run.top))), min(self.lattice.rows, int(np.ceil(run.bottom)))):
            if not odd[row * LINES : (row + 1) * LINES].any():
                codes[row, run.col] = EMPTY

    def _see_ghost(self, codes: NDArray[np.int8], margin: NDArray[np.float32], piece: Run, stack: Run | None) -> None:
        """Take the faint fills right above the stack that the piece will land on for its ghost."""
        work = self._scratch
        floor = self.lattice.rows if stack is None else stack.rows[0]
        rows = [row for row in range(floor - LENGTH, floor) if row >= 0 and work.sorts[piece.col, row] == FAINT]
        # from below, because a piece that comes in shows its lower jewels first
        codes_from_below = piece.codes[::-1]
        told = 0
        for row in rows:
            n = floor - 1 - row
            code = codes_from_below[n] if n < len(codes_from_below) else UNKNOWN
            if code not in (UNKNOWN, int(self.codes[work.faint[piece.col, row]])):
                return
            told += code != UNKNOWN
        if told:
            codes[rows, piece.col], margin[rows, piece.col] = EMPTY, 0.5

    def _nothing_next(self) -> NDArray[np.int8] | None:
        return None if self._preview is None else np.full(LENGTH, UNKNOWN, np.int8)

    def _next(self, pixels: Pixels, tone: Tone | None) -> NDArray[np.int8] | None:
        """Return the preview's jewels; EMPTY where it shows none."""
        strips, templates = self._preview, self.templates
        if strips is None:
            return None
        if tone is not None:
            strips = replace(strips, ground=tone.within(strips.ground))
            templates = replace(templates, colours=tone.within(templates.colours))
        shown, grounds = self._preview_shown, self._preview_grounds
        take_samples(pixels, strips.xs, strips.ys, shown)
        ground_costs(shown, strips.ground, strips.certainty, self._max_ground, grounds)
        costs = np.empty((LENGTH, len(self.codes)), np.float32)
        place_costs(
            shown[0],
            strips.ground[0],
            strips.certainty[0],
            templates.colours,
            templates.shows,
            self._scratch.totals,
            costs,
        )
        nearest = np.argmin(costs, axis=1)
        least = costs[np.arange(LENGTH), nearest]
        others = np.where(np.arange(len(self.codes)) == nearest[:, None], np.float32(CAP), costs).min(axis=1)
        sure = (least <= self._limits.max_distance) & (1 - least / np.maximum(others, 1) >= self._limits.min_margin)
        empty = (grounds.reshape(LENGTH, LINES) <= 1).all(axis=1)
        codes = np.where(empty, np.int8(EMPTY), np.where(sure, self.codes[nearest], np.int8(UNKNOWN)))
        return codes.astype(np.int8)


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
    WellReader.of(profile, WellPictures((jewel,), (whole,), ground, known)).read(Frame(ground, 0))
