"""Kernels: the best children become the positions after the next swap."""

from typing import Final

import numpy as np

from engine.bilging.afterstate import Physics, is_special, play_swap
from engine.bilging.kernels import swap_codes
from engine.jit import njit
from policy.bilging.beam.children import Aim, grow
from policy.bilging.beam.positions import Room, Seen
from policy.search.heap import fill, pop

_SHIFT: Final = np.uint64(17)
_ONE: Final = np.uint64(1)


@njit
def _is_new(key: np.uint64, points: float, seen: Seen) -> bool:
    """Tell whether no line came to a board with as many points before, and note this one."""
    keys, most = seen.keys, seen.points
    key |= _ONE  # 0 is a free slot
    mask = np.uint64(keys.size - 1)
    slot = (key >> _SHIFT) & mask
    while keys[slot] != 0 and keys[slot] != key:
        slot = (slot + _ONE) & mask
    if keys[slot] == key and most[slot] >= points:
        return False
    keys[slot] = key
    most[slot] = points
    return True


@njit
def keep(made: int, side: int, depth: int, width: int, rule: Physics, room: Room) -> int:
    """Make the best `width` of `made` children the positions of the other side, and return how many there are.

    Args:
        made: children there are.
        side: parity of the swaps made before.
        depth: swaps made before.
        width: positions to keep at most.
        rule: physics of the rules.
        room: everything else.

    A board that was kept before, with as many points, is not kept again, however many swaps ago that was and
    whatever the water (which matters to crabs alone).
    """
    then = 1 - side
    beam, children, trail = room.beam, room.children, room.trail
    scores, heap = children.scores, children.heap
    fill(heap, scores, made)
    kept = 0
    while made > 0 and kept < width:
        child = pop(heap, scores, made)
        made -= 1
        if not _is_new(children.keys[child], children.points[child], room.seen):
            continue
        parent, cell = children.parents[child], children.cells[child]
        board = beam.boards[then, kept]
        board[:] = beam.boards[side, parent]
        code = beam.codes[side, parent, cell]
        quiet = code == 0 and not (is_special(board[cell]) or is_special(board[cell + 1]))
        _, _, water_px = play_swap(board, rule, cell, code, beam.water[side, parent], room.trial.scratch)
        swap_codes(board, rule.stride, rule.first, rule.last, beam.codes[then, kept])
        first = cell if depth == 0 else beam.first[side, parent]
        beam.points[then, kept] = children.points[child]
        beam.early[then, kept] = beam.early[side, parent] + children.points[child]
        beam.scores[then, kept] = scores[child]
        beam.water[then, kept] = water_px
        beam.first[then, kept] = first
        beam.quiet[then, kept] = cell if quiet else -1
        beam.keys[then, kept] = children.keys[child]
        trail.parents[depth, kept] = parent
        trail.cells[depth, kept] = cell
        trail.points[depth, kept] = children.points[child]
        if trail.lasted[first] != depth + 1:  # the best of its line comes first
            trail.lasted[first] = depth + 1
            trail.behind[first] = beam.scores[then, 0] - scores[child]
        kept += 1
    return kept


@njit
def advance(
    count: int, depth: int, until: int, left: int, width: int, rule: Physics, aim: Aim, room: Room
) -> tuple[int, int]:
    """Take a beam from `depth` swaps to `until`; return how many positions there are and how many swaps were made.

    Args:
        count: positions after `depth` swaps.
        depth, until: swaps since the root.
        left: swaps that the game still had at the root.
        width, rule, aim, room: as in `grow` and `keep`.

    Stops where no position has a new child; a position without one is dropped where others have some (a full board
    always has swaps that lead on).
    """
    while depth < until:
        made = grow(depth & 1, count, rule, aim, depth + 1 == left, room)
        kept = keep(made, depth & 1, depth, width, rule, room)
        if kept == 0:
            break
        count = kept
        depth += 1
    return count, depth
