"""Frames that are kept in little memory are the same frames."""

import numpy as np
import pytest

from bot.calibrating.kept_frames import KeptFrames
from capture.frame import Frame, Region
from tests.vision.drawn_arenas import play


def test_what_is_kept_is_the_same_frame_bit_for_bit_in_whatever_order_it_is_asked_for() -> None:
    rng = np.random.default_rng(1)
    frames = []
    pixels = np.zeros((200, 333, 3), np.uint8)
    for number in range(30):
        pixels = pixels.copy()
        y, x = rng.integers(0, 150, 2)
        pixels[y : y + 50, x : x + 50] = rng.integers(0, 256, 3)
        if number == 20:
            pixels = np.ascontiguousarray(pixels[:150, :300])  # another size
        frames.append(Frame(pixels, number, Region(number, 2, 3, 4), 2.0))
    keeper = KeptFrames()
    kept = [keeper.keep(frame) for frame in frames]
    for number in (*range(30), *rng.permutation(30)):
        one, other = frames[number], kept[number]
        assert (other.time_ns, other.region, other.scale) == (one.time_ns, one.region, one.scale)
        np.testing.assert_array_equal(other.pixels, one.pixels)
        assert other.pixels.dtype == np.uint8


@pytest.mark.parametrize("look", ["dungeon", "toys"])
def test_of_a_game_little_is_kept(look: str) -> None:
    frames = [drawn.frame for drawn in play(look, 1.0, "two", seed=1, plan=("stay",), most=30)]
    keeper = KeptFrames()
    kept = [keeper.keep(frame) for frame in frames]
    assert keeper.memory < 0.2 * sum(frame.pixels.nbytes for frame in frames)
    assert all(np.array_equal(one.pixels, other.pixels) for one, other in zip(frames, kept, strict=True))


def test_a_picture_that_flickers_everywhere_is_counted_whole() -> None:
    keeper = KeptFrames()
    for shade in range(5):
        keeper.keep(Frame(np.full((100, 70, 3), shade, np.uint8), 0))
    assert keeper.memory == 5 * 100 * 70 * 3
