"""Held: the order in which numbers leave a heap to that of heapq and of `sorted`, ties and all."""

import heapq

import numpy as np
import pytest
from numpy.typing import DTypeLike

from policy.search.heap import fill, pop


@pytest.mark.parametrize("kind", [np.int32, np.int64])
@pytest.mark.parametrize("size", [0, 1, 2, 3, 8, 63, 64, 500])
@pytest.mark.parametrize("worths", [1, 3, 40, 10**6])
def test_the_best_leaves_first_and_of_equals_the_lower_number(kind: DTypeLike, size: int, worths: int) -> None:
    for seed in range(4):
        worth = np.random.default_rng(seed).integers(0, worths, size + 2) / 7.0
        worth[size // 2] = -np.inf
        heap = np.full(size + 2, -1, kind)
        fill(heap, worth, size)
        others = [(-worth[number], number) for number in range(size)]
        heapq.heapify(others)
        left = [pop(heap, worth, count) for count in range(size, 0, -1)]
        assert left == [heapq.heappop(others)[1] for _ in range(size)]
        assert left == sorted(range(size), key=lambda number: (-worth[number], number))
        assert heap[size:].tolist() == [-1, -1], "what lies behind it is let be"
