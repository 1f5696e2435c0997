"""The kernel that reads cells by what is not covered, against the same in plain numpy."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.arena.layers import GROUND, IGNORED, SAMPLES, SPRITE
from vision.arena.partly_covered import FOREIGN, Floats, least_foreign

MANY = 7


def slow(
    seen: Floats, low: Floats, high: Floats, shows: NDArray[np.uint8], below: Floats, above: Floats, number: int
) -> tuple[int, int]:
    bare = (shows == GROUND)[..., None]
    least, most = np.where(bare, below, low), np.where(bare, above, high)
    foreign = (np.maximum(least - seen, seen - most) > np.float32(FOREIGN)).any(axis=2) & (shows != IGNORED)
    counts = foreign.sum(axis=1)[:number]
    return int(counts.argmin()), int(counts.min())


@pytest.mark.parametrize("seed", range(40))
def test_the_candidate_with_the_fewest_foreign_samples_is_found(seed: int) -> None:
    random = np.random.default_rng(seed)
    spread = random.choice([3.0, 40.0, 250.0])  # alike, so that many are nearly as good, or all apart
    middle = 128 + spread * (random.random((MANY + 1, SAMPLES, 3)) - 0.5)
    low, high = (middle - 2).astype(np.float32), (middle + 2).astype(np.float32)
    shows = random.choice([GROUND, SPRITE, IGNORED], (MANY, SAMPLES)).astype(np.uint8)
    seen = (middle[random.integers(MANY + 1)] + random.normal(0, 2, (SAMPLES, 3))).astype(np.float32)
    number = int(random.integers(1, MANY + 1))
    given = seen, low[:MANY], high[:MANY], shows, low[MANY], high[MANY], number
    assert least_foreign(*given) == slow(*given)
