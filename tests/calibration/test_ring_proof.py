"""What speaks against a profile of nested rings, and where its reader stops being sure: limit by limit."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.rings.learn import LearnedRings
from calibration.rings.places import Places
from calibration.rings.proof import OTHER_HAND, RingProof, proof_faults, reader_limits, ring_faults, size_faults
from calibration.rings.ring_shapes import Ring, RingShapes
from calibration.rings.shapes import Shape
from vision.lattice import Lattice
from vision.rings.judgement import Measured

NOTHING = np.zeros((1, 12, 3))
COLOURS = np.array([[0, 0, 40], [200, 30, 30], [30, 200, 30], [30, 30, 200], [9, 99, 199], [0, 200, 200]], np.float32)


def proved(wrong: int = 0, in_ground: int = 0, unread: float = 0.0, margin: float = 0.9) -> list[str]:
    codes, margins = NOTHING.astype(np.int8), NOTHING.astype(np.float32)
    return proof_faults(RingProof(codes, margins, margin, wrong, unread, in_ground))


def test_what_a_proof_does_not_forgive_is_told() -> None:
    assert proved(unread=0.12, margin=0.4) == []
    assert proved(wrong=1) == ["1 rings read otherwise than they were learned"]
    assert proved(in_ground=1) == ["1 rings may have been taken for ground; give more pictures"]
    assert proved(unread=0.13) == ["13% of the slots cannot be read; give pictures with nothing over the board"]
    assert proved(margin=0.39) == ["two kinds look too much alike (smallest margin 0.39)"]
    assert len(proved(1, 1, 1.0, 0.0)) == 4


def ring(outer: int, inner: int) -> NDArray[np.bool_]:
    mask = np.zeros((81, 81), np.bool_)
    mask[40 - outer : 41 + outer, 40 - outer : 41 + outer] = True
    mask[40 - inner : 41 + inner, 40 - inner : 41 + inner] = False
    return mask


NESTED = (ring(10, 5), ring(20, 15), ring(40, 35))


def learned(pitch: float = 100, residual: float = 0.0, **changes: Any) -> list[str]:
    places = Places(Lattice(0, 0, pitch, pitch, 3, 3), ((0.0, 0.0),) * 3, "right", 9, 3, 0, 0.0)
    masks = changes.get("masks", NESTED)
    shades = tuple(np.ones(mask.shape, np.float32) for mask in masks)
    colours = changes.get("colours", COLOURS)
    return ring_faults(LearnedRings(places, residual, masks, shades, colours, NOTHING.astype(np.int8)), 6)


def test_rings_lie_off_the_lattice_by_little() -> None:
    """By 0.015 of a pitch, or by a pixel."""
    assert learned(100, 1.5) == learned(40, 1.0) == []
    assert learned(100, 1.6) == ["the rings lie 1.6 px off the lattice"]
    assert len(learned(40, 1.1)) == 1


@pytest.mark.parametrize("slot", [0, 1])
def test_rings_have_a_tenth_of_the_smaller_one_in_common_at_most(slot: int) -> None:
    masks = [mask.copy() for mask in NESTED]
    rows, cols = np.nonzero(masks[slot])
    tenth = len(rows) // 10
    masks[slot + 1][rows[:tenth], cols[:tenth]] = True
    assert learned(masks=tuple(masks)) == []
    masks[slot + 1][rows[tenth], cols[tenth]] = True
    assert learned(masks=tuple(masks)) == ["the shapes found do not nest: this is another kind of board"]


def test_that_rings_do_not_nest_is_told_once() -> None:
    assert learned(masks=NESTED[:1] * 3) == ["the shapes found do not nest: this is another kind of board"]


def test_rings_have_as_many_colours_as_the_game() -> None:
    assert learned(colours=COLOURS[:2]) == []
    more = np.concatenate([COLOURS, [[250, 250, 0]]]).astype(np.float32)
    assert learned(colours=more) == ["the rings have 7 colours, the game has 6 at most"]
    assert learned(colours=COLOURS[:1]) == ["all rings have one colour: give pictures of a later moment"]
    pale = np.array([[100, 100, 100], [100, 120, 140], [200, 200, 200]], np.float32)
    assert learned(colours=pale) == []
    pale[1, 2] = 139
    (told,) = learned(colours=pale)
    assert told.startswith("the rings have no colours")


@pytest.mark.parametrize(
    ("on_board", "in_hand", "told"),
    [
        ((0, 1), (2,), ""),
        ((), (), "the pictures show no ring: give pictures of a later moment"),
        ((0, 1), (1,), "the pictures show only 2 of the 3 ring sizes"),
        ((1, 2, 3), (0,), OTHER_HAND),
        ((3,), (0, 1, 2), OTHER_HAND),
        ((0, 1, 2), (2, 3), "the shapes have 4 sizes instead of 3: this is another kind of board"),
        ((0, 1, 2, 3), (4,), "the shapes have 5 sizes instead of 3"),
        ((4,), (0, 1, 2, 3), "the shapes have 5 sizes instead of 3"),
    ],
)
def test_rings_have_three_sizes(on_board: tuple[int, ...], in_hand: tuple[int, ...], told: str) -> None:
    shape = Shape(0, 0, 1, (0, 0, 0), 0, 0, np.ones((2, 2), np.bool_))
    rings = [Ring(place, slot, shape) for place, slots in ((8, on_board), (9, in_hand)) for slot in slots]
    extents = tuple(float(slot + 1) for slot in sorted({*on_board, *in_hand}))
    faults = size_faults(RingShapes(tuple(rings), extents, 0))
    assert [fault.startswith(told) for fault in faults] == ([True] if told else [])


@pytest.mark.parametrize(
    ("level", "distance", "core", "ground"),
    [(0, 26, 20, 16), (5, 26, 20, 18), (7, 27, 24, 22), (8, 29, 26, 24), (20, 34, 28, 30)],
)
@pytest.mark.parametrize("covered", [0, 3])
def test_limits_leave_room_for_other_tones_whatever_is_usual(
    level: float, distance: float, core: float, ground: float, covered: int
) -> None:
    """Of thirty-six slots three may be covered, and one of twelve places."""
    nearest = np.full(36, level, np.float32)
    nearest[:covered] = 99
    slots = nearest.reshape(12, 3)
    kinds = np.stack([slots + 50, slots], axis=2)
    places = np.full(12, level, np.float32)
    places[: covered // 3] = 99
    ones = np.ones(9, np.float32)
    measured = Measured(kinds, slots, places, slots, slots, slots, ones, ones)
    limits, max_ground = reader_limits([measured])
    assert (limits.max_distance, limits.max_core, max_ground) == (distance, core, ground)
    assert limits.min_margin == 0.35
