"""What somebody did between two settled boards, found by the rules."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bot.games import Game
from vision.sighting import UNKNOWN, Sighting


def moves_made(game: Game, rules: Any, state: Any, codes: NDArray[np.int8]) -> list[int]:
    """Return every legal move after which the rules allow what is seen; equal swaps explain nothing.

    Args:
        game, rules: what is played.
        state: in which the move was made.
        codes: (rows, cols), the settled board after it; UNKNOWN fits everything.
    """
    return [
        int(move)
        for move in game.rules.legal_moves(rules, state)
        if not game.contradictions(rules, state, int(move))(codes).any()
    ]


def changed(before: Sighting, now: Sighting) -> bool:
    """Tell whether some cell that was read in both shows another kind; one that cannot be read tells of no move."""
    known = (before.codes != UNKNOWN) & (now.codes != UNKNOWN)
    return bool(np.any(before.codes[known] != now.codes[known]))


def two_swapped(before: Sighting, now: Sighting) -> bool:
    """Tell whether two cells have changed places, as far as can be read, and nothing else has."""
    known = (before.codes != UNKNOWN) & (now.codes != UNKNOWN)
    changed_cells = np.argwhere(known & (before.codes != now.codes))
    if len(changed_cells) != 2:
        return False
    one, other = map(tuple, changed_cells)
    return bool(before.codes[one] == now.codes[other] and before.codes[other] == now.codes[one])


def held(game: Game, before: NDArray[np.int8], now: NDArray[np.int8]) -> bool:
    """Tell whether somebody holds a piece: one of the hand has left its place, and nothing else is read otherwise.

    A piece that was put down shows in its cell, or what it cleared is gone; one that hangs over cells hides them. So a
    move into a cell that cannot be read passes for a held piece, for as long as that cell cannot be read.

    Args:
        game: the last places of its codes are the hand's, if it has one.
        before, now: (places, slots), as they were advised on and as they are read.
    """
    known = (before != UNKNOWN) & (now != UNKNOWN)
    changed_places = np.flatnonzero(np.any(known & (before != now), axis=1))
    if len(changed_places) != 1 or changed_places[0] < len(now) - game.screen.hand:
        return False
    left = now[changed_places[0]]
    return bool(np.all((left == _empty(game)) | (left == UNKNOWN)))


def begins(game: Game, now: NDArray[np.int8]) -> bool:
    """Tell whether a board, codes as read, is the one that every game begins with: an empty one beside a full hand.

    Where a board is dealt there is none such.
    """
    hand = game.screen.hand
    if not hand:
        return False
    placed = now != _empty(game)
    return not placed[:-hand].any() and bool(placed[-hand:].any(axis=1).all())


def _empty(game: Game) -> int:
    """Return an empty slot's code in a game of nested rings: the one after the colours."""
    return game.screen.colours
