"""The kernel that tells walls, held to the same said in numpy."""

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.well.wall_kernel import LINE, MOST_REACH, POINTS, STEP, share_of_wall

ROWS, LINES, CLOSE = 3, 5, 4


def slowly(
    picture: NDArray[np.uint8],
    ys: NDArray[np.intp],
    left: NDArray[np.intp],
    right: NDArray[np.intp],
    close: NDArray[np.intp],
) -> NDArray[np.float64]:
    """The same, (LINES, ROWS)."""
    shares = []
    for line in range(LINES):
        one, other = (np.median(picture[ys[:, None], columns[line]], axis=1) for columns in (left, right))
        drawn = picture[ys[:, None], close[line]].astype(float)
        from_both = np.minimum(*(np.abs(drawn - side[:, None]).max(axis=2) for side in (one, other))).max(axis=1)
        wall = (np.abs(one - other).max(axis=1) >= STEP) | (from_both >= LINE)
        shares.append(wall.reshape(ROWS, POINTS).mean(axis=1))
    return np.array(shares)


@pytest.mark.parametrize("spread", [6, 13, 30, 256])
@pytest.mark.parametrize("transposed", [False, True])
def test_shares_are_those_of_the_slow_twin(spread: int, transposed: bool) -> None:
    dice = np.random.default_rng(spread)
    for _ in range(20):
        levels = dice.integers(0, spread, (40, 60, 3)) + dice.integers(0, 257 - spread)
        picture = levels.astype(np.uint8)
        if transposed:
            picture = np.swapaxes(picture, 0, 1)
        height, width = picture.shape[:2]
        ys = dice.integers(0, height, ROWS * POINTS)
        left, right, close = (dice.integers(0, width, (LINES, n)) for n in (MOST_REACH, MOST_REACH, CLOSE))
        shares = share_of_wall(picture, ys, left, right, close, ROWS)
        np.testing.assert_array_equal(shares, slowly(picture, ys, left, right, close))
        assert spread != 256 or shares.any()
