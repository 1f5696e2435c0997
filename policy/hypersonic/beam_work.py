"""How much a beam player's turn did, in one number, and how wide a beam may be to get so deep in so much time."""

from typing import Final, NamedTuple

from engine.hypersonic.rules import MAX_PLAYERS

OWN_BITS: Final = 14
WIDTH_BITS: Final = 6
PREDICTION_BITS: Final = 9
"""Room for pieces of the own search, the number of a width, pieces of each prediction: 62 bits in all."""
MOST_OWN: Final = (1 << OWN_BITS) - 1
MOST_PREDICTED: Final = (1 << PREDICTION_BITS) - 1
"""The most pieces that there is room for; the widest and deepest own search has no more."""
WIDTHS: Final = tuple(round(20 * 250 ** (step / ((1 << WIDTH_BITS) - 1))) for step in range(1 << WIDTH_BITS))
"""Widths that a search which fits its width to the time may have: 20 to 5,000."""


class BeamWork(NamedTuple):
    """What a turn did, or is to do whatever the clock says; a search that is done ends sooner.

    Attributes:
        own: pieces of the player's own search, MOST_OWN at most.
        width: the number of its width in WIDTHS; where the width does not follow from the time it says nothing.
        predicted: pieces of each prediction in their order, MOST_PREDICTED at most, the player's own plan among them
            where opponents answer it.
        predicted_width: the number of the predictions' width in WIDTHS; likewise.
    """

    own: int
    width: int
    predicted: tuple[int, ...]
    predicted_width: int

    def packed(self) -> int:
        """Return the `Decision.work` that says so."""
        fields = [(self.own, OWN_BITS), (self.width, WIDTH_BITS), (self.predicted_width, WIDTH_BITS)]
        fields += [(pieces, PREDICTION_BITS) for pieces in self.predicted]
        work = shift = 0
        for value, bits in fields:
            work |= value << shift
            shift += bits
        return work

    @classmethod
    def unpack(cls, work: int) -> "BeamWork":
        """Return what a `Decision.work` says, with a prediction for every player that there may be."""
        sizes = [OWN_BITS, WIDTH_BITS, WIDTH_BITS, *[PREDICTION_BITS] * MAX_PLAYERS]
        values = []
        for bits in sizes:
            values.append(work & (1 << bits) - 1)
            work >>= bits
        return cls(values[0], values[1], tuple(values[3:]), values[2])

    @classmethod
    def alike(cls, own: int, width: int, predicted: int, predicted_width: int = len(WIDTHS) // 2) -> "BeamWork":
        """Return work with the same number of pieces for every prediction."""
        return cls(own, width, (predicted,) * MAX_PLAYERS, predicted_width)


def width_number(rate: float, ms: float, levels: int, most: int) -> int:
    """Return the number of the width that opens all levels in so much time; 0, the narrowest, where none does.

    Args:
        rate: positions opened in a millisecond.
        ms: for all levels.
        levels: how many.
        most: the widest allowed.
    """
    wanted = min(rate * ms / levels, most)
    return max((number for number, width in enumerate(WIDTHS) if width <= wanted), default=0)
