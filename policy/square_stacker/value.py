"""The learned value of a board between two hands: the points still to come, as a sum of table entries."""

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit
from engine.square_stacker.packed import COMBO, Words
from policy.square_stacker.features import ALL, COMBOS, Classes

Weights = NDArray[np.float32]
"""Flat table of weights; see `policy.square_stacker.features`."""


@njit
def value_of(words: Words, weights: Weights, classes: Classes, size: int) -> float:
    """Return the sum of the weights of a board's entries, those of `features.entries_of`."""
    combo = min(words[COMBO], COMBOS - 1)
    taken = words[0] | words[1] | words[2] | words[3] | words[4] | words[5]
    small, middle, large = taken & ALL, taken >> 9 & ALL, taken >> 18
    odd = small ^ middle ^ large
    two = (small & middle) | (middle & large) | (small & large)
    full = odd & two
    t0 = combo * size
    step = COMBOS * size
    t1, t2, t3, t4, t5, t6 = t0 + step, t0 + 2 * step, t0 + 3 * step, t0 + 4 * step, t0 + 5 * step, t0 + 6 * step
    one_free, more_free = two & ~odd, ALL & ~two
    total = np.float32(0.0)
    for colour in range(6):
        word = words[colour]
        a, b, c = word & ALL, word >> 9 & ALL, word >> 18
        has = a | b | c
        doubled = (a & b) | (b & c) | (a & c)
        total += weights[t0 + classes[0, has | doubled << 9]]
        total += weights[t1 + classes[0, has | (full & ~has) << 9]]
        total += weights[t2 + classes[0, (has | one_free) | (has | more_free) << 9]]
        total += weights[t3 + classes[0, has | small << 9]]
        total += weights[t3 + classes[0, has | middle << 9]]
        total += weights[t3 + classes[0, has | large << 9]]
    total += weights[t4 + classes[1, small | middle << 9]]
    total += weights[t4 + classes[1, small | large << 9]]
    total += weights[t4 + classes[1, middle | large << 9]]
    total += weights[t5 + classes[0, odd | two << 9]]
    total += weights[t6 + classes[0, small]] + weights[t6 + classes[0, middle]] + weights[t6 + classes[0, large]]
    rings = 0
    while taken:
        taken &= taken - 1
        rings += 1
    return float(total + weights[t6 + step + rings])
