"""Where a board is looked for, one place after another, and as what."""

import itertools
from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from calibration.beyond import Side
from calibration.find_board import Found

MOST_SHADED = 3
"""Places that are learned from once more, as tiles on a ground of many shades, where none has proved itself."""


class Way(NamedTuple):
    """A place to learn from.

    Attributes:
        found: where it is.
        shaded: whether as tiles on a ground of many shades.
        before: the sides towards which it was moved by a line.
        centred: whether it was moved to where the tiles lie in the middle of the cells.
    """

    found: Found
    shaded: bool = False
    before: tuple[Side, ...] = ()
    centred: bool = False


def ways(places: Iterable[Found], shaded_too: bool, aside: deque[Way]) -> Iterator[Way]:
    """Yield what to learn from: all places, then those moved from them that were put `aside` meanwhile, each once.

    So a place beside one that lies a little off is taken only where none is right by itself. Then, where `shaded_too`,
    the first places again as tiles on a ground of many shades: what is learned otherwise is told by the whole cell.
    """
    plain, again = itertools.tee(places)
    yield from map(Way, plain)
    yield from _put_aside(aside)
    if shaded_too:
        yield from (Way(found, shaded=True) for found in itertools.islice(again, MOST_SHADED))
        yield from _put_aside(aside)


def _put_aside(aside: deque[Way]) -> Iterator[Way]:
    """Yield and forget what was put aside, and what comes to it meanwhile; nothing at one place twice."""
    seen = set()
    while aside:
        way = aside.popleft()
        x, y, _, _ = way.found.lattice.rectangle
        if (place := (round(x), round(y))) not in seen:
            seen.add(place)
            yield way
