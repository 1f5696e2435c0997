"""Explicit randomness for kernels: SplitMix64 (Steele, Lea, Flood: Fast Splittable PRNGs, OOPSLA 2014).

A `Dice` is a uint64 array of shape (1,): its only word is the state, changed in place by every roll.
Compiled and as plain Python (``NUMBA_DISABLE_JIT=1``) the rolls are the same.
"""

from typing import Final

import numba
import numpy as np
from numpy.typing import NDArray

from engine.jit import njit

Dice = NDArray[np.uint64]

_GAMMA: Final = 0x9E3779B97F4A7C15
_MIX_1: Final = 0xBF58476D1CE4E5B9
_MIX_2: Final = 0x94D049BB133111EB
_MASK: Final = 0xFFFFFFFFFFFFFFFF


def dice(seed: int) -> Dice:
    """Return dice, shape (1,), whose rolls follow from `seed` (any integer, taken modulo 2**64)."""
    return np.array([seed & _MASK], dtype=np.uint64)


def next_word_plain(dice: Dice) -> np.uint64:
    """Advance `dice` and return 64 random bits: the twin of `next_word` in Python's unbounded integers."""
    word = (int(dice[0]) + _GAMMA) & _MASK
    dice[0] = word
    word = ((word ^ (word >> 30)) * _MIX_1) & _MASK
    word = ((word ^ (word >> 27)) * _MIX_2) & _MASK
    return np.uint64(word ^ (word >> 31))


@njit
def next_word_kernel(dice: Dice) -> np.uint64:
    """Advance `dice` and return 64 random bits; relies on machine words that wrap around."""
    dice[0] += np.uint64(_GAMMA)
    word = dice[0]
    word = (word ^ (word >> np.uint64(30))) * np.uint64(_MIX_1)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(_MIX_2)
    return np.uint64(word ^ (word >> np.uint64(31)))


# numpy's scalars warn where machine words wrap, so plain Python takes the twin.
next_word = next_word_plain if numba.config.DISABLE_JIT else next_word_kernel  # type: ignore[attr-defined]


@njit
def roll(dice: Dice, sides: int) -> int:
    """Return an integer in 0..sides-1, uniform up to a bias below sides / 2**32."""
    return int(np.int64(((next_word(dice) >> np.uint64(32)) * np.uint64(sides)) >> np.uint64(32)))


@njit
def chance(dice: Dice, probability: float) -> bool:
    """Return True with the given probability."""
    return bool(float(next_word(dice) >> np.uint64(11)) * (1.0 / 9007199254740992.0) < probability)
