import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import chance, dice, next_word, next_word_kernel, next_word_plain, roll


@given(st.integers(-(2**70), 2**70))
def test_plain_twin_rolls_the_same(seed: int) -> None:
    compiled, plain = dice(seed), dice(seed)
    with np.errstate(over="ignore"):  # the kernel as plain Python, where the JIT is off
        words = [int(next_word_kernel(compiled)) for _ in range(5)]
    assert words == [int(next_word_plain(plain)) for _ in range(5)]
    assert compiled[0] == plain[0]


def test_known_words() -> None:
    """The first outputs for seed 1234567 of the authors' own C (prng.di.unimi.it/splitmix64.c)."""
    rolls = dice(1234567)
    assert [int(next_word(rolls)) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_rolls_are_uniform() -> None:
    rolls = dice(0)
    counts = np.bincount([roll(rolls, 7) for _ in range(70_000)], minlength=7)
    assert len(counts) == 7
    assert np.all(np.abs(counts - 10_000) < 5 * np.sqrt(10_000))


def test_chance_keeps_its_probability() -> None:
    rolls = dice(1)
    hits = sum(chance(rolls, 0.3) for _ in range(50_000))
    assert abs(hits - 15_000) < 5 * np.sqrt(50_000 * 0.3 * 0.7)
