"""Shares of games with their intervals."""

from typing import Final

TWO_SIDED: Final = 1.959964
"""Standard errors of a 95 % interval."""


def wilson(successes: int, trials: int, z: float = TWO_SIDED) -> tuple[float, float]:
    """Return the score interval of a share, each end 0 to 1 (E. B. Wilson, JASA 22, 1927).

    Unlike mean +- errors it stays within 0 and 1 and is right near them, where a mark such as 99 % lies.
    """
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    middle = share + z * z / (2 * trials)
    half = z * (share * (1 - share) / trials + z * z / (4 * trials * trials)) ** 0.5
    scale = 1 + z * z / trials
    low = 0.0 if successes == 0 else (middle - half) / scale
    high = 1.0 if successes == trials else (middle + half) / scale
    return low, high
