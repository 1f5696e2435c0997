"""Pictures whose tone is another than the profile's: a gamma, another brightness, a night light.

A tone says what the profile's window would show where this one shows a level, channel by channel. It is guessed from
what is known to lie in the picture (the ground), as a gain, an offset or a power, and then fitted to all that was
recognised with the guess.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Self, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from capture.frame import Pixels
from engine.jit import njit

Floats = NDArray[np.float32]
R = TypeVar("R")
"""What a reader makes of a picture."""

LEVELS: Final = np.arange(256, dtype=np.float64)
CLIPPED: Final = (3, 252)
"""Levels outside of which a channel may have been cut off; they tell nothing."""
SMALLEST_CHANGE: Final = 2.5
"""Grey levels by which the ground of some channel must have changed for another tone."""
DIMMEST: Final = 0.62
"""Share of its light that the least changed channel must have kept: a window dimmed more than that is dimmed by its
game, for a menu or at its end."""
BRIGHTEST: Final = 1.6
"""Likewise the most that it may have gained."""
WEAKEST: Final = 0.4
"""Share that any channel must have kept; a night light takes half of the blue."""
STEEPEST: Final = 3.0
"""Rise of a tone's curve at most: where one level stands for many, nothing is told."""
REFERENCES: Final = 797
"""Pixels of known ground that a tone is guessed from; a prime, so that they lie in no column of the window."""
FEWEST_WHOLE: Final = 40
"""Samples that were not cut off from which those that were say nothing."""
ROUNDS: Final = 2
"""How often a guess is fitted to what was recognised with it."""
FITS: Final = 3
"""How often a fit is weighted anew by what it leaves."""
STRAY: Final = 8.0
"""Grey levels at which a sample counts half: what was recognised wrongly must not bend the tone."""
STIFF: Final = 0.0005
"""Weight of the guess that a tone is straight, against that of all samples."""


@dataclass(frozen=True, slots=True, eq=False)
class Tone:
    """What the profile's window shows for each level: (256, 3) float64."""

    table: NDArray[np.float64]

    @property
    def whole_levels(self) -> NDArray[np.uint8]:
        """What the profile's window shows for each level, as pictures can: (256, 3)."""
        return np.clip(np.round(self.table), 0, 255).astype(np.uint8)

    def picture(self, pixels: Pixels) -> Pixels:
        """Return a picture in the profile's tone."""
        return np.asarray(cv2.LUT(pixels, self.whole_levels.reshape(256, 1, 3)), np.uint8)

    def levels(self, shown: Floats) -> Floats:
        """Return levels (..., 3) in the profile's tone; they need not be whole."""
        out = np.empty(shown.shape, np.float32)
        interpolate(np.ascontiguousarray(shown, np.float32).reshape(-1, 3), self.table, out.reshape(-1, 3))
        return out

    def within(self, expected: NDArray[np.int16]) -> NDArray[np.int16]:
        """Return levels (..., 3) of the profile as far as a picture in this tone can show them: the rest is cut off."""
        least, most = np.round(self.table[[0, -1]]).astype(np.int16)
        return expected if least.max() <= 0 and most.min() >= LEVELS[-1] else np.clip(expected, least, most)

    @property
    def plausible(self) -> bool:
        """Whether a screen, a driver or a night light does such a thing to a window that is being played."""
        kept = (LEVELS[32:, None] / np.maximum(self.table[32:], 1.0)).mean(axis=0)
        rise = np.diff(self.table[CLIPPED[0] : CLIPPED[1] + 1], axis=0)
        return bool(
            DIMMEST <= kept.max() <= BRIGHTEST and kept.min() >= WEAKEST and rise.min() >= 0 and rise.max() <= STEEPEST
        )


def _straight(*gains: float) -> Tone:
    return Tone(LEVELS[:, None] * np.array(gains))


STRAIGHT: Final = _straight(1.0, 1.0, 1.0)
"""The profile's own tone."""
USUAL: Final = (
    *(_straight(1 / gain, 1 / gain, 1 / gain) for gain in (0.7, 0.85, 1.15)),
    *(_straight(1 / (1 - warm), 1 / (1 - warm / 2), 1.0) for warm in (0.15, 0.3, 0.45)),
    *(Tone(np.repeat(255 * (LEVELS[:, None] / 255) ** (1 / power), 3, axis=1)) for power in (0.8, 1.25)),
)
"""What takes back the usual changes, for boards without known ground: other brightness, night lights, gammas."""


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """Pixels of a window whose levels are known while nothing lies over them.

    Attributes:
        at: (n, 2) int, row and column.
        levels: (n, 3) float32 BGR.
    """

    at: NDArray[np.intp]
    levels: Floats

    @classmethod
    def of(cls, picture: Pixels, known: NDArray[np.bool_]) -> Self:
        """Choose pixels spread evenly over what is known, (height, width) bool, of a window's picture."""
        at = np.argwhere(known)
        at = at[np.linspace(0, len(at) - 1, min(len(at), REFERENCES)).astype(np.intp)]
        return cls(at, picture[at[:, 0], at[:, 1]].astype(np.float32))

    def seen_in(self, pixels: Pixels) -> Floats:
        """Return what a picture shows there, (n, 3) BGR."""
        return np.asarray(pixels[self.at[:, 0], self.at[:, 1]], np.float32)


@njit
def interpolate(shown: Floats, table: NDArray[np.float64], out: Floats) -> None:
    """Look levels up between whole ones: numpy's own searches for each the two that it lies between.

    Args:
        shown: (n, 3), 0 to 255.
        table: (256, 3).
        out: (n, 3), written.
    """
    for n in range(shown.shape[0]):
        for c in range(3):
            level = min(max(float(shown[n, c]), 0.0), 255.0)
            below = min(int(level), 254)
            out[n, c] = (table[below + 1, c] - table[below, c]) * (level - below) + table[below, c]


def guesses(shown: Floats, expected: Floats) -> list[Tone]:
    """Return the gain, the power and the offset that bring known samples to what they should show.

    Args:
        shown: (n, 3) BGR as seen; some of them may be covered.
        expected: (n, 3) as in the profile.

    Returns:
        Nothing where no channel has changed.
    """
    usable = (np.minimum(shown, expected) >= CLIPPED[0]) & (expected <= CLIPPED[1])
    gain, power, lift = np.ones(3), np.ones(3), np.zeros(3)
    for c in range(3):
        # a bright ground that was cut off still says in which direction, where there is no other
        whole = usable[:, c] & (shown[:, c] <= CLIPPED[1])
        taken = whole if whole.sum() >= FEWEST_WHOLE else usable[:, c]
        s, e = shown[taken, c].astype(np.float64), expected[taken, c].astype(np.float64)
        if len(s):
            gain[c] = np.median(e / s)
            power[c] = np.median(np.log(e / 255) / np.log(np.minimum(s, CLIPPED[1]) / 255))
            lift[c] = np.median(e - s)
    if np.abs(lift).max() < SMALLEST_CHANGE:
        return []
    column = LEVELS[:, None]
    return [Tone(column * gain), Tone(255 * (column / 255) ** power), Tone(column + lift)]


@njit
def weigh_samples(
    shown: Floats,
    expected: Floats,
    guess: NDArray[np.float64],
    solution: NDArray[np.float64],
    solved: bool,
    sums: NDArray[np.float64],
) -> int:
    """Sum up what least squares ask of the samples of a channel, and return how many were not cut off.

    Args:
        shown, expected: (n,).
        guess: (256,) what a sample that is off from it counts little by, ...
        solution: (3,) ... or the curve in its stead,
        solved: if there is one.
        sums: (3, 4) written: products of a curve's terms with each other, and with what should show.
    """
    sums[:] = 0.0
    count = 0
    for n in range(shown.size):
        level = float(shown[n])
        if level < CLIPPED[0] or level > CLIPPED[1]:
            continue
        s, e = level / 255, float(expected[n]) / 255
        bend = s * (1 - s)
        if solved:
            curve = solution[0] + solution[1] * s + solution[2] * bend
        else:
            below = int(level)
            curve = ((guess[below + 1] - guess[below]) * (level - below) + guess[below]) / 255
        stray = 255 * (e - curve) / STRAY
        weight = 1 / (1 + stray * stray)
        sums[0, 0] += weight
        sums[0, 1] += weight * s
        sums[0, 2] += weight * bend
        sums[0, 3] += weight * e
        sums[1, 1] += weight * s * s
        sums[1, 2] += weight * s * bend
        sums[1, 3] += weight * s * e
        sums[2, 2] += weight * bend * bend
        sums[2, 3] += weight * bend * e
        count += 1
    sums[1, 0], sums[2, 0], sums[2, 1] = sums[0, 1], sums[0, 2], sums[1, 2]
    return count


def fitted(shown: Floats, expected: Floats, guess: Tone) -> Tone:
    """Return the smooth tone that brings samples closest to what they should show, strays aside.

    Args:
        shown: (n, 3) BGR as seen.
        expected: (n, 3) as in the profile.
        guess: what is off from it by much counts little.
    """
    table, solution, sums = np.empty((256, 3)), np.zeros(3), np.empty((3, 4))
    for c in range(3):
        s, e = np.ascontiguousarray(shown[:, c], np.float32), np.ascontiguousarray(expected[:, c], np.float32)
        for again in range(FITS):
            count = weigh_samples(s, e, guess.table[:, c], solution, again > 0, sums)
            straight = np.diag([0.05, 1.0, 1.0]) * STIFF * max(count, 1)
            aim = straight @ np.array([0.0, 1.0, 0.0])
            solution = np.linalg.solve(sums[:, :3] + straight, sums[:, 3] + aim)
        x = LEVELS / 255
        table[:, c] = 255 * (solution[0] + solution[1] * x + solution[2] * x * (1 - x))
    return Tone(table)


def read_in_other_tones(
    first: Iterable[Tone],
    read: Callable[[Tone], R],
    doubt: Callable[[R], float],
    recognised: Callable[[R], tuple[Floats, Floats]],
) -> R | None:
    """Return the least doubtful reading of a picture in guessed tones, each fitted to what is recognised with it.

    Args:
        first: the guesses.
        read: the picture in the profile's tone, for one that it may have.
        doubt: of a reading; smaller is better.
        recognised: (reading) to samples as seen and as they should show, (n, 3) each.

    Returns:
        None where no guess is plausible.
    """
    best: tuple[float, R] | None = None
    for guess in first:
        tone = guess
        for again in range(ROUNDS + 1):
            if not tone.plausible:
                break
            reading = read(tone)
            left = doubt(reading)
            if best is None or left < best[0]:
                best = left, reading
            if again < ROUNDS:
                shown, expected = recognised(reading)
                tone = fitted(shown, expected, tone)
    return None if best is None else best[1]
