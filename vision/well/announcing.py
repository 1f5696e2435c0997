"""Which piece the preview has announced: told by what it has shown, for how long, and until when."""

from vision.sighting import UNKNOWN

ALIKE_LOOKS = 3
"""Looks that must agree on the next piece before it counts as known: a magic one flashes."""
ALIKE_MS = 150.0
"""And the time they must span; longer than a flash."""
FLASHES = 2
"""So often a preview must change sooner than that to be one that flashes: one that was first seen late does so once."""


class PreviewWatch:
    """Remembers what the preview has shown since the last piece came in."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Forget what was seen."""
        self._shown: tuple[int, ...] | None = None
        self._since_ns = 0
        self._looks = 0
        self._steady: tuple[int, ...] | None = None
        self._before_change: tuple[int, ...] | None = None
        self._flashes = 0

    def feed(self, codes: tuple[int, ...] | None, now_ns: int) -> None:
        """Hold what the preview shows against what it showed before; remember what it stood at until it changed."""
        if codes is None or UNKNOWN in codes or codes != self._shown:
            known = all(shown is not None and UNKNOWN not in shown for shown in (self._shown, codes))
            self._flashes += known and now_ns - self._since_ns < ALIKE_MS * 1e6
            self._before_change = self._steady or self._before_change
            self._steady = None
            self._shown, self._since_ns, self._looks = codes, now_ns, 1
            return
        self._looks += 1
        if self._looks >= ALIKE_LOOKS and now_ns - self._since_ns >= ALIKE_MS * 1e6:
            self._steady = codes

    def came_in(self, before_ns: int) -> tuple[int, ...] | None:
        """Take note that a piece has come in; return it as it was announced, None where that is not known.

        The preview changes before the piece comes into view, or after that, or shows the same again; what it shows
        since the last piece went is the one after. One that has flashed announces nothing, though it stands still where
        its window hangs.

        Args:
            before_ns: when the piece before it was last seen.
        """
        unchanged = self._steady if self._since_ns <= before_ns else None
        announced = None if self._flashes >= FLASHES else self._before_change or unchanged
        self._before_change, self._flashes = None, 0
        return announced
