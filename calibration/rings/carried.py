"""Learns where a carried piece hangs from the pointer, from one frame taken in the middle of a drag."""

import numpy as np

from calibration.rings.places import OFF, sites_of
from calibration.rings.ring_shapes import JUMP
from calibration.rings.shapes import SAME_COLOUR, Shape, find_shapes
from capture.frame import Frame
from vision.rings.reader import RingReader
from vision.rings.samples import place_centres

AWAY = 2 * OFF
"""A piece nearer to a place than that, in pitches, lies on it and is not carried."""


def carried_offset(frame: Frame, reader: RingReader, pointer: tuple[float, float]) -> tuple[float, float] | None:
    """Return where the middle of the carried piece lies from the pointer, in cells; None where none is carried.

    A carried piece is rings of the profile's sizes and colours, on no place, where the empty window shows nothing
    of the kind.

    Args:
        frame: taken while a piece is carried, of the profile's window.
        reader: of the calibrated profile.
        pointer: (x, y) in pixels of the frame.
    """
    lattice = reader.lattice
    pitch = (lattice.pitch_x + lattice.pitch_y) / 2
    centres = place_centres(reader.profile)
    shapes = [
        shape
        for shape in find_shapes(frame.pixels)
        if float(np.abs(centres - (shape.x, shape.y)).max(axis=1).min()) > AWAY * pitch and _is_ring(shape, reader)
    ]
    if not shapes:
        return None
    size = (frame.pixels.shape[0], frame.pixels.shape[1])
    piece = max(sites_of(shapes, size), key=lambda site: sum(int(s.mask.sum()) for s in site.shapes))
    return (piece.x - pointer[0]) / lattice.pitch_x, (piece.y - pointer[1]) / lattice.pitch_y


def _is_ring(shape: Shape, reader: RingReader) -> bool:
    pictures = reader.pictures
    extents = [(int(np.ptp(np.nonzero(mask)[0])) + 1) / 2 for mask in pictures.masks]
    if not any(abs(shape.extent - e) <= max(JUMP[0], JUMP[1] * e) for e in extents):
        return False
    colour = np.array(shape.colour)
    if float(np.abs(pictures.colours - colour).max(axis=1).min()) > SAME_COLOUR:
        return False
    height, width = shape.mask.shape
    behind = pictures.background[shape.top : shape.top + height, shape.left : shape.left + width][shape.mask]
    return float(np.abs(np.median(behind, axis=0) - colour).max()) > SAME_COLOUR
