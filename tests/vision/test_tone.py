"""Tones: guessed from known ground, fitted to what was recognised, refused where a game has dimmed its window."""

from collections.abc import Callable

import numpy as np
import pytest

from vision.tone import (
    CLIPPED,
    FITS,
    LEVELS,
    STIFF,
    STRAIGHT,
    STRAY,
    USUAL,
    Tone,
    fitted,
    guesses,
    read_in_other_tones,
)
from vision.well.kernels import take_samples, take_samples_in_tone

RNG = np.random.default_rng(1)
TRUE = RNG.integers(20, 240, (600, 3)).astype(np.float32)
CHANGES: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "gain": lambda x: 0.75 * x,
    "offset": lambda x: x - 14,
    "power": lambda x: 255 * (x / 255) ** 1.3,
    "night": lambda x: x * np.array([0.55, 0.775, 1.0]),
}


def seen(how: str) -> np.ndarray:
    return np.clip(np.round(CHANGES[how](TRUE)), 0, 255).astype(np.float32)


def corrected(tone: Tone, shown: np.ndarray) -> np.ndarray:
    return np.asarray(tone.picture(shown.astype(np.uint8)[None])[0], float)


@pytest.mark.parametrize("how", CHANGES)
def test_one_guess_and_every_fit_bring_levels_back(how: str) -> None:
    shown = seen(how)
    sure = (shown > 4).all(axis=1)
    first = guesses(shown, TRUE)
    errors = [np.abs(corrected(tone, shown)[sure] - TRUE[sure]).mean() for tone in first]
    assert len(errors) == 3
    assert min(errors) < 1.5
    for guess in first:
        assert np.abs(corrected(fitted(shown, TRUE, guess), shown)[sure] - TRUE[sure]).mean() < 2.5


def test_what_covers_a_third_of_the_samples_bends_nothing() -> None:
    shown = seen("gain")
    shown[::3] = RNG.integers(0, 256, (200, 3))
    clean = np.arange(600) % 3 != 0
    tone = guesses(shown, TRUE)[0]
    assert np.abs(corrected(tone, shown)[clean] - TRUE[clean]).mean() < 5
    assert np.abs(corrected(fitted(shown, TRUE, tone), shown)[clean] - TRUE[clean]).mean() < 2.5


def test_the_same_tone_is_no_other_one() -> None:
    assert guesses(TRUE, TRUE) == []
    assert guesses(TRUE + 2, TRUE) == []


@pytest.mark.parametrize(
    ("change", "plausible"),
    [
        (lambda x: x, True),
        (lambda x: x / 0.7, True),
        (lambda x: x / np.array([0.55, 0.775, 1.0]), True),
        (lambda x: x / 0.5, False),
        (lambda x: x / 2, False),
        (lambda x: 255 - x, False),
        (lambda x: np.where(x < 128, 0, 4 * x), False),
    ],
)
def test_which_tones_are_plausible(change: Callable[[np.ndarray], np.ndarray], plausible: bool) -> None:
    assert Tone(np.broadcast_to(change(LEVELS[:, None]), (256, 3))).plausible == plausible


def test_the_reading_that_leaves_least_doubt_is_taken() -> None:
    shown = seen("power")
    pixels = shown.astype(np.uint8)[None]

    def off(tone: Tone) -> float:
        return float(np.abs(tone.picture(pixels)[0].astype(float) - TRUE).mean())

    first = guesses(shown, TRUE)
    best = read_in_other_tones(first, off, lambda doubt: doubt, lambda _: (shown, TRUE))
    assert best is not None
    assert best < 1.5
    assert best <= min(off(tone) for tone in first if tone.plausible)
    assert read_in_other_tones([], off, lambda doubt: doubt, lambda _: (shown, TRUE)) is None


def test_levels_that_a_tone_cannot_show_are_cut_off() -> None:
    tone = Tone(np.repeat(np.linspace(30, 200, 256)[:, None], 3, axis=1))
    assert tone.within(np.array([[0, 100, 255]], np.int16)).tolist() == [[30, 100, 200]]


def test_levels_between_whole_ones_are_interpolated() -> None:
    shown = np.random.default_rng(1).uniform(0, 255, (50, 3)).astype(np.float32)
    shown[:3] = [0.0, 255.0, 254.5], [1.0, 0.25, 127.0], [255.0, 0.0, 0.0]
    for tone in USUAL:
        expected = np.stack([np.interp(shown[:, c], LEVELS, tone.table[:, c]) for c in range(3)], axis=1)
        assert np.allclose(tone.levels(shown), expected, rtol=1e-6)
        assert tone.levels(shown.reshape(5, 10, 3)).shape == (5, 10, 3)


def test_the_samples_of_a_well_are_those_of_its_picture_in_another_tone() -> None:
    rng = np.random.default_rng(2)
    pixels = rng.integers(0, 256, (40, 50, 3)).astype(np.uint8)
    xs, ys = rng.integers(0, 50, (3, 5, 2)).astype(np.int32), rng.integers(0, 40, (32, 2)).astype(np.int32)
    at_once, looked_up = np.zeros((2, 3, 32, 3, 5), np.int16)
    for tone in USUAL:
        take_samples_in_tone(pixels, tone.whole_levels, xs, ys, at_once)
        take_samples(tone.picture(pixels).reshape(len(pixels), -1), xs, ys, looked_up)
        assert np.array_equal(at_once, looked_up)


def test_a_fit_is_that_of_weighted_least_squares() -> None:
    rng = np.random.default_rng(3)
    shown = rng.uniform(0, 255, (400, 3)).astype(np.float32)
    expected = (255 * (shown / 255) ** 0.8 + rng.normal(0, 2, shown.shape)).astype(np.float32)
    expected[::9] = 40.0
    table = fitted(shown, expected, STRAIGHT).table
    for c in range(3):
        whole = (shown[:, c] >= CLIPPED[0]) & (shown[:, c] <= CLIPPED[1])
        s, e = shown[whole, c].astype(float) / 255, expected[whole, c].astype(float) / 255
        terms, curve = np.stack([np.ones_like(s), s, s * (1 - s)], axis=1), s
        stiff = np.sqrt(STIFF * len(s) * np.array([0.05, 1.0, 1.0]))
        for _ in range(FITS):
            root = 1 / np.sqrt(1 + (255 * (e - curve) / STRAY) ** 2)
            rows, aims = (
                np.vstack([terms * root[:, None], np.diag(stiff)]),
                np.concatenate([e * root, stiff * [0, 1, 0]]),
            )
            solution = np.linalg.lstsq(rows, aims, rcond=None)[0]
            curve = terms @ solution
        x = LEVELS / 255
        assert np.allclose(table[:, c], 255 * np.stack([np.ones_like(x), x, x * (1 - x)], axis=1) @ solution, atol=1e-6)
