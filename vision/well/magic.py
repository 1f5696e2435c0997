"""Magic jewels flash: no one frame tells them, a second of frames does."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from vision.sighting import UNKNOWN

LOOKS = 3
"""Different looks from which a jewel flashes."""
SPAN_MS = 100.0
"""And the time that they must take at least: a rotation changes a jewel in between two frames, once."""
FORGET_MS = 1500.0
"""Looks older than that say nothing: a person may have rotated a piece since."""


@dataclass(slots=True)
class _Place:
    """What one jewel of a piece has looked like: (time in ns, code), one entry a change."""

    looks: list[tuple[int, int]] = field(default_factory=list)


class MagicWatch:
    """Tells whether the three jewels of a piece, or of the preview, are magic: all three flash at once.

    Colours of an ordinary piece change by rotation only, which keeps the three it has; a magic one shows colours, or
    looks that no profile knows, in turn. One watch a piece.
    """

    def __init__(self) -> None:
        self._places: list[_Place] = []
        self._colours: set[tuple[int, ...]] = set()

    def feed(self, codes: Sequence[int], time_ns: int) -> bool:
        """Take the piece's codes, top to bottom, UNKNOWN where not sure; return whether it is magic.

        Args:
            codes: as many as are in view; those of a piece that comes in grow in number from below.
            time_ns: of the frame, in order.
        """
        if len(codes) != len(self._places):
            # which jewel is which is known from below
            grown = [_Place() for _ in range(len(codes) - len(self._places))]
            self._places = [*grown, *self._places][-len(codes) :] if codes else []
        for place, code in zip(self._places, codes, strict=True):
            if not place.looks or place.looks[-1][1] != code:
                place.looks.append((time_ns, code))
            place.looks = [look for look in place.looks if time_ns - look[0] <= FORGET_MS * 1e6]
        if UNKNOWN not in codes:
            self._colours.add(tuple(sorted(codes)))
        return bool(self._places) and all(self._flashes(place, time_ns) for place in self._places)

    def _flashes(self, place: _Place, now_ns: int) -> bool:
        if not place.looks or now_ns - place.looks[0][0] < SPAN_MS * 1e6:
            return False
        changes = len(place.looks)
        # rotations show the same three colours again and again; a magic piece shows others, or none that is known
        strange = len(self._colours) > 1 or any(code == UNKNOWN for _, code in place.looks)
        return changes >= LOOKS and strange
