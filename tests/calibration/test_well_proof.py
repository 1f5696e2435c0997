"""What speaks against a profile of a well: a jewel that reads as none where it was learned."""

from typing import cast

import numpy as np
import pytest

from calibration.well.proof import proof_faults, prove
from capture.frame import Frame
from engine.columns import EMPTY
from vision.sighting import UNKNOWN, Sighting, Status
from vision.well.reader import WellReader
from vision.well.runs import Run

FRAME = Frame(np.zeros((16, 16, 3), np.uint8), 0)
LEARNED = np.full((4, 3), UNKNOWN, np.int8)
LEARNED[2:, 0], LEARNED[0:2, 1] = (0, 1), (2, 0)
"""Two jewels that lie, and a piece that stood on the lattice."""


class Fixed:
    """A reader that has read already."""

    def __init__(self, codes: np.ndarray) -> None:
        extras = {"piece": Run(1, -1.0, (1, 2, 0), resting=False)}
        self.sighting = Sighting(codes, np.ones(codes.shape, np.float32), Status.CLEAR, 0, extras)

    def read(self, _frame: Frame) -> Sighting:
        return self.sighting


@pytest.mark.parametrize(("below", "wrong"), [(0, 0), (EMPTY, 1), (2, 1), (UNKNOWN, 0)])
def test_a_jewel_that_reads_as_none_is_read_otherwise(below: int, wrong: int) -> None:
    """Seen in a dark picture of a real well: two jewels read as ground, and the profile passed."""
    codes = np.full(LEARNED.shape, EMPTY, np.int8)
    codes[2:, 0] = below, 1
    proof = prove(cast(WellReader, Fixed(codes)), [FRAME], [LEARNED], [set()])
    assert proof.differing == wrong
    assert any("read otherwise" in fault for fault in proof_faults(proof, 3, 6)) is bool(wrong)


@pytest.mark.parametrize(("more", "doubted"), [(1, False), (2, True)])
def test_a_kind_that_is_read_in_more_places_than_it_was_learned_in_is_ground(more: int, doubted: bool) -> None:
    """Seen with a real picture packed by JPEG: a gap between jewels was learned, and five more gaps read as it."""
    codes = np.full(LEARNED.shape, EMPTY, np.int8)
    codes[2:, 0] = LEARNED[2:, 0]
    codes[4 - more :, 2] = 1
    proof = prove(cast(WellReader, Fixed(codes)), [FRAME], [LEARNED], [set()])
    assert proof.spread == ((1,) if doubted else ())
    assert any("ground may have been taken" in fault for fault in proof_faults(proof, 3, 6)) is doubted
