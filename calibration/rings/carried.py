"""Learns where a carried piece hangs from the pointer, from one frame taken in the middle of a drag."""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.rings.places import OFF
from calibration.rings.shapes import SAME_COLOUR
from capture.frame import Frame, Pixels
from vision.difference import difference
from vision.rings.reader import EMPTY_NAME, RingReader
from vision.rings.samples import place_centres, place_sizes, window_pixels
from vision.sighting import UNKNOWN

AWAY = 2 * OFF
"""A ring nearer to a place than that, in pitches, lies on it and is not carried."""
REACH = 2.2
"""How far a carried piece may hang from the pointer, in pitches."""
RING_COLOUR = 60
"""Grey levels of the worst channel within which a pixel may be of a colour: rings are lit from a side in some games."""
ALIKE = 0.8
"""Share of a ring's pixels that must have its colour, less the share around it that has it too."""
IN_SIGHT = 0.5
"""Share of a ring's pixels that must not lie over rings of the cells."""
NO_COLOUR, OTHER_RING = -1, -2


def carried_offset(frame: Frame, reader: RingReader, pointer: tuple[float, float]) -> tuple[float, float] | None:
    """Return where the middle of the carried piece lies from the pointer, in cells; None where none is carried.

    A carried piece is a ring of one of the profile's sizes and colours, on no place, where the empty window shows
    nothing of the kind.

    Args:
        frame: taken while a piece is carried, of the profile's window.
        reader: of the calibrated profile.
        pointer: (x, y) in pixels of the frame.
    """
    lattice = reader.lattice
    pitch = (lattice.pitch_x + lattice.pitch_y) / 2
    colour = _colour_map(frame, reader)
    side = reader.pictures.masks[0].shape[0]
    left, top = (int(at - REACH * pitch - side / 2) for at in pointer)
    reach = int(2 * REACH * pitch) + side
    padded = np.full((reach, reach), NO_COLOUR, np.int8)
    y0, x0 = max(0, top), max(0, left)
    part = colour[y0 : max(0, top + reach), x0 : max(0, left + reach)]
    padded[y0 - top : y0 - top + part.shape[0], x0 - left : x0 - left + part.shape[1]] = part
    found = [
        (score, x + left + side / 2, y + top + side / 2)
        for drawn in reader.drawn.values()
        for mask in drawn.masks
        for score, x, y in _matches(padded, mask)
    ]
    centres = place_centres(reader.profile)
    away = [f for f in found if float(np.abs(centres - f[1:]).max(axis=1).min()) > AWAY * pitch]
    if not away:
        return None
    _, x, y = max(away)
    return (x - pointer[0]) / lattice.pitch_x, (y - pointer[1]) / lattice.pitch_y


def _colour_map(frame: Frame, reader: RingReader) -> NDArray[np.int8]:
    """Return (height, width) the number of each pixel's colour, NO_COLOUR for ground, OTHER_RING for rings at rest."""
    pictures = reader.pictures
    coloured = [k for k, kind in enumerate(reader.profile.kinds) if kind.name != EMPTY_NAME]
    apart = np.stack([_apart(frame.pixels, pictures.colours[k]) for k in coloured])
    number = apart.argmin(axis=0).astype(np.int8)
    ground = difference(frame.pixels, pictures.background) <= SAME_COLOUR
    number[ground | (apart.min(axis=0) > RING_COLOUR)] = NO_COLOUR
    empty = next(kind.code for kind in reader.profile.kinds if kind.name == EMPTY_NAME)
    codes = reader.read(frame).codes
    size = (number.shape[0], number.shape[1])
    places = zip(place_centres(reader.profile), place_sizes(reader.profile), strict=True)
    for place, ((x, y), share) in enumerate(places):
        for slot, mask in enumerate(reader.drawn[share].masks):
            if codes[place, slot] not in (UNKNOWN, empty):
                grown = cv2.dilate(mask.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
                at = window_pixels(grown, (float(x), float(y)), size)
                number[at[:, 0], at[:, 1]] = OTHER_RING
    return np.asarray(number, np.int8)


def _apart(pixels: Pixels, colour: NDArray[np.float32]) -> NDArray[np.uint8]:
    return difference(pixels, np.full_like(pixels, np.round(colour)))


def _matches(colour: NDArray[np.int8], mask: NDArray[np.bool_]) -> list[tuple[float, float, float]]:
    """Return (score, x, y of the mask's corner) of the best place of a ring in each colour it may have."""
    inside = mask.astype(np.float32)
    near = cv2.dilate(mask.astype(np.uint8), np.ones((5, 5), np.uint8))
    around = (cv2.dilate(near, np.ones((5, 5), np.uint8)) - near).astype(np.float32)
    free = (colour != OTHER_RING).astype(np.float32)
    in_sight = cv2.matchTemplate(free, inside, cv2.TM_CCORR)
    found = []
    for number in np.unique(colour[colour >= 0]):
        same = (colour == number).astype(np.float32)
        within = cv2.matchTemplate(same, inside, cv2.TM_CCORR) / np.maximum(in_sight, 1.0)
        beside = cv2.matchTemplate(same, around, cv2.TM_CCORR) / float(around.sum())
        score = np.where(in_sight >= IN_SIGHT * float(inside.sum()), within - beside, -1.0)
        best = float(score.max())
        if best >= ALIKE:
            rows, cols = np.nonzero(score >= best - 0.01)
            found.append((best, float(cols.mean()), float(rows.mean())))
    return found
