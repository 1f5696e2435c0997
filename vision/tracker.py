"""Sightings in, settled boards out: the stateful part of the eyes for boards that wait for the player."""

import numpy as np
from numpy.typing import NDArray

from vision.sighting import UNKNOWN, Sighting

UNKNOWN_QUIET_FACTOR = 20.0
"""A cell that is being cleared or covered reads UNKNOWN for a while; only one that stays so this many times longer than
a settled board needs is taken for a tile that cannot be read."""


class Tracker:
    """Waits for the board to settle.

    A board is settled when no cell changed its *class* for `quiet_ms`: cursors, particles and idle animations
    change pixels for ever, classes only when tiles move. A cell that turns UNKNOWN and comes back as it was has
    not moved. Where cells are UNKNOWN now, the wait is `unknown_quiet_ms`.

    Attributes:
        changed_ns: time of the last sighting in which some cell's class changed; 0 before the first sighting.
    """

    def __init__(self, quiet_ms: float, unknown_quiet_ms: float | None = None) -> None:
        self._quiet_ns = int(quiet_ms * 1e6)
        self._unknown_quiet_ns = int(
            (quiet_ms * UNKNOWN_QUIET_FACTOR if unknown_quiet_ms is None else unknown_quiet_ms) * 1e6
        )
        self.changed_ns = 0
        self._last_known: NDArray[np.int8] | None = None
        self._unknown: NDArray[np.bool_] | None = None
        self._unknown_since_ns = 0

    def reset(self) -> None:
        """Forget what was seen; the next board must prove itself anew."""
        self._last_known = None
        self._unknown = None

    def feed(self, sighting: Sighting) -> bool:
        """Take the next sighting, in order of time; tells whether its board has settled and may be decided on."""
        codes, now = sighting.codes, sighting.time_ns
        unknown = codes == UNKNOWN
        if self._last_known is None or self._last_known.shape != codes.shape:
            self._last_known = codes.copy()
            self.changed_ns = now
        else:
            last = self._last_known
            if bool(np.any(~unknown & (last != codes))):
                self.changed_ns = now
            self._last_known = np.where(unknown, last, codes).astype(np.int8)
        if self._unknown is None or self._unknown.shape != unknown.shape or bool(np.any(self._unknown != unknown)):
            self._unknown = unknown
            self._unknown_since_ns = now
        settled = now - self.changed_ns >= self._quiet_ns
        if settled and bool(unknown.any()):
            settled = now - max(self.changed_ns, self._unknown_since_ns) >= self._unknown_quiet_ns
        return settled
