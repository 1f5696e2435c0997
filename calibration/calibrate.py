"""From a few frames of a window to a profile that has proved itself, or to the reasons why not."""

import itertools
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.beyond import OPPOSITE, SIDES, Beyond, grown, look_beyond, look_beyond_dry, moved, ways_to_move
from calibration.board_proof import no_board_reason
from calibration.by_hand import board_by_hand
from calibration.chosen_frames import chosen_frames
from calibration.contact_sheet import SheetKind, contact_sheet
from calibration.covers import cover_faults
from calibration.find_any_board import any_board_candidates, fitted_again
from calibration.find_board import Found, board_candidates
from calibration.kind_names import NamedKind, NameKind, name_kinds
from calibration.kinds import Kind, build_kinds, take_off
from calibration.learn_kinds import PROTOTYPE_SIDE, SIDE, Learned, learn_kinds
from calibration.odd_one_out import without_odd_ones
from calibration.outcome import Calibration, CalibrationError, CalibrationResult, Rectangle
from calibration.passing import median, passes_over, same_kinds
from calibration.proof import edge_faults, extent_faults, ground_faults, kind_faults, lattice_faults, part_faults, prove
from calibration.reader_limits import Limits, reader_limits
from calibration.refusal_picture import refusal_picture
from calibration.second_board import second_board, which_board
from calibration.shaded_ground import off_the_middle
from calibration.ways import Way, ways
from capture.frame import Frame, Pixels
from vision.cells import sample_cells
from vision.fingerprint import with_fingerprint
from vision.lattice import Lattice
from vision.profile import Permission, Profile
from vision.profile_sections import (
    MOST_SIDE,
    BoardSection,
    InputSection,
    KindSection,
    ReaderSection,
    TintSection,
    WindowSection,
)
from vision.screen import Screen
from vision.sighting import UNKNOWN

__all__ = ["Calibration", "CalibrationError", "CalibrationResult", "NameKind", "calibrate"]

MOST_FRAMES = 6
"""Frames that are learned from at most; more are thinned out evenly."""
FRAMES_TO_SEARCH = 2
"""Frames that the board is searched in; the lattice is then fitted to all."""
MOST_PLACES = 6
"""Places that are learned from at most, the likeliest first."""
MOST_OFF = 0.1
"""Of a cell: how far such tiles may lie beside its middle. Where a lattice is right it is 0.05 at most, 0.24 of a cell
off 0.14."""
TINT_NAME = "water"
SAME = 4.0
"""Mean grey levels by which cells that show nothing may differ."""
MOSTLY = 0.9
"""Share of such cells from which a picture shows no tiles."""
TOO_LARGE = f"the board has more than {MOST_SIDE} rows or columns; such boards are not read"


def calibrate(
    frames: Sequence[Frame],
    screen: Screen,
    *,
    rows: int | None = None,
    cols: int | None = None,
    any_size: bool = False,
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
        any_size: whether rows and columns are to be found too.
        board: where the board is, if it is not to be searched for; moved by up to 2 px where that fits clearly better.
        name_kind: asked once for each special kind's name, (picture, number from 1) to name or None.
        permission: on what ground live input is allowed.
        window_title: noted in the profile.
        input: how the window wants its input.

    Raises:
        CalibrationError: no frames, frames of several sizes, a rectangle that lies outside of them, or rows, columns or
            a rectangle beside `any_size`.
    """
    if any_size and (rows or cols or board):
        raise CalibrationError("--any-size finds rows, columns and place; leave it out, or leave out these")
    rows, cols = rows or screen.rows, cols or screen.cols
    frames = chosen_frames(frames, MOST_FRAMES)
    pictures = [frame.pixels for frame in frames]
    places: Iterable[Found]
    if board is not None:
        places = [board_by_hand(pictures, board, rows, cols)]
    else:
        few = pictures[:: max(1, len(pictures) // FRAMES_TO_SEARCH)][:FRAMES_TO_SEARCH]
        places = any_board_candidates(few, screen.tint_from_below) if any_size else board_candidates(few, rows, cols)
        places = itertools.islice(places, MOST_PLACES)
    about = _About(screen, permission, window_title, input or InputSection(), any_size, board is not None)
    refused: list[Calibration] = []
    height, width = pictures[0].shape[:2]
    aside: deque[Way] = deque()
    for way in ways(places, not screen.tint_from_below, aside):
        lattice = way.found.lattice
        if lattice.reaches_out_of(width, height):
            continue
        painted = [frame for frame in frames if not _blank(frame, lattice)]
        for used in _choices_of_frames(painted or frames, lattice, screen, way.shaded):
            attempt = _attempt(used, way, about, None, aside)
            if attempt.result.passed:
                if board is None and (reason := _two_boards(attempt, pictures)) is not None:
                    return Calibration(replace(attempt.result, passed=False, reasons=(reason,)), sheet=attempt.sheet)
                return attempt if name_kind is None else _attempt(used, way, about, name_kind, aside)
            refused.append(attempt)
    if not refused:
        tiles = "tiles" if any_size else f"{rows} x {cols} tiles"
        reason = f"no board found: nothing repeats like {tiles}; give its place by hand (--board)"
        rows, cols = (0, 0) if any_size else (rows, cols)
        return Calibration(CalibrationResult(None, rows, cols, None, 0, 0.0, False, (reason,)))
    return next((c for c in refused if c.result.board is not None), refused[0])


def _two_boards(attempt: Calibration, pictures: Sequence[Pixels]) -> str | None:
    """Return why it is not known which board is meant, None where there is but one."""
    other = second_board(pictures, attempt.profile, attempt.prototypes)
    return None if other is None else which_board(attempt.profile.lattice.rectangle, other)


@dataclass(frozen=True, slots=True)
class _About:
    """What goes into a profile but cannot be learned from frames, and whether size or place of the board was told."""

    screen: Screen
    permission: Permission
    window_title: str
    input: InputSection
    any_size: bool
    by_hand: bool


def _blank(frame: Frame, lattice: Lattice) -> bool:
    """Tell whether nearly all cells of a board look the same, as those of a window that has yet to paint its tiles."""
    cells = sample_cells(frame.pixels, lattice, SIDE).reshape(lattice.rows * lattice.cols, -1)
    apart = np.abs(cells - np.median(cells, axis=0)).mean(axis=1)
    return float((apart <= SAME).mean()) >= MOSTLY


def _choices_of_frames(frames: list[Frame], lattice: Lattice, screen: Screen, shaded: bool) -> Iterator[list[Frame]]:
    """Yield all frames, then those alone that show the board with nothing over it and nothing in motion.

    Last their median, where the board stands still: what only passes, as a gleam does, is not in it.
    """
    yield frames
    if len(frames) > 1:
        clean = [f for f in frames if _spoilt(f, lattice, screen, shaded) == 0]
        if 0 < len(clean) < len(frames):
            yield clean
    if passes_over([frame.pixels for frame in frames], lattice):
        yield [replace(frames[0], pixels=median([frame.pixels for frame in frames]))]


def _learn(frames: Sequence[Frame], lattice: Lattice, screen: Screen, shaded: bool) -> Learned:
    learned = learn_kinds([sample_cells(f.pixels, lattice, SIDE) for f in frames], screen.tint_from_below, shaded)
    return without_odd_ones(learned, screen)


def _spoilt(frame: Frame, lattice: Lattice, screen: Screen, shaded: bool) -> int:
    """Return how many cells of a frame, beyond what the cursor may cover, fit no kind learned from that frame."""
    learned = _learn([frame], lattice, screen, shaded)
    return max(0, int((learned.label < 0).sum()) - 2 * screen.cursor_cells)


def _final_kinds(frames: Sequence[Frame], lattice: Lattice, learned: Learned) -> list[Kind]:
    cells = []
    for frame, waterline in zip(frames, learned.waterlines, strict=True):
        patches = sample_cells(frame.pixels, lattice, PROTOTYPE_SIDE)
        cells.append(take_off(patches, learned.tint, float(waterline))[0])
    flat = np.concatenate(cells).reshape(-1, PROTOTYPE_SIDE, PROTOTYPE_SIDE, 3)
    return build_kinds(flat, learned.label.ravel(), len(learned.kinds), learned.shaded)


def _attempt(
    frames: list[Frame], way: Way, about: _About, name_kind: NameKind | None, aside: deque[Way]
) -> Calibration:
    """Learn from a place, or from a larger one around it where the size is to be found.

    Put `aside` are the one beside it at which all of a board of a size that was told would lie, and the one at which
    the tiles lie in the middle of the cells.
    """
    found, shaded, before, centred = way
    lattice, screen = found.lattice, about.screen
    rows, cols = lattice.rows, lattice.cols
    rectangle = (lattice.x, lattice.y, lattice.width, lattice.height)
    if max(rows, cols) > MOST_SIDE:
        result = CalibrationResult(rectangle, rows, cols, None, 0, 0.0, False, (TOO_LARGE,))
        return Calibration(result, sheet=refusal_picture(frames[0].pixels, lattice))
    learned = _learn(frames, lattice, screen, shaded)
    against = no_board_reason(learned, screen)
    if against is not None:
        result = CalibrationResult(None, rows, cols, None, 0, 0.0, False, (f"no board found: {against}",))
        return Calibration(result, sheet=refusal_picture(frames[0].pixels, lattice))
    kinds = _final_kinds(frames, lattice, learned)
    named = name_kinds(kinds, learned, frames, lattice, screen, name_kind)
    limits = reader_limits([f.pixels for f in frames], lattice, kinds, learned)
    profile = _profile(frames[0], lattice, learned, named, limits, about)
    prototypes = tuple((kind.dry, kind.trust) for kind in kinds)
    beyond = Beyond((), ())
    if not about.by_hand:
        look = look_beyond_dry if screen.tint_from_below else look_beyond
        beyond = look(profile, prototypes, frames)
    unsure = SIDES if about.any_size and not screen.tint_from_below else found.doubtful
    settled = beyond.goes_on + beyond.ends + beyond.in_part
    found = replace(found, doubtful=tuple(side for side in unsure if side not in settled))
    if beyond.goes_on and about.any_size:
        # what lies beyond the new lines is doubtful until it has been looked at
        larger = replace(found, lattice=grown(lattice, beyond.goes_on), doubtful=(*found.doubtful, *beyond.goes_on))
        if not centred:
            larger = fitted_again([frame.pixels for frame in frames], larger)
        return _attempt(frames, way._replace(found=larger), about, name_kind, aside)
    if sides := ways_to_move(beyond.goes_on, before):
        aside.append(Way(replace(found, lattice=moved(lattice, sides)), shaded, (*before, *sides)))
    off = off_the_middle(kinds) if shaded else (0.0, 0.0)
    beside = max(map(abs, off)) > MOST_OFF
    if beside and not (centred or about.by_hand):
        x, y = lattice.corner(2 * off[1], 2 * off[0])
        aside.append(Way(replace(found, lattice=replace(lattice, x=x, y=y)), shaded, before, centred=True))
    proof = prove(profile, prototypes, frames, learned, named)
    if proof.always_hidden is not None and proof.always_hidden < max(proof.unread):
        clearest = int(np.argmin(proof.unread))
        alone = _learn([frames[clearest]], lattice, screen, shaded)
        if not same_kinds(learned.label[clearest], alone.label[0]):
            proof = replace(proof, always_hidden=None)
    left_behind = [OPPOSITE[side] for side in before if OPPOSITE[side] not in beyond.ends]
    reasons = [*lattice_faults(found), *extent_faults(tuple(dict.fromkeys((*beyond.goes_on, *left_behind))))]
    reasons += [
        *part_faults(beyond.in_part),
        *ground_faults(beyond.ground),
        *cover_faults(learned.label, kinds),
        *edge_faults(learned.label),
        *kind_faults(proof, screen),
    ]
    if beside:
        reasons.append("its tiles lie beside the middle of the cells; give its place by hand (--board)")
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
    learned: Learned,
    named: list[NamedKind],
    limits: Limits,
    about: _About,
) -> Profile:
    tints: tuple[TintSection, ...] = ()
    if learned.tint is not None:
        b, g, r = (round(c, 2) for c in learned.tint.colour)
        tints = (TintSection(name=TINT_NAME, weight=round(learned.tint.weight, 4), colour=(b, g, r)),)
    profile = Profile(
        game=about.screen.game,
        permission=about.permission,
        window=WindowSection.of(frame, about.window_title),
        board=BoardSection.of(lattice),
        kinds=tuple(KindSection(code=n.code, name=n.name, file=n.file, count=n.count) for n in named),
        tints=tints,
        reader=ReaderSection(
            min_margin=round(limits.min_margin, 3),
            max_distance=round(limits.max_distance, 2),
            max_core=round(limits.max_core, 2),
        ),
        input=about.input,
    )
    return with_fingerprint(profile, frame.pixels)
