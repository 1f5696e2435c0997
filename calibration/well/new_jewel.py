"""Colours of jewels that come in mid-game: what lies still and is drawn as jewels are, in a colour nobody knew."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.colour_names import new_colour_name
from calibration.kind_names import picture_file
from calibration.learned_kinds import LearnedKinds, with_kinds
from calibration.well.cells import cut_cell
from calibration.well.sheet import well_sheet
from capture.frame import Frame
from engine.columns import EMPTY, MAX_COLOURS
from vision.lattice import Lattice
from vision.profile_sections import KindSection
from vision.sighting import UNKNOWN, Sighting
from vision.well.pictures import WellPictures
from vision.well.reader import WellReader

STILL = 6.0
"""Grey levels of the worst channel, on average, by which a jewel at rest may change between two frames."""
NEW = 40.0
"""Grey levels by which a new colour is away from every known one and from the ground, at least."""
VEILED = 24.0
"""Likewise from known colours that fade into the ground, are lit or dimmed: jewels that vanish or flash."""
VEILS = (("ground", 0.9), ("white", 0.7), ("black", 0.7))
"""Towards what, and how far."""
DRAWN_ALIKE = 0.5
"""Correlation of where a jewel has edges with where known ones have them."""
SAME = 20.0
"""Grey levels within which two new jewels have the same colour."""
EDGE = 0.2
"""Share of a jewel's side that is left out at each edge when colours are compared."""


@dataclass(frozen=True, slots=True, eq=False)
class _Find:
    """A still jewel of unknown colour.

    Attributes:
        look: (side, side, 3) float32, as the profile's pictures.
        ground: likewise what is there without it.
        cell: (row, col), None in the preview.
    """

    look: NDArray[np.float32]
    ground: NDArray[np.float32]
    cell: tuple[int, int] | None


def learn_jewel(reader: WellReader, frame: Frame, later: Frame) -> LearnedKinds | None:
    """Return the colours of all unread jewels that lie still, or None if that is not sure.

    Sure is what holds in both frames alike: jewels that cannot be read lie in the same cells, or in the preview, and
    look the same (what flashes is magic, what fades vanishes); each is drawn as known jewels are and has a colour that
    no known one has, behind no veil either; and with it everything reads as before or, where it could not be read,
    clearly.

    Args:
        reader: of the profile.
        frame, later: far enough apart that no animation passes for rest.
    """
    before, after = reader.read(frame), reader.read(later)
    finds = _still(reader, frame, later, before, after)
    if not finds or not all(_drawn_as_jewel(reader, find) and _is_new(reader, find) for find in finds):
        return None
    groups = _groups(finds)
    free = [code for code in range(MAX_COLOURS) if code not in {kind.code for kind in reader.profile.kinds}]
    if groups is None or len(groups) > len(free):
        return None
    return _proved(reader, (frame, later), (before, after), groups, free)


def _still(reader: WellReader, frame: Frame, later: Frame, before: Sighting, after: Sighting) -> list[_Find]:
    """Return the unread jewels that both frames show alike; none where anything at rest differs."""
    cells = _unread_cells(before)
    if cells != _unread_cells(after):
        return []
    side = reader.pictures.jewels[0].shape[0]
    places: list[tuple[Lattice, int, int, bool]] = [(reader.lattice, row, col, False) for row, col in sorted(cells)]
    shown, shown_later = before.extras["next"], after.extras["next"]
    if shown is not None and np.array_equal(shown, shown_later):
        areas = reader.profile.areas[1:]
        places += [(areas[n], 0, 0, True) for n in np.flatnonzero(shown == UNKNOWN).tolist()]
    finds = []
    for lattice, row, col, preview in places:
        first, second = (cut_cell(f.pixels, lattice, row, col, side) for f in (frame, later))
        if float(np.abs(first - second).max(axis=2).mean()) > STILL:
            return []
        ground = cut_cell(reader.pictures.background, lattice, row, col, side)
        finds.append(_Find(((first + second) / 2).astype(np.float32), ground, None if preview else (row, col)))
    return finds


def _unread_cells(sighting: Sighting) -> set[tuple[int, int]]:
    """Return (row, col) of the jewels at rest that could not be read."""
    return {
        (row, run.col)
        for run in sighting.extras["runs"]
        if run.resting
        for row, code in zip(run.rows, run.codes, strict=True)
        if code == UNKNOWN and row >= 0
    }


def _core(look: NDArray[np.float32]) -> NDArray[np.float32]:
    edge = round(EDGE * look.shape[0])
    inner = look[edge : look.shape[0] - edge, edge : look.shape[0] - edge]
    return np.asarray(np.median(inner.reshape(-1, 3), axis=0), np.float32)


def _edges(look: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return where a jewel has edges, (12, 12)."""
    down = np.abs(np.diff(look, axis=0, append=look[-1:])).max(axis=2)
    across = np.abs(np.diff(look, axis=1, append=look[:, -1:])).max(axis=2)
    strength = np.minimum(np.maximum(down, across), 40.0).astype(np.float32)
    return np.asarray(cv2.resize(strength, (12, 12), interpolation=cv2.INTER_AREA), np.float32)


def _drawn_as_jewel(reader: WellReader, find: _Find) -> bool:
    usual = np.mean([_edges(jewel) for jewel in reader.pictures.jewels], axis=0)
    own = _edges(find.look)
    own, usual = own - own.mean(), usual - usual.mean()
    size = float(np.sqrt(float((own**2).sum()) * float((usual**2).sum())))
    return size < 1.0 or float((own * usual).sum()) / size >= DRAWN_ALIKE


def _is_new(reader: WellReader, find: _Find) -> bool:
    """Tell whether a colour is neither the ground's nor a known one, nor one of these seen through something."""
    colour, ground = _core(find.look), _core(find.ground)
    if float(np.abs(colour - ground).max()) < NEW:
        return False
    towards = {"ground": ground, "white": np.full(3, 255, np.float32), "black": np.zeros(3, np.float32)}
    for jewel in reader.pictures.jewels:
        known = _core(jewel)
        if float(np.abs(colour - known).max()) < NEW:
            return False
        for name, most in VEILS:
            weights = np.linspace(0, most, 101, dtype=np.float32)[:, None]
            veiled = known + weights * (towards[name] - known)
            if float(np.abs(veiled - colour).max(axis=1).min()) < VEILED:
                return False
    return True


def _groups(finds: list[_Find]) -> list[list[_Find]] | None:
    """Return the finds by colour; None where it is not clear how many colours they have."""
    groups: list[list[_Find]] = []
    for find in finds:
        apart = [float(np.abs(_core(group[0].look) - _core(find.look)).max()) for group in groups]
        if any(SAME < a < NEW for a in apart):
            return None
        near = [group for group, a in zip(groups, apart, strict=True) if a <= SAME]
        if near:
            near[0].append(find)
        else:
            groups.append([find])
    return groups


def _proved(
    reader: WellReader,
    frames: tuple[Frame, Frame],
    sightings: tuple[Sighting, Sighting],
    groups: list[list[_Find]],
    free: list[int],
) -> LearnedKinds | None:
    """Return what was learned if both frames read with it as they must."""
    profile, pictures = reader.profile, reader.pictures
    kinds: list[KindSection] = []
    looks: list[NDArray[np.float32]] = []
    masks: list[NDArray[np.float32]] = []
    expected = [sighting.codes.copy() for sighting in sightings]
    for code, group in zip(free, groups, strict=False):
        # one in the well is sharper than the preview's, which may be smaller
        best = [find for find in group if find.cell is not None] or group
        look = np.median(np.stack([find.look for find in best]), axis=0).astype(np.float32)
        name = new_colour_name(_core(look), [kind.name for kind in (*profile.kinds, *kinds)])
        file = picture_file(name, {kind.file for kind in (*profile.kinds, *kinds)})
        kinds.append(KindSection(code=code, name=name, file=file, count=len(group)))
        looks.append(look)
        masks.append(np.maximum.reduce(list(pictures.masks)))
        for find in group:
            for codes in expected:
                if find.cell is not None:
                    codes[find.cell] = code
    extended = with_kinds(profile, kinds)
    by_code = {kind.code: n for n, kind in enumerate(profile.kinds)}
    new = {kind.code: n for n, kind in enumerate(kinds)}
    order = [kind.code for kind in extended.kinds]
    drawn = WellPictures(
        tuple(pictures.jewels[by_code[c]] if c in by_code else looks[new[c]] for c in order),
        tuple(pictures.masks[by_code[c]] if c in by_code else masks[new[c]] for c in order),
        pictures.background,
        pictures.known,
    )
    wiser = WellReader(extended, drawn)
    for frame, codes in zip(frames, expected, strict=True):
        sighting = wiser.read(frame)
        resting = (codes != EMPTY) & (codes != UNKNOWN)
        if not np.array_equal(sighting.codes[resting], codes[resting]):
            return None
        if float(sighting.margin[resting].min(initial=1.0)) < profile.reader.min_margin:
            return None
    last = wiser.read(frames[-1])
    sheet = well_sheet(frames[-1].pixels, extended, drawn, last.codes, last.margin)
    return LearnedKinds(wiser, tuple(kinds), tuple(zip(looks, masks, strict=True)), sheet)
