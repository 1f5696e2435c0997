"""What a window has to say to its truth log, and when: nothing counts as shown before it is on the screen. No Qt."""

from collections.abc import Mapping
from typing import Any

from practice.shown_cells import Cells
from practice.truth import TruthLog


class Telling:
    """Keeps what is to be painted and what has been painted apart from what the screen shows, and writes that down.

    Args:
        log: where it is written.
        in_motion: whether the window also tells what its cells show while pieces move; each line that is not settled
            has it then.
    """

    def __init__(self, log: TruthLog, *, in_motion: bool) -> None:
        self._log = log
        self._in_motion = in_motion
        self._state: Mapping[str, Any] = {}
        self._rests = False  # and is to be painted so
        self._painted: list[tuple[bool, dict[str, Any]]] = []  # settled or not; not yet on the screen for sure
        self._cells: Cells | None = None  # as they were painted last

    @property
    def waits(self) -> bool:
        """Whether a board at rest is still to be painted, or something that was painted to be written down."""
        return self._rests or bool(self._painted)

    def rest(self, state: Mapping[str, Any]) -> None:
        """Have a board at rest written down once it is painted."""
        self._state, self._rests = state, True

    def leave_rest(self, now: int, state: Mapping[str, Any]) -> None:
        """Write down at once that something begins, and where it leads.

        Raises:
            OSError: the log cannot be written any more.
        """
        self.shown(now)
        self._state, self._rests = state, False
        cells = {"shows": self._cells} if self._in_motion and self._cells is not None else {}
        self._log.write(now, False, {**state, **cells})

    def paint(self, now: int, cells: Cells | None) -> bool:
        """Take note that painting begins.

        Args:
            now: the time in nanoseconds.
            cells: what the cells will show if pieces move, else None.

        Returns:
            Whether `shown` is to be called once the picture is on the screen.
        """
        if self._rests:
            self._painted.append((True, {"painting_ns": now, **self._state}))
            self._cells, self._rests = [self._state["board"]], False
        elif cells is not None and cells != self._cells:
            self._painted.append((False, {"painting_ns": now, **self._state, "shows": cells}))
            self._cells = cells
        return bool(self._painted)

    def shown(self, now: int) -> None:
        """Write down what has been painted: it is on the screen.

        Raises:
            OSError: the log cannot be written any more.
        """
        painted, self._painted = self._painted, []
        for settled, state in painted:
            self._log.write(now, settled, state)

    def close(self) -> None:
        """Close the log; what is not on the screen will not be.

        Raises:
            OSError: what is left of it cannot be written.
        """
        self._log.close()
