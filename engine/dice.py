"""Explicit randomness for kernels: SplitMix64 (Steele, Lea, Flood: Fast Splittable PRNGs, OOPSLA 2014).

A `Dice` is a uint64 array of shape (1,): its only word is the state, changed in place by every roll.
The same code runs compiled in kernels and as plain Python in their twins, with the same results.
"""

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit

Dice = NDArray[np.uint64]

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)


def dice(seed: int) -> Dice:
    """Return dice, shape (1,), whose rolls follow from `seed` (any integer, taken modulo 2**64)."""
    return np.array([seed & 0xFFFFFFFFFFFFFFFF], dtype=np.uint64)


@njit
def next_word(dice: Dice) -> np.uint64:
    """Advance `dice` and return 64 random bits."""
    dice[0] += _GAMMA
    word = dice[0]
    word = (word ^ (word >> np.uint64(30))) * _MIX_1
    word = (word ^ (word >> np.uint64(27))) * _MIX_2
    return np.uint64(word ^ (word >> np.uint64(31)))


@njit
def roll(dice: Dice, sides: int) -> int:
    """Return an integer in 0..sides-1, uniform up to a bias below sides / 2**32."""
    return int(((next_word(dice) >> np.uint64(32)) * np.uint64(sides)) >> np.uint64(32))


@njit
def chance(dice: Dice, probability: float) -> bool:
    """Return True with the given probability."""
    return float(next_word(dice) >> np.uint64(11)) * (1.0 / 9007199254740992.0) < probability
