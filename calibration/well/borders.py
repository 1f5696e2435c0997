"""Where cells begin, to a fraction of a pixel: jewels look alike from both sides, and wells end where cells do."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.well.find_well import Place
from calibration.well.symmetry import EdgeLines, EdgeMaps, edge_lines
from vision.lattice import Lattice

REACH = 0.16
"""Pitches by which a cell's border may lie off the middle of what its jewels show."""
SAME_PITCH = 0.006
"""Share by which the pitch of the walls may differ from that of the jewels."""
AS_SHARP = 0.9
"""How sharp the jewels must lie on each other between the walls, compared with how they do at best."""
STRETCH, STRETCHES = 0.012, 41
"""Share by which the pitch may be off what regions say, and how many pitches are tried."""
MOST_CELLS = 60
"""Jewels that are looked at."""
ROOM = 0.12
"""Pitches around a lattice line within which its wall is sought."""


def refine(jewels: Sequence[NDArray[np.bool_]], place: Place) -> tuple[Lattice, float]:
    """Return a place's lattice with its exact place and pitch, and how symmetric its cells are then, -1 to 1.

    Args:
        jewels: (rows, cols) bool a picture: where jewels lie on the lattice.
        place: good to a few pixels.
    """
    lattice = place.lattice
    cells = [(frame, row, col) for frame, there in enumerate(jewels) for row, col in np.argwhere(there).tolist()]
    cells = sorted(cells[:: 1 + len(cells) // MOST_CELLS])
    cols, rows = np.array([c for _, _, c in cells], np.float64), np.array([r for _, r, _ in cells], np.float64)
    boxes = [(frame, *lattice.corner(row, col)) for frame, row, col in cells]
    order = sorted(range(len(boxes)), key=lambda k: boxes[k])
    cols, rows = cols[order], rows[order]
    across, down = edge_lines(place.edges, boxes, lattice.pitch_x, lattice.pitch_y)
    lattice, sharp = _sharpest(lattice, across, down, cols, rows)
    moves = _moves(place.lattice, lattice, cols, rows)
    move_x, symmetric_x = across.fold(lattice.pitch_x, moves[0]).middle(REACH * lattice.pitch_x)
    move_y, symmetric_y = down.fold(lattice.pitch_y, moves[1]).middle(REACH * lattice.pitch_y)
    moved = replace(lattice, x=lattice.x + move_x, y=lattice.y + move_y)
    walls = _within_walls(place.edges, moved) or _within_walls(place.edges, place.lattice)
    if walls is not None:
        moves = _moves(place.lattice, walls, cols, rows)
        of_walls = across.fold(walls.pitch_x, moves[0]).contrast() + down.fold(walls.pitch_y, moves[1]).contrast()
        if of_walls >= AS_SHARP * sharp:
            moved = walls
    exact = replace(
        moved, x=float(moved.x), y=float(moved.y), pitch_x=float(moved.pitch_x), pitch_y=float(moved.pitch_y)
    )
    return exact, min(symmetric_x, symmetric_y)


def _moves(
    before: Lattice, after: Lattice, cols: NDArray[np.float64], rows: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return by how many pixels the cells of one lattice begin later in another, across and down."""
    across = after.x - before.x + cols * (after.pitch_x - before.pitch_x)
    down = after.y - before.y + rows * (after.pitch_y - before.pitch_y)
    return across, down


def _sharpest(
    lattice: Lattice, across: EdgeLines, down: EdgeLines, cols: NDArray[np.float64], rows: NDArray[np.float64]
) -> tuple[Lattice, float]:
    """Return the lattice, stretched around the middle of its jewels, in which these lie best on each other."""
    best, sharp = lattice, -1.0
    for part in np.linspace(-STRETCH, STRETCH, STRETCHES):
        pitch_x, pitch_y = lattice.pitch_x * (1 + part), lattice.pitch_y * (1 + part)
        tried = replace(
            lattice,
            x=lattice.x - float(cols.mean() + 0.5) * (pitch_x - lattice.pitch_x),
            y=lattice.y - float(rows.mean() + 0.5) * (pitch_y - lattice.pitch_y),
            pitch_x=pitch_x,
            pitch_y=pitch_y,
        )
        moves = _moves(lattice, tried, cols, rows)
        value = across.fold(pitch_x, moves[0]).contrast() + down.fold(pitch_y, moves[1]).contrast()
        if value > sharp:
            best, sharp = tried, value
    return best, sharp


def _within_walls(edges: EdgeMaps, lattice: Lattice) -> Lattice | None:
    """Return the lattice that fills the space between the four walls; None where its cells would be of another size."""
    height, width = edges.across[0].shape[0], edges.down[0].shape[1]
    # a wall is there in every picture
    edges_x, edges_y = np.minimum.reduce(edges.across), np.minimum.reduce(edges.down)
    rows = slice(max(0, int(lattice.y)), int(lattice.y + lattice.height))
    cols = slice(max(0, int(lattice.x)), int(lattice.x + lattice.width))
    left = _wall(edges_x[rows], lattice.x, lattice.pitch_x, width)
    right = _wall(edges_x[rows], lattice.x + lattice.width, lattice.pitch_x, width)
    top = _wall(edges_y[:, cols].T, lattice.y, lattice.pitch_y, height)
    bottom = _wall(edges_y[:, cols].T, lattice.y + lattice.height, lattice.pitch_y, height)
    across, down = (right - left) / lattice.cols, (bottom - top) / lattice.rows
    pitch = (lattice.pitch_x + lattice.pitch_y) / 2
    if max(abs(across - pitch), abs(down - pitch), abs(across - down)) > SAME_PITCH * pitch:
        return None
    return Lattice(left, top, across, down, lattice.rows, lattice.cols)


def _wall(edges: NDArray[np.uint8], line: float, pitch: float, size: int) -> float:
    """Return where the edge near a line is, in pixels; the window's own where it is near."""
    room = ROOM * pitch
    if abs(line) < room:
        return 0.0
    if abs(line - size) < room:
        return float(size)
    if not room + 1 < line < size - room - 2 or not edges.shape[0]:
        return line
    first, last = int(line - room), int(line + room) + 1
    strength = np.median(edges[:, first - 1 : last], axis=0)
    best = int(np.argmax(strength))
    # a fractional edge is drawn as two steps: its place is their middle, weighed
    near = slice(max(0, best - 1), best + 2)
    at = np.arange(first, first + len(strength))[near]
    weight = strength[near] ** 2
    return float((at * weight).sum() / max(1e-9, float(weight.sum())))
