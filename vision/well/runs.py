"""Vertical runs of touching jewels, and which of them is the falling piece."""

import math
from dataclasses import dataclass
from operator import itemgetter
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.columns import LENGTH
from vision.sighting import UNKNOWN
from vision.well.kernels import TOUCHING
from vision.well.samples import LINES

WHOLE = 0.7
"""Share of a cell's height from which odd lines may be a jewel of unknown colour."""


@dataclass(frozen=True, slots=True)
class Run:
    """Touching jewels in one column.

    Attributes:
        col: column.
        top: upper edge of the uppermost jewel in rows from the well's top; negative where it enters from above.
        codes: top to bottom, -1 where a jewel is not sure.
        resting: reaches the floor, or a run that does; so it lies on the lattice.
    """

    col: int
    top: float
    codes: tuple[int, ...]
    resting: bool

    @property
    def bottom(self) -> float:
        """Lower edge, in rows from the well's top."""
        return self.top + len(self.codes)

    @property
    def rows(self) -> range:
        """The rows nearest to its jewels; those above the well are negative."""
        first = math.floor(self.top + 0.5)
        return range(first, first + len(self.codes))


class Found(NamedTuple):
    """One jewel as found by the kernels.

    Attributes:
        top: first line, negative where it is cut off above.
        code: -1 where not sure.
        costs: difference one line higher, here, one line lower; of what rests all are that of its place.
    """

    top: int
    code: int
    costs: tuple[float, float, float]


def odd_jewels(odd: NDArray[np.bool_]) -> list[Found]:
    """Return jewels of unknown colour in one column: stretches of odd lines as high as whole cells.

    Args:
        odd: (lines,) bool: neither ground nor a known jewel.
    """
    found = []
    odd = np.concatenate([[False], odd, [False]])
    edges = np.flatnonzero(odd[1:] != odd[:-1])
    for first, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        count = round((end - first) / LINES)
        if count == 0 or abs(end - first - count * LINES) > (1 - WHOLE) * LINES:
            continue
        # what rests below keeps its place; so a stretch is measured from its lower end
        found += [Found(end - (n + 1) * LINES, UNKNOWN, (0.0, 0.0, 0.0)) for n in range(count)]
    return found


def runs_of(col: int, jewels: list[Found], lines: int) -> list[Run]:
    """Join one column's jewels to runs, from above downwards.

    Args:
        col: the column.
        jewels: in any order.
        lines: of the column.
    """
    groups: list[list[Found]] = []
    for jewel in sorted(jewels, key=itemgetter(0)):
        if groups and jewel.top - groups[-1][-1].top <= LINES + TOUCHING:
            groups[-1].append(jewel)
        else:
            groups.append([jewel])
    runs = []
    for group in groups:
        resting = group[-1].top + LINES >= lines - TOUCHING
        codes = tuple(jewel.code for jewel in group)
        top = lines / LINES - len(group) if resting else _height(group)
        runs.append(Run(col, top, codes, resting))
    return runs


def _height(group: list[Found]) -> float:
    """Return a floating run's upper edge in rows, to a fraction of a line."""
    places = [jewel.top - n * LINES for n, jewel in enumerate(group)]
    place = float(median(places))
    higher, here, lower = (sum(jewel.costs[k] for jewel in group) for k in range(3))
    worse = max(higher, lower) - here
    if worse > 0.5:
        place += max(-0.5, min(0.5, 0.5 * (higher - lower) / worse))
    return place / LINES


def piece_of(runs: list[Run]) -> Run | None:
    """Return the falling piece: the only floating run, or the only one that enters from above; at most 3 jewels.

    What floats and shows no known colour (a pointer, a panel) is left aside where something else floats.
    """
    floating = [run for run in runs if not run.resting]
    floating = [run for run in floating if any(code != UNKNOWN for code in run.codes)] or floating
    if len(floating) > 1:
        floating = [run for run in floating if run.top < 0]
    return floating[0] if len(floating) == 1 and len(floating[0].codes) <= LENGTH else None


def well_codes(run: Run, covered: bool) -> tuple[int, ...]:
    """Return a run's codes where they may be the piece's, or a part of it, something over its rest: -1 for those.

    These are all of a floating run, if any cell of the well (`covered`) or of the run cannot be read. In a resting run
    they are at most a piece's length of jewels right above some that cannot be told, with none of the stack above.
    """
    if not run.resting:
        return (UNKNOWN,) * len(run.codes) if covered or UNKNOWN in run.codes else run.codes
    told = list(run.codes)
    above = 0
    for place, code in enumerate(run.codes):
        if code != UNKNOWN:
            continue
        if place - above <= LENGTH:
            told[above:place] = [UNKNOWN] * (place - above)
        above = place + 1
    return tuple(told)
