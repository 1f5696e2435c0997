"""Learns colours of rings that calibration never saw, in the middle of a game: many games begin with a few.

A ring may be unreadable for many reasons: it is covered, in flight, faded, dimmed, under a panel, in another light. It
is a new colour only if nothing of the kind can be: see `learn_colours`.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.colour_names import new_colour_name
from calibration.kind_names import picture_file
from calibration.learned_kinds import LearnedKinds, with_kinds
from calibration.rings.learn import SAME_RING_COLOUR
from calibration.rings.proof import LEAST_MARGIN
from calibration.rings.sheet import SWATCH, ring_sheet
from capture.frame import Frame, Pixels
from vision.profile import Profile
from vision.profile_sections import KindSection
from vision.rings.pictures import RingPictures
from vision.rings.reader import EMPTY_NAME, RingReader
from vision.rings.samples import CLEAR_OF_RINGS, ground_area, place_centres, place_sizes, ring_core, window_pixels
from vision.sighting import UNKNOWN

FAR = 48.0
"""Grey levels of the worst channel that a new colour must be away from every known one and from the ground."""
VEILED = 26.0
"""Likewise from known colours that are seen through something."""
VEILS = (("ground", 0.85), ("white", 0.6), ("black", 0.7))
"""What a known colour may be faded towards, or lit or dimmed by, and how far: rings that come and go, pieces under the
pointer, pieces that fit nowhere."""
STEADY = 6.0
"""Grey levels that ground and rings of known colours may be away from what they were: no veil, no other light."""
WITNESS = 40.0
"""Some ground or known ring must be at least that bright in each channel, or another light would not show:
a change of STEADY in WITNESS is one of 38 in 255, less than FAR."""
MOST_LIT = 0.7
"""How much white or black light may add to a pixel of a ring that is lit from a side."""
WHOLE = 0.95
"""Share of a ring's pixels, and of those around it, that must be as expected."""
GROUND = 30.0
"""Grey levels that a pixel of the ground around a ring may be away from what it was."""
BESIDE = 3
"""Pixels of ground right beside a ring that are looked at by themselves: a wider one is another thing."""
ALIKE = 8.0
"""Grey levels that a ring's colour may differ between two moments at rest."""


@dataclass(frozen=True, slots=True)
class _Ring:
    place: int
    slot: int
    colour: NDArray[np.float32]


def learn_colours(reader: RingReader, first: Frame, second: Frame) -> LearnedKinds | None:
    """Return the colours that all unread rings of a window at rest have, or None if that is not sure.

    Sure is what holds in both frames, alike: the ground of all places is as it was, nothing shows another light, and
    every slot that cannot be read holds a whole ring of an even colour, shaded as its size is, with ground around it,
    far from every known colour and from what one would be behind a veil; and with the colours learned, everything
    reads as before or, where it could not be read, clearly.

    Args:
        reader: of the profile.
        first, second: settled windows, long enough apart that no animation passes for rest.
    """
    codes = reader.read(second).codes
    if not bool((codes == UNKNOWN).any()) or not np.array_equal(reader.read(first).codes, codes):
        return None
    found = [_rings(reader, frame, codes) for frame in (first, second)]
    before, rings = found
    if before is None or rings is None:
        return None
    if any(float(np.abs(a.colour - b.colour).max()) > ALIKE for a, b in zip(before, rings, strict=True)):
        return None
    groups = _groups(rings)
    if groups is None or len(groups) > len(_free_codes(reader.profile)):
        return None
    colours = [np.median([ring.colour for ring in group], axis=0).astype(np.float32) for group in groups]
    if not all(_is_new(reader, colour, group[0]) for colour, group in zip(colours, groups, strict=True)):
        return None
    return _proved(reader, (first, second), codes, colours, groups)


def _rings(reader: RingReader, frame: Frame, codes: NDArray[np.int8]) -> list[_Ring] | None:
    """Return a whole ring for every slot that cannot be read, None unless each has one and the light is as it was."""
    pictures, profile = reader.pictures, reader.profile
    ground = frame.pixels[reader.samples.ground_at[..., 0], reader.samples.ground_at[..., 1]]
    shift = np.median(ground.astype(np.int16) - reader.samples.ground, axis=1)
    assert profile.rings is not None
    unlike = reader.measure(frame).unlike
    if float(np.abs(shift).max()) > STEADY or float(unlike.max()) > profile.rings.max_ground:
        return None
    brightest = np.median(reader.samples.ground, axis=1).max(axis=0)
    colour_of = {kind.code: colour for kind, colour in zip(profile.kinds, pictures.colours, strict=True)}
    empty = _empty_code(profile)
    rings = []
    pitch = (reader.lattice.pitch_x + reader.lattice.pitch_y) / 2
    places = zip(place_centres(profile), place_sizes(profile), strict=True)
    for place, (centre, share) in enumerate(places):
        drawn = reader.drawn[share]
        area = ground_area(list(drawn.masks), share * pitch)
        for slot in range(codes.shape[1]):
            code = int(codes[place, slot])
            if code == empty:
                continue
            colour, whole = _colour(frame.pixels, drawn, profile.reader.max_distance, centre, slot)
            if code == UNKNOWN:
                ground_there = _ground_as_known(frame.pixels, pictures, area, centre)
                if not whole or not ground_there or not _ends(frame.pixels, drawn, slot, area, centre, colour):
                    return None
                rings.append(_Ring(place, slot, colour))
            elif float(np.abs(colour - colour_of[code]).max()) <= STEADY:
                brightest = np.maximum(brightest, colour)
            else:
                return None
    return rings if float(brightest.min()) >= WITNESS else None


def _colour(
    pixels: Pixels, pictures: RingPictures, max_distance: float, centre: NDArray[np.float64], slot: int
) -> tuple[NDArray[np.float32], bool]:
    """Return the colour of what lies in a slot, and whether a whole ring of it does."""
    core = ring_core(pictures.masks[slot])
    at = window_pixels(core, (float(centre[0]), float(centre[1])), (pixels.shape[0], pixels.shape[1]))
    shown = pixels[at[:, 0], at[:, 1]].astype(np.float32)
    colour = np.median(shown, axis=0).astype(np.float32)
    corner = np.floor(centre[::-1] + 0.5 - core.shape[0] / 2).astype(np.int32)
    bright = pictures.shades[slot][at[:, 0] - corner[0], at[:, 1] - corner[1]]
    apart = np.abs(shown - np.clip(colour * bright[:, None], 0, 255)).max(axis=1)
    if bool((bright != 1).any()):
        apart = np.minimum(apart, _apart_from_lit(shown, colour, bright))
    even = int((apart <= max_distance).sum())
    return colour, even >= WHOLE * int(core.sum())


def _apart_from_lit(
    shown: NDArray[np.float32], colour: NDArray[np.float32], bright: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return how far pixels are from the colour with white added where rings are bright, taken off where dark.

    How bright rings are was learned from other colours: light adds more to a channel that has less.
    """
    towards = np.where(bright[:, None] > 1, np.float32(255), np.float32(0)) - colour
    weight = ((shown - colour) * towards).sum(axis=1) / np.maximum((towards**2).sum(axis=1), 1)
    lit = colour + np.clip(weight, 0, MOST_LIT)[:, None] * towards
    return np.asarray(np.abs(shown - lit).max(axis=1), np.float32)


def _ground_as_known(
    pixels: Pixels, pictures: RingPictures, area: NDArray[np.bool_], centre: NDArray[np.float64]
) -> bool:
    """Tell whether what no ring of a place covers is the ground, so that nothing lies over the place."""
    shown, known = _cut(pixels, pictures, area, centre)
    return int((np.abs(shown - known).max(axis=1) <= GROUND).sum()) >= WHOLE * len(shown)


def _ends(
    pixels: Pixels,
    pictures: RingPictures,
    slot: int,
    area: NDArray[np.bool_],
    centre: NDArray[np.float64],
    colour: NDArray[np.float32],
) -> bool:
    """Tell whether a ring ends where one of its size does; right beside it, it may glow."""
    reach = 2 * (CLEAR_OF_RINGS + BESIDE) + 1
    near = cv2.dilate(pictures.masks[slot].astype(np.uint8), np.ones((reach, reach), np.uint8)) > 0
    shown, known = _cut(pixels, pictures, area & near, centre)
    ground = np.abs(shown - known).max(axis=1) < np.abs(shown - colour).max(axis=1)
    return int(ground.sum()) >= WHOLE * len(shown)


def _cut(
    pixels: Pixels, pictures: RingPictures, area: NDArray[np.bool_], centre: NDArray[np.float64]
) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return (n, 3) each, a part of a place as it is and as it is when empty."""
    at = window_pixels(area, (float(centre[0]), float(centre[1])), (pixels.shape[0], pixels.shape[1]))
    return pixels[at[:, 0], at[:, 1]].astype(np.int16), pictures.background[at[:, 0], at[:, 1]].astype(np.int16)


def _groups(rings: list[_Ring]) -> list[list[_Ring]] | None:
    """Return the rings by colour, in order of place; None where it is not clear how many colours they have."""
    groups: list[list[_Ring]] = []
    for ring in rings:
        apart = [float(np.abs(group[0].colour - ring.colour).max()) for group in groups]
        if any(SAME_RING_COLOUR < a < FAR for a in apart):
            return None
        near = [group for group, a in zip(groups, apart, strict=True) if a <= SAME_RING_COLOUR]
        if near:
            near[0].append(ring)
        else:
            groups.append([ring])
    return groups


def _is_new(reader: RingReader, colour: NDArray[np.float32], ring: _Ring) -> bool:
    """Tell whether a colour is neither ground nor a known colour, nor one of these seen through something."""
    height, width = reader.pictures.background.shape[:2]
    core = ring_core(reader.drawn[place_sizes(reader.profile)[ring.place]].masks[ring.slot])
    x, y = place_centres(reader.profile)[ring.place]
    at = window_pixels(core, (float(x), float(y)), (height, width))
    ground = np.median(reader.pictures.background[at[:, 0], at[:, 1]], axis=0).astype(np.float32)
    if float(np.abs(colour - ground).max()) < FAR:
        return False
    towards = {"ground": ground, "white": np.full(3, 255, np.float32), "black": np.zeros(3, np.float32)}
    for kind, known in zip(reader.profile.kinds, reader.pictures.colours, strict=True):
        if kind.name == EMPTY_NAME:
            continue
        if float(np.abs(colour - known).max()) < FAR:
            return False
        for name, most in VEILS:
            weights = np.linspace(0, most, 101, dtype=np.float32)[:, None]
            veiled = known + weights * (towards[name] - known)
            if float(np.abs(veiled - colour).max(axis=1).min()) < VEILED:
                return False
    return True


def _empty_code(profile: Profile) -> int:
    return next(kind.code for kind in profile.kinds if kind.name == EMPTY_NAME)


def _free_codes(profile: Profile) -> list[int]:
    """Return the game's colour codes that no kind has yet; the code of "empty" follows the last of them."""
    taken = {kind.code for kind in profile.kinds}
    return [code for code in range(_empty_code(profile)) if code not in taken]


def _proved(
    reader: RingReader,
    frames: tuple[Frame, Frame],
    codes: NDArray[np.int8],
    colours: list[NDArray[np.float32]],
    groups: list[list[_Ring]],
) -> LearnedKinds | None:
    """Return what was learned if both frames read with it as they must."""
    profile, pictures = reader.profile, reader.pictures
    kinds: list[KindSection] = []
    known = list(profile.kinds)
    expected = codes.copy()
    for code, colour, group in zip(_free_codes(profile), colours, groups, strict=False):
        name = new_colour_name(colour, [kind.name for kind in known])
        file = picture_file(name, {kind.file for kind in (*profile.kinds, *kinds)})
        kind = KindSection(code=code, name=name, file=file, count=len(group))
        kinds.append(kind)
        known.append(kind)
        for ring in group:
            expected[ring.place, ring.slot] = code
    extended = with_kinds(profile, kinds)
    colour_of = {kind.code: colour for kind, colour in zip(profile.kinds, pictures.colours, strict=True)}
    colour_of |= {kind.code: colour for kind, colour in zip(kinds, colours, strict=True)}
    all_colours = np.array([colour_of[kind.code] for kind in extended.kinds], np.float32)
    new = RingReader(extended, RingPictures(pictures.masks, pictures.shades, all_colours, pictures.background))
    margins = []
    for frame in frames:
        sighting = new.read(frame)
        if not np.array_equal(sighting.codes, expected) or float(sighting.margin.min()) < LEAST_MARGIN:
            return None
        margins.append(sighting.margin)
    sheet = ring_sheet(frames[-1].pixels, extended, place_centres(extended), new.pictures, expected, margins[-1])
    swatches = tuple(
        (np.broadcast_to(colour, (SWATCH, SWATCH, 3)).astype(np.float32), np.ones((SWATCH, SWATCH), np.float32))
        for colour in colours
    )
    return LearnedKinds(new, tuple(kinds), swatches, sheet)
