"""Kernel: what every swap of the positions of a beam leads to."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.bilging.afterstate import Physics, is_movable, is_special, play_swap
from engine.bilging.board import EDGE, Board
from engine.bilging.kernels import LANES, swap_codes
from engine.jit import njit
from policy.bilging.beam.positions import Room
from policy.bilging.beam.promise import at_once, with_chains
from policy.bilging.value import weigh_swaps

CHAIN_REACH: Final = 5
"""A quiet swap may prepare the chain of a break so many rows above it at most, as that shifts it up; measured: 2 lose
a twentieth of the points where chains score as swaps, 8 and more win nothing."""


class Aim(NamedTuple):
    """What a beam ranks its positions by: points, and what the next swap may bring.

    Attributes:
        chains: 1 counts chains in what the next swap may bring; chains of swaps that were made always count.
        locality: after a swap that broke nothing, the next such swap is at most so many rows away.
        haste: worth of having a point one swap earlier.
        spread: part that the points of all other swaps count for beside the best one's.
        trust: part that the learned value has in what a position promises; the rest is the next swaps'.
    """

    chains: int
    locality: int
    haste: float
    spread: float
    trust: float


@njit
def board_key(board: Board, zobrist: NDArray[np.uint64], first: int, last: int) -> np.uint64:
    """Return the Zobrist hash of the cells first..last-1 of a padded board."""
    key = np.uint64(0)
    for cell in range(first, last):
        key ^= zobrist[cell, board[cell] - EDGE]
    return key


@njit
def grow(side: int, count: int, rule: Physics, aim: Aim, ends: bool, room: Room) -> int:
    """Write what every swap of the first `count` positions of a side leads to, and return how many there are.

    Args:
        side: parity of the swaps made.
        count: positions there are.
        rule: physics of the rules.
        aim: what children are ranked by.
        ends: no swap comes after this one: nothing but points counts.
        room: its children are the result.

    After a quiet swap only the swaps within two rows of it break anything else than before, so only they are
    looked at again, and with chains those above it. Swaps of two equal pieces, and the swap back, lead nowhere
    and are left out.
    """
    boards, codes_of, words_of = room.beam.boards[side], room.beam.codes[side], room.beam.words[side]
    points_of, early_of, water_of = room.beam.points[side], room.beam.early[side], room.beam.water[side]
    quiet_of, keys_of = room.beam.quiet[side], room.beam.keys[side]
    scores, points, keys = room.children.scores, room.children.points, room.children.keys
    parents, cells = room.children.parents, room.children.cells
    board, codes, words = room.trial.board, room.trial.codes, room.trial.words
    tops, sums, after, scratch = room.trial.tops, room.trial.sums, room.trial.after, room.trial.scratch
    worth, brings = room.swaps.worth, room.swaps.points
    zobrist, table, chains = room.zobrist, rule.tables.swap, aim.chains
    stride, rows, cols, first, last = rule.stride, rule.rows, rule.cols, rule.first, rule.last
    height = min(rows, max(5, LANES // stride))  # swaps of a whole block are looked up as fast as of five rows
    made = 0
    for node in range(count):
        board[:] = boards[node]
        quiet, water_px = quiet_of[node], water_of[node]
        if not ends:
            for row in range(rows):
                start = first + row * stride
                end = start + stride
                if chains:
                    best, total = with_chains(board, codes_of[node], start, end, rule, water_px, after, scratch)
                else:
                    best, total = at_once(codes_of[node], words_of[node], table, start, end, stride)
                tops[row], sums[row] = best, total
        trusts = aim.trust > 0.0 and not ends
        if trusts:
            weigh_swaps(board, rule, room.value, water_px, room.swaps)
        for row in range(rows):
            near = max(0, row - CHAIN_REACH) if chains else max(0, min(row - 2, rows - height))
            beyond = min(row + 3, rows) if chains else near + height
            best_far, total_far = 0.0, 0.0
            for other in range(rows):
                if not near <= other < beyond:
                    best_far = max(best_far, tops[other])
                    total_far += sums[other]
            block, block_end = first + near * stride, first + beyond * stride
            window = first + max(0, min(near, rows - height)) * stride
            window_end = max(window + height * stride, block_end)
            start = first + row * stride
            is_far = quiet >= 0 and abs(row + 2 - quiet // stride) > aim.locality
            for cell in range(start, start + cols - 1):
                left, right = board[cell], board[cell + 1]
                if left == right or cell == quiet or not (is_movable(left) and is_movable(right)):
                    continue
                code = codes_of[node, cell]
                best, total = 0.0, 0.0
                gained = points_of[node]
                if code == 0 and not (is_special(left) or is_special(right)):
                    if is_far:
                        continue
                    if not ends:
                        board[cell], board[cell + 1] = right, left
                        swap_codes(board, stride, window, window_end, codes)
                        if chains:
                            best, total = with_chains(board, codes, block, block_end, rule, water_px, after, scratch)
                        else:
                            best, total = at_once(codes, words, table, block, block_end, stride)
                        best = max(best, best_far)
                        total += total_far
                        board[cell], board[cell + 1] = left, right
                    here, there = left - EDGE, right - EDGE
                    key = keys_of[node] ^ zobrist[cell, here] ^ zobrist[cell, there]
                    key ^= zobrist[cell + 1, here] ^ zobrist[cell + 1, there]
                else:
                    own, later, level_px = play_swap(board, rule, cell, code, water_px, scratch)
                    gained += own + later
                    if not ends:
                        swap_codes(board, stride, first, last, codes)
                        if chains:
                            best, total = with_chains(board, codes, first, last, rule, level_px, after, scratch)
                        else:
                            best, total = at_once(codes, words, table, first, last, stride)
                    key = board_key(board, zobrist, first, last)
                    board[:] = boards[node]
                early = early_of[node] + gained
                promise = best + aim.spread * (total - best)
                if trusts:
                    promise += aim.trust * (worth[cell] - brings[cell] - promise)
                scores[made] = gained + promise + aim.haste * early
                points[made] = gained
                keys[made] = key
                parents[made] = node
                cells[made] = cell
                made += 1
    return made
