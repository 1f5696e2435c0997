"""What each slot of the board and the hand shows while pieces move, as far as that can be said. No Qt.

A slot shows a ring that stands in its place, whole. One that is on its way over a place, swells, whitens, shrinks or
fades may be taken for itself there, or for not there; where another ring of its size stands, for that.
"""

from collections.abc import Iterable

from engine.square_stacker import EMPTY, PLACES, SIZES
from practice.shown_cells import NOTHING, Cells
from practice.square_stacker.animation import Sprite
from practice.square_stacker.looks import Layout

NEAR = 0.02
"""Of a pitch off its place, of its size, of its opacity, of white: a ring that differs by so little is whole."""


def shown_slots(layout: Layout, sprites: Iterable[Sprite]) -> Cells:
    """Return what the slots show, boards of 12 places of 3 codes; the likeliest first.

    Args:
        layout: where the places are.
        sprites: the rings.
    """
    whole: dict[tuple[int, int], list[int]] = {}
    passing: dict[tuple[int, int], list[int]] = {}
    places = [layout.place(place) for place in range(PLACES)]
    for ring in sprites:
        offs = [max(abs(ring.x - x), abs(ring.y - y)) for x, y in places]
        place = min(range(PLACES), key=offs.__getitem__)
        if ring.alpha == 0 or offs[place] > layout.pitch / 2:
            continue
        changed = max(offs[place] / layout.pitch, abs(ring.grow - 1), 1 - ring.alpha, ring.white)
        found = whole if changed <= NEAR else passing
        found.setdefault((place, ring.size), []).append(ring.colour)
    slots = [
        [_codes(whole.get((place, size), []), passing.get((place, size), [])) for size in range(SIZES)]
        for place in range(PLACES)
    ]
    depth = max(len(codes) for place in slots for codes in place)
    return [
        [[codes[number] if number < len(codes) else NOTHING for codes in place] for place in slots]
        for number in range(depth)
    ]


def _codes(whole: list[int], passing: list[int]) -> list[int]:
    """Return what a slot may be taken for, each code once."""
    return list(dict.fromkeys([*whole, *passing] if whole else [*passing, EMPTY]))
