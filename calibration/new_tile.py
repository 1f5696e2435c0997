"""Kinds of tile that come in mid-game: what stands still in a cell, fills it as a tile does and is like no known kind.

What it is, only a person can say; without one it is kept apart as a kind of its own, which the engine does not know.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.contact_sheet import SheetKind, contact_sheet
from calibration.kind_names import NameKind, cell_picture, known_code, picture_file
from calibration.kinds import STEADY, Kind, take_off
from calibration.learn_kinds import PROTOTYPE_SIDE, SIDE
from calibration.learned_kinds import LearnedKinds, with_kinds
from calibration.odd_cells import occluded, same_but_tinted
from capture.frame import Frame, Pixels
from vision.cells import sample_cells
from vision.matching import CAP
from vision.profile import Profile
from vision.profile_sections import MOST_CODE, KindSection
from vision.prototypes import Prototype, at_side
from vision.reader import Reader
from vision.screen import Screen
from vision.sighting import UNKNOWN

STILL = 0.75
"""Two pictures of one tile differ by at most this share of how far it is from the nearest kind: a special may swim."""
SAME = 2 * STEADY
"""Grey levels that a pixel may differ between two cells of one kind, or between a rim and a known one."""
SAME_SHARE = 0.7
"""Share of the pixels that must not differ more."""
DRAWN = 0.5
"""Share of what the plainest known tile varies by in its middle, that a new one varies by at least."""
NEARBY = 1
"""Rows up and down whose tiles show the same ground."""
UNNAMED = "unnamed"
"""What a kind is called until a person names it, with a number."""


@dataclass(frozen=True, slots=True, eq=False)
class _Find:
    """A cell of unknown kind: (SIDE, SIDE, 3) and (PROTOTYPE_SIDE, PROTOTYPE_SIDE, 3) without tint, and its place."""

    look: NDArray[np.float32]
    picture: NDArray[np.float32]
    cell: tuple[int, int]


def learn_tiles(
    reader: Reader,
    screen: Screen,
    frame: Frame,
    later: Frame,
    unread: NDArray[np.bool_],
    name_kind: NameKind | None,
) -> LearnedKinds | None:
    """Return the kinds of the unread tiles that are surely tiles and stand still, or None if there are none.

    Sure is an unread cell that both frames show alike; that is no known kind with something over it or a layer on it;
    that varies as tiles do, and has their ground at its rim; that touches no unread cell which is not so. With the new
    kinds both frames must read as before elsewhere, and clearly there. Between the frames the game must have gone on:
    a window that hangs amid a move shows pieces half gone, which stand as still as tiles, and where new ones may lie.

    Args:
        reader: of the profile.
        screen: says which names and codes the engine knows.
        frame, later: far enough apart that no animation passes for rest.
        unread: (rows, cols) bool, the cells that neither eyes nor rules could settle in the later one.
        name_kind: asked once for each new kind, once all the rest is sure; None where there is nobody to ask.
    """
    before, after = reader.read(frame), reader.read(later)
    cells = [(int(row), int(col)) for row, col in np.argwhere(unread)]
    if not cells or any(sighting.codes.shape != unread.shape for sighting in (before, after)):
        return None
    seen = (before.codes != UNKNOWN) & (after.codes != UNKNOWN)
    if np.array_equal(before.codes[seen], after.codes[seen]):
        return None
    known = [Kind(*at_side(picture, SIDE), np.zeros(0, np.intp)) for picture in reader.pictures]
    finds: dict[tuple[int, int], _Find] = {}
    for cell in cells:
        find = _find(reader, known, (frame, later), cell) if before.codes[cell] == UNKNOWN else None
        if find is not None and _is_new_tile(find.look, known) and _shows_ground(reader, later, cell):
            finds[cell] = find
    # one thing may lie over several cells
    doubtful = [cell for cell in cells if cell not in finds]
    sure = [find for find in finds.values() if not any(_touch(find.cell, cell) for cell in doubtful)]
    if not sure:
        return None
    groups = _groups(sure)
    unnamed = _named(reader.profile, screen, groups, [None] * len(groups))
    if unnamed is None:
        return None
    prototypes = tuple(_prototype(reader, group) for group in groups)
    wiser = _wiser(reader, unnamed, prototypes)
    for look, sighting in ((frame, before), (later, after)):
        expected = sighting.codes.copy()
        for kind, group in zip(unnamed, groups, strict=True):
            for find in group:
                expected[find.cell] = kind.code
        now = wiser.read(look).codes
        if not np.array_equal(now[expected != UNKNOWN], expected[expected != UNKNOWN]):
            return None
    if name_kind is not None:
        pictures = [cell_picture(later.pixels, reader.lattice, *group[0].cell) for group in groups]
        names = [name_kind(picture, number) for number, picture in enumerate(pictures, start=1)]
        unnamed = _named(reader.profile, screen, groups, names) or unnamed
        wiser = _wiser(reader, unnamed, prototypes)
    return LearnedKinds(wiser, unnamed, prototypes, _sheet(wiser, later))


def _touch(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= 1


def _find(reader: Reader, known: list[Kind], frames: tuple[Frame, Frame], cell: tuple[int, int]) -> _Find | None:
    """Return what a cell shows in both frames; None where that differs, or where the surface of the water lies."""
    looks: list[NDArray[np.float32]] = []
    pictures: list[NDArray[np.float32]] = []
    row, col = cell
    for frame in frames:
        waterline = reader.match(frame).waterline
        line = float(reader.lattice.rows) if waterline is None else waterline
        if row < line < row + 1:
            return None
        for side, into in ((SIDE, looks), (PROTOTYPE_SIDE, pictures)):
            cells = sample_cells(frame.pixels, reader.lattice, side)
            into.append(take_off(cells, reader.tint, line)[0][row, col])
    look = ((looks[0] + looks[1]) / 2).astype(np.float32)
    nearest = min(_apart(look, kind.dry) for kind in known)
    if _apart(looks[0], looks[1]) > STILL * nearest:
        return None
    return _Find(look, ((pictures[0] + pictures[1]) / 2).astype(np.float32), cell)


def _pixels_apart(one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(np.minimum(np.sqrt(np.mean((one - other) ** 2, axis=-1)), CAP), np.float32)


def _apart(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    return float(_pixels_apart(one, other).mean())


def _is_new_tile(look: NDArray[np.float32], known: list[Kind]) -> bool:
    """Tell whether a cell is drawn as tiles are, and no known one that something lies over."""
    if occluded(look, known) or same_but_tinted(look, known):
        return False
    return _drawn(look) >= DRAWN * min(_drawn(kind.dry) for kind in known)


def _drawn(look: NDArray[np.float32]) -> float:
    """Return how much the inner half of a cell varies, in grey levels."""
    edge = SIDE // 4
    return float(np.sqrt(look[edge:-edge, edge:-edge].reshape(-1, 3).var(axis=0).mean()))


def _shows_ground(reader: Reader, frame: Frame, cell: tuple[int, int]) -> bool:
    """Tell whether a cell's rim looks as that of some tile nearby does: what lies over a board hides its ground."""
    sighting = reader.read(frame)
    row, rows = cell[0], reader.lattice.rows
    line = float(sighting.extras.get("waterline", rows))
    near = [r for r in range(max(0, row - NEARBY), min(rows, row + NEARBY + 1)) if (r < line) == (row < line)]
    patches = sample_cells(frame.pixels, reader.lattice, SIDE)
    tiles = patches[near][sighting.codes[near] != UNKNOWN]
    rim = np.ones((SIDE, SIDE), np.bool_)
    rim[1:-1, 1:-1] = False
    ground = _pixels_apart(patches[cell][rim], tiles[:, rim]).min(axis=0, initial=CAP)
    return float(np.mean(ground < SAME)) >= SAME_SHARE


def _groups(finds: list[_Find]) -> list[list[_Find]]:
    """Return the finds by kind."""
    groups: list[list[_Find]] = []
    for find in finds:
        for group in groups:
            if float(np.mean(_pixels_apart(group[0].look, find.look) < SAME)) > SAME_SHARE:
                group.append(find)
                break
        else:
            groups.append([find])
    return groups


def _named(
    profile: Profile, screen: Screen, groups: list[list[_Find]], names: Sequence[str | None]
) -> tuple[KindSection, ...] | None:
    """Return code, name and file of each new kind; None where codes have run out.

    A name of a known kind makes it another picture of that kind.
    """
    kinds = list(profile.kinds)
    for group, given in zip(groups, names, strict=True):
        name = (given or "").strip().lower()
        number = 1 + sum(kind.name.startswith(UNNAMED) for kind in kinds)
        name = name or next(n for n in _unnamed_from(number) if all(n != kind.name for kind in kinds))
        same = next((kind.code for kind in kinds if kind.name == name), None)
        code = known_code(name, screen) if same is None else same
        if code is None:
            code = max(screen.first_free_code, 1 + max(kind.code for kind in kinds))
        if code > MOST_CODE:
            return None
        name = next((kind.name for kind in kinds if kind.code == code), name)
        file = picture_file(name, {kind.file for kind in kinds})
        kinds.append(KindSection(code=code, name=name, file=file, count=len(group)))
    return tuple(kinds[len(profile.kinds) :])


def _unnamed_from(number: int) -> Iterator[str]:
    return (f"{UNNAMED} {n}" for n in count(number))


def _prototype(reader: Reader, group: list[_Find]) -> Prototype:
    """Return a new kind's picture, trusted as far as the known ones on average: of its own spread nothing is known."""
    dry = np.median(np.stack([find.picture for find in group]), axis=0).astype(np.float32)
    trust = np.mean([at_side(picture, SIDE)[1] for picture in reader.pictures], axis=0)
    return dry, cv2.resize(trust, (PROTOTYPE_SIDE, PROTOTYPE_SIDE), interpolation=cv2.INTER_LINEAR).astype(np.float32)


def _wiser(reader: Reader, kinds: tuple[KindSection, ...], prototypes: tuple[Prototype, ...]) -> Reader:
    """Return a reader that knows these kinds too."""
    extended = with_kinds(reader.profile, kinds)
    pictures = dict(zip((kind.file for kind in reader.profile.kinds), reader.pictures, strict=True))
    pictures |= dict(zip((kind.file for kind in kinds), prototypes, strict=True))
    return Reader(extended, [pictures[kind.file] for kind in extended.kinds])


def _sheet(reader: Reader, frame: Frame) -> Pixels:
    sighting = reader.read(frame)
    waterline = float(sighting.extras.get("waterline", reader.lattice.rows))
    shown = [
        SheetKind(kind.code, kind.name, kind.count, dry, trust)
        for kind, (dry, trust) in zip(reader.profile.kinds, reader.pictures, strict=True)
    ]
    unknown = sighting.codes == UNKNOWN
    return contact_sheet(frame.pixels, reader.lattice, shown, reader.tint, waterline, sighting.margin, unknown)
