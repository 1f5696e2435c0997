"""A profile is mended where the same tiles have another size or place, and not where anything else has changed."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.calibrate import calibrate
from calibration.mending import mend_profile
from capture.frame import Frame
from engine import bilging
from engine.dice import dice
from practice.bilging import board_rectangle, look_names, render_still
from tests.vision.drawn_window import Drawn, Look, draw_window, random_codes
from vision.bilging import SCREEN as BILGING
from vision.profile import Profile, load_profile
from vision.profile_sections import TextSection
from vision.reader import Reader
from vision.screen import Screen
from vision.sighting import UNKNOWN

SCREEN = Screen(game="swap3", rows=8, cols=8, colours=7)
LOOK = Look(pitch=36, rows=8, cols=8, art_seed=5, panels=False, ground="chequer")
SCENE = 11
"""Draws a plain scene, so that the ground has one colour at every scale."""


def window(look: Look, seed: int, margins: tuple[float, float, float, float] = (1.5, 1, 2, 1)) -> Drawn:
    codes = random_codes(np.random.default_rng(seed), look)
    return draw_window(look, codes, seed, scene_seed=SCENE, margins=margins)


def frame(drawn: Drawn) -> Frame:
    return Frame(drawn.picture, 0)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Profile, Path]:
    folder = tmp_path_factory.mktemp("mended") / "profile"
    calibration = calibrate([frame(window(LOOK, 1))], SCREEN)
    calibration.save(folder)
    return load_profile(folder), folder


@pytest.mark.parametrize("pitch", [24.0, 31.5, 50.0, 72.0])
def test_another_scale(made: tuple[Profile, Path], pitch: float) -> None:
    profile, folder = made
    now = window(replace(LOOK, pitch=pitch), 2)
    mended = mend_profile(profile, folder, frame(now), SCREEN)
    assert mended is not None
    board = mended.lattice
    assert (board.x, board.y) == pytest.approx((now.lattice.x, now.lattice.y), abs=1)
    assert board.pitch_x == pytest.approx(pitch, abs=0.1)
    names = Reader.open(profile, folder).read(frame(window(LOOK, 1))).codes
    truth = {int(c): int(t) for c, t in zip(names.ravel(), window(LOOK, 1).codes.ravel(), strict=True)}
    codes = Reader(mended, Reader.open(profile, folder).pictures).read(frame(now)).codes
    read = codes != UNKNOWN
    assert read.mean() >= 0.98
    assert [truth[int(c)] for c in codes[read]] == now.codes[read].tolist()


def test_another_place_forgets_where_text_stood(made: tuple[Profile, Path]) -> None:
    profile, folder = made
    told = profile.model_copy(update={"score": TextSection(x=1, y=1, width=40, height=12)})
    now = window(LOOK, 3, margins=(3, 2, 1, 2))
    mended = mend_profile(told, folder, frame(now), SCREEN)
    assert mended is not None
    assert (mended.board.x, mended.board.y) == pytest.approx((108, 72), abs=1)
    assert (mended.window.width, mended.window.height) == now.picture.shape[1::-1]
    assert mended.score is None
    assert mended.kinds == profile.kinds


def test_other_tiles_are_not_mended(made: tuple[Profile, Path]) -> None:
    profile, folder = made
    assert mend_profile(profile, folder, frame(window(replace(LOOK, art_seed=77), 2)), SCREEN) is None


def test_a_board_of_another_size_is_not_mended(made: tuple[Profile, Path]) -> None:
    profile, folder = made
    assert mend_profile(profile, folder, frame(window(replace(LOOK, rows=7), 2)), SCREEN) is None


def test_a_covered_board_is_not_mended(made: tuple[Profile, Path]) -> None:
    profile, folder = made
    now = window(replace(LOOK, pitch=48), 2)
    x, y = now.lattice.corner(2, 2)
    picture = now.picture.copy()
    picture[int(y) : int(y) + 110, int(x) : int(x) + 150] = (220, 225, 230)
    assert mend_profile(profile, folder, Frame(picture, 0), SCREEN) is None


@pytest.mark.sweep(3)
@pytest.mark.parametrize("look", look_names())
def test_a_practice_window_is_mended_at_another_scale_and_refused_in_another_look(look: str, tmp_path: Path) -> None:
    def shown(look: str, scale: float, seed: int, seconds: float = 0.0) -> Frame:
        state = bilging.start(bilging.PRESETS["ypp"], dice(seed))._replace(water_px=135)
        return Frame(render_still(look, scale, state, seconds=seconds), 0)

    made = calibrate([shown(look, 1.0, 1), shown(look, 1.0, 1, 0.4)], BILGING)
    made.save(tmp_path / "p")
    profile = load_profile(tmp_path / "p")
    for scale in (0.75, 1.5):
        mended = mend_profile(profile, tmp_path / "p", shown(look, scale, 7), BILGING)
        assert mended is not None
        board = mended.board
        assert (board.x, board.y, board.width, board.height) == pytest.approx(board_rectangle(look, scale), abs=1.5)
    other = next(name for name in look_names() if name != look)
    assert mend_profile(profile, tmp_path / "p", shown(other, 1.0, 7), BILGING) is None
