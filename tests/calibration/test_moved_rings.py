"""Whether a piece has gone from the hand to a cell, told from two pictures."""

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.rings.moved import has_moved, may_be_carried
from calibration.rings.shapes import find_shapes
from calibration.rings.sites import Site, sites_of
from tests.vision.drawn_rings import EMPTY, RingLook, centres_of, draw_canvas, draw_ring, finish

LOOK = RingLook(pitch=110, at=(60, 150), mark="well")
BARE = RingLook(pitch=110, at=(60, 150), mark="none")
PIECE, CELL = 9, 4


def position() -> NDArray[np.int8]:
    codes = np.full((12, 3), EMPTY, np.int8)
    codes[PIECE:, 1] = 0, 1, 2
    return codes


def sites(codes: NDArray[np.int8], chosen: bool = False, look: RingLook = LOOK) -> list[Site]:
    canvas = draw_canvas(look, codes)
    if chosen:
        x, y = (float(c) for c in centres_of(LOOK)[PIECE])
        draw_ring(canvas, RingLook(pitch=1.2 * LOOK.pitch), x, y, 2, 4)  # a frame around it
    pixels = finish(canvas)
    return sites_of(find_shapes(pixels), pixels.shape[:2])


def sites_at(codes: NDArray[np.int8], larger: float) -> list[Site]:
    """Return the sites of a window whose cells show rings so many times larger than the hand."""
    canvas = draw_canvas(LOOK, np.full_like(codes, EMPTY))
    for place, ((x, y), code) in enumerate(zip(centres_of(LOOK), codes[:, 1], strict=True)):
        if code != EMPTY:
            look = RingLook(pitch=LOOK.pitch * (larger * 0.6 if place < PIECE else 0.6))
            draw_ring(canvas, look, float(x), float(y), 1, int(code))
    pixels = finish(canvas)
    return sites_of(find_shapes(pixels), pixels.shape[:2])


@pytest.mark.parametrize("dealt", [EMPTY, 1, 0])
def test_a_piece_that_lies_in_the_cell_has_moved(dealt: int) -> None:
    after = position()
    after[CELL, 1], after[PIECE, 1] = after[PIECE, 1], EMPTY
    after[PIECE, 2] = dealt  # the next piece
    assert moved(sites(position()), sites(after))


def test_a_piece_that_is_drawn_larger_in_its_cell_has_moved() -> None:
    after = position()
    after[CELL, 1], after[PIECE, 1] = after[PIECE, 1], EMPTY
    codes, larger = np.array([position(), after]), 1 / 0.6
    before, then = (sites_at(of, larger) for of in codes)
    assert moved(before, then)
    assert not moved(before, before)


def test_one_that_is_chosen_or_lies_elsewhere_has_not() -> None:
    before, elsewhere, full = position(), position(), position()
    elsewhere[CELL + 1, 1], elsewhere[PIECE, 1] = elsewhere[PIECE, 1], EMPTY
    full[CELL, 1] = full[PIECE, 1]
    assert not moved(sites(before), sites(before))
    assert not moved(sites(before), sites(before, chosen=True))
    assert not moved(sites(before), sites(elsewhere))
    assert not moved(sites(before), sites(full))
    assert not moved(sites(full), sites(full, chosen=True))
    gone = full.copy()
    gone[PIECE, 1] = EMPTY
    assert not moved(sites(full), sites(gone)), "another like it lay in the cell before"


def moved(before: list[Site], after: list[Site]) -> bool:
    centres = [(float(x), float(y)) for x, y in centres_of(LOOK)]
    return has_moved(before, after, centres[PIECE], centres[CELL], LOOK.pitch)


def test_what_comes_while_a_piece_stays_in_hand_is_carried_only_in_its_colour() -> None:
    """Points that were scored came up near the pointer where pieces are clicked on, and were taken for the piece."""
    before, copied, points, gone = position(), position(), position(), position()
    copied[CELL, 1] = before[PIECE, 1]
    points[CELL, 1] = gone[CELL, 1] = 3
    gone[PIECE, 1] = EMPTY
    assert not carried(before, points)
    assert carried(before, copied), "a copy of it"
    assert carried(before, gone), "it may be drawn paler than it lay"


def carried(before: NDArray[np.int8], during: NDArray[np.int8]) -> bool:
    centres = [(float(x), float(y)) for x, y in centres_of(BARE)]
    seen = sites(during, look=BARE)
    come = min(seen, key=lambda site: np.hypot(site.x - centres[CELL][0], site.y - centres[CELL][1]))
    return may_be_carried(come, sites(before, look=BARE), seen, centres[PIECE], BARE.pitch)
