"""What a position's parts are worth: the numbers of the evaluation (paper, section 5)."""

from dataclasses import astuple, dataclass, fields
from typing import Final

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
"""`Weights.as_array`, float64 (n,)."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers of the evaluation, in the unit of `box`; the defaults are the paper's, in boxes.

    Attributes:
        box: a destroyed box.
        box_since: more for a box for each round since it broke, as far as the search saw it break (authors' public
            code: 1 where a box is 10; 0 in the paper).
        box_decay: factor for each round from the root to the one in which the box breaks, or to the position in which
            it is still to break (`coming_decay` from there on); 1 in the paper, and the beam's alone.
        coming: a box that will break in the next round.
        coming_decay: factor for each round more until it breaks.
        coming_loss: less for each round until it breaks (authors' public code: 1 where a box is 10).
        range_first, range_most: for each of the first so many of the range.
        range_each: for each of the range.
        bombs_first, bombs_first_most: for each of the first so many bombs, in hand and on the board.
        bombs_next, bombs_next_most: likewise, up to a larger number.
        bombs_each: for each bomb.
        apart: for each cell of Manhattan distance to each other living player.
        off_centre: less for each cell from the centre, while more than `many_boxes` boxes stand.
        off_boxes: less for each cell of mean distance to the boxes, when no more than `many_boxes` stand.
        many_boxes: see there.
        dead: less for a dead player.
        doomed: less where the player cannot survive.
        threat: less where the player could not survive if the others placed a bomb where they stand (not in the paper).
        idle: less where the player could not survive if it stood still in the next round (not in the paper).
        trap: for each other player who cannot survive, and for good for each who died (not in the paper).
        rivals: less for each box that the others' bombs break or will break, as a share of what it is worth to the
            player, divided by how many others live (not in the paper).
        nearness: for each cell by which the player is nearer than the others to a box that no bomb will break yet,
            where few of these are left (not in the paper).
        nearness_boxes: where so many are left a cell counts half of that, and less and less with more.
        contact_decay: factor of threat and trap for each round from now: where others will be is less and less sure.
    """

    box: float = 1.0
    box_since: float = 0.0
    box_decay: float = 1.0
    coming: float = 0.95
    coming_decay: float = 0.95
    coming_loss: float = 0.0
    range_first: float = 0.9
    range_most: float = 5.0
    range_each: float = 0.4
    bombs_first: float = 3.4
    bombs_first_most: float = 2.0
    bombs_next: float = 1.7
    bombs_next_most: float = 4.0
    bombs_each: float = 0.7
    apart: float = 0.05
    off_centre: float = 0.04
    off_boxes: float = 0.1
    many_boxes: float = 20.0
    dead: float = 1000.0
    doomed: float = 500.0
    threat: float = 0.0
    idle: float = 0.0
    trap: float = 0.0
    rivals: float = 0.0
    nearness: float = 0.0
    nearness_boxes: float = 14.0
    contact_decay: float = 0.8

    def as_array(self) -> Numbers:
        """Return the numbers in the order of the attributes, float64 (n,); the constants below are their places."""
        return np.array(astuple(self))


PAPER: Final = Weights()
"""Section 5 as written: a box is worth 1, one that will break in d rounds 0.95 ** d."""
PUBLIC: Final = Weights(
    box=10.0, box_since=1.0, coming=9.0, coming_decay=1.0, coming_loss=1.0, dead=10_000.0, doomed=5_000.0
)
"""The authors' earlier public code: a box is 10 and 1 more for each round since, one that will break 10 minus the
rounds to go. Death costs as many boxes as in `PAPER`."""

_PLACES: Final = {field.name: place for place, field in enumerate(fields(Weights))}
BOX: Final = _PLACES["box"]
BOX_SINCE: Final = _PLACES["box_since"]
COMING: Final = _PLACES["coming"]
COMING_DECAY: Final = _PLACES["coming_decay"]
COMING_LOSS: Final = _PLACES["coming_loss"]
RANGE_FIRST: Final = _PLACES["range_first"]
RANGE_MOST: Final = _PLACES["range_most"]
RANGE_EACH: Final = _PLACES["range_each"]
BOMBS_FIRST: Final = _PLACES["bombs_first"]
BOMBS_FIRST_MOST: Final = _PLACES["bombs_first_most"]
BOMBS_NEXT: Final = _PLACES["bombs_next"]
BOMBS_NEXT_MOST: Final = _PLACES["bombs_next_most"]
BOMBS_EACH: Final = _PLACES["bombs_each"]
APART: Final = _PLACES["apart"]
OFF_CENTRE: Final = _PLACES["off_centre"]
OFF_BOXES: Final = _PLACES["off_boxes"]
MANY_BOXES: Final = _PLACES["many_boxes"]
DEAD: Final = _PLACES["dead"]
DOOMED: Final = _PLACES["doomed"]
THREAT: Final = _PLACES["threat"]
IDLE: Final = _PLACES["idle"]
TRAP: Final = _PLACES["trap"]
RIVALS: Final = _PLACES["rivals"]
NEARNESS: Final = _PLACES["nearness"]
NEARNESS_BOXES: Final = _PLACES["nearness_boxes"]

EQUIPMENT: Final = [RANGE_FIRST, RANGE_EACH, BOMBS_FIRST, BOMBS_NEXT, BOMBS_EACH]
"""Places of what range and bombs are worth."""
