"""A stale profile is noticed by what surrounds the board."""

import numpy as np
import pytest

from capture.frame import Frame
from tests.vision.drawn_window import Look, draw_window, random_codes
from vision.fingerprint import fingerprint, profile_fits
from vision.profile import Profile
from vision.profile_sections import BoardSection, KindSection, ReaderSection, WindowSection


@pytest.fixture(scope="module")
def window() -> tuple[Profile, np.ndarray]:
    look = Look(pitch=30)
    drawn = draw_window(look, random_codes(np.random.default_rng(0), look), 4, margins=(3, 1, 6, 1))
    lattice = drawn.lattice
    height, width = drawn.picture.shape[:2]
    profile = Profile(
        game="bilging",
        window=WindowSection(width=width, height=height, fingerprint=fingerprint(drawn.picture, [lattice])),
        board=BoardSection(x=lattice.x, y=lattice.y, width=lattice.width, height=lattice.height, rows=12, cols=6),
        kinds=(KindSection(code=0, name="colour 0", file="a.png"),),
        reader=ReaderSection(min_margin=0.3, max_distance=30, max_core=8),
    )
    return profile, drawn.picture


def test_the_same_window_fits(window: tuple[Profile, np.ndarray]) -> None:
    profile, picture = window
    assert profile_fits(profile, Frame(picture, 0)) is None


def test_another_board_and_a_line_of_chat_fit(window: tuple[Profile, np.ndarray]) -> None:
    profile, picture = window
    later = picture.copy()
    x, y = int(profile.board.x), int(profile.board.y)
    later[y : y + 360, x : x + 180] = np.random.default_rng(1).integers(0, 256, (360, 180, 3))
    later[-30:, -120:] = 255
    assert profile_fits(profile, Frame(later, 0)) is None


def test_another_theme_does_not(window: tuple[Profile, np.ndarray]) -> None:
    profile, picture = window
    assert "another theme" in str(profile_fits(profile, Frame(255 - picture, 0)))


def test_another_size_does_not(window: tuple[Profile, np.ndarray]) -> None:
    profile, picture = window
    reason = profile_fits(profile, Frame(np.ascontiguousarray(picture[1:]), 0))
    assert reason is not None
    assert "calibrate again at this size" in reason


def test_an_unknown_fingerprint_says_nothing(window: tuple[Profile, np.ndarray]) -> None:
    profile, picture = window
    older = profile.model_copy(update={"window": profile.window.model_copy(update={"fingerprint": "v0"})})
    assert profile_fits(older, Frame(255 - picture, 0)) is None
