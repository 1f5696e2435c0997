"""Swap-and-match checks with score a second: our kernels beside the naive compiled engine, on the same boards."""

import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bot.benchmarks.naive_engine import swap_points
from engine.bilging import PRESETS, Rules, start
from engine.bilging.afterstate import Physics, physics
from engine.bilging.board import pad
from engine.bilging.kernels import swap_code, swap_codes
from engine.dice import dice
from engine.jit import njit


@dataclass(frozen=True, slots=True)
class KernelSpeed:
    """Checks a second on one thread, each with its score, every swap of a board in turn.

    Attributes:
        rules: preset of the scores.
        boards: different boards, drawn by the rules' start.
        swaps: checks timed per engine and round; the best of `rounds` rounds counts.
        rounds: rounds, the engines in turn within each.
        whole_board: `swap_codes`, all swaps of a board in one call, then the table.
        single: `swap_code`, one swap a call, then the table.
        naive: `bot.benchmarks.naive_engine`.
        ratio: whole_board / naive.
    """

    rules: str
    boards: int
    swaps: int
    rounds: int
    whole_board: float
    single: float
    naive: float
    ratio: float


def measure(rules: Rules = PRESETS["strict"], boards: int = 500, repeats: int = 40, rounds: int = 5) -> KernelSpeed:
    """Measure the three side by side.

    Raises:
        ValueError: the engines do not agree on the points (then their speeds mean nothing).
    """
    rule = physics(rules)
    shown = np.stack([start(rules, dice(seed)).board for seed in range(boards)])
    padded = np.stack([pad(board) for board in shown])
    swaps = boards * rules.rows * (rules.cols - 1)
    quick, slow = repeats * 10, repeats
    points = {
        _whole_boards(padded, rule, 1),
        _single_swaps(padded, rule, 1),
        _naive_swaps(shown, rule.tables.combo, rule.tables.line, 1),
    }
    if len(points) != 1:
        raise ValueError(f"engines disagree on the points of {boards} boards: {sorted(points)}")
    best = [0.0, 0.0, 0.0]
    for _ in range(rounds):
        began = time.perf_counter()
        _whole_boards(padded, rule, quick)
        then = time.perf_counter()
        _single_swaps(padded, rule, slow)
        after = time.perf_counter()
        _naive_swaps(shown, rule.tables.combo, rule.tables.line, slow)
        done = time.perf_counter()
        rates = (swaps * quick / (then - began), swaps * slow / (after - then), swaps * slow / (done - after))
        best = [max(pair) for pair in zip(best, rates, strict=True)]
    return KernelSpeed(rules.name, boards, swaps * slow, rounds, best[0], best[1], best[2], best[0] / best[2])


@njit
def _whole_boards(boards: NDArray[np.int8], rule: Physics, repeats: int) -> float:
    """Return the sum of points of all swaps of all padded `boards`, `repeats` times over."""
    codes = np.zeros(boards.shape[1], dtype=np.uint8)
    total = 0.0
    for _ in range(repeats):
        for index in range(boards.shape[0]):
            swap_codes(boards[index], rule.stride, rule.first, rule.last, codes)
            for cell in range(np.uint64(rule.first), np.uint64(rule.last)):
                total += rule.tables.swap[codes[cell]]
    return total


@njit
def _single_swaps(boards: NDArray[np.int8], rule: Physics, repeats: int) -> float:
    total = 0.0
    for _ in range(repeats):
        for index in range(boards.shape[0]):
            for row in range(rule.rows):
                for col in range(rule.cols - 1):
                    cell = rule.first + row * rule.stride + col
                    total += rule.tables.swap[swap_code(boards[index], rule.stride, cell)]
    return total


@njit
def _naive_swaps(
    boards: NDArray[np.int8], combo: NDArray[np.float64], line: NDArray[np.float64], repeats: int
) -> float:
    total = 0.0
    for _ in range(repeats):
        for index in range(boards.shape[0]):
            for row in range(boards.shape[1]):
                for col in range(boards.shape[2] - 1):
                    total += swap_points(boards[index], row, col, combo, line)
    return total
