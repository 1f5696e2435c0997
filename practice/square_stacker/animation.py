"""What happens between two settled boards, as a function of time: drop, flash and clear, deal, snap back.

No Qt and no clock: each kind of animation is built once and asked for any moment. Positions are the centres of
rings in pixels of the layout.
"""

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.square_stacker import CELLS, EMPTY, PIECES, PLACES, SIDE, SIZES, State, Step, places
from practice.motion import smooth
from practice.square_stacker.looks import Layout, Point

Codes = NDArray[np.int8]

DEAL_FROM = 0.35
"""A dealt piece slides up from so many pitches below its place."""
DEAL_OVERLAP = 0.3
"""Part of the dealing's time between the starts of the first and the last piece."""
SWELL = 0.35
"""Part of the clearing's time in which rings swell and whiten; in the rest they shrink away."""


@dataclass(frozen=True, slots=True)
class Durations:
    """Seconds that things take at speed 1."""

    drop: float = 0.06
    """From where a piece is let go to the middle of its cell."""
    clear: float = 0.25
    deal: float = 0.2
    snap_back: float = 0.15
    gain: float = 1.2
    """Life of the points below the score; they may outlast the move."""
    over: float = 0.9
    """From the last board to the panel over it."""


class Sprite(NamedTuple):
    """A ring at one moment: colour, size, centre, growth (1 is its own size), opacity, share of white."""

    colour: int
    size: int
    x: float
    y: float
    grow: float = 1.0
    alpha: float = 1.0
    white: float = 0.0


class Animation(Protocol):
    """Something that is not at rest yet."""

    @property
    def seconds(self) -> float:
        """When everything stands still."""
        ...

    def sprites(self, since: float) -> tuple[Sprite, ...]:
        """Return every ring as it stands `since` seconds after the beginning."""
        ...

    def scored(self, since: float) -> bool:
        """Tell whether the numbers of the new state are to be written yet."""
        ...


def _share(since: float, start: float, duration: float) -> float:
    return 1.0 if duration <= 0 else min(max((since - start) / duration, 0.0), 1.0)


def rings_at(slots: Codes, x: float, y: float, grow: float = 1.0, alpha: float = 1.0) -> tuple[Sprite, ...]:
    """Return the rings of one place, int8 (3,) inner, middle, outer, the outermost first; none for other codes."""
    codes = [int(code) for code in slots]
    return tuple(Sprite(codes[s], s, x, y, grow, alpha) for s in reversed(range(SIZES)) if 0 <= codes[s] < EMPTY)


def resting(layout: Layout, codes: Codes, without: int | None = None) -> tuple[Sprite, ...]:
    """Return the rings of a settled screen, int8 (12, 3) as the engine's `places`.

    Args:
        layout: where the places are.
        codes: what they hold.
        without: a piece of the hand that is not in its place now, or None.
    """
    return tuple(
        sprite
        for place in range(PLACES)
        if without is None or place != CELLS + without
        for sprite in rings_at(codes[place], *layout.place(place))
    )


class Returning:
    """A piece that goes back to its place in the hand.

    Args:
        layout: where the places are.
        state: the state, which stays as it is.
        piece: of the hand.
        start: where it is let go.
        durations: how long things take.
    """

    def __init__(self, layout: Layout, state: State, piece: int, start: Point, durations: Durations) -> None:
        self._still = resting(layout, places(state), without=piece)
        self._slots = state.hand[piece]
        self._start, self._home = start, layout.hand[piece]
        self.seconds = 0.0 if start == self._home else durations.snap_back

    def sprites(self, since: float) -> tuple[Sprite, ...]:
        """Return every ring; see `Animation`."""
        done = 1 - (1 - _share(since, 0, self.seconds)) ** 3
        x, y = (a + (b - a) * done for a, b in zip(self._start, self._home, strict=True))
        return (*self._still, *rings_at(self._slots, x, y))

    def scored(self, since: float) -> bool:
        """Nothing changes; see `Animation`."""
        return True


class Dealing:
    """A new hand that slides into its places, on a board that rests.

    Args:
        layout: where the places are.
        state: the state with its new hand.
        durations: how long things take.
    """

    def __init__(self, layout: Layout, state: State, durations: Durations) -> None:
        self._layout = layout
        self._hand = state.hand
        self._board = resting(layout, np.concatenate((places(state)[:CELLS], np.full_like(state.hand, EMPTY))))
        self.seconds = durations.deal

    def sprites(self, since: float) -> tuple[Sprite, ...]:
        """Return every ring; see `Animation`."""
        found = list(self._board)
        span = self.seconds * (1 - DEAL_OVERLAP)
        for piece in range(PIECES):
            start = self.seconds * DEAL_OVERLAP * piece / (PIECES - 1)
            done = smooth(_share(since, start, span))
            x, y = self._layout.hand[piece]
            below = (1 - done) * DEAL_FROM * self._layout.pitch
            found.extend(rings_at(self._hand[piece], x, y + below, alpha=done))
        return tuple(found)

    def scored(self, since: float) -> bool:
        """Nothing changes any more; see `Animation`."""
        return True


class Placing:
    """A move from the release of its piece to the next settled board.

    Args:
        layout: where the places are.
        before: the state the move was made on.
        move: 9 * piece + cell.
        step: what the engine says it did.
        start: where the piece was let go.
        durations: how long things take.
    """

    def __init__(
        self, layout: Layout, before: State, move: int, step: Step, start: Point, durations: Durations
    ) -> None:
        self._layout = layout
        piece, cell = divmod(move, CELLS)
        self._before = resting(layout, places(before), without=piece)
        self._slots, self._start, self._home = before.hand[piece], start, layout.place(cell)
        self._clear_at = 0.0 if start == self._home else durations.drop
        placed, hand = before.grid.copy(), before.hand.copy()
        row, col = divmod(cell, SIDE)
        placed[row, col] = np.where(self._slots == EMPTY, placed[row, col], self._slots)
        hand[piece] = EMPTY
        gone = np.where(step.cleared, placed, np.int8(EMPTY)).reshape(CELLS, SIZES)
        kept = np.where(step.cleared, np.int8(EMPTY), placed).reshape(CELLS, SIZES)
        self._gone = tuple(sprite for cell in range(CELLS) for sprite in rings_at(gone[cell], *layout.place(cell)))
        self._kept = resting(layout, np.concatenate((kept, hand)))
        self._clear_seconds = durations.clear if self._gone else 0.0
        self._deal_at = self._clear_at + self._clear_seconds
        dealt = bool((hand == EMPTY).all())
        self._dealing = Dealing(layout, step.state, durations) if dealt else None
        self.seconds = self._deal_at + (self._dealing.seconds if self._dealing else 0.0)

    def sprites(self, since: float) -> tuple[Sprite, ...]:
        """Return every ring; see `Animation`."""
        if since < self._clear_at:
            done = smooth(_share(since, 0, self._clear_at))
            x, y = (a + (b - a) * done for a, b in zip(self._start, self._home, strict=True))
            return (*self._before, *rings_at(self._slots, x, y))
        if since < self._deal_at or self._dealing is None:
            done = _share(since, self._clear_at, self._clear_seconds)
            return (*self._kept, *(_vanishing(ring, done) for ring in self._gone if done < 1))
        return self._dealing.sprites(since - self._deal_at)

    def scored(self, since: float) -> bool:
        """Tell whether the piece has come to its cell; see `Animation`."""
        return since >= self._clear_at


def _vanishing(ring: Sprite, done: float) -> Sprite:
    """Return a ring that is cleared: it swells and whitens, then shrinks away."""
    if done < SWELL:
        share = smooth(done / SWELL)
        return ring._replace(grow=1 + 0.08 * share, white=0.85 * share)
    share = (done - SWELL) / (1 - SWELL)
    return ring._replace(grow=1.08 - 0.88 * smooth(share), alpha=1 - share**2, white=0.85 * (1 - share))
