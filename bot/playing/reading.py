"""A board that was decided on, kept until the end of the run."""

from dataclasses import dataclass

from vision.sighting import Codes


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A board as read from a frame taken at `time_ns` (time.monotonic_ns).

    `repaired` are the cells, (row, column), that the frame did not tell for sure and the rules did.
    """

    time_ns: int
    codes: Codes
    repaired: tuple[tuple[int, int], ...] = ()
