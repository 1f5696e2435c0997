"""Where in its cell a jewel lies that was only seen on its way down: the others of its piece tell, if they are known.

What recurs of a jewel may be any part of it. Jewels at rest tell which; a kind that no picture shows at rest has none.
Its piece is three jewels that touch, so one of them that is known says where the others begin.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.well.jewels import OFF, SAME_LOOK, Kind, Seen, apart, look_of
from capture.frame import Pixels
from engine.columns import LENGTH
from vision.lattice import Lattice

MOST_MOVED = 0.5
"""Rows by which a falling jewel may be misplaced: by a part of it that was taken for the whole."""
MOVES = np.linspace(-MOST_MOVED, MOST_MOVED, 33)
MOST_ASKED = 3
"""Jewels of a kind that are asked for their neighbours, at most."""


def in_their_pieces(
    pictures: Sequence[Pixels],
    falling: Sequence[Kind],
    resting: Sequence[Kind],
    lying: Sequence[NDArray[np.bool_]],
    lattice: Lattice,
) -> list[Kind]:
    """Return kinds that were only seen falling, moved to where the known jewels of their pieces say that they lie.

    Args:
        pictures: of one window.
        falling: kinds that no picture shows at rest.
        resting: those that some picture does.
        lying: (rows, cols) bool a picture: where jewels lie on the floor or on each other; those are of no piece.
        lattice: of the well.
    """
    moved: list[Kind] = []
    waiting = list(falling)
    known = [kind.look for kind in resting]
    # a kind that has been told tells of others
    while known and waiting:
        moves = [_move(pictures, kind, known, lying, lattice) for kind in waiting]
        told = [
            _moved(pictures, kind, move, lattice) for kind, move in zip(waiting, moves, strict=True) if move is not None
        ]
        waiting = [kind for kind, move in zip(waiting, moves, strict=True) if move is None]
        known = [kind.look for kind in told]
        moved += told
    return [*moved, *waiting]


def _move(
    pictures: Sequence[Pixels],
    kind: Kind,
    known: Sequence[NDArray[np.float32]],
    lying: Sequence[NDArray[np.bool_]],
    lattice: Lattice,
) -> float | None:
    """Return by how many rows a kind's jewels lie lower than they seem to; None where no known jewel is beside one."""
    found = []
    inside = [seen for seen in kind.seen if -0.5 < seen.col < lattice.cols - 0.5]
    for seen in inside[:: 1 + len(inside) // MOST_ASKED]:
        of_neighbours = [
            _beside(pictures[seen.frame], seen, step, known, lying[seen.frame][:, round(seen.col)], lattice)
            for step in range(1 - LENGTH, LENGTH)
            if step and -MOST_MOVED <= seen.row + step <= lattice.rows - 1
        ]
        distance, move = min(of_neighbours, key=lambda told: (told[0], abs(told[1])), default=(np.inf, 0.0))
        if distance <= SAME_LOOK:
            found.append(move)
    return float(np.median(found)) if found else None


def _beside(
    picture: Pixels,
    seen: Seen,
    step: int,
    known: Sequence[NDArray[np.float32]],
    lying: NDArray[np.bool_],
    lattice: Lattice,
) -> tuple[float, float]:
    """Return how far what is so many rows below a jewel is from the nearest known kind, and by how many rows lower.

    Infinitely far where nothing is but jewels that lie in its column, (rows,) bool.
    """
    rows = seen.row + step + MOVES
    looks = np.stack([look_of(picture, lattice, float(row), seen.col) for row in rows])
    nearest = np.min([np.abs(looks - look).max(axis=3).mean(axis=(1, 2)) for look in known], axis=0)
    cells = np.floor(rows + 0.5).astype(np.int64)
    inside = (cells >= 0) & (cells < len(lying))
    of_stack = inside & (np.abs(rows - cells) < OFF) & lying[np.clip(cells, 0, len(lying) - 1)]
    nearest = np.where(of_stack, np.inf, nearest)
    best = int(np.argmin(nearest))
    inner = min(float(apart(looks[best], look)) for look in known)
    return max(float(nearest[best]), inner), float(MOVES[best])


def _moved(pictures: Sequence[Pixels], kind: Kind, move: float, lattice: Lattice) -> Kind:
    """Return a kind whose jewels lie lower by so many rows; as it is where that is too little to tell."""
    if abs(move) < OFF:
        return kind
    seen = tuple(Seen(s.frame, s.row + move, s.col) if -0.5 < s.col < lattice.cols - 0.5 else s for s in kind.seen)
    looks = [look_of(pictures[s.frame], lattice, s.row, s.col) for s in seen]
    return Kind(np.median(np.stack(looks), axis=0).astype(np.float32), seen)
