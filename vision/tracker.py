"""Sightings in, settled boards out: the stateful part of the eyes for boards that wait for the player."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.restless_cells import RestlessCells
from vision.sighting import UNKNOWN, Sighting, Status

UNKNOWN_QUIET_FACTOR = 20.0
"""A cell that is being cleared or covered reads UNKNOWN for a while; only one that stays so this many times longer than
a settled board needs is taken for a tile that cannot be read."""
LONGER_MS = 150.0
"""A board that was pressed on too early stands so much longer before the next press."""
LONGEST_MS = 450.0
"""Games that look at their pieces once more when these rest do so a few times a second."""
RESTLESS_QUIET_MS = 1000.0
"""A restless cell stays on the board, and wherever it has fallen to it looks like a tile for a moment: it is waited for
to show itself again, or for nothing to change for so long."""
OTHERS_CALM_MS = 500.0
"""Beside a restless cell all others stand so long: of a second such piece fewer kinds may be read; it shows later."""


class Tracker:
    """Waits for the board to settle.

    A board is settled when no cell changed its *class* for `quiet_ms`: cursors, particles and idle animations
    change pixels for ever, classes only when tiles move. A cell that turns UNKNOWN and comes back as it was has
    not moved. Where cells are UNKNOWN now, the wait is `unknown_quiet_ms`. Restless cells are not waited for.

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
        self._restless = RestlessCells()
        self._met_restless = False
        self._any_changed_ns = 0

    def reset(self) -> None:
        """Forget what was seen; the next board must prove itself anew.

        Where a cell was restless the next board is looked at for longer all the same: another one may be.
        """
        self._last_known = None
        self._unknown = None
        self._restless.forget()

    def wait_longer(self) -> None:
        """Let boards stand longer from now on: a press was lost, the game may have been at work on what lay still."""
        self._quiet_ns = max(self._quiet_ns, min(self._quiet_ns + int(LONGER_MS * 1e6), int(LONGEST_MS * 1e6)))

    @property
    def quiet_ms(self) -> float:
        """How long a board must stand now."""
        return self._quiet_ns / 1e6

    @property
    def restless(self) -> tuple[tuple[int, int], ...]:
        """The cells, (row, col), that show one kind after the other while the rest of the board stands still."""
        cells = self._restless.cells
        return () if cells is None else tuple((int(row), int(col)) for row, col in np.argwhere(cells))

    def without_restless(self, sighting: Sighting) -> Sighting:
        """Return the last sighting with its restless cells UNKNOWN: what they show now they will not be."""
        if not self.restless:
            return sighting
        codes = sighting.codes.copy()
        for cell in self.restless:
            codes[cell] = UNKNOWN
        return replace(sighting, codes=codes, status=sighting.status | Status.UNKNOWN_CELLS)

    def feed(self, sighting: Sighting) -> bool:
        """Take the next sighting, in order of time; tells whether its board has settled and may be decided on."""
        codes, now = sighting.codes, sighting.time_ns
        unknown = codes == UNKNOWN
        if self._last_known is None or self._last_known.shape != codes.shape:
            self._last_known = codes.copy()
            self._restless.forget()
            self.changed_ns = now
        else:
            last = self._last_known
            changed = ~unknown & (last != codes)
            were_restless = self._restless.cells
            self._restless.feed(changed, now)
            if bool(np.any(self._calm(changed))):
                self.changed_ns = now
            elif were_restless is not None and bool(np.any(self._calm(were_restless))):
                # what it did while it was restless counts again: it may have changed a moment ago
                self.changed_ns = max(self.changed_ns, self._any_changed_ns)
            if bool(changed.any()):
                self._any_changed_ns = now
            self._last_known = np.where(unknown, last, codes).astype(np.int8)
        unknown = self._calm(unknown)
        if self._unknown is None or self._unknown.shape != unknown.shape or bool(np.any(self._unknown != unknown)):
            self._unknown = unknown
            self._unknown_since_ns = now
        settled = now - self.changed_ns >= self._quiet_ns
        if settled and bool(unknown.any()):
            settled = now - max(self.changed_ns, self._unknown_since_ns) >= self._unknown_quiet_ns
        return settled and not self._awaits_restless(now)

    def _calm(self, cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return those of these cells that are not restless."""
        restless = self._restless.cells
        return cells if restless is None else cells & ~restless

    def _awaits_restless(self, now: int) -> bool:
        """Tell whether a restless cell is on the board, or was and may still be, that does not show as one yet."""
        if self.restless:
            self._met_restless = True
            return now - self.changed_ns < OTHERS_CALM_MS * 1e6
        self._met_restless &= now - self.changed_ns < RESTLESS_QUIET_MS * 1e6
        return self._met_restless
