"""Sightings of a well in, what lies and what falls out: the stateful part of the eyes for games with falling pieces.

One frame cannot tell a piece that has just touched the ground from jewels that lie there, nor a piece from jewels that
fall after a clear. Time can: the board of a moment ago is known, a new piece comes in from above, and between two
pieces nothing floats.
"""

from dataclasses import dataclass
from enum import Enum, auto

import numpy as np
from numpy.typing import NDArray

from engine.columns import EMPTY, LENGTH
from vision.sighting import UNKNOWN, Codes, Sighting, Status
from vision.well.announcing import PreviewWatch
from vision.well.runs import Run

ENTRY_ROWS = 2.5
"""A piece seen for the first time with its upper edge above this row has just come in."""
CUT_ROWS = 0.3
"""A piece of which less than all is in view has its upper edge above this row."""
GONE_MS = 80.0
GONE_LOOKS = 3
"""A piece that so many looks have missed for so long has landed; no game lets three jewels vanish in less."""
STEADY_PREVIEWS = 2
"""Previews that one piece may be seen beside, before and after it came in; one that shows more flashes."""
RISE = 0.5
"""Rows that a piece must be higher than a look before to be another one: none rises."""
FALL_MS = 1000.0
"""What hung over jewels that vanished has come down after so long: real games take 0.45 s to clear, 0.3 s to fall."""
STEER_ROWS = 1.5
"""A piece that is steered aside is no further down at the next look."""
LONG_AGO_NS = -(1 << 62)


class Phase(Enum):
    """What the well is doing."""

    HIDDEN = auto()
    """It cannot be seen."""
    RESOLVING = auto()
    """A piece has landed, jewels vanish or fall, or something cannot be read."""
    FALLING = auto()
    """A piece falls over a board that stands."""


@dataclass(frozen=True, slots=True)
class FallingPiece:
    """The falling piece as seen.

    Attributes:
        col: its column.
        bottom: lower edge in rows from the well's top.
        codes: of the jewels in view, top to bottom, at most three; UNKNOWN where not sure.
        number: counts the pieces since the tracker began: another number is another piece.
        resting: it stands on the ground and is not locked yet, as far as can be seen.
    """

    col: int
    bottom: float
    codes: tuple[int, ...]
    number: int
    resting: bool = False

    @property
    def whole(self) -> bool:
        """Whether all three jewels are in view and known."""
        return len(self.codes) == LENGTH and UNKNOWN not in self.codes


@dataclass(frozen=True, slots=True, eq=False)
class WellView:
    """What the last sighting means in the light of the ones before.

    Attributes:
        phase: what the well is doing.
        board: int8 (rows, cols), what lies; in `Phase.FALLING` alone it may be decided on.
        piece: the falling one, in `Phase.FALLING`.
        announced: the piece as the preview showed it before it came in; None where that is not known.
        next: int8 (3,), what the preview shows, as far as it is known for sure; None without preview.
    """

    phase: Phase
    board: Codes
    piece: FallingPiece | None
    announced: tuple[int, ...] | None
    next: Codes | None


class WellTracker:
    """Tells what lies from what falls.

    Args:
        quiet_ms: how long an unexpected board must stand under a piece to be believed.
        entry: column in which pieces come in; None where that is not known.
    """

    def __init__(self, quiet_ms: float, entry: int | None = None) -> None:
        self._entry = entry
        self._quiet_ns = int(quiet_ms * 1e6)
        self._board: Codes | None = None
        self._expected: Codes | None = None
        self._candidate: Codes | None = None
        self._candidate_ns = 0
        self._tops: NDArray[np.intp] | None = None  # (cols,) each column's highest jewel when nothing floated last
        self._brim_ns: NDArray[np.int64] | None = None  # (cols,) when jewels lay at the well's top last
        self._landed = True  # the piece has come to rest and is among them
        self._run: Run | None = None  # what floated a look before
        self._under: Codes = np.zeros((0, 0), np.int8)  # what lay below it
        self._steered = False  # it has gone sideways, as nothing but a piece does
        self._fresh = True  # no board is known: the piece may be anywhere
        self._piece: FallingPiece | None = None
        self._seen_ns = 0
        self._missed = 0
        self._preview: tuple[int, ...] | None = None
        self._previews: set[tuple[int, ...]] = set()
        self._number = 0
        self._preview_watch = PreviewWatch()
        self._announced: tuple[int, ...] | None = None

    def reset(self) -> None:
        """Forget what was seen; the next board must prove itself anew. Pieces go on being counted."""
        self._board = self._expected = self._candidate = None
        self._piece = self._tops = self._brim_ns = self._run = None
        self._fresh, self._steered = True, False
        self._preview_watch.reset()
        self._announced = None

    def expect(self, board: Codes) -> None:
        """Say what the rules let the board become: seen once under a new piece, that is believed at once."""
        self._expected = board

    def feed(self, sighting: Sighting) -> WellView:
        """Take the next sighting, in order of time."""
        if sighting.status & Status.NO_BOARD:
            return self._view(Phase.HIDDEN, sighting)
        self._preview_watch.feed(_tuple(sighting.extras["next"]), sighting.time_ns)
        run: Run | None = sighting.extras["piece"]
        unread = bool(np.any(sighting.codes == UNKNOWN))
        if sighting.extras["moving"] or unread:
            self._candidate = None
            return self._view(Phase.RESOLVING, sighting)
        self._watch_run(run, sighting.codes)
        empty = not np.any(sighting.codes != EMPTY)
        if run is None or empty:
            self._note_tops(_tops(sighting.codes), sighting.time_ns, empty=empty)
        if run is None or (len(run.codes) < LENGTH and run.top > CUT_ROWS):
            return self._without_piece(sighting)
        if not self._believed(sighting, run):
            return self._view(Phase.RESOLVING, sighting)
        self._follow(run, sighting)
        return self._view(Phase.FALLING, sighting)

    def _watch_run(self, run: Run | None, codes: Codes) -> None:
        """Take note of what floats, and whether it has gone sideways over one board since it came into view."""
        before, self._run = self._run, run
        under, self._under = self._under, codes
        if run is None or before is None or sorted(run.codes) != sorted(before.codes):
            self._steered = False
        elif abs(run.col - before.col) == 1 and len(run.codes) == LENGTH and np.array_equal(codes, under):
            self._steered = -RISE < run.top - before.top < STEER_ROWS
        elif run.col != before.col or run.top < before.top - RISE:
            self._steered = False

    def _note_tops(self, tops: NDArray[np.intp], now_ns: int, *, empty: bool) -> None:
        """Take note of how high jewels lie, and in which columns more may lie above the view.

        Where a column reached the well's top they come down after a clear. In an empty well a new game has begun.
        """
        if self._brim_ns is None or empty:
            self._brim_ns = np.full(len(tops), LONG_AGO_NS)
        self._tops, self._landed = tops, True
        self._brim_ns[tops == 0] = now_ns

    def _without_piece(self, sighting: Sighting) -> WellView:
        """Nothing floats: the piece rests on the ground and is not locked yet, or it is between two pieces."""
        self._candidate = None
        if self._board is None or self._piece is None:
            return self._view(Phase.RESOLVING, sighting)
        odd = np.argwhere(sighting.codes != self._board)
        cols = set(odd[:, 1].tolist())
        if not 1 <= len(odd) <= LENGTH or len(cols) != 1:
            return self._view(Phase.RESOLVING, sighting)
        col = cols.pop()
        first, last = int(odd[0, 0]), int(odd[-1, 0])
        codes = tuple(sighting.codes[first : last + 1, col].tolist())
        known = [code for code in self._piece.codes if code != UNKNOWN]
        if len(codes) != len(odd) or any(codes.count(code) < known.count(code) for code in known):
            return self._view(Phase.RESOLVING, sighting)
        self._piece = FallingPiece(col, float(last + 1), codes, self._piece.number, resting=True)
        self._seen_ns, self._missed = sighting.time_ns, 0
        return self._view(Phase.FALLING, sighting)

    def _believed(self, sighting: Sighting, run: Run) -> bool:
        """Tell whether the board below a floating run is one that lies, and the run a piece."""
        codes, now = sighting.codes, sighting.time_ns
        known = self._board is not None and np.array_equal(codes, self._board) and self._piece is not None
        if known and not self._may_be_tower(run, now, landed=True):
            return True
        entering = run.top < ENTRY_ROWS and self._entry in (None, run.col)
        expected = self._expected is not None and np.array_equal(codes, self._expected)
        come_in = entering or (self._fresh and len(run.codes) == LENGTH) or (expected and self._is_newcomer(run))
        come_in = come_in or self._steered
        if not come_in:
            self._candidate = None
            return False
        if expected:
            self._accept(codes, now)
            return True
        if self._candidate is None or not np.array_equal(codes, self._candidate):
            self._candidate, self._candidate_ns = codes, now
            return False
        tower = self._may_be_tower(run, now, landed=self._landed)
        if now - self._candidate_ns < (FALL_MS * 1e6 if tower else self._quiet_ns):
            return False
        self._accept(codes, now)
        return True

    def _may_be_tower(self, run: Run, now_ns: int, *, landed: bool) -> bool:
        """Tell whether a run may be the top of its column, hanging or falling after a clear.

        It is no higher than jewels lay there, or more lay above the view a moment ago: they come in as a piece does. A
        piece that has not been seen to land (`landed`) may be among them.
        """
        if self._tops is None or self._brim_ns is None or self._steered:
            return False
        top = self._tops[run.col] - (0 if landed else LENGTH)
        brimmed = now_ns - self._brim_ns[run.col] < FALL_MS * 1e6
        return bool(brimmed or top < 0 or run.top > top - RISE)

    def _is_newcomer(self, run: Run) -> bool:
        """Tell whether a run over the expected board can only be the next piece, though nobody saw it come in.

        What falls after a clear adds jewels to what lies, which is then not yet the board that the rules end with;
        unless three of a colour come together as they fall, and vanish next. And where the mark of a landing place is
        read as jewels, the expected board shows below the piece that is still on its way there.
        """
        piece = self._piece
        if piece is None or len(run.codes) < LENGTH or UNKNOWN in run.codes or run.top <= CUT_ROWS:
            return False
        before = [code for code in piece.codes if code != UNKNOWN]
        return len(set(run.codes)) > 1 and any(run.codes.count(code) < before.count(code) for code in before)

    def _accept(self, codes: Codes, now_ns: int) -> None:
        self._board, self._expected, self._candidate = codes, None, None
        self._piece = None
        self._tops = _tops(codes)
        self._brim_ns = np.where(self._tops == 0, now_ns, LONG_AGO_NS)
        self._fresh = False

    def _follow(self, run: Run, sighting: Sighting) -> None:
        """Take note of where the piece is, and whether it is another than a look ago."""
        if self._is_another(run, sighting):
            self._number += 1
            self._previews.clear()
            self._announced = self._preview_watch.came_in(self._seen_ns)
        self._piece = FallingPiece(run.col, run.top + len(run.codes), run.codes, self._number)
        self._seen_ns, self._missed, self._landed = sighting.time_ns, 0, False
        self._preview = _tuple(sighting.extras["next"])
        if self._preview is not None:
            self._previews.add(self._preview)

    def _is_another(self, run: Run, sighting: Sighting) -> bool:
        """Tell a new piece from the one before: it is higher, or came in after that was gone.

        A game that pauses hides the piece too; then the preview is the same afterwards. Where the preview tells nothing
        (there is none, or it flashes), a piece elsewhere than where pieces come in is the one that was steered there.
        """
        if self._piece is None or run.top + len(run.codes) < self._piece.bottom - RISE:
            return True
        missed = self._missed >= GONE_LOOKS and sighting.time_ns - self._seen_ns >= GONE_MS * 1e6
        if not missed or run.top >= ENTRY_ROWS:
            return False
        before = self._preview if len(self._previews) <= STEADY_PREVIEWS else None
        pairs = zip(_tuple(sighting.extras["next"]) or (), before or (), strict=False)
        telling = [now != before for now, before in pairs if UNKNOWN not in (now, before)]
        return any(telling) if telling else self._entry in (None, run.col)

    def _view(self, phase: Phase, sighting: Sighting) -> WellView:
        self._missed += phase is not Phase.FALLING
        board = sighting.codes if self._board is None else self._board
        shown = sighting.extras.get("next")
        piece = self._piece if phase is Phase.FALLING else None
        return WellView(phase, board, piece, self._announced, shown)


def _tops(codes: Codes) -> NDArray[np.intp]:
    """Return each column's highest row with a jewel, (cols,); the number of rows where there is none."""
    taken = codes != EMPTY
    return np.where(taken.any(axis=0), taken.argmax(axis=0), len(codes))


def _tuple(codes: Codes | None) -> tuple[int, ...] | None:
    return None if codes is None else tuple(codes.tolist())
