"""From a few frames of a window to a profile that has proved itself, or to the reasons why not."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.board_proof import FEWEST_KINDS, no_board_reason
from calibration.borders import EdgeMap, settle_borders
from calibration.contact_sheet import SheetKind, contact_sheet
from calibration.find_board import Found, find_board, lattice_score
from calibration.kind_names import NamedKind, NameKind, name_kinds
from calibration.learn_kinds import SIDE, Kind, Learned, build_kinds, learn_kinds, take_off
from calibration.profile_folder import write_profile
from calibration.reader_limits import Limits, reader_limits
from calibration.registration import register
from capture.frame import Frame, Pixels
from vision.cells import sample_cells
from vision.fingerprint import fingerprint
from vision.lattice import Lattice
from vision.profile import (
    BoardSection,
    InputSection,
    KindSection,
    Permission,
    Profile,
    ReaderSection,
    TintSection,
    WindowSection,
    load_profile,
)
from vision.prototypes import write_prototype
from vision.reader import Reader
from vision.screen import Screen
from vision.sighting import UNKNOWN

__all__ = ["Calibration", "CalibrationError", "CalibrationResult", "NameKind", "calibrate"]

MOST_FRAMES = 6
"""Frames that are learned from at most; more are thinned out evenly."""
FRAMES_TO_SEARCH = 2
"""Frames that the board is searched in; the lattice is then fitted to all."""
PROTOTYPE_SIDE = 32
"""Pixels a side of a prototype picture."""
HAND_TOLERANCE = 2.0
"""How far a board that was given by hand may be moved, in pixels."""
HAND_GAIN = 0.02
"""How much better (score) it must fit there."""
LARGEST_RESIDUAL = 0.03
"""Tiles may lie this far off the lattice, in pitches (or 0.6 pixels, for windows that round)."""
SMALLEST_MARGIN = 0.3
"""Margin that every clean cell of the frames must have."""
TINT_NAME = "water"


class CalibrationError(ValueError):
    """Frames or arguments that cannot be calibrated on, or a folder that cannot be written; one line."""


Rectangle = tuple[float, float, float, float]
"""x, y, width, height in pixels of the frame."""


@dataclass(frozen=True, slots=True)
class CalibrationResult:
    """What was found and whether it holds.

    Attributes:
        board: x, y, width, height in frame pixels; None where none was found.
        rows, cols: of the board.
        residual_px: how far tiles of one kind lie off the lattice, in pixels.
        kinds: how many kinds of tile were found.
        margin: smallest margin of a clean cell, 0 (a tie) to 1.
        passed: whether the profile may be used.
        reasons: why not; one line each.
    """

    board: Rectangle | None
    rows: int
    cols: int
    residual_px: float | None
    kinds: int
    margin: float
    passed: bool
    reasons: tuple[str, ...] = ()

    def document(self) -> dict[str, Any]:
        """Return the `--json` document."""
        board = None
        if self.board is not None:
            board = {k: round(v, 3) for k, v in zip(("x", "y", "width", "height"), self.board, strict=True)}
        return {
            "board": board,
            "rows": self.rows,
            "cols": self.cols,
            "residual_px": None if self.residual_px is None else round(self.residual_px, 3),
            "kinds": self.kinds,
            "margin": round(self.margin, 3),
            "passed": self.passed,
            "reasons": list(self.reasons),
        }


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """The outcome of `calibrate`: the result and, where a board was found, everything a profile holds.

    Attributes:
        result: what to report.
        draft: the profile as it would be written; None where there is nothing to write.
        prototypes: (dry (n, n, 3), trust (n, n)) a kind, in the order of `draft.kinds`.
        sheet: the contact sheet.
    """

    result: CalibrationResult
    draft: Profile | None = None
    prototypes: tuple[tuple[NDArray[np.float32], NDArray[np.float32]], ...] = ()
    sheet: Pixels | None = None

    @property
    def profile(self) -> Profile:
        """The profile.

        Raises:
            CalibrationError: the calibration did not pass.
        """
        if self.draft is None or not self.result.passed:
            raise CalibrationError("calibration did not pass: " + "; ".join(self.result.reasons))
        return self.draft

    def save(self, folder: Path) -> None:
        """Write the profile folder, whole or not at all; an older profile there is replaced.

        Raises:
            CalibrationError: the calibration did not pass, or the folder holds something else or cannot be written.
        """
        try:
            write_profile(folder, self.profile, self._pictures, self.sheet)
        except OSError as error:
            raise CalibrationError(f"{folder}: {error.strerror or error}; choose another folder") from error

    def _pictures(self, folder: Path) -> None:
        assert self.draft is not None
        for kind, (dry, trust) in zip(self.draft.kinds, self.prototypes, strict=True):
            write_prototype(folder / kind.file, dry, trust)


def calibrate(
    frames: Sequence[Frame],
    screen: Screen,
    *,
    rows: int | None = None,
    cols: int | None = None,
    board: Rectangle | None = None,
    name_kind: NameKind | None = None,
    permission: Permission = "none",
    window_title: str = "",
    input: InputSection | None = None,  # noqa: A002 (the profile's own word)
) -> Calibration:
    """Find the board in frames of one window, learn its tiles, and prove both.

    Args:
        frames: one or a few, of one size, of the client area (or of whatever will be read later).
        screen: what is known of the game.
        rows, cols: of the board, where they are not the game's own.
        board: where the board is, if it is not to be searched for; moved by up to 2 px where that fits clearly better.
        name_kind: asked once for each special kind's name, (picture, number from 1) to name or None.
        permission: on what ground live input is allowed.
        window_title: noted in the profile.
        input: how the window wants its input.

    Raises:
        CalibrationError: no frames, frames of several sizes, or a rectangle that lies outside of them.
    """
    rows, cols = rows or screen.rows, cols or screen.cols
    frames = _checked(frames)
    pictures = [frame.pixels for frame in frames]
    found = _by_hand(pictures, board, rows, cols) if board is not None else _search(pictures, rows, cols)
    if found is None:
        reason = f"no board found: nothing repeats like {rows} x {cols} tiles; give its place by hand (--board)"
        return Calibration(CalibrationResult(None, rows, cols, None, 0, 0.0, False, (reason,)))
    lattice = found.lattice
    attempt = _attempt(frames, found, screen, name_kind, permission, window_title, input or InputSection())
    if attempt.result.passed or len(frames) == 1:
        return attempt
    # a frame in which something lies over the board, or moves, spoils the others: try each without the rest
    clean = [f for f in frames if _learn([f], lattice, screen) is not None and _covered(f, lattice, screen) == 0]
    if clean and len(clean) < len(frames):
        second = _attempt(clean, found, screen, name_kind, permission, window_title, input or InputSection())
        if second.result.passed:
            return second
    return attempt


def _checked(frames: Sequence[Frame]) -> list[Frame]:
    if not frames:
        raise CalibrationError("no frames to calibrate on; give at least one")
    sizes = {f.pixels.shape[:2] for f in frames}
    if len(sizes) > 1:
        text = ", ".join(f"{w}x{h}" for h, w in sorted(sizes))
        raise CalibrationError(f"the pictures have several sizes ({text}); give pictures of one window at one size")
    keep = np.unique(np.linspace(0, len(frames) - 1, MOST_FRAMES).round().astype(int))
    return [frames[int(k)] for k in keep if k < len(frames)]


def _search(pictures: list[Pixels], rows: int, cols: int) -> Found | None:
    few = pictures[:: max(1, len(pictures) // FRAMES_TO_SEARCH)][:FRAMES_TO_SEARCH]
    return find_board(few, rows, cols)


def _by_hand(pictures: list[Pixels], board: Rectangle, rows: int, cols: int) -> Found:
    x, y, width, height = board
    tall, wide = pictures[0].shape[:2]
    if min(width / cols, height / rows) < 8:
        raise CalibrationError(
            f"a board of {width:g}x{height:g} is too small for {rows} rows of {cols}; draw it larger"
        )
    if x < -1 or y < -1 or x + width > wide + 1 or y + height > tall + 1:
        raise CalibrationError(f"the rectangle {x:g},{y:g},{width:g},{height:g} leaves the {wide}x{tall} picture")
    given = Lattice(x, y, width / cols, height / rows, rows, cols)
    registered = register(pictures, given)
    better = settle_borders(pictures, EdgeMap(pictures), registered.lattice)
    moved = max(
        abs(better.x - given.x),
        abs(better.y - given.y),
        abs(better.x + better.width - given.x - given.width),
        abs(better.y + better.height - given.y - given.height),
    )
    score, as_given = lattice_score(pictures, better), lattice_score(pictures, given)
    if moved <= HAND_TOLERANCE and score >= as_given + HAND_GAIN:
        return Found(better, score, registered.residual_px)
    return Found(given, as_given, register(pictures, given, rounds=1).residual_px)


def _learn(frames: Sequence[Frame], lattice: Lattice, screen: Screen) -> Learned | None:
    learned = learn_kinds([sample_cells(f.pixels, lattice, SIDE) for f in frames], screen.tint_from_below)
    return learned if len(learned.kinds) >= FEWEST_KINDS else None


def _covered(frame: Frame, lattice: Lattice, screen: Screen) -> int:
    """Return how many cells of a frame, beyond what the cursor may cover, fit no kind learned from that frame."""
    learned = _learn([frame], lattice, screen)
    if learned is None:
        return lattice.rows * lattice.cols
    return max(0, int((learned.label < 0).sum()) - 2 * screen.cursor_cells)


def _final_kinds(frames: Sequence[Frame], lattice: Lattice, learned: Learned) -> list[Kind]:
    cells = []
    for frame, waterline in zip(frames, learned.waterlines, strict=True):
        patches = sample_cells(frame.pixels, lattice, PROTOTYPE_SIDE)
        cells.append(take_off(patches, learned.tint, float(waterline))[0])
    flat = np.concatenate(cells).reshape(-1, PROTOTYPE_SIDE, PROTOTYPE_SIDE, 3)
    return build_kinds(flat, learned.label.ravel(), len(learned.kinds))


def _attempt(
    frames: list[Frame],
    found: Found,
    screen: Screen,
    name_kind: NameKind | None,
    permission: Permission,
    window_title: str,
    input_section: InputSection,
) -> Calibration:
    lattice = found.lattice
    rows, cols = lattice.rows, lattice.cols
    rectangle = (lattice.x, lattice.y, lattice.width, lattice.height)
    learned = _learn(frames, lattice, screen)
    if learned is None:
        reason = f"no board found: the best place shows fewer than {FEWEST_KINDS} kinds of tile"
        return Calibration(CalibrationResult(None, rows, cols, None, 0, 0.0, False, (reason,)))
    reason = no_board_reason(learned, screen)
    if reason is not None:
        return Calibration(CalibrationResult(None, rows, cols, None, 0, 0.0, False, (f"no board found: {reason}",)))
    kinds = _final_kinds(frames, lattice, learned)
    named = name_kinds(kinds, learned, frames, lattice, screen, name_kind)
    limits = reader_limits([f.pixels for f in frames], lattice, kinds, learned)
    profile = _profile(frames[0], lattice, screen, learned, named, limits, permission, window_title, input_section)
    prototypes = tuple((kind.dry, kind.trust) for kind in kinds)
    proof = _prove(profile, prototypes, frames, learned, named)
    reasons = [*_lattice_faults(found), *_kind_faults(proof, profile, screen, len(frames))]
    result = CalibrationResult(
        rectangle, rows, cols, found.residual_px, len(kinds), proof.margin, not reasons, tuple(reasons)
    )
    sheet = contact_sheet(
        frames[0].pixels,
        lattice,
        [SheetKind(n.code, n.name, len(k.cells), k.dry, k.trust) for n, k in zip(named, kinds, strict=True)],
        learned.tint,
        float(learned.waterlines[0]),
        proof.margins[0],
        proof.codes[0] == UNKNOWN,
    )
    return Calibration(result, profile, prototypes, sheet)


def _profile(
    frame: Frame,
    lattice: Lattice,
    screen: Screen,
    learned: Learned,
    named: list[NamedKind],
    limits: Limits,
    permission: Permission,
    window_title: str,
    input_section: InputSection,
) -> Profile:
    height, width = frame.pixels.shape[:2]
    tints: tuple[TintSection, ...] = ()
    if learned.tint is not None:
        b, g, r = (round(c, 2) for c in learned.tint.colour)
        tints = (TintSection(name=TINT_NAME, weight=round(learned.tint.weight, 4), colour=(b, g, r)),)
    return Profile(
        game=screen.game,
        permission=permission,
        window=WindowSection(
            title=window_title,
            width=width,
            height=height,
            scale=frame.scale,
            fingerprint=fingerprint(frame.pixels, lattice),
        ),
        board=BoardSection(
            x=round(lattice.x, 3),
            y=round(lattice.y, 3),
            width=round(lattice.width, 3),
            height=round(lattice.height, 3),
            rows=lattice.rows,
            cols=lattice.cols,
        ),
        kinds=tuple(KindSection(code=n.code, name=n.name, file=n.file, count=n.count) for n in named),
        tints=tints,
        reader=ReaderSection(
            min_margin=round(limits.min_margin, 3),
            max_distance=round(limits.max_distance, 2),
            max_core=round(limits.max_core, 2),
        ),
        input=input_section,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Proof:
    """All frames read again with the written profile.

    Attributes:
        codes: (frames, rows, cols) int8 as read.
        margins: (frames, rows, cols) float32.
        margin: smallest of a clean cell.
        closest: names of the two kinds of that cell.
        wrong: clean cells that were read as another kind.
        unread: cells that were not read or are partly covered, frame by frame.
    """

    codes: NDArray[np.int8]
    margins: NDArray[np.float32]
    margin: float
    closest: tuple[str, str]
    wrong: int
    unread: tuple[int, ...]


def _prove(
    profile: Profile,
    prototypes: tuple[tuple[NDArray[np.float32], NDArray[np.float32]], ...],
    frames: list[Frame],
    learned: Learned,
    named: list[NamedKind],
) -> _Proof:
    def pictures(folder: Path) -> None:
        for kind, (dry, trust) in zip(profile.kinds, prototypes, strict=True):
            write_prototype(folder / kind.file, dry, trust)

    with tempfile.TemporaryDirectory(prefix="spyglass-profile-") as scratch:
        folder = Path(scratch) / "profile"
        write_profile(folder, profile, pictures, None)
        reader = Reader(load_profile(folder), folder)
    sightings = [reader.read(f) for f in frames]
    distances = np.stack([reader.match(f).distance for f in frames])
    codes = np.stack([s.codes for s in sightings])
    margins = np.stack([s.margin for s in sightings])
    code_of = np.array([n.code for n in named], np.int8)
    clean = (learned.label >= 0) & (codes != UNKNOWN)
    expected = np.where(learned.label >= 0, code_of[learned.label], np.int8(UNKNOWN))
    wrong = int((clean & (codes != expected)).sum())
    smallest = float(margins[clean].min()) if clean.any() else 0.0
    closest = ("", "")
    if clean.any():
        where = np.unravel_index(int(np.argmin(np.where(clean, margins, np.inf))), margins.shape)
        first, second = np.argsort(distances[where])[:2]
        closest = (named[int(first)].name, named[int(second)].name)
    unread = tuple(int(cells.sum()) for cells in (codes == UNKNOWN) | learned.covered)
    return _Proof(codes, margins, smallest, closest, wrong, unread)


def _lattice_faults(found: Found) -> list[str]:
    lattice = found.lattice
    limit = max(0.6, LARGEST_RESIDUAL * min(lattice.pitch_x, lattice.pitch_y))
    if found.residual_px > limit:
        return [f"tiles lie {found.residual_px:.2f} px off the lattice (at most {limit:.2f}); the board was in motion"]
    return []


def _kind_faults(proof: _Proof, profile: Profile, screen: Screen, frames: int) -> list[str]:
    faults = []
    if proof.wrong:
        faults.append(f"{proof.wrong} cells are read otherwise than they were learned")
    allowed = screen.cursor_cells
    if frames and max(proof.unread) > allowed:
        faults.append(
            f"{max(proof.unread)} cells are covered or fit no kind (the cursor explains {allowed}); show the board at rest, with nothing over it"
        )
    if proof.margin < SMALLEST_MARGIN:
        faults.append("kinds '{}' and '{}' are too alike (margin {:.2f})".format(*proof.closest, proof.margin))
    return faults
