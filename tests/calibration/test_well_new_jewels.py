"""Colours of jewels that come in mid-game: learned when sure, and never from what only looks like one."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.profile_folder import write_profile
from calibration.well.new_jewel import learn_jewel
from capture.frame import Frame
from engine.columns import EMPTY, PRESETS, UNKNOWN, State
from tests.vision.drawn_wells import draw, profile_of, random_state
from vision.profile import load_profile
from vision.well.pictures import WellPictures
from vision.well.reader import WellReader

RULES = PRESETS["jewel"]


def knowing(look: str, scale: float, known: int) -> WellReader:
    """A reader of a profile that knows the first few colours only."""
    profile, pictures = profile_of(look, scale, RULES)
    fewer = WellPictures(pictures.jewels[:known], pictures.masks[:known], pictures.background, pictures.known)
    return WellReader(profile.model_copy(update={"kinds": profile.kinds[:known]}), fewer)


def still(look: str, scale: float, state: State, top: float) -> Frame:
    return draw(look, scale, RULES, state, top=top).frame


def some_state(seed: int) -> State:
    state = random_state(RULES, np.random.default_rng(seed), 2, 5)
    return state._replace(piece=np.array([0, 1, 2], np.int8), next=np.array([1, 0, 2], np.int8))


@pytest.mark.parametrize("look", ["cave", "temple", "vista"])
@pytest.mark.parametrize("scale", [0.5, 1.0])
def test_a_colour_at_rest_is_learned(look: str, scale: float, tmp_path: Path) -> None:
    reader = knowing(look, scale, 4)
    state = some_state(1)
    frame, later = still(look, scale, state, 1.0), still(look, scale, state, 2.3)
    learned = learn_jewel(reader, frame, later)
    assert learned is not None
    assert [kind.code for kind in learned.kinds] == [4, 5]
    codes = learned.reader.read(later).codes
    truth = state.board[RULES.hidden :]
    names = {int(code): int(truth[codes == code][0]) for code in (4, 5)}
    assert sorted(names.values()) == [4, 5]
    for code, own in names.items():
        assert np.array_equal(codes == code, truth == own)
    assert np.array_equal(codes[truth < 4], truth[truth < 4])
    # and in the folder, beside what was there
    write_profile(
        tmp_path / "p",
        reader.profile,
        list(zip(reader.pictures.jewels, reader.pictures.masks, strict=True)),
        None,
        {"background.png": np.dstack([reader.pictures.background, reader.pictures.known])},
    )
    learned.save(tmp_path / "p")
    again = WellReader.open(load_profile(tmp_path / "p"), tmp_path / "p")
    assert np.array_equal(again.read(later).codes, codes)


def test_a_colour_in_the_preview_is_learned() -> None:
    reader = knowing("vista", 1.0, 5)
    board = np.full((RULES.height, RULES.cols), EMPTY, np.int8)
    board[-2:, 1] = (2, 3)
    state = some_state(2)._replace(board=board, next=np.array([5, 1, 2], np.int8))
    frame, later = still("vista", 1.0, state, 1.0), still("vista", 1.0, state, 1.6)
    assert reader.read(frame).extras["next"].tolist() == [UNKNOWN, 1, 2]
    learned = learn_jewel(reader, frame, later)
    assert learned is not None
    assert learned.reader.read(later).extras["next"].tolist() == [5, 1, 2]


def test_nothing_new_teaches_nothing() -> None:
    reader = knowing("cave", 1.0, 6)
    state = some_state(3)
    assert learn_jewel(reader, still("cave", 1.0, state, 1.0), still("cave", 1.0, state, 2.0)) is None


def test_what_flashes_or_moves_teaches_nothing() -> None:
    reader = knowing("cave", 1.0, 4)
    state = some_state(1)
    later = state._replace(board=np.where(state.board == 5, np.int8(4), state.board))
    assert learn_jewel(reader, still("cave", 1.0, state, 1.0), still("cave", 1.0, later, 1.0)) is None


@pytest.mark.parametrize("how", ["dim", "lit", "veil"])
def test_another_light_teaches_nothing(how: str) -> None:
    reader = knowing("vista", 1.0, 6)
    frame = still("vista", 1.0, some_state(4), 1.0)
    pixels = frame.pixels.astype(np.float32)
    pixels = {"dim": pixels * 0.6, "lit": pixels * 0.6 + 100, "veil": pixels * 0.5 + 40}[how]
    spoilt = Frame(np.clip(np.round(pixels), 0, 255).astype(np.uint8), 0)
    assert learn_jewel(reader, spoilt, spoilt) is None


@pytest.mark.parametrize("weight", [0.2, 0.4, 0.6, 0.8])
def test_jewels_that_fade_teach_nothing(weight: float) -> None:
    reader = knowing("temple", 1.0, 6)
    state = some_state(5)
    board = state.board.copy()
    board[-1, :4] = EMPTY
    full, bare = still("temple", 1.0, state, 1.0), still("temple", 1.0, state._replace(board=board), 1.0)
    mixed = Frame(np.asarray(cv2.addWeighted(full.pixels, 1 - weight, bare.pixels, weight, 0), np.uint8), 0)
    assert learn_jewel(reader, mixed, mixed) is None


def test_a_cover_teaches_nothing() -> None:
    reader = knowing("vista", 1.0, 4)
    frame = draw("vista", 1.0, RULES, some_state(6), top=1.0, paused=True).frame
    assert learn_jewel(reader, frame, frame) is None
