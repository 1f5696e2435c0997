"""What is in which sort of boxes: what shows where one has broken."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from calibration.arena.cut_outs import alike
from calibration.arena.knowledge import FIRST_BOX, FIRST_ITEM, Place
from calibration.arena.readings import Readings
from calibration.arena.turns import Turns
from engine.hypersonic import FLOOR
from vision.arena.layers import CELLS
from vision.sighting import UNKNOWN

MOST = 60
"""Cells that are held against each other at most."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What was seen where boxes broke.

    Attributes:
        empty: sorts of boxes that left bare floor.
        items: cells that show the item of a sort of boxes, by that sort.
    """

    empty: frozenset[int]
    items: Mapping[int, list[Place]]


def find_contents(turns: Turns, readings: Readings, boxes: int) -> Contents:
    """Return what the sorts of boxes hold, as far as it was seen.

    Args:
        turns, readings: the series.
        boxes: how many sorts there are; their codes begin with FIRST_BOX.
    """
    floors: Counter[int] = Counter()
    shown: dict[int, list[Place]] = {sort: [] for sort in range(boxes)}
    for turn in range(1, len(readings)):
        if not readings.follows(turn):
            continue
        for cell in range(CELLS):
            sort = int(readings.ground[turn - 1, cell]) - FIRST_BOX
            if not 0 <= sort < boxes:
                continue
            now = int(readings.ground[turn, cell])
            if now == FLOOR:
                floors[sort] += 1
            elif now == UNKNOWN or now >= FIRST_ITEM:
                shown[sort].append((turn, cell))
    items = {}
    for sort, places in shown.items():
        if len(places) > floors[sort]:
            same = alike([turns.between(*place) for place in places[:MOST]])
            items[sort] = [places[k] for k in same]
    empty = frozenset(sort for sort in range(boxes) if floors[sort] > len(shown[sort]))
    if len(items) == boxes - 1 == 2 and not empty:
        empty = frozenset(range(boxes)) - items.keys()  # there are two items, so the third sort is empty
    return Contents(empty, items)
