"""Repair by rules: cells that cannot be read, settled where the rules leave one reading only.

After a move, all that chance did not bring is known from the board before it: what the move did not touch stands where
it stood, what fell or rose is known from where it came. A cell is settled when every story that fits the rest of the
board (nothing happened, any one legal move was made, or our own is under way) gives it the same kind; every other stays
UNKNOWN.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bot.games import Game
from bot.playing.outcome import Contradictions
from vision.sighting import UNKNOWN, Codes, Sighting, Status

Cell = tuple[int, int]

DOUBT = 4 / 3
"""A margin below so many times the least that the reader takes is a guess, and no match for the rules."""
MOST_UNKNOWN = 2
"""With more unread cells before the move, too many boards may follow: 10 kinds are 100 readings of two cells."""


@dataclass(frozen=True, slots=True, eq=False)
class Before:
    """The last board that was known.

    Attributes:
        codes: (rows, cols) int8, as decided on.
        state: the engine's state of it.
        moved: whether a move may have been made on it.
        meant: the move that was to be made, None where a person chooses.
    """

    codes: Codes
    state: Any
    moved: bool = False
    meant: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Repaired:
    """A sighting with what the rules settle.

    Attributes:
        sighting: the codes with it; margins and extras as read.
        cells: (row, col) of the cells that were settled otherwise than read.
    """

    sighting: Sighting
    cells: tuple[Cell, ...] = ()


def unread_or_doubtful(sighting: Sighting, min_margin: float) -> NDArray[np.bool_]:
    """Return the cells that were not read, or hardly, bool (rows, cols); `min_margin`: of the profile's reader."""
    return np.asarray((sighting.codes == UNKNOWN) | (sighting.margin < DOUBT * min_margin))


def repair(
    game: Game, rules: Any, before: Before, sighting: Sighting, min_margin: float, restless: Sequence[Cell] = ()
) -> Repaired:
    """Return a settled sighting with its UNKNOWN and doubtful cells read by the rules, where they allow one reading.

    Args:
        game, rules: whose rules.
        before: the board that came before.
        sighting: of a board at rest.
        min_margin: of the profile's reader section; margins a little above it are doubtful.
        restless: cells that are UNKNOWN and stay so: what is of no kind may once have been read as one.
    """
    codes = sighting.codes
    open_cells = unread_or_doubtful(sighting, min_margin)
    # kinds that the rules do not know are read, and nothing of theirs
    open_cells &= codes < len(game.rules.KIND_NAMES)
    for cell in restless:
        open_cells[cell] = False
    if not open_cells.any() or codes.shape != before.codes.shape:
        return Repaired(sighting)
    moves = _moves(game, rules, before)
    if moves is None:
        return Repaired(sighting)
    seen = np.where(open_cells, np.int8(UNKNOWN), codes).astype(np.int8)
    settled: Codes | None = None
    for reading in _readings(game, rules, before, moves, seen, open_cells):
        settled = reading if settled is None else np.where(settled == reading, settled, UNKNOWN).astype(np.int8)
        if not (settled[open_cells] != UNKNOWN).any():
            return Repaired(sighting)
    if settled is None:
        return Repaired(sighting)
    found = open_cells & (settled != UNKNOWN) & (settled != codes)
    if not found.any():
        return Repaired(sighting)
    mended = np.where(found, settled, codes).astype(np.int8)
    status = sighting.status
    if not (mended == UNKNOWN).any():
        status &= ~Status.UNKNOWN_CELLS
    cells = tuple((int(row), int(col)) for row, col in np.argwhere(found))
    return Repaired(replace(sighting, codes=mended, status=status), cells)


def _readings(
    game: Game, rules: Any, before: Before, moves: Sequence[int], seen: Codes, open_cells: NDArray[np.bool_]
) -> Iterator[NDArray[np.int8]]:
    """Yield what each story that fits says of the open cells, (rows, cols) int8, UNKNOWN where it leaves a choice."""
    # what the rules brought to an open cell was on the board before, or is what cleared cells show elsewhere
    kinds = np.union1d(before.codes, seen)
    kinds = kinds[(kinds != UNKNOWN) & (kinds < len(game.rules.KIND_NAMES))]
    if not _differs(before.codes, seen):
        yield before.codes
        if before.meant is not None:
            # our own move may be under way just where nothing can be read
            done = _only_kinds(kinds, _impossibilities(game, rules, before.state, before.meant), open_cells)
            yield np.where(open_cells & (done != before.codes), np.int8(UNKNOWN), before.codes).astype(np.int8)
    for move in moves:
        test = _impossibilities(game, rules, before.state, move)
        if not test(seen).any():
            yield _only_kinds(kinds, test, open_cells)


def _impossibilities(game: Game, rules: Any, state: Any, move: int) -> Contradictions:
    """Return the rules' test of what cells may hold that were not read: its contradictions, unless luck plays in."""
    if game.turns is None or game.turns.luck is None:
        return game.contradictions(rules, state, move)
    test = game.turns.luck.impossibilities
    return lambda observed: test(rules, state, move, game.known(observed))


def _differs(before: Codes, seen: Codes) -> bool:
    known = (before != UNKNOWN) & (seen != UNKNOWN)
    return bool((before[known] != seen[known]).any())


def _moves(game: Game, rules: Any, before: Before) -> Sequence[int] | None:
    """Return the moves to be held against what is seen, None where they leave too much open.

    Every legal move may have been made, whichever was meant; where cells were unread before, holding all of them
    against all that these can have been takes too long, and the one that was meant must do.
    """
    if not before.moved:
        return ()
    unknown = int((game.known(before.codes) == UNKNOWN).sum())
    if unknown == 0:
        return [int(move) for move in game.rules.legal_moves(rules, before.state)]
    return None if before.meant is None or unknown > MOST_UNKNOWN else (before.meant,)


def _only_kinds(kinds: Codes, test: Contradictions, open_cells: NDArray[np.bool_]) -> NDArray[np.int8]:
    """Return the one kind that the rules allow in each open cell, whatever stands in the others.

    Returns:
        (rows, cols) int8, UNKNOWN where it is not one, and in all other cells.
    """
    reading = np.full(open_cells.shape, UNKNOWN, np.int8)
    for row, col in np.argwhere(open_cells):
        alone = np.full(open_cells.shape, UNKNOWN, np.int8)
        allowed = []
        for kind in kinds.tolist():
            alone[row, col] = kind
            if not test(alone).any():
                allowed.append(kind)
                if len(allowed) > 1:
                    break
        if len(allowed) == 1:
            reading[row, col] = allowed[0]
    return reading
