"""One kind of jewel that was found twice: its jewels are one kind's again.

What falls or fades in one picture may form a group of its own, and gather the same jewels at rest as the group that
they form themselves. Two pictures of one colour would leave every jewel of it unread, for neither is the likelier one.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.well.jewels import SAME_LOOK, Kind, apart, look_of
from calibration.well.pictures import jewel_pictures
from capture.frame import Pixels
from vision.lattice import Lattice


def without_twins(pictures: Sequence[Pixels], kinds: Sequence[Kind], lattice: Lattice) -> list[Kind]:
    """Return the kinds, each but once: of those whose jewels look the same the first, with the jewels of all.

    Args:
        pictures: of one window.
        kinds: the commonest first.
        lattice: of the well.
    """
    jewels = jewel_pictures(pictures, kinds, lattice)
    kept: list[tuple[Kind, NDArray[np.float32]]] = []
    for kind, jewel in zip(kinds, jewels, strict=True):
        twin = next((at for at, (_, other) in enumerate(kept) if pictures_apart(jewel, other) <= SAME_LOOK), None)
        if twin is None:
            kept.append((kind, jewel))
        else:
            first, look = kept[twin]
            kept[twin] = Kind(first.look, tuple(dict.fromkeys((*first.seen, *kind.seen)))), look
    every = [kind for kind, _ in kept]
    return sorted(every, key=lambda kind: (-len(kind.seen), tuple(kind.look.mean(axis=(0, 1)))))


def pictures_apart(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Return how far two jewels' pictures, (side, side, 3) float32 each, are apart, in grey levels; see `apart`."""
    whole = Lattice(0, 0, one.shape[1], one.shape[0], 1, 1)
    return float(apart(look_of(_pixels(one), whole, 0, 0), look_of(_pixels(other), whole, 0, 0)))


def _pixels(picture: NDArray[np.float32]) -> Pixels:
    return np.asarray(np.clip(np.round(picture), 0, 255), np.uint8)
