"""What happens under the advice that is drawn: cells that cannot be read for it, in which a move would go unseen."""

import time
from collections.abc import Sequence
from itertools import starmap
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bot.games import Game, Turns
from bot.playing.reach import boxes
from capture.frame import Frame, Pixels
from vision.profile import Profile
from vision.sighting import UNKNOWN, Sighting

EVERY_S = 1.0
"""The drawing is taken away for a look so often at most: what moves all the time is no person's move."""
REPAINT_S = 0.3
"""A game is given so long to paint what the drawing has hidden; most do in a frame or two."""
APPEAR_S = 0.5
"""A compositor is given so long to fade the drawing in; where pictures still differ then, it is the game that moves."""


class UnderDrawing:
    """Watches the places that cannot be read for the drawing over them, by their pixels.

    Square Stacker's rims lie round the very piece and cell that are advised: who did as advised changed nothing that
    could be read. A move that is begun and ended between the last look without the drawing and the first few with it
    stays unseen: a person who carries a piece is hardly so quick.

    Args:
        profile: where the cells lie.
        hand: how many of the last places are the hand's. Where there are any, no others are watched: a piece has to
            leave the hand, and what moves in a cell may be its background.
    """

    def __init__(self, profile: Profile, hand: int) -> None:
        self._profile, self._hand = profile, hand
        self._last: list[Pixels] = []
        self._stands = False
        self._appears_since_s = 0.0
        self._told_s = -EVERY_S
        self._once_more = False

    def drawn(self) -> None:
        """Take note that the drawing comes, or comes elsewhere; a compositor may show it late, or fade it in."""
        self._last = []
        self._stands = False

    def stirs(self, seen: Sighting, frame: Frame, sighting: Sighting) -> bool:
        """Tell whether something has moved under the drawing since it stands there.

        It stands once two pictures in a row are alike in what it hides. Where something has moved it is told once more
        some time later: a piece that lights up under the pointer moves, and may be carried away while the drawing comes
        back.

        Args:
            seen: the board without the drawing.
            frame, sighting: the board with it.
        """
        now = self._hidden(seen, frame, sighting)
        alike = _alike(self._last, now)
        if not self._stands:
            if now:
                self._stand(now, alike)
            return False
        if (alike and not self._once_more) or time.monotonic() - self._told_s < EVERY_S:
            return False
        self._told_s = time.monotonic()
        self._once_more = not alike
        return True

    def awaits_paint(self, seen: Sighting, sighting: Sighting) -> bool:
        """Tell whether the drawing has just been taken away, and what it hid cannot be read yet."""
        return bool(unread(seen, sighting).any()) and time.monotonic() - self._told_s < REPAINT_S

    def _stand(self, now: list[Pixels], alike: bool) -> None:
        if not self._last:
            self._appears_since_s = time.monotonic()
        self._last = now
        self._stands = alike or time.monotonic() - self._appears_since_s >= APPEAR_S

    def _hidden(self, seen: Sighting, frame: Frame, sighting: Sighting) -> list[Pixels]:
        watched = unread(seen, sighting)
        if self._hand:
            watched[: -self._hand] = False
        cells = [(int(row), int(col)) for row, col in np.argwhere(watched)]
        places = boxes(self._profile, cells, sighting.codes.shape)
        return [
            frame.pixels[max(0, int(top)) : int(bottom), max(0, int(left)) : int(right)].copy()
            for left, top, right, bottom in dict.fromkeys(places)
        ]


def may_go_unseen(game: Game, turns: Turns, rules: Any, state: Any, codes: NDArray[np.int8]) -> bool:
    """Tell whether somebody may have moved though nothing that is read shows it.

    A piece of a hand may change no more than its place and its cell. A swap that lines pieces up changes more of them
    than its own two: what stirs under its drawing is the game's cursor, or a piece that turns or shines all the time.

    Args:
        game, turns, rules: what is played.
        state: as advised on; a game without a hand has a board of tiles.
        codes: as read, UNKNOWN under the drawing.
    """
    if game.screen.hand:
        return True
    read = codes != UNKNOWN
    return any(
        not np.any(read & (turns.expected(rules, state, int(move)).board != state.board))
        for move in game.rules.legal_moves(rules, state)
    )


def unread(seen: Sighting, sighting: Sighting) -> NDArray[np.bool_]:
    """Return the codes that were read in `seen` and cannot be read in `sighting`, bool of their shape."""
    return np.asarray((seen.codes != UNKNOWN) & (sighting.codes == UNKNOWN))


def _alike(one: Sequence[Pixels], other: Sequence[Pixels]) -> bool:
    return len(one) == len(other) and all(starmap(np.array_equal, zip(one, other, strict=True)))
