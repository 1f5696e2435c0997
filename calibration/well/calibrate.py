"""From a few frames of a window with a well to a profile that has proved itself, or to the reasons why not."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.chosen_frames import chosen_frames
from calibration.colour_names import colour_names
from calibration.kind_names import NameKind
from calibration.labelled_numbers import find_labelled_numbers
from calibration.outcome import Calibration, CalibrationResult, Rectangle, outside_picture
from calibration.registration import misplacement
from calibration.well.attempt import SYMMETRY_WEIGHT, Attempt, attempt_at
from calibration.well.cells import cut_cell
from calibration.well.find_well import find_places, places_by_hand
from calibration.well.ghosts import find_ghosts
from calibration.well.gravity import jewel_cells
from calibration.well.ground import ground_kinds, see_ground
from calibration.well.jewels import Kind, Seen, likeliest_kinds
from calibration.well.pictures import jewel_masks, jewel_pictures, side_of
from calibration.well.preview import find_preview
from calibration.well.proof import FEWEST_KINDS, limits_of, proof_faults, prove
from calibration.well.sheet import well_sheet
from calibration.well.strangers import find_strangers
from capture.frame import Frame, Pixels
from vision.fingerprint import with_fingerprint
from vision.lattice import Lattice
from vision.profile import Permission, Profile
from vision.profile_sections import (
    BoardSection,
    InputSection,
    KindSection,
    ReaderSection,
    TextSection,
    WellSection,
    WindowSection,
)
from vision.screen import Screen
from vision.sighting import UNKNOWN
from vision.well.pictures import WellPictures
from vision.well.reader import Jewel, WellReader

MOST_FRAMES = 12
"""Frames that are learned from at most; more are thinned out evenly."""
MOST_PLACES = 16
"""Places that are looked into at most, the likeliest first."""
MOST_ATTEMPTS = 3
"""Of these, the best that are tried to the end."""
SHARED = 0.5
"""Share of the smaller one of two wells that lies in the other, from which they are the same place."""
FEW_KINDS = 6
"""Kinds below which the preview is searched for one more."""
MOST_MEASURED = 24
"""Jewels of a kind from which it is told how far they lie off the lattice."""
LOOSE = ReaderSection(min_margin=0.0, max_distance=30.0, max_core=30.0)
"""Limits of a reader that only looks for jewels."""
BACKGROUND_FILE = "background.png"

NOT_FOUND = (
    "no well found: no columns of like jewels between walls; give pictures of a game with some jewels at rest, more "
    "pictures of one window, the well's place (--board) or its rows and columns (--rows, --cols)"
)


@dataclass(frozen=True, slots=True)
class _About:
    """What goes into a profile but cannot be learned from frames."""

    screen: Screen
    permission: Permission
    window_title: str
    input: InputSection


def calibrate_well(
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
    """Find the well and its jewels in frames of one window, and prove both.

    Args:
        frames: one or more, of one size, of the client area: screenshots or a series of a live window.
        screen: what is known of the game; its rows and columns only break ties.
        rows, cols: of the well, where they are known.
        board: where the well is, if it is not to be searched for; its edges are the cells'.
        name_kind: not asked; jewels have no names of their own.
        permission: on what ground live input is allowed.
        window_title: noted in the profile.
        input: how the window wants its input.

    Raises:
        CalibrationError: no frames, frames of several sizes, or a rectangle that lies outside of them.
    """
    del name_kind
    frames = chosen_frames(frames, MOST_FRAMES)
    about = _About(screen, permission, window_title, input or InputSection())
    pictures = [frame.pixels for frame in frames]
    if board is None:
        places = find_places(pictures, rows, cols)
    else:
        _check_board(board, pictures[0])
        places = places_by_hand(pictures, board, rows, cols, (screen.rows, screen.cols))
    attempts: list[Attempt] = []
    for place in places[:MOST_PLACES]:
        best = max((attempt.merit for attempt in attempts if not attempt.fault), default=-1.0)
        if place.likelihood + SYMMETRY_WEIGHT < best:
            break  # not even perfect cells would make it likelier
        attempt = attempt_at(pictures, place, bool(rows and cols), screen.sizes)
        if attempt is not None and len(kinds := likeliest_kinds(attempt.kinds, screen.colours)) <= screen.colours:
            attempts.append(replace(attempt, kinds=kinds))
    shape = rows or screen.rows, cols or screen.cols
    if not attempts:
        return _refused(shape, NOT_FOUND)
    attempts.sort(key=lambda attempt: -attempt.merit)
    refused: list[Calibration] = []
    tried: list[Lattice] = []
    cut_off: list[Lattice] = []
    for attempt in attempts:
        if attempt.fault:
            refused.append(_refused(shape, attempt.fault))
            if attempt.cut_off:
                cut_off.append(attempt.lattice)
            continue
        # a well that was refused does not become right by a row more, or cut into other cells
        if len(tried) == MOST_ATTEMPTS or any(_overlaps(attempt.lattice, other) for other in (*tried, *cut_off)):
            continue
        calibration = _finish(frames, attempt, about)
        if calibration.result.passed:
            return calibration
        refused.append(calibration)
        tried.append(attempt.lattice)
    return refused[0]


def _refused(shape: tuple[int, int], reason: str) -> Calibration:
    return Calibration(CalibrationResult(None, *shape, None, 0, 0.0, False, (reason,)))


def _overlaps(one: Lattice, other: Lattice) -> bool:
    """Tell whether two wells share most of their place."""
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    smaller = min(one.width * one.height, other.width * other.height)
    return max(0.0, across) * max(0.0, down) > SHARED * smaller


def _check_board(board: Rectangle, picture: Pixels) -> None:
    x, y, width, height = board
    tall, wide = picture.shape[:2]
    if min(width, height) <= 0 or x < -1 or y < -1 or x + width > wide + 1 or y + height > tall + 1:
        raise outside_picture(board, wide, tall)


def _finish(frames: list[Frame], attempt: Attempt, about: _About) -> Calibration:
    pictures = [frame.pixels for frame in frames]
    lattice, kinds = attempt.lattice, attempt.kinds
    jewels = jewel_pictures(pictures, kinds, lattice)
    there = jewel_cells(kinds, lattice, len(pictures))
    if len(kinds) < FEW_KINDS:
        whole = [np.ones(jewel.shape[:2], np.float32) for jewel in jewels]
        strangers = find_strangers(pictures, jewels, whole, there, lattice)
        jewels = [*jewels, *strangers]
        kinds = [*kinds, *(Kind(stranger, ()) for stranger in strangers)]
    loose = _profile(frames[-1], lattice, kinds, jewels, about, LOOSE, None)
    found = _look_without_ground(loose, jewels, frames)
    ground_too = ground_kinds(found, [len(kind.seen) for kind in kinds])
    if ground_too and len(kinds) - len(ground_too) >= FEWEST_KINDS:
        kinds = [kind for code, kind in enumerate(kinds) if code not in ground_too]
        jewels = [jewel for code, jewel in enumerate(jewels) if code not in ground_too]
        there = jewel_cells(kinds, lattice, len(pictures))
        loose = _profile(frames[-1], lattice, kinds, jewels, about, LOOSE, None)
        found = _look_without_ground(loose, jewels, frames)
    ghosts = find_ghosts(pictures, found, there, lattice)
    ground, known = see_ground(pictures, found, ghosts, lattice)
    masks = jewel_masks(pictures, kinds, lattice, ground, known)
    drawn = WellPictures(tuple(jewels), tuple(masks), ground, known)
    found = _look(WellReader(loose, drawn), frames)
    limits = limits_of([jewel for of_frame in found for jewel in of_frame])
    profile = _profile(frames[-1], lattice, kinds, jewels, about, limits, None)
    proof = prove(WellReader(profile, drawn), frames, _learned(kinds, lattice, len(frames)), ghosts)
    faults = proof_faults(proof, len(kinds), about.screen.colours)
    if not faults and (preview := find_preview(pictures, jewels, masks, lattice)) is not None:
        _forget(known, preview.place)
        profile = _profile(frames[-1], lattice, kinds, jewels, about, limits, preview.place)
    if not faults:
        texts = find_labelled_numbers(pictures[-1], profile.areas)
        profile = profile.model_copy(update={"score": texts.score, "level": texts.level, "jewels": texts.jewels})
    where = (lattice.x, lattice.y, lattice.width, lattice.height)
    residual = _residual(pictures, kinds, lattice)
    result = CalibrationResult(
        where, lattice.rows, lattice.cols, residual, len(kinds), proof.margin, not faults, tuple(faults)
    )
    files = {BACKGROUND_FILE: np.dstack([ground, known])}
    sheet = well_sheet(frames[-1].pixels, profile, drawn, proof.codes[-1], proof.margins[-1])
    return Calibration(result, profile, tuple(zip(jewels, masks, strict=True)), sheet, files)


def _look(reader: WellReader, frames: Sequence[Frame]) -> list[list[Jewel]]:
    return [reader.jewels(frame) for frame in frames]


def _look_without_ground(
    profile: Profile, jewels: Sequence[NDArray[np.float32]], frames: Sequence[Frame]
) -> list[list[Jewel]]:
    """Return what looks like jewels in each frame while nothing is known of the ground."""
    last = frames[-1].pixels
    whole = tuple(np.ones(jewel.shape[:2], np.float32) for jewel in jewels)
    return _look(
        WellReader(profile, WellPictures(tuple(jewels), whole, last, np.zeros(last.shape[:2], np.uint8))), frames
    )


def _forget(known: NDArray[np.uint8], preview: TextSection) -> None:
    """Mark the preview's ground as never seen: jewels lie on it."""
    x0, y0 = max(0, int(preview.x)), max(0, int(preview.y))
    known[y0 : int(preview.y + preview.height) + 1, x0 : int(preview.x + preview.width) + 1] = 0


def _learned(kinds: Sequence[Kind], lattice: Lattice, frames: int) -> list[NDArray[np.int8]]:
    """Return (rows, cols) int8 a frame: the code of each jewel on the lattice, UNKNOWN elsewhere."""
    codes = [np.full((lattice.rows, lattice.cols), UNKNOWN, np.int8) for _ in range(frames)]
    for code, kind in enumerate(kinds):
        for seen in kind.seen:
            row, col = round(seen.row), round(seen.col)
            if seen.on_lattice and _inside(seen, lattice):
                codes[seen.frame][row, col] = code
    return codes


def _residual(pictures: Sequence[Pixels], kinds: Sequence[Kind], lattice: Lattice) -> float | None:
    """Return how far jewels of one kind lie off the lattice, in pixels; None where no kind was seen twice at rest."""
    side = side_of(lattice)
    stacks = [
        np.stack([cut_cell(pictures[s.frame], lattice, round(s.row), round(s.col), side) for s in resting])
        for kind in kinds
        if (resting := [s for s in kind.seen if s.on_lattice and _inside(s, lattice)][:MOST_MEASURED])
    ]
    return misplacement(stacks, lattice.pitch_x)


def _inside(seen: Seen, lattice: Lattice) -> bool:
    """Tell whether a jewel is in the well: one of the preview's is on no lattice, even where it seems to be."""
    return 0 <= round(seen.row) < lattice.rows and 0 <= round(seen.col) < lattice.cols


def _profile(
    frame: Frame,
    lattice: Lattice,
    kinds: Sequence[Kind],
    jewels: Sequence[NDArray[np.float32]],
    about: _About,
    limits: ReaderSection,
    preview: TextSection | None,
) -> Profile:
    middles = [jewel[jewel.shape[0] // 4 : -jewel.shape[0] // 4] for jewel in jewels]
    colours = np.array([np.median(middle.reshape(-1, 3), axis=0) for middle in middles], np.float32)
    names = colour_names(colours)
    profile = Profile(
        game=about.screen.game,
        permission=about.permission,
        window=WindowSection.of(frame, about.window_title),
        board=BoardSection.of(lattice),
        kinds=tuple(
            KindSection.of(code, name, len(kind.seen))
            for code, (name, kind) in enumerate(zip(names, kinds, strict=True))
        ),
        reader=limits,
        input=about.input,
        well=WellSection(background=BACKGROUND_FILE, next=preview),
    )
    return with_fingerprint(profile, frame.pixels)
