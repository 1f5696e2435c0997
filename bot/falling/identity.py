"""Which piece is falling: announced by the preview, or made out over several looks."""

from engine.columns import LENGTH, MAGIC
from vision.sighting import UNKNOWN, Codes
from vision.well.magic import MagicWatch
from vision.well.tracker import FallingPiece

Jewels = tuple[int, int, int]

LOOKS = 3
SURE_S = 0.12
"""A piece that nothing announced must look the same in so many looks over so long: a magic one flashes faster."""


class Identity:
    """Makes out one piece; a new one for each.

    Args:
        announced: what the preview showed for sure while the piece before was falling; None where it did not.
    """

    def __init__(self, announced: tuple[int, ...] | None) -> None:
        self._announced = announced
        self._last: tuple[int, ...] | None = None
        self._since_s = 0.0
        self._looks = 0
        self._magic = MagicWatch()

    def feed(self, piece: FallingPiece, now_s: float) -> Jewels | None:
        """Take the next look at a piece that nobody has turned; return its jewels, top first, once they are sure."""
        seen = piece.codes
        if self._announced is not None and seen and UNKNOWN not in seen:
            if seen == self._announced[-len(seen) :]:
                return _three(self._announced)
            self._announced = None  # another one has come, or one that flashes
        if len(seen) < LENGTH:
            return None
        if self._magic.feed(seen, round(now_s * 1e9)):
            return MAGIC, MAGIC, MAGIC
        if seen != self._last:
            self._last, self._since_s, self._looks = seen, now_s, 0
        self._looks += 1
        if self._looks >= LOOKS and now_s - self._since_s >= SURE_S and UNKNOWN not in seen:
            return _three(seen)
        return None


def turned(jewels: Jewels, rotations: int) -> Jewels:
    """Return a piece after so many rotations: the bottom jewel goes to the top."""
    for _ in range(rotations % LENGTH):
        jewels = (jewels[2], jewels[0], jewels[1])
    return jewels


def as_seen(jewels: Jewels, piece: FallingPiece) -> Jewels:
    """Return a piece that is known as it stands now: rotations made are part of it."""
    return jewels if not piece.whole or jewels[0] == MAGIC else _three(piece.codes)


def may_show(jewels: Jewels, seen: tuple[int, ...]) -> bool:
    """Tell whether what is in view of a piece, top to bottom, can only be a piece that was known before, or its end.

    A piece of one colour may have vanished meanwhile and left nothing behind; so it has to be seen whole. A magic one
    flashes, and is told by no look.
    """
    if len(seen) == LENGTH:
        return sorted(seen) == sorted(jewels)
    ways = [turned(jewels, count) for count in range(LENGTH)]
    return bool(seen) and len(set(jewels)) > 1 and any(way[-len(seen) :] == seen for way in ways)


def differs(jewels: Jewels, announced: Codes) -> bool:
    """Tell whether a piece is another than the one announced, int8 (3,), as far as that is known: magic ones flash."""
    return MAGIC not in jewels and UNKNOWN not in announced and sorted(jewels) != sorted(announced.tolist())


def _three(codes: tuple[int, ...]) -> Jewels:
    top, middle, bottom = codes
    return top, middle, bottom
