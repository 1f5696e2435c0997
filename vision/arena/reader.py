"""One frame of an arena in, one sighting out, with nothing remembered in between."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from capture.frame import Frame
from engine.hypersonic import COLS, ROWS
from vision.arena import partly_covered, through_filter
from vision.arena.behind import Behind
from vision.arena.candidates import NEARLY, make_candidates
from vision.arena.filters import make_looks, within
from vision.arena.kernels import Ranges, judge_cells, measure_cells
from vision.arena.layers import CELLS, FLOOR_CODES, IS_WALL, SAMPLES, SIDE, WALL_CODES
from vision.arena.pictures import ArenaPictures, Floats, read_pictures
from vision.arena.repair import MOST_CELLS, Triple
from vision.arena.resting_players import resting_players
from vision.arena.unread import among_unread, unread_cells
from vision.cells import CellSampler
from vision.lattice import Lattice
from vision.profile import PROFILE_FILE, Profile, ProfileError
from vision.sighting import NO_BOARD_SHARE, UNKNOWN, Sighting, Status
from vision.tone import REFERENCES, STRAIGHT, Tone, fitted, guesses

Resting = Callable[[], dict[int, Triple]]
"""What `repair` takes as `resting`, worked out when it is asked for."""

LAYERS: Final = 3
GUESSED: Final = 3 * NEARLY
"""Grey levels between which ground lies, on average, from which it was never seen bare and is what others look like."""
PATTERN: Final = 1.0
"""Standard deviation in grey levels from which such ground has a pattern."""
TRACE: Final = 0.1
"""How much of it must be seen there: an even panel shows nothing of it."""


class ArenaReader:
    """Reads an arena with one profile.

    Args:
        profile: the profile.
        pictures: its pictures; they may be on no disk yet.
        path: of the profile, as what is wrong with it is told.

    Attributes:
        profile, pictures: as given.
        lattice: the arena's cells.

    Raises:
        ProfileError: it cannot be used.
    """

    def __init__(self, profile: Profile, pictures: ArenaPictures, path: Path = Path(PROFILE_FILE)) -> None:
        if profile.arena is None:
            raise ProfileError(f"{path}: the profile knows no arena; calibrate again")
        if (profile.board.rows, profile.board.cols) != (ROWS, COLS):
            raise ProfileError(f"{path}: the profile's arena must have {ROWS} rows and {COLS} columns; calibrate again")
        self.profile = profile
        self.pictures = pictures
        self.lattice: Lattice = profile.lattice
        try:
            self._candidates = make_candidates(profile, pictures)
        except ProfileError as error:
            raise ProfileError(f"{path}: {error}") from error
        self._ground_low = (pictures.ground_low - np.float32(NEARLY)).astype(np.float32)
        self._ground_high = (pictures.ground_high + np.float32(NEARLY)).astype(np.float32)
        c = self._candidates
        self._ranges = Ranges.of(c.low, c.high, c.shows, self._ground_low, self._ground_high)
        self._looks = make_looks(self._candidates, self._ground_low, self._ground_high)
        self._walls = _wall_samples(self._looks.ground_middle)
        self._guessed = _guessed_ground(self._looks.ground_middle, self._looks.ground_half)
        self._sample = CellSampler(self.lattice, SIDE)
        self._cells = np.zeros((ROWS, COLS, SIDE, SIDE, 3), np.float32)
        self._distance = np.zeros((CELLS, len(self._candidates.codes)), np.float32)
        self._wall_codes = np.array(WALL_CODES, np.int8)
        self._turn = _corners(profile)
        self._behind = Behind(c, self._ranges, (self._ground_low, self._ground_high), profile.reader)
        self._known = frozenset((ground, bomb, people) for ground, bomb, people in c.codes.tolist())

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
            A sighting with codes int8 (33, 13): ground, bombs and players, 11 rows each, as
            `engine.hypersonic.places` gives them (sorts of boxes and items whose meaning is not known keep the
            profile's own codes), and margin alike. Its extras: "moving", whether some cell shows
            what stands in none at rest; "covered", frozenset of cells (row by row) that were read by the greater part
            of them, for something lies over the rest; "turn_patch", uint8 (height, width, 3), the place of the turn's
            number, None without one; "look", uint8 (143, 256, 3), the cells as seen, for who wants to know whether they
            stand still; "floor" and "looks" for `vision.arena.repair`, and "resting", a function without arguments that
            works out the third one, which hardly any picture is asked for. Where half the cells cannot be read there is
            no board, and none is told. A picture of another size than the profile's is no board and has the first extra
            alone.
        """
        height, width = frame.pixels.shape[:2]
        window = self.profile.window
        if (width, height) != (window.width, window.height):
            return Sighting.of_no_board((LAYERS * ROWS, COLS), frame.time_ns, {"moving": False})
        cells = self._sample(frame.pixels, self._cells).reshape(CELLS, SAMPLES, 3)
        codes, margin = self.judge(self.measure(cells))
        by_parts: frozenset[int] = frozenset()
        if (codes == UNKNOWN).any():
            plainly = ~unread_cells(codes)
            cells, codes, margin, by_parts = self._otherwise(cells, codes, margin)
            self._doubt_ground(cells, codes, plainly)
        unread = np.flatnonzero(unread_cells(codes))
        status = Status.UNKNOWN_CELLS if unread.size else Status.CLEAR
        hidden = unread.size >= NO_BOARD_SHARE * CELLS
        if hidden:  # under a veil over all of it something may look like bare ground, or like something else
            status |= Status.NO_BOARD
            codes[:], margin[:], by_parts = UNKNOWN, 0.0, frozenset()
        extras = {
            "moving": unread.size > 0 and not hidden,
            "covered": by_parts,
            "turn_patch": None if self._turn is None else frame.pixels[self._turn].copy(),
            "look": cells.astype(np.uint8),
            "floor": self._behind.floor(cells, codes, unread) if len(unread) <= MOST_CELLS else {},
            "looks": self._known,
            "resting": self._resting(cells, unread),
        }
        return Sighting(codes, margin, status, frame.time_ns, extras)

    def _otherwise(
        self, cells: Floats, codes: NDArray[np.int8], margin: Floats
    ) -> tuple[Floats, NDArray[np.int8], Floats, frozenset[int]]:
        """Return cells, codes and margin of a picture that holds what cannot be read, as far as it can otherwise.

        The last are the cells that were read by the part of them that nothing lies over.

        In the tone that the ground has only where everything can be read in it: a veil over an arena that is paused or
        over looks like another tone, but for the words on it.
        """
        shown = _wall_samples(cells)
        toned: list[tuple[int, Tone]] = []
        for guess in guesses(shown, self._walls):
            for tone in (guess, fitted(shown, self._walls, guess)):
                if tone.plausible:
                    own = tone.levels(cells)
                    read = self.judge(self.measure(own, tone))
                    unread = int((read[0] == UNKNOWN).sum())
                    if unread == 0:
                        return own, *read, frozenset()
                    toned.append((unread, tone))
        limits = self.profile.reader
        plain = (
            cells,
            *through_filter.read_filtered(
                cells, self.measure(cells), codes, margin, self._candidates, self._looks, limits
            ),
        )
        if toned and (plain[1] == UNKNOWN).any():
            _, tone = min(toned, key=lambda one: one[0])
            own = tone.levels(cells)
            distance = self.measure(own, tone)
            looks = within(self._looks, tone)
            read = through_filter.read_filtered(own, distance, *self.judge(distance), self._candidates, looks, limits)
            if not (read[0] == UNKNOWN).any():
                return own, *read, frozenset()
        cells, codes, margin = plain
        found = partly_covered.read_partly_covered(
            cells, codes, margin, self._candidates, (self._ground_low, self._ground_high), limits.min_margin
        )
        by_parts = unread_cells(codes) & ~unread_cells(found[0])
        return cells, *found, frozenset(np.flatnonzero(by_parts).tolist())

    def measure(self, cells: NDArray[np.float32], tone: Tone = STRAIGHT) -> NDArray[np.float32]:
        """Return how far each cell is from each candidate, (CELLS, candidates) float32 in grey levels.

        Args:
            cells: (CELLS, SAMPLES, 3) float32, of a frame of the window. The result is overwritten by the next call.
            tone: that the frame had before it was brought to the profile's: what it cannot show is not asked for.
        """
        ranges = self._ranges
        if tone is not STRAIGHT:
            ranges = ranges.cut_off(*tone.table[[0, -1]].astype(np.float32))
        measure_cells(cells, ranges, IS_WALL, self._distance)
        return self._distance

    def judge(self, distance: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
        """Return codes and margin (33, 13) for distances from `measure`, with the profile's own codes for kinds."""
        limits = self.profile.reader
        codes, margin = np.empty((LAYERS, CELLS), np.int8), np.empty((LAYERS, CELLS), np.float32)
        judge_cells(
            distance,
            self._candidates.codes,
            IS_WALL,
            self._wall_codes,
            limits.max_distance,
            limits.min_margin,
            codes,
            margin,
        )
        return codes.reshape(LAYERS * ROWS, COLS), margin.reshape(LAYERS * ROWS, COLS)

    def _doubt_ground(self, cells: Floats, codes: NDArray[np.int8], plainly: NDArray[np.bool_]) -> None:
        """Set UNKNOWN where bare ground is read in a picture over which something lies, and could be that.

        Ground that was never seen bare, where nothing of its pattern is there: an even panel may have its colour. And
        among cells that cannot be read such ground, and any that was not read plainly: a veil may make a box look so.

        Args:
            cells, codes: of the picture; codes are changed.
            plainly: bool (CELLS,), the cells that were read as what they look like.
        """
        layers, hidden = codes.reshape(LAYERS, CELLS), among_unread(codes)
        bare = (layers == np.array(FLOOR_CODES)[:, None]).all(axis=0)
        layers[:, bare & hidden & (self._guessed | ~plainly)] = UNKNOWN
        for cell in np.flatnonzero(bare & ~hidden & self._guessed).tolist():
            seen, ground = cells[cell], self._looks.ground_middle[cell]
            shown = ((seen >= self._ground_low[cell]) & (seen <= self._ground_high[cell])).all(axis=1)
            if not shown.any():
                continue  # read in another tone
            pattern, found = ground[shown] - ground[shown].mean(axis=0), seen[shown] - seen[shown].mean(axis=0)
            if float((pattern * found).sum()) < TRACE * float((pattern * pattern).sum()):
                layers[:, cell] = UNKNOWN

    def _resting(self, cells: NDArray[np.float32], which: NDArray[np.int64]) -> Resting:
        """Return what tells who stands still in which of some cells, as far as that is in view (`resting_players`)."""
        if len(which) > MOST_CELLS:
            return dict
        pixel, ground = SIDE / max(self.lattice.pitch_x, self.lattice.pitch_y), (self._ground_low, self._ground_high)
        return partial(resting_players, which, cells[which], self._candidates, ground, pixel)


def _guessed_ground(middle: Floats, half: Floats) -> NDArray[np.bool_]:
    """Return bool (CELLS,): cells, but for walls, whose ground was never seen and is taken to have a pattern."""
    wide = 2 * half.max(axis=2).mean(axis=1) >= GUESSED
    return np.asarray(wide & ~IS_WALL & (middle.std(axis=1).max(axis=1) >= PATTERN))


def _wall_samples(cells: Floats) -> Floats:
    """Return some samples of the walls, (n, 3), for (CELLS, SAMPLES, 3).

    Nothing lies over walls. Floor does not tell a tone: where a bright one is cut off, what is left of it to go by are
    the boxes on it.
    """
    walls = cells[IS_WALL].reshape(-1, 3)
    return np.ascontiguousarray(walls[:: max(1, len(walls) // REFERENCES)], np.float32)


def _corners(profile: Profile) -> tuple[slice, slice] | None:
    """Return the pixels of the turn's number."""
    turn = None if profile.arena is None else profile.arena.turn
    if turn is None:
        return None
    x, y = max(0, round(turn.x)), max(0, round(turn.y))
    return slice(y, max(y + 1, round(turn.y + turn.height))), slice(x, max(x + 1, round(turn.x + turn.width)))


def warm_up() -> None:
    """Compile or load the reader's kernels, so that the first read is as fast as the rest."""
    cells = CellSampler(Lattice(0.0, 0.0, 16.0, 16.0, 1, 2), SIDE)(np.zeros((16, 32, 3), np.uint8))
    flat = STRAIGHT.levels(cells.reshape(2, SAMPLES, 3))
    wall, distance = np.zeros(2, np.bool_), np.zeros((2, 1), np.float32)
    shows = np.full((1, SAMPLES), 2, np.uint8)
    measure_cells(flat, Ranges.of(flat[:1], flat[:1], shows, flat, flat), wall, distance)
    codes = np.array([WALL_CODES], np.int8)
    out, margin = np.zeros((LAYERS, 2), np.int8), np.zeros((LAYERS, 2), np.float32)
    judge_cells(distance, codes, wall, codes[0], 1.0, 0.5, out, margin)
    through_filter.warm_up()
    partly_covered.warm_up()
