"""Pictures of a window kept in little memory: what looks as in the picture before is kept once, and nothing is lost.

From one turn of a game to the next only some blocks in a hundred change.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np

from capture.frame import Frame, Pixels

BLOCK: Final = 64
"""Pixels a side of what is kept once."""
AT_HAND: Final = 256_000_000
"""Bytes of pictures that stay put together, those looked at last: of a usual window nearly all."""


class KeptFrames:
    """Keeps pictures, one after the other.

    Attributes:
        memory: bytes that they take, but for those that are put together.
    """

    def __init__(self) -> None:
        self.memory = 0
        self._count = 0
        self._shape: tuple[int, ...] = ()
        self._blocks: Sequence[Pixels] = ()
        self._at_hand: dict[int, Pixels] = {}

    def keep(self, frame: Frame) -> Frame:
        """Return the same picture, of which only what is new takes memory."""
        pixels = frame.pixels
        alike = pixels.shape == self._shape
        blocks = []
        for number, place in enumerate(_places(*pixels.shape[:2])):
            block = pixels[place]
            if alike and np.array_equal(block, self._blocks[number]):
                block = self._blocks[number]
            else:
                block = block.copy()
                self.memory += block.nbytes
            blocks.append(block)
        self._count += 1
        self._shape, self._blocks = pixels.shape, tuple(blocks)
        return _KeptFrame(frame, self._count, self._blocks, self._at_hand)


class _KeptFrame(Frame):
    """A frame whose pixels are put together when they are asked for.

    Args:
        frame: what it was.
        number: no other's.
        blocks: its pixels, block by block.
        at_hand: pictures that are put together, by number, those looked at last at the end.
    """

    __slots__ = ("_at_hand", "_blocks", "_number", "_shape")
    _at_hand: dict[int, Pixels]
    _blocks: Sequence[Pixels]
    _number: int
    _shape: tuple[int, ...]

    def __init__(self, frame: Frame, number: int, blocks: Sequence[Pixels], at_hand: dict[int, Pixels]) -> None:
        values = {"time_ns": frame.time_ns, "region": frame.region, "scale": frame.scale}
        own = {"_number": number, "_shape": frame.pixels.shape, "_blocks": blocks, "_at_hand": at_hand}
        for name, value in (values | own).items():
            object.__setattr__(self, name, value)  # frames are frozen

    @property
    def pixels(self) -> Pixels:
        """See `Frame`."""
        pixels = self._at_hand.pop(self._number, None)
        if pixels is None:
            pixels = np.empty(self._shape, np.uint8)
            for place, block in zip(_places(*self._shape[:2]), self._blocks, strict=True):
                pixels[place] = block
        self._at_hand[self._number] = pixels
        while len(self._at_hand) > 1 + AT_HAND // pixels.nbytes:
            del self._at_hand[next(iter(self._at_hand))]
        return pixels


@cache
def _places(height: int, width: int) -> tuple[tuple[slice, slice], ...]:
    """Return where the blocks of a picture lie."""
    return tuple(
        (slice(y, y + BLOCK), slice(x, x + BLOCK)) for y in range(0, height, BLOCK) for x in range(0, width, BLOCK)
    )
